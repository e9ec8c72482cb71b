// The parameters of a calibration: what to measure, on which panel, and where to keep the result.

package import Geometry
import Glibc
package import Machine

/// The options of `bezel calibrate`, and what is known about the panel beforehand.
package struct CalibrationPlan {
    /// The steps of a calibration, in the order in which they run. Each step needs the results of the steps before it.
    package enum Step: String, CaseIterable {
        case position, size, edges, noise
    }

    /// The steps to run. Nil runs every step, but runs the size step only when the size is unknown.
    package var steps: Set<Step>?
    /// The edges from which fingers swipe in.
    package var edges: [PanelRecord.EdgeName] = [.left]
    /// The language, such as `de`. Nil asks for it.
    package var language: CalibrationWords?
    /// The size of the glass in mm, as given by the user. Nil measures the size or takes the size that the panel
    /// reports.
    package var size: Size?
    /// The path of the udev rule. Nil writes no rule.
    package var rule: String?
    /// The store that keeps the record. Nil keeps nothing, as in a replay.
    package var store: PanelStore?
    /// The vendor and product id of the panel, such as `222a:0001`.
    package var panel = "0000:0000"
    /// The name that the panel reports.
    package var name = ""
    /// The date of the calibration, such as `2026-11-21`.
    package var date = ""
    /// The size that the panel reports, in mm along its own axes. Nil when it reports none.
    package var reported: Size?
    /// The record that is kept from an earlier calibration. Its values stay where nothing is measured.
    package var kept: PanelRecord?
    /// The transform from the panel's axes to the glass, both 0…1, before anything is measured.
    package var matrix = AffineTransform.identity
    /// The rotation of the picture on the panel's glass.
    package var rotation = PictureRotation.none

    /// A plan that runs every step that is needed.
    package init() {}

    /// The steps to run, in order.
    package var wanted: [Step] {
        Step.allCases.filter { step in
            if step == .size, size != nil { return false }
            return steps?.contains(step) ?? (step != .size || reported == nil && kept?.size == nil)
        }
    }

    /// The record before anything is measured.
    package var record: PanelRecord {
        var record = kept ?? PanelRecord()
        (record.name, record.date) = (name, date)
        if let size { record.size = size }
        return record
    }

    /// Writes `record` and the udev rule. Returns the path of each file that was written.
    package func keep(_ record: PanelRecord) throws(Failure) -> [String] {
        var paths: [String] = []
        if let store {
            let key = PanelStore.key(panel, named: name)
            try store.write(record, for: key)
            paths.append(store.path(of: key))
        }
        if let rule, let position = record.position {
            try UdevRule(panel: panel, name: record.name, matrix: position.matrix).write(to: rule)
            paths.append(rule)
        }
        return paths
    }

    /// The current date in the machine's time zone, such as `2026-11-21`.
    package static var today: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    }
}
