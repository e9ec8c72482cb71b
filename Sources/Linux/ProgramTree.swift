// A program with all processes that it starts, which end together.

import CLinux
import Glibc

/// A program that this process has started, and everything that it starts. There is one in a process, since this process takes over the
/// children whose parents end.
package final class ProgramTree {
    private let process: pid_t
    /// The status with which the program has ended, 128 plus the number of a signal that has ended it; nil while it runs.
    package private(set) var status: Int32?

    /// Descriptors are given their numbers in the program after they were moved above these.
    private static let highest: Int32 = 64

    /// Starts `words[0]`, found on the PATH of `environment`, whose open files are the standard ones, with nothing to read, and
    /// `descriptors` by their numbers in the program. Throws when there is no such program.
    package init(
        _ words: [String], environment: [String], path: String, descriptors: [(number: Int32, file: Int32)]
    ) throws(SystemError) {
        _ = bezel_adopt_orphans()
        let name = words.first ?? ""
        let folders = name.contains("/") ? [""] : path.split(separator: ":").map { $0 + "/" }
        guard let file = folders.lazy.map({ $0 + name }).first(where: { access($0, X_OK) == 0 }) else {
            throw SystemError(call: "exec", errno: ENOENT, subject: name)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        let moved = descriptors.map { (number: $0.number, file: fcntl($0.file, F_DUPFD_CLOEXEC, Self.highest)) }
        defer { for one in moved { close(one.file) } }
        for one in moved { posix_spawn_file_actions_adddup2(&actions, one.file, one.number) }
        var pointers = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for pointer in pointers + variables { free(pointer) } }
        var process = pid_t()
        let failure = withPlainSignals { attributes in
            // A group of its own, which can be signalled as a whole.
            var flags: Int16 = 0
            posix_spawnattr_getflags(&attributes, &flags)
            posix_spawnattr_setflags(&attributes, flags | Int16(POSIX_SPAWN_SETPGROUP))
            posix_spawnattr_setpgroup(&attributes, 0)
            return posix_spawn(&process, file, &actions, &attributes, &pointers, &variables)
        }
        guard failure == 0 else { throw SystemError(call: "posix_spawn", errno: failure, subject: file) }
        self.process = process
    }

    /// Takes what children have ended. Call it on SIGCHLD. Returns whether the program itself is among them.
    package func reap() -> Bool {
        let wasRunning = status == nil
        while true {
            var ending: Int32 = 0
            let ended = waitpid(-1, &ending, WNOHANG)
            if ended == -1, errno == EINTR { continue }
            guard ended > 0 else { break }
            if ended == process {
                let signal = ending & 0x7f
                status = signal == 0 ? (ending >> 8) & 0xff : 128 + signal
            }
        }
        return wasRunning && status != nil
    }

    /// Waits for the end of the program itself.
    package func wait() { while waitpid(process, nil, 0) == -1, errno == EINTR {} }

    /// Whether nothing of it runs any more. Children that were taken over count.
    package var isOver: Bool { Self.children.isEmpty }

    /// Sends `signal` to all of it.
    package func signal(_ signal: Int32) {
        if status == nil { kill(-process, signal) }
        for child in Self.children { kill(child, signal) }
    }

    /// The children of this process, which runs no other thread that starts any.
    private static var children: [pid_t] {
        SystemFiles.lines("/proc/self/task/\(getpid())/children").flatMap { $0.split(separator: " ") }.compactMap {
            pid_t($0)
        }
    }
}
