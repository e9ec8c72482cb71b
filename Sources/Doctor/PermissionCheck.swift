// Checks whether the user may open what a kiosk needs.

import Linux
import Machine

enum PermissionCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        guard facts.needsSeat else { return [.fine(.permission, "\(who(facts)) needs none here")] }
        if facts.account.isRoot { return [root(facts)] }
        if let provider = facts.seat.provider, provider != .direct {
            return [.fine(.permission, "\(who(facts)): \(provider.rawValue) needs no other permissions")]
        }
        if case .refused(let group) = facts.seat.seatd, facts.seat.provider == nil {
            let what = "\(who(facts)) may not open the devices; in the group \(group) seatd does it"
            return [.stop(.permission, .noPermission, what)]
        }
        let refused = needed(facts).filter { !$0.isAllowed }
        guard !refused.isEmpty else {
            return [.fine(.permission, "\(who(facts)) may open the screen and the panels")]
        }
        var groups: [String] = []
        for node in refused where !groups.contains(node.group) { groups.append(node.group) }
        let what = refused.map { "\($0.path) is for the group \($0.group)" }.joined(separator: "\n")
        if groups.allSatisfy({ facts.account.listed.contains($0) }) {
            return [
                .stop(
                    .permission, .noPermission, "\(what)\n\(facts.account.name) is in it, but not yet in this session",
                    "log in again, or restart the service")
            ]
        }
        // Joining the group of root's own files is never suggested.
        let useful = groups.filter { $0 != "root" }
        let remedy =
            useful.isEmpty
            ? "apt install seatd && usermod -aG video \(facts.account.name)"
            : "usermod -aG \(useful.joined(separator: ",")) \(facts.account.name)"
        return [
            .stop(.permission, .noPermission, "\(what)\n\(who(facts))", facts.asRoot(remedy + ", then log in again"))
        ]
    }

    /// The device nodes that the kiosk cannot do without: those of a screen, and those of the touch panels.
    private static func needed(_ facts: MachineFacts) -> [NodeAccess] {
        let screens =
            facts.backend == .fbdev
            ? facts.frameBuffers.compactMap { NodeAccess($0.path) } : facts.cards
        // Access to one card is enough.
        return (screens.contains(where: \.isAllowed) ? [] : screens) + facts.panelNodes
    }

    private static func root(_ facts: MachineFacts) -> Finding {
        guard let user = facts.unit("bezel.service")?.user, !user.isEmpty, user != "root" else {
            return .fine(.permission, "root may open everything")
        }
        return .warn(
            .permission, "root may open everything, but the service runs as \(user)",
            "runuser -u \(user) -- bezel doctor")
    }

    private static func who(_ facts: MachineFacts) -> String {
        let groups = facts.account.groups.filter { $0 != facts.account.name }
        return facts.account.name + (groups.isEmpty ? " (in no group)" : " (groups \(groups.joined(separator: ", ")))")
    }
}
