// A program that runs beside the kiosk, and its exit status.

import CLinux
import Glibc

/// A child process. Nothing blocks on it; the event loop reports its end.
package final class ChildProcess {
    private let onEnd: (Int32) -> Void
    /// The process; nil once its status was taken, when its number may be another one's.
    private var process: pid_t?

    /// Starts `arguments[0]`, found on the PATH as a shell would, and calls `onEnd` from `loop` with the exit status. As in
    /// shells, a program ended by a signal has the status 128 plus the signal's number. Its standard input is `input`; nil for that of
    /// this process. Throws when the program cannot be started.
    package init(
        _ arguments: [String], input: Int32? = nil, on loop: EventLoop, onEnd: @escaping (Int32) -> Void
    ) throws(SystemError) {
        let name = arguments.first ?? ""
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        var process = pid_t()
        let failure = withPlainSignals { posix_spawnp(&process, name, &actions, &$0, &pointers, environ) }
        guard failure == 0 else { throw SystemError(call: "posix_spawn", errno: failure, subject: name) }
        self.onEnd = onEnd
        self.process = process
        do throws(SystemError) {
            try watch(process, name, on: loop)
        } catch {
            // The caller takes it for not started, so it must not do its work after all.
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw error
        }
    }

    /// Has it go on if it was stopped.
    package func goOn() { if let process { kill(process, SIGCONT) } }

    /// The loop keeps the watch when this object is freed earlier: a child whose status nobody collects remains a zombie.
    private func watch(_ process: pid_t, _ name: String, on loop: EventLoop) throws(SystemError) {
        let descriptor = try SystemError.check("pidfd_open", name) { pidfd_open(process, 0) }
        weak var watch: EventLoop.Watch?
        do throws(SystemError) {
            watch = try loop.watch(descriptor) { [weak self] _ in
                watch?.cancel()
                close(descriptor)
                let status = ChildProcess.status(of: process)
                self?.process = nil
                self?.onEnd(status)
            }
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return -1 }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}

/// Calls `spawn` with attributes by which a child gets no signal blocked and none ignored.
func withPlainSignals(_ spawn: (inout posix_spawnattr_t) -> Int32) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The event loop blocks its signals in this process. A child would inherit the mask and could not be stopped.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // Nor does a child expect to find signals ignored.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return spawn(&attributes)
}
