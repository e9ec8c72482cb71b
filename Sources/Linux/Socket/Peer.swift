// The process at the other end of a local socket, as reported by the kernel.

import CLinux
import Glibc

/// The process that connected to a local socket. The kernel provides the data, so a process cannot pose as another.
package struct Peer: Hashable, Sendable {
    /// The process id.
    package let process: Int32
    /// The user id.
    package let user: UInt32
    /// The group ids, the primary one first.
    package let groups: [UInt32]

    /// Whether the kernel tells this process the users of other processes. In a user namespace (systemd's PrivateUsers=) it
    /// reports most of them as one and the same user, 65534.
    package static var areUsersKnown: Bool {
        let lines = SystemFiles.lines("/proc/self/uid_map")
        // Each line: the first id inside, the first id outside, the number of ids. The last id is no user.
        let mapped = lines.compactMap { $0.split(separator: " ").last.flatMap { UInt64($0) } }.reduce(0, +)
        return lines.isEmpty || mapped >= 0xFFFF_FFFF
    }

    /// A process with the given ids.
    package init(process: Int32, user: UInt32, groups: [UInt32]) {
        (self.process, self.user, self.groups) = (process, user, groups)
    }

    /// The process at the other end of the connected local socket `descriptor`.
    init(of descriptor: Int32) throws(SystemError) {
        var credentials = bezel_ucred()
        var length = socklen_t(MemoryLayout<bezel_ucred>.size)
        try SystemError.check("getsockopt(SO_PEERCRED)") {
            getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        }
        var others = [gid_t](repeating: 0, count: 256)
        var bytes = socklen_t(others.count * MemoryLayout<gid_t>.size)
        // The kernel may lack the option (before 4.13), or the user may be in more groups than fit. Then only the primary group
        // is known.
        let isKnown = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &others, &bytes) == 0
        let count = isKnown ? Int(bytes) / MemoryLayout<gid_t>.size : 0
        self.init(
            process: credentials.pid, user: credentials.uid,
            groups: [credentials.gid] + others.prefix(count).filter { $0 != credentials.gid })
    }
}
