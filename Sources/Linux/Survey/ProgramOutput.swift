// The output of other programs, for information that only they provide: systemctl, loginctl.

import CLinux
import Geometry
import Glibc

enum ProgramOutput {
    /// The standard output of the program `words[0]`, found in PATH, with the other words as arguments; nil if the program does
    /// not exist, fails, or runs for longer than `limit`. Its input is empty, and its standard error is discarded.
    static func of(_ words: [String], limit: Instant.Span) -> String? {
        var ends: [Int32] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
        let output = FileDescriptor(owning: ends[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let error = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
        close(ends[1])
        guard error == 0 else { return nil }
        let text = read(output.number, until: MonotonicClock.now() + limit)
        if text == nil { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return status == 0 ? text : nil
    }

    /// Everything up to the end of `descriptor`; nil if that does not come by `deadline`.
    private static func read(_ descriptor: Int32, until deadline: Instant) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = (deadline - MonotonicClock.now()).nanoseconds
            guard left > 0 else { return nil }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32((left + 999_999) / 1_000_000)) > 0 else {
                if errno == EINTR { continue }
                return nil
            }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
    }
}
