// A program that runs beside the kiosk, and how it ended.

import CLinux
import Glibc

/// One program that was started. Nobody waits for it; the loop hears when it is over.
package final class ChildProcess {
    private let process: pid_t
    private let descriptor: FileDescriptor
    private var watch: EventLoop.Watch?

    /// Starts `arguments[0]`, found as a shell would, and calls `onEnd` from `loop` with its exit status: what it returned,
    /// or 128 and the number of the signal that ended it, as shells count. Throws when it cannot be started.
    package init(
        _ arguments: [String], on loop: EventLoop, onEnd: @escaping (Int32) -> Void
    ) throws(SystemError) {
        let name = arguments.first ?? ""
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The loop's own signals are blocked here; a child would inherit that and never be stopped.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process = pid_t()
        let failure = posix_spawnp(&process, name, nil, &attributes, &pointers, environ)
        guard failure == 0 else { throw SystemError(call: "posix_spawn", errno: failure, subject: name) }
        self.process = process
        descriptor = FileDescriptor(owning: try SystemError.check("pidfd_open", name) { pidfd_open(process, 0) })
        watch = try loop.watch(descriptor.number) { [unowned self] _ in
            watch?.cancel()
            watch = nil
            onEnd(status())
        }
    }

    deinit { watch?.cancel() }

    private func status() -> Int32 {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return -1 }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
