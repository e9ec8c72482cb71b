// A program that runs beside the kiosk, and its exit status.

import CLinux
import Glibc

/// A child process. Nothing blocks on it; the event loop reports its end.
package final class ChildProcess {
    private let process: pid_t
    private let descriptor: FileDescriptor
    private var watch: EventLoop.Watch?

    /// Starts `arguments[0]`, found on the PATH as a shell would, and calls `onEnd` from `loop` with the exit status. As in
    /// shells, a program ended by a signal has the status 128 plus the signal's number. Throws when the program cannot be
    /// started.
    package init(
        _ arguments: [String], on loop: EventLoop, onEnd: @escaping (Int32) -> Void
    ) throws(SystemError) {
        let name = arguments.first ?? ""
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The event loop blocks its signals in this process. A child would inherit the mask and could not be stopped.
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
