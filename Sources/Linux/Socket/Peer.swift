// Who is at the other end of a local socket, as the kernel knows it.

import CLinux
import Glibc

/// The process that connected to a local socket: nobody can pretend to be another.
package struct Peer: Hashable, Sendable {
    /// Its process.
    package let process: Int32
    /// Its user.
    package let user: UInt32
    /// Its groups, the primary one first.
    package let groups: [UInt32]

    /// A process of `user`, which is in `groups`.
    package init(process: Int32, user: UInt32, groups: [UInt32]) {
        (self.process, self.user, self.groups) = (process, user, groups)
    }

    /// Who is at the other end of the connected local socket `descriptor`.
    init(of descriptor: Int32) throws(SystemError) {
        var credentials = bezel_ucred()
        var length = socklen_t(MemoryLayout<bezel_ucred>.size)
        try SystemError.check("getsockopt(SO_PEERCRED)") {
            getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        }
        var others = [gid_t](repeating: 0, count: 256)
        var bytes = socklen_t(others.count * MemoryLayout<gid_t>.size)
        // A kernel that does not know (before 4.13), or somebody in more groups than that: the primary one remains.
        let isKnown = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &others, &bytes) == 0
        let count = isKnown ? Int(bytes) / MemoryLayout<gid_t>.size : 0
        self.init(
            process: credentials.pid, user: credentials.uid,
            groups: [credentials.gid] + others.prefix(count).filter { $0 != credentials.gid })
    }
}
