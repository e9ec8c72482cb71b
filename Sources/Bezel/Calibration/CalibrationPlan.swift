// What a calibration is asked to measure, on which panel, and what becomes of it.

import Geometry
import Glibc

/// What `bezel calibrate` is asked for, with what is known of the panel before.
struct CalibrationPlan {
    /// What can be measured, in the order in which it is: each needs those before it.
    enum Step: String, CaseIterable {
        case position, size, edges, noise
    }

    /// What is measured; nil for everything, and the size only where nobody knows it.
    var steps: Set<Step>?
    /// The edges from which fingers come.
    var edges: [PanelRecord.EdgeName] = [.left]
    /// The language, such as `de`; nil to ask.
    var language: CalibrationWords?
    /// The glass in mm, as somebody says; nil to measure it or to take what the panel says.
    var size: Size?
    /// Where the rule for udev goes; nil for nowhere.
    var rule: String?
    /// Where the record is kept; nil for nowhere: nothing is kept of a replay.
    var store: PanelStore?
    /// Such as `222a:0001`.
    var panel = "0000:0000"
    /// The panel's own name.
    var name = ""
    /// The day, such as `2026-11-21`.
    var date = ""
    /// How large the panel says that it is, in mm along its own axes; nil when it does not say.
    var reported: Size?
    /// What was kept of the panel before: what is not measured stays.
    var kept: PanelRecord?
    /// From the panel's axes to the glass, both 0…1, before anything is measured.
    var matrix = AffineTransform.identity
    /// How far the picture is turned on the panel's glass.
    var rotation = PictureRotation.none

    /// The steps, in order.
    var wanted: [Step] {
        Step.allCases.filter { step in
            if step == .size, size != nil { return false }
            return steps?.contains(step) ?? (step != .size || reported == nil && kept?.size == nil)
        }
    }

    /// The record before anything is measured.
    var record: PanelRecord {
        var record = kept ?? PanelRecord()
        (record.name, record.date) = (name, date)
        if let size { record.size = size }
        return record
    }

    /// Keeps `record`, and says where, a line for each file.
    func keep(_ record: PanelRecord) throws(Failure) -> [String] {
        var paths: [String] = []
        if let store {
            try store.write(record, for: panel)
            paths.append(store.path(of: panel))
        }
        if let rule, let position = record.position {
            try UdevRule(panel: panel, matrix: position.matrix).write(to: rule)
            paths.append(rule)
        }
        return paths
    }

    /// Today, where this machine is.
    static var today: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    }
}
