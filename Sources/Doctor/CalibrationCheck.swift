// Reports the calibration of each touch panel and the measured error rates of its edges.

import Linux
import Machine

enum CalibrationCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        if facts.backend == .wayland { return [.fine(.calibration, "left to the compositor")] }
        let filter = DeviceFilter(facts.configuration.devices)
        let panels = facts.devices.panels.filter {
            filter.accepts(name: $0.name, vendorProduct: $0.vendorProduct, isTouchscreen: true)
        }
        return panels.map { panel in
            let id = panel.vendorProduct
            switch facts.records[PanelStore.key(of: panel)] {
            case .success(let record?): return .fine(.calibration, "\(id): \(record.summary)\(promises(of: record))")
            case .success(nil), nil:
                return .warn(.calibration, "\(id): not measured, so its edges are 8 mm wide", "bezel calibrate")
            case .failure(let failure):
                return .warn(
                    .calibration, "\(failure.description)\nso \(id) is used as if it were not measured",
                    "bezel calibrate")
            }
        }
    }

    /// The upper bounds counted at each edge, one line per edge.
    private static func promises(of record: PanelRecord) -> String {
        PanelRecord.EdgeName.allCases.compactMap { name in
            record.edges[name].map { edge in
                "\n\(name.rawValue): at most \(percent(edge.missBound)) % of swipes missed, "
                    + "\(percent(edge.takeBound)) % of drags taken"
            }
        }.joined()
    }

    private static func percent(_ share: Double) -> String {
        let value = tenths(100 * share)
        return value.hasSuffix(".0") ? String(value.dropLast(2)) : value
    }
}
