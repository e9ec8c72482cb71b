// The output of `bezel devices` as text for people and as JSON.

import Geometry
import Linux
import Stage

/// The list of touch panels and screens.
struct DevicesPage {
    private let list: DeviceList
    private let problems: [String]
    private let panels: [(panel: DeviceList.Panel, place: PanelScreen, kept: Result<PanelRecord?, Failure>)]

    /// The devices of `list` on a machine with `configuration`. `store` holds the calibrations of the panels. `problem`
    /// is added to the problems of the list.
    init(_ list: DeviceList, _ configuration: Configuration, _ store: PanelStore, problem: String? = nil) {
        self.list = list
        problems = list.problems + [problem].compactMap(\.self)
        panels = zip(list.panels, PanelScreen.all(list, configuration)).map { panel, place in
            (
                panel, place,
                Result { () throws(Failure) in try store.read(PanelStore.key(of: panel)) }
            )
        }
    }

    // MARK: For people

    /// The lines for people.
    var lines: [String] {
        var lines = ["Touch panels"]
        for (panel, place, kept) in panels {
            lines.append("  \(panel.name)  \(panel.vendorProduct)  \(panel.path)")
            lines += describe(panel, place, kept).flatMap { entry("    ", $0.0, $0.1) }
        }
        if panels.isEmpty { lines.append("  none") }
        lines.append("Screens")
        for output in list.outputs {
            lines.append("  \(output.connector.name)  \(output.card) (\(output.driver))")
            lines += describe(output).flatMap { entry("    ", $0.0, $0.1) }
        }
        if list.outputs.isEmpty { lines.append("  none") }
        return lines + problems
    }

    private func entry(_ indent: String, _ name: String, _ text: String) -> [String] {
        let label = name + String(repeating: " ", count: max(1, 15 - name.count))
        let blank = String(repeating: " ", count: label.count)
        return text.split(separator: "\n")
            .flatMap { wrapped(String($0), to: 80 - indent.count - label.count) }
            .enumerated().map { indent + ($0 == 0 ? label : blank) + $1 }
    }

    private func describe(
        _ panel: DeviceList.Panel, _ place: PanelScreen, _ kept: Result<PanelRecord?, Failure>
    ) -> [(String, String)] {
        let record = try? kept.get()
        var entries = [
            ("size", panel.millimetres.map(millimetres) ?? "not reported"),
            ("contacts", panel.contacts.map { "\($0)" } ?? (panel.isRefused ? "unknown" : "not reported")),
            (
                "scan rate",
                record?.noise?.scanRate.map { "\(tenths($0)) Hz, measured" } ?? "unknown until it is measured"
            ),
            ("screen", "\(place.screen ?? "none"): \(place.reason)"),
            ("axes", axes(panel, record)),
        ]
        switch kept {
        case .success(let record?): entries.append(("calibrated", record.summary))
        case .success(nil): entries.append(("calibrated", "no: bezel calibrate"))
        case .failure(let failure): entries.append(("calibrated", failure.description))
        }
        if let problem = panel.problem { entries.append(("problem", problem)) }
        return entries
    }

    /// The matrix from the panel's axes to the picture, and its source.
    private func axes(_ panel: DeviceList.Panel, _ record: PanelRecord?) -> String {
        if let matrix = record?.position?.matrix {
            return "\(numbers(matrix)) (calibrated"
                + (panel.rule == nil ? ")" : "; it wins over udev's \(panel.rule ?? ""))")
        }
        if let rule = panel.rule { return "\(rule) (udev: LIBINPUT_CALIBRATION_MATRIX)" }
        if let matrix = panel.calibration, matrix != .identity { return "\(numbers(matrix)) (libinput)" }
        return "as they are"
    }

    private func numbers(_ m: AffineTransform) -> String {
        [m.a, m.b, m.c, m.d, m.e, m.f].map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " ")
    }

    private func describe(_ output: DeviceList.Output) -> [(String, String)] {
        let connector = output.connector
        var entries = [("status", connector.status.rawValue)]
        if !output.holders.isEmpty { entries.append(("in use by", output.holders.joined(separator: ", "))) }
        if let size = connector.millimetres { entries.append(("size", millimetres(size))) }
        if !connector.modes.isEmpty {
            let all = connector.modes.prefix(8).map { "\($0)\($0.isPreferred ? " (preferred)" : "")" }
            let rest = connector.modes.count > all.count ? ", and \(connector.modes.count - all.count) more" : ""
            entries.append(("modes", all.joined(separator: ", ") + rest))
        }
        if let rotation = connector.panelRotation {
            entries.append(
                ("mounted", rotation == .none ? "upright" : "turned: pictures are turned by \(rotation.rawValue)°"))
        }
        if let scaling = output.scaling { entries.append(("scaling", scaling)) }
        for plane in output.planes { entries.append(("\(plane.kind) plane", describe(plane))) }
        if let problem = output.problem { entries.append(("problem", problem)) }
        return entries
    }

    private func describe(_ plane: PlaneSummary) -> String {
        let abilities = [plane.hasAlpha ? "fades" : nil, plane.movesInDepth ? "moves in depth" : nil].compactMap(\.self)
        let turns = plane.turns.isEmpty ? [] : [plane.turns.joined(separator: " ")]
        return
            ([plane.formats.isEmpty ? "compressed pictures only" : plane.formats.joined(separator: " ")] + abilities
            + turns).joined(separator: "; ")
    }

    // MARK: JSON

    /// The whole list as one JSON object.
    var json: String {
        let panels = self.panels.map { panel, place, kept in
            let record = try? kept.get()
            var object = JSONObject()
            object.add("name", panel.name)
            object.add("id", panel.vendorProduct)
            object.add("path", panel.path)
            object.add("millimetres", exactly: panel.millimetres.map { [$0.width, $0.height] })
            object.add("contacts", panel.contacts)
            object.add("scanRate", record?.noise?.scanRate)
            object.add("screen", place.screen)
            object.add("why", place.reason)
            object.add("udevMatrix", panel.rule)
            object.add("matrix", record?.position.map { numbers($0.matrix) })
            object.add("calibrated", record != nil)
            switch kept {
            case .success(let record): object.add("calibration", record?.summary ?? "not calibrated")
            case .failure(let failure): object.add("calibration", failure.description)
            }
            object.add("problem", panel.problem)
            return object
        }
        let problems = self.problems.map {
            var object = JSONObject()
            object.add("problem", $0)
            return object
        }
        var object = JSONObject()
        object.add("panels", panels)
        object.add("outputs", list.outputs.map(json))
        object.add("problems", problems)
        return object.text
    }

    private func json(_ output: DeviceList.Output) -> JSONObject {
        var object = JSONObject()
        object.add("name", output.connector.name)
        object.add("card", output.card)
        object.add("driver", output.driver)
        object.add("connected", output.connector.status == .connected)
        object.add("millimetres", exactly: output.connector.millimetres.map { [$0.width, $0.height] })
        object.add("modes", output.connector.modes.map { "\($0)" })
        object.add("rotation", output.connector.panelRotation?.rawValue)
        object.add("scaling", output.scaling)
        if !output.holders.isEmpty { object.add("holders", output.holders) }
        let planes = output.planes.map { plane in
            var object = JSONObject()
            object.add("kind", plane.kind)
            object.add("formats", plane.formats)
            object.add("fades", plane.hasAlpha)
            object.add("movesInDepth", plane.movesInDepth)
            object.add("turns", plane.turns)
            return object
        }
        object.add("planes", planes)
        object.add("problem", output.problem)
        return object
    }

}
