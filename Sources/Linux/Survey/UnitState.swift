// The state of systemd units.

import Geometry
import Glibc

/// A systemd unit.
package struct UnitState: Hashable, Sendable {
    /// The requested name, such as `bezel.service`.
    package var name: String
    /// The unit's own name, which differs for an alias: `gdm.service` for `display-manager.service`.
    package var id: String
    /// Whether the unit exists.
    package var isThere: Bool
    /// `active`, `inactive`, `activating`, `failed`…
    package var activity: String
    /// Whether it is started at boot: `enabled`, `disabled`, `static`, `masked`…; empty if systemd does not report it.
    package var enablement: String
    /// The result of its last run: `exit-code`, `watchdog`, `start-limit-hit`…
    package var result: String
    /// The number of automatic restarts.
    package var restarts: Int
    /// Its process id; 0 for none.
    package var process: Int
    /// The user it runs as; empty for root.
    package var user: String
    /// The virtual terminal it takes, such as `/dev/tty7`; empty for none.
    package var terminal: String
    /// The units that start it, such as `graphical.target`.
    package var wantedBy: [String]

    /// A unit with the given properties.
    package init(
        _ name: String, id: String? = nil, isThere: Bool = true, activity: String = "active",
        enablement: String = "enabled", result: String = "success", restarts: Int = 0, process: Int = 0,
        user: String = "", terminal: String = "", wantedBy: [String] = []
    ) {
        self.name = name
        self.id = id ?? name
        self.isThere = isThere
        self.activity = activity
        self.enablement = enablement
        self.result = result
        self.restarts = restarts
        self.process = process
        self.user = user
        self.terminal = terminal
        self.wantedBy = wantedBy
    }

    /// Whether it is running or starting.
    package var isActive: Bool { ["active", "activating", "reloading"].contains(activity) }

    /// The units `names`, in order; nil if systemd does not run the machine or does not answer.
    package static func query(_ names: [String], system: SystemRoot = SystemRoot()) -> [UnitState]? {
        // The same check as sd_booted(3).
        guard system.exists("/run/systemd/system") else { return nil }
        let wanted = [
            "Id", "LoadState", "ActiveState", "UnitFileState", "Result", "NRestarts", "MainPID", "User", "TTYPath",
            "WantedBy",
        ].map { "--property=" + $0 }
        return ProgramOutput.of(["systemctl", "show"] + wanted + ["--"] + names, limit: .seconds(5))
            .flatMap { parse($0, names) }
    }

    /// Parses the output of `systemctl show` for `names`: one paragraph per unit, in order.
    static func parse(_ text: String, _ names: [String]) -> [UnitState]? {
        let paragraphs = text.split(separator: "\n\n")
        guard paragraphs.count == names.count else { return nil }
        return zip(names, paragraphs).map { name, paragraph in
            let values = Properties(paragraph)
            return UnitState(
                name, id: values["Id"], isThere: values["LoadState"] == "loaded",
                activity: values["ActiveState"] ?? "", enablement: values["UnitFileState"] ?? "",
                result: values["Result"] ?? "", restarts: values["NRestarts"].flatMap { Int($0) } ?? 0,
                process: values["MainPID"].flatMap { Int($0) } ?? 0, user: values["User"] ?? "",
                terminal: values["TTYPath"] ?? "",
                wantedBy: (values["WantedBy"] ?? "").split(separator: " ").map(String.init))
        }
    }
}
