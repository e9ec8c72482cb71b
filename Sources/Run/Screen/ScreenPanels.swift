// The touch panels on the glass of a screen, each with its measurements.

import Calibration
import Geometry
import Linux
import Logging
import Machine

/// The touch panels that lie on a screen's glass.
struct ScreenPanels {
    let store: PanelStore
    private let log: Logger
    private var panels: [(device: TouchDevice, record: PanelRecord?)] = []
    /// Reads the touch panels; nil if a compositor reads them, or if none are read.
    var input: InputContext?

    /// Creates a list without panels. `store` holds the measurements of panels.
    init(_ store: PanelStore, log: Logger) { (self.store, self.log) = (store, log) }

    /// Whether no panel lies on the glass.
    var isEmpty: Bool { panels.isEmpty }
    /// The names of the panels.
    var names: [String] { panels.map(\.device.name) }
    /// The measurements of the first panel that has any; nil if none has.
    var record: PanelRecord? { panels.lazy.compactMap(\.record).first }

    /// The measured size of the glass in mm, as mounted: that of the last panel with one; nil if none has.
    var measuredSize: Size? { panels.reversed().lazy.compactMap { $0.record?.size }.first }
    /// The size of the glass in mm, as mounted, that the last panel which reports one does; nil if none reports one.
    var reportedSize: Size? {
        panels.reversed().lazy.compactMap { panel in
            panel.device.millimetres.map { (panel.record ?? PanelRecord()).lying($0) }
        }.first
    }

    /// Whether the panel `id` lies on the glass.
    func has(_ id: TouchDevice.ID) -> Bool { panels.contains { $0.device.id == id } }

    /// Adds the panel `device` with its measurements `record`.
    mutating func add(_ device: TouchDevice, _ record: PanelRecord?) { panels.append((device, record)) }

    /// Removes the panel `device`.
    mutating func remove(_ device: TouchDevice) { panels.removeAll { $0.device.id == device.id } }

    /// Sets the size (mm) of the picture on all panels, and its rotation on their axes.
    func place(_ size: Size, _ rotation: PictureRotation) {
        for (device, _) in panels { input?.setPicture(size, rotation, under: device.id) }
    }

    /// Returns the stored record of `device`, and applies its calibration from now on. Nil if there is none, or, with a warning, if
    /// its file is wrong.
    func adopt(_ device: TouchDevice) -> PanelRecord? {
        log.notice("touch panel: \(device.name) \(device.devnode)")
        do throws(Failure) {
            guard let record = try store.read(PanelStore.key(of: device)) else { return nil }
            log.notice("\(device.name) is calibrated: \(record.summary)")
            if let position = record.position { input?.setCalibration(position.matrix, for: device.id) }
            return record
        } catch {
            log.warning(
                "\(error)\nthe panel is used as if it were not calibrated; \"bezel calibrate\" measures it again")
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

    /// Returns `plan` with the properties of `device`, which must be the only panel. `rotation` is that of the picture on its axes.
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
        do throws(Failure) { plan.kept = try store.read(PanelStore.key(of: device)) } catch {
            log.warning("\(error)\nit is measured again; values that are not measured now are lost")
        }
        return plan
    }
}
