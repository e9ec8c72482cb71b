// The file descriptors that the service manager passed to this process (sd_listen_fds(3)).

import CLinux
import Glibc

/// An open file that the service manager passed: a socket that it listens on, or a file of its store, which holds what earlier
/// processes of the service gave it (`NotifySocket.store`).
package struct PassedDescriptor: Hashable, Sendable {
    /// What FileDescriptorName= or FDNAME= calls it. Several can have the same name.
    package let name: String
    /// The number. It stays open for the life of the process, unless its taker closes it.
    package let number: Int32

    /// All of them, in their order. Programs that this one starts do not get them.
    package static let all: [PassedDescriptor] = {
        let all = passed(
            to: getpid(), process: variable("LISTEN_PID"), count: variable("LISTEN_FDS"),
            names: variable("LISTEN_FDNAMES"))
        for descriptor in all { _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC) }
        return all
    }()

    /// What the three variables of sd_listen_fds(3) say is passed to the process `own`.
    static func passed(to own: pid_t, process: String?, count: String?, names: String?) -> [PassedDescriptor] {
        guard process.flatMap({ pid_t($0) }) == own, let count = count.flatMap({ Int($0) }), (1...1024).contains(count)
        else { return [] }
        let names = (names ?? "").split(separator: ":", omittingEmptySubsequences: false)
        return (0..<count).map { place in
            PassedDescriptor(name: place < names.count ? String(names[place]) : "", number: 3 + Int32(place))
        }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
