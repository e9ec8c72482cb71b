// A client in a process of its own that means harm (Tests/Guests/Hostile), and its connections to this process.

import CLinux
import Glibc
import Linux

/// A running HostileGuest.
final class HostileProgram {
    private let process: pid_t
    /// The socket by which it says that it has done its worst.
    private var control: FileDescriptor?

    /// The path of the program.
    nonisolated static let path: String = {
        var path = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &path, path.count)
        let tests = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "/" + tests.split(separator: "/").dropLast().joined(separator: "/") + "/HostileGuest"
    }()

    /// The names of all hostile clients.
    nonisolated static let names: [String] = {
        guard let stream = popen("\(path) --list", "r") else { return [] }
        defer { pclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, stream)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }()

    /// Starts the client `name` on `wire`, or what it sends alone, which waits for no answer.
    init(_ name: String, isUnread: Bool = false, on wire: consuming FileDescriptor) throws {
        let (own, other) = try HostileProgram.sockets()
        control = FileDescriptor(owning: own)
        let given = FileDescriptor(owning: other)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, wire.number, 3)
        posix_spawn_file_actions_adddup2(&actions, given.number, 4)
        var arguments =
            [strdup(HostileProgram.path), isUnread ? strdup("--unread") : nil, strdup(name)].compactMap(\.self) + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let failure = posix_spawn(&process, HostileProgram.path, &actions, nil, &arguments, environ)
        guard failure == 0 else { throw SystemError(call: "posix_spawn", errno: failure) }
        self.process = process
    }

    /// The ends of a socket, with numbers that are free in the program. The caller owns them.
    static func sockets() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemError(call: "socketpair", errno: errno)
        }
        let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 64) }
        for end in ends { close(end) }
        return (high[0], high[1])
    }

    enum Verdict { case right, wrong, dead }

    /// What the client says of the server, when it has done its worst; nil when something of `other`, a descriptor, is to be read first.
    func verdict(before other: Int32) -> Verdict? {
        var ready = [
            pollfd(fd: control?.number ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&ready, 2, -1) < 0 && errno == EINTR {}
        guard ready[0].revents != 0, ready[1].revents == 0 else { return nil }
        var byte: UInt8 = 0
        guard read(ready[0].fd, &byte, 1) == 1 else { return .dead }
        return byte == UInt8(ascii: "+") ? .right : .wrong
    }

    /// Lets the client end, and waits for that.
    func end() {
        control = nil
        waitpid(process, nil, 0)
    }
}
