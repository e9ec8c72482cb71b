// A screen whose panel is calibrated: which panel it is, and what is known of it.

import Calibration
import Geometry
import Linux
import Logging
import Machine

extension RunScreen {
    /// `plan` for `device`, the one panel there is, whose axes nobody turns from now on.
    func prepared(_ plan: CalibrationPlan, _ device: TouchDevice) throws(Failure) -> CalibrationPlan {
        if let devices = input?.devices, devices.count > 1 {
            let names = devices.map { "\($0.vendorProduct) (\($0.name))" }.joined(separator: ", ")
            throw Failure(
                .usage, "there are several touch panels; name one with --panel, or unplug the others: \(names)")
        }
        log.notice("calibrating \(device.name) \(device.devnode)")
        var plan = plan
        plan.panel = device.vendorProduct
        plan.name = device.name
        plan.date = CalibrationPlan.today
        plan.store = panels
        plan.reported = device.millimetres
        plan.matrix = device.calibration
        plan.rotation = touchRotation
        do throws(Failure) { plan.kept = try panels.read(device.vendorProduct) } catch {
            log.warning("\(error)\nit is measured again; values that are not measured now are lost")
        }
        return plan
    }

    /// Throws when there is nothing to calibrate.
    func requirePanel() throws(Failure) {
        if calibrating == nil || input != nil { return }
        throw Failure(
            .unavailable,
            "only a panel that this program reads itself can be calibrated: not in a window, and headless only with "
                + "\"devices\" in bezel.toml; on a console take --display drm")
    }
}
