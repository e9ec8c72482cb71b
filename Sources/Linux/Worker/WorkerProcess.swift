// Another process of this program, which does work that can go wrong, and the connection to it.

import CLinux
import Geometry
import Glibc

/// A process of this program with a connection as its only open file. It has no device, no terminal and no other file of this
/// process. It is killed when this object is released. One thread at a time may use it.
package final class WorkerProcess: @unchecked Sendable {
    /// The number of its end of the connection in the process.
    private static let socket: Int32 = 3

    /// In the process: its end of the connection. Nil when descriptor 3 is no socket.
    package static func connectionToStarter() -> PacketConnection? {
        var status = stat()
        guard fstat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        return PacketConnection(owning: socket)
    }

    /// The connection.
    package let connection: PacketConnection
    private let process: pid_t
    private var status: Int32?

    /// The program of this process, also when its file has been replaced by another version.
    package static let thisProgram = "/proc/self/exe"

    /// Starts `program` with `arguments`. Throws when the kernel has no process or no socket left.
    package init(_ program: String, _ arguments: [String]) throws(SystemError) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try SystemError.check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        let theirs = FileDescriptor(owning: ends[1])
        connection = PacketConnection(owning: ends[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number in [0, 1, 2] as [Int32] {
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, theirs.number, Self.socket)
        posix_spawn_file_actions_addclosefrom_np(&actions, Self.socket + 1)
        let name = CommandLine.arguments.first ?? "bezel"
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        var variables = Self.environment.map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        var process = pid_t()
        let failure = withPlainSignals { posix_spawn(&process, program, &actions, &$0, &words, &variables) }
        guard failure == 0 else { throw SystemError(call: "posix_spawn", errno: failure, subject: program) }
        self.process = process
    }

    deinit { end() }

    /// Kills the process if it still runs, and returns the signal that ended it; nil when it has ended by itself.
    @discardableResult
    package func end() -> Int32? {
        if status == nil {
            kill(process, SIGKILL)
            var ending: Int32 = 0
            while waitpid(process, &ending, 0) == -1, errno == EINTR {}
            status = ending
        }
        let signal = (status ?? 0) & 0x7f
        return signal == 0 ? nil : signal
    }

    /// What the libraries need to find their files and the language. Nothing else of the environment is passed on: it may hold
    /// secrets, and the addresses of a session.
    private static var environment: [String] {
        let names = ["HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "XDG_DATA_DIRS", "XDG_CACHE_HOME", "FONTCONFIG_FILE"]
        // Each thread takes address space, and librsvg would start one for each processor. Swift's handler of crashes could start no
        // backtracer, and waits forever for a lock that it holds when another signal comes while it works.
        return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
            + ["RAYON_NUM_THREADS=2", "MALLOC_ARENA_MAX=2", "SWIFT_BACKTRACE=enable=no"]
    }
}
