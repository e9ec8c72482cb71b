// Checks whether there is a touch panel.

import Geometry
import Linux
import Machine

enum PanelCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        if facts.backend == .wayland { return [.fine(.panel, "from the compositor")] }
        if facts.backend == .headless, facts.configuration.devices == ["auto"] {
            return [.fine(.panel, "none is asked for")]
        }
        let filter = DeviceFilter(facts.configuration.devices)
        let wanted = facts.devices.panels.filter {
            filter.accepts(name: $0.name, vendorProduct: $0.vendorProduct, isTouchscreen: true)
        }
        let unseen = facts.devices.problems.filter { $0.contains("udev") }.map {
            Finding.warn(.panel, $0, facts.asRoot("systemctl restart systemd-udevd && udevadm trigger"))
        }
        // A panel that libinput rejects, and no other.
        if !wanted.isEmpty, wanted.allSatisfy({ $0.problem != nil && !$0.isRefused }) {
            return unseen
                + wanted.map {
                    .stop(.panel, .unavailable, "\($0.name) \($0.vendorProduct): \($0.problem ?? "")")
                }
        }
        return unseen + (wanted.isEmpty ? [absent(facts)] : wanted.map { found($0, facts) })
    }

    private static func found(_ panel: DeviceList.Panel, _ facts: MachineFacts) -> Finding {
        let size = panel.millimetres.map { ", \(millimetres($0))" } ?? ""
        let contacts = panel.contacts.map { ", \($0) contacts" } ?? ""
        let what = "\(panel.name) \(panel.vendorProduct)\(size)\(contacts)"
        // A panel that this user may not open is no problem here: the seat opens it, or the finding about permissions says what
        // to do.
        if let problem = panel.problem, !panel.isRefused { return .warn(.panel, "\(what): \(problem)") }
        let kept = try? facts.records[PanelStore.key(of: panel)]?.get()
        let probe = try? facts.screen.get()
        let screen = probe?.millimetres
        guard panel.millimetres != nil || kept?.size != nil || panel.isRefused else {
            let assumed =
                screen == nil ? "and neither does the screen: 96 dpi are assumed" : "so the screen's size is used"
            return .warn(
                .panel, "\(what) does not report its size, \(assumed)", "bezel calibrate --step size")
        }
        if facts.devices.panels.count == 1, let probe,
            let remark = GlassSize(
                measured: kept?.size, panel: panel.millimetres.map { (kept ?? PanelRecord()).lying($0) },
                display: screen, pixels: probe.mode.size
            )?.remark
        {
            return .warn(
                .panel, "\(panel.name) \(panel.vendorProduct)\(contacts): \(remark)", "bezel calibrate --step size")
        }
        return .fine(.panel, what)
    }

    private static func absent(_ facts: MachineFacts) -> Finding {
        let named = facts.configuration.devices
        let panels = facts.devices.panels
        if named != ["auto"] {
            let there = panels.isEmpty ? "no touch panel" : "there is " + list(panels)
            return .stop(
                .panel, .unavailable, "no device is called \(named.joined(separator: " or ")): \(there)",
                "bezel.toml, [input]: devices = [\"\(panels.first?.vendorProduct ?? "auto")\"]")
        }
        for other in facts.devices.others {
            guard let mistaken = other.mistaken else { continue }
            return .stop(
                .panel, .unavailable,
                "no touch panel, and udev takes \(other.name) (\(other.path)) for a \(mistaken.rawValue)",
                "plug a touch panel in",
                "if this is it, write this line to /etc/udev/rules.d/65-touch-panel.rules and restart the machine: "
                    + mistaken.rule(name: other.name))
        }
        let mice = facts.devices.others.filter(\.isMouse)
        if let mouse = mice.first {
            return .stop(
                .panel, .unavailable, "no touch panel, and a mouse (\(mouse.name)) does not take its place",
                "plug a touch panel in; to try with a mouse, start bezel in a compositor's session, such as cage")
        }
        let count =
            switch facts.devices.others.count {
            case 0: "there are no input devices"
            case 1: "the only input device is not a touch panel"
            case let others: "none of the \(others) input devices is a touch panel"
            }
        return .stop(
            .panel, .unavailable, "no touch panel: \(count)",
            "plug it in, also its USB cable, then: libinput list-devices")
    }

    private static func list(_ panels: [DeviceList.Panel]) -> String {
        panels.map { "\($0.name) \($0.vendorProduct)" }.joined(separator: ", ")
    }
}
