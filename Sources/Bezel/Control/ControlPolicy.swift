// Who may ask a running kiosk for what.

import Glibc
import Linux

/// Root and the kiosk's own user may do everything, whoever the machine's file names may do what it says, and nobody else
/// anything.
struct ControlPolicy {
    private let owner: uid_t
    private var users: [uid_t: Set<ControlVerb>] = [:]
    private var groups: [gid_t: Set<ControlVerb>] = [:]

    /// For a kiosk that runs as `owner`. `allowed` names users, and groups with an @ before them; `say` hears of those that
    /// this machine does not have.
    init(owner: uid_t = geteuid(), allowed: [String: Set<ControlVerb>] = [:], say: (String) -> Void = { _ in }) {
        self.owner = owner
        for (name, verbs) in allowed.sorted(by: { $0.key < $1.key }) {
            if name.hasPrefix("@") {
                guard let group = Self.group(String(name.dropFirst())) else {
                    say("[control.allow]: there is no group \"\(name.dropFirst())\" on this machine")
                    continue
                }
                groups[group, default: []].formUnion(verbs)
            } else {
                guard let user = Self.user(name) else {
                    say("[control.allow]: there is no user \"\(name)\" on this machine; a group has an @ before it")
                    continue
                }
                users[user, default: []].formUnion(verbs)
            }
        }
    }

    /// What `peer` may ask for.
    func verbs(of peer: Peer) -> Set<ControlVerb> {
        if peer.user == 0 || peer.user == owner { return Set(ControlVerb.allCases) }
        return peer.groups.reduce(users[peer.user] ?? []) { $0.union(groups[$1] ?? []) }
    }

    /// Whom the kernel lets through to the socket: all, where somebody else than the owner may do something.
    var mode: mode_t { users.isEmpty && groups.isEmpty ? 0o600 : 0o666 }

    private static func user(_ name: String) -> uid_t? { getpwnam(name)?.pointee.pw_uid }
    private static func group(_ name: String) -> gid_t? { getgrnam(name)?.pointee.gr_gid }
}
