// The permissions for requests to a running kiosk.

package import Glibc
package import Linux

/// Root and the kiosk's own user may make every request. Users and groups in the machine's file may make the requests
/// that it lists for them. All others may make none.
package struct ControlPolicy {
    private let owner: uid_t
    private var users: [uid_t: Set<ControlVerb>] = [:]
    private var groups: [gid_t: Set<ControlVerb>] = [:]
    private let knowsUsers: Bool
    /// The user and the group as which the kernel reports those that it does not tell.
    private static let unknown: UInt32 = 65534

    /// The policy of a kiosk that runs as `owner`. `allowed` names users, and groups with a leading @. `say` receives a message for
    /// each of them that does not exist on this machine, with its name as in the file. `knowsUsers` is whether the kernel tells users
    /// apart; where it does not, only root and the owner may ask.
    package init(
        owner: uid_t = geteuid(), allowed: [String: Set<ControlVerb>] = [:], knowsUsers: Bool = Peer.areUsersKnown,
        say: (_ name: String?, _ text: String) -> Void = { _, _ in }
    ) {
        (self.owner, self.knowsUsers) = (owner, knowsUsers)
        if !knowsUsers, !allowed.isEmpty {
            say(
                nil,
                "[control.allow]: the kernel tells this kiosk only the users of its own namespace, and others may ask nothing; "
                    + "does its unit have PrivateUsers=, or does it run in a container?")
        }
        for (name, verbs) in allowed.sorted(by: { $0.key < $1.key }) {
            if name.hasPrefix("@") {
                guard let group = Self.group(String(name.dropFirst())) else {
                    say(name, "[control.allow]: there is no group \"\(name.dropFirst())\" on this machine")
                    continue
                }
                groups[group, default: []].formUnion(verbs)
            } else {
                guard let user = Self.user(name) else {
                    say(
                        name,
                        "[control.allow]: there is no user \"\(name)\" on this machine; a group has an @ before it")
                    continue
                }
                users[user, default: []].formUnion(verbs)
            }
        }
    }

    /// The requests that `peer` may make.
    package func verbs(of peer: Peer) -> Set<ControlVerb> {
        let isKnown = { (id: UInt32) in knowsUsers || id != Self.unknown }
        if peer.user == 0 || peer.user == owner && isKnown(owner) { return Set(ControlVerb.allCases) }
        return peer.groups.filter(isKnown).reduce(isKnown(peer.user) ? users[peer.user] ?? [] : []) {
            $0.union(groups[$1] ?? [])
        }
    }

    /// The mode of the socket. It is open to all users when the machine's file allows anything to a user or a group.
    package var mode: mode_t { users.isEmpty && groups.isEmpty ? 0o600 : 0o666 }

    private static func user(_ name: String) -> uid_t? { getpwnam(name)?.pointee.pw_uid }
    private static func group(_ name: String) -> gid_t? { getgrnam(name)?.pointee.gr_gid }
}
