// Checks whether systemd starts the kiosk with the machine, and whether something else uses its screen.

import Linux

enum ServiceCheck {
    /// The units whose state is queried.
    static let units = [
        "bezel.service", "bezel-rescue.service", "bezel-seat.service", "display-manager.service", "getty@tty1.service",
        "default.target",
    ]

    static func findings(_ facts: MachineFacts) -> [Finding] {
        guard facts.units != nil else {
            return [.fine(.service, "systemd does not run this machine: start bezel otherwise")]
        }
        return [kiosk(facts)] + rivals(facts)
    }

    private static func kiosk(_ facts: MachineFacts) -> Finding {
        guard let unit = facts.unit("bezel.service") else {
            return .warn(
                .service, "bezel.service is not installed: no kiosk starts with this machine",
                "see docs/service.md for how to install it")
        }
        // systemd reports a unit that is enabled below /run as `enabled-runtime`.
        let starts = unit.enablement.hasPrefix("enabled")
        if let rescue = facts.unit("bezel-rescue.service"), rescue.isActive {
            return .warn(
                .service, "the screen shows the out-of-order page: bezel.service failed too often (\(unit.result))",
                "journalctl -b -u bezel.service")
        }
        switch unit.activity {
        case "failed":
            return .warn(
                .service, "bezel.service has failed: \(unit.result)", "journalctl -b -u bezel.service",
                facts.asRoot("systemctl reset-failed bezel.service && systemctl start bezel.service"))
        case "active" where starts:
            let again =
                unit.restarts == 0 ? "" : ", started again \(unit.restarts) time\(unit.restarts == 1 ? "" : "s")"
            return unit.restarts == 0
                ? .fine(.service, "bezel.service runs, and starts with the machine")
                : .warn(.service, "bezel.service runs\(again)", "journalctl -b -u bezel.service")
        case "active":
            return .warn(
                .service, "bezel.service runs, but does not start with the machine (\(unit.enablement))",
                facts.asRoot("systemctl enable bezel.service"))
        default:
            return starts
                ? .warn(
                    .service, "bezel.service starts with the machine, and is \(unit.activity) now",
                    facts.asRoot("systemctl start bezel.service"))
                : .warn(
                    .service, "bezel.service is \(unit.activity), and does not start with the machine",
                    facts.asRoot("systemctl enable --now bezel.service"))
        }
    }

    private static func rivals(_ facts: MachineFacts) -> [Finding] {
        var findings: [Finding] = []
        if let unit = facts.unit("bezel.service"), unit.wantedBy == ["graphical.target"],
            let target = facts.unit("default.target")?.id, target == "multi-user.target"
        {
            findings.append(
                .warn(
                    .service, "the machine starts \(target), which does not start bezel.service",
                    facts.asRoot("systemctl set-default graphical.target")))
        }
        if let other = facts.unit("display-manager.service"), other.isActive {
            findings.append(
                .warn(
                    .service, "\(other.id) shows a login on the same screen",
                    facts.asRoot("systemctl disable --now \(other.id)")))
        }
        if let process = facts.processes["plymouthd"]?.first {
            findings.append(
                .warn(.service, "plymouthd (pid \(process)) still shows its splash", facts.asRoot("plymouth quit")))
        }
        // The virtual terminal that is taken for the kiosk: by its own unit, or by the one that keeps its seat.
        let units = ["bezel-seat.service", "bezel.service"].compactMap { facts.unit($0)?.terminal }
        let terminal = units.first { !$0.isEmpty } ?? ""
        if let getty = facts.unit("getty@tty1.service"), getty.isActive, terminal == "/dev/tty1" {
            findings.append(
                .warn(
                    .service, "\(getty.id) asks for a login on \(terminal), which the kiosk takes",
                    facts.asRoot("systemctl disable --now \(getty.id)")))
        }
        return findings
    }
}
