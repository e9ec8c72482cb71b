// The touch panels on the glass of a screen, each with what was measured of it.

import Calibration
import Geometry
import Linux
import Logging
import Machine

/// The touch panels that lie on a screen's glass.
struct ScreenPanels {
    private let store: PanelStore
    private let log: Logger
    private var panels: [(device: TouchDevice, record: PanelRecord?)] = []
    /// Reads the touch panels; nil where a compositor does, or nobody.
    var input: InputContext?

    /// No panels yet. What was measured of panels is in `store`.
    init(_ store: PanelStore, log: Logger) { (self.store, self.log) = (store, log) }

    /// Whether no panel lies on the glass.
    var isEmpty: Bool { panels.isEmpty }
    /// The names of the panels.
    var names: [String] { panels.map(\.device.name) }
    /// What was measured of the first panel of which something was measured; nil when nothing was.
    var record: PanelRecord? { panels.lazy.compactMap(\.record).first }

    /// Whether the panel `id` lies on the glass.
    func has(_ id: TouchDevice.ID) -> Bool { panels.contains { $0.device.id == id } }

    /// The panel `device` lies on the glass; `record` is what was measured of it.
    mutating func add(_ device: TouchDevice, _ record: PanelRecord?) { panels.append((device, record)) }

    /// The panel `device` does not lie on the glass any more.
    mutating func remove(_ device: TouchDevice) { panels.removeAll { $0.device.id == device.id } }

    /// The picture on all panels has this size, and is turned by `rotation` on their axes.
    func place(_ size: Size, _ rotation: PictureRotation) {
        for (device, _) in panels { input?.setPicture(size, rotation, under: device.id) }
    }

    /// What is kept of `device`, whose axes lie from now on as was measured; nil, with a warning, when its file is wrong.
    func adopt(_ device: TouchDevice) -> PanelRecord? {
        log.notice("touch panel: \(device.name) \(device.devnode)")
        do throws(Failure) {
            guard let record = try store.read(device.vendorProduct) else { return nil }
            log.notice("\(device.name) is calibrated: \(record.summary)")
            if let position = record.position { input?.setCalibration(position.matrix, for: device.id) }
            return record
        } catch {
            log.warning(
                "\(error)\nthe panel is used as if it were not calibrated; \"bezel calibrate\" measures it anew")
            return nil
        }
    }

    // MARK: Calibration

    /// Throws when there is no panel to calibrate.
    func requireInput() throws(Failure) {
        if input != nil { return }
        throw Failure(
            .unavailable,
            "only a panel that this program reads itself can be calibrated: not in a window, and headless only with "
                + "\"devices\" in bezel.toml; on a console take --display drm")
    }

    /// `plan` for `device`, the one panel there is, whose axes nobody turns from now on. The picture is turned by `rotation` on
    /// them.
    func prepared(
        _ plan: CalibrationPlan, for device: TouchDevice, _ rotation: PictureRotation
    ) throws(Failure) -> CalibrationPlan {
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
        plan.store = store
        plan.reported = device.millimetres
        plan.matrix = device.calibration
        plan.rotation = rotation
        do throws(Failure) { plan.kept = try store.read(device.vendorProduct) } catch {
            log.warning("\(error)\nit is measured again; values that are not measured now are lost")
        }
        return plan
    }
}
