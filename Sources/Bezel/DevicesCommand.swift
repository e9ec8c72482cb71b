// `bezel devices`: the touch panels and the screens that this machine has.

import Geometry
import Linux

/// What `bezel devices` is asked for.
public struct DevicesCommand {
    /// Whether the answer is JSON.
    public var isJSON = false
    /// The folder of what `bezel calibrate` measured; nil: `/var/lib/bezel/panels`.
    public var panels: String?

    /// Nothing asked for yet.
    public init() {}

    /// Lists the devices through `say`. It takes nothing away from a kiosk that runs.
    public func run(say: (String) -> Void) {
        let list = DeviceList()
        if isJSON { return say(json(list)) }
        say("Touch panels")
        for panel in list.panels {
            let size = panel.millimetres.map { "\(whole($0.width)) × \(whole($0.height)) mm" } ?? "size unknown"
            let contacts = panel.contacts.map { "\($0) contacts" } ?? "contacts unknown"
            say("  \(panel.name)  \(panel.vendorProduct)  \(panel.path)  \(size), \(contacts)")
            if let problem = panel.problem { say("    \(problem)") }
            say("    \(calibration(of: panel.vendorProduct).text)")
        }
        if list.panels.isEmpty { say("  none") }
        say("Screens")
        for output in list.outputs {
            let connector = output.connector
            let size = connector.millimetres.map { ", \(whole($0.width)) × \(whole($0.height)) mm" } ?? ""
            let state = connector.status == .connected ? "connected\(size)" : "nothing on it"
            let holders = MasterHolders.find(of: output.card)
            let use = holders.isEmpty ? "" : ", in use by \(holders.joined(separator: " or "))"
            say("  \(connector.name)  \(output.card) (\(output.driver))  \(state)\(use)")
            if !connector.modes.isEmpty {
                say(
                    "    "
                        + connector.modes.prefix(8).map { "\($0)\($0.isPreferred ? " *" : "")" }.joined(separator: "  ")
                )
            }
            if let problem = output.problem { say("    \(problem)") }
        }
        if list.outputs.isEmpty { say("  none") }
        for problem in list.problems { say(problem) }
    }

    /// What is kept of the panel `id`, in words; the record when there is one that is right.
    private func calibration(of id: String) -> (record: PanelRecord?, text: String) {
        do throws(Failure) {
            guard let record = try PanelStore(folder: panels ?? PanelStore.standardFolder).read(id) else {
                return (nil, "not calibrated")
            }
            return (record, "calibrated \(record.summary)")
        } catch { return (nil, "\(error)") }
    }

    private func whole(_ value: Double) -> Int { Int(value.rounded()) }

    private func json(_ list: DeviceList) -> String {
        func size(_ size: Size?) -> String? {
            size.map { "[\($0.width),\($0.height)]" }
        }
        let panels = list.panels.map { panel in
            var object = JSONObject()
            object.add("name", panel.name)
            object.add("id", panel.vendorProduct)
            object.add("path", panel.path)
            object.add("millimetres", raw: size(panel.millimetres))
            object.add("contacts", panel.contacts)
            let kept = calibration(of: panel.vendorProduct)
            object.add("calibrated", kept.record != nil)
            object.add("calibration", kept.text)
            object.add("problem", panel.problem)
            return object.text
        }
        let outputs = list.outputs.map { output in
            var object = JSONObject()
            object.add("name", output.connector.name)
            object.add("card", output.card)
            object.add("driver", output.driver)
            object.add("connected", output.connector.status == .connected)
            object.add("millimetres", raw: size(output.connector.millimetres))
            object.add(
                "modes", raw: "[" + output.connector.modes.map { "\"\($0)\"" }.joined(separator: ",") + "]")
            object.add("problem", output.problem)
            return object.text
        }
        let problems = list.problems.map {
            var object = JSONObject(); object.add("problem", $0); return object.text
        }
        return "{\"panels\":[\(panels.joined(separator: ","))],\"outputs\":[\(outputs.joined(separator: ","))],"
            + "\"problems\":[\(problems.joined(separator: ","))]}"
    }
}
