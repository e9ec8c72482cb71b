// Signals that are read from a file descriptor instead of interrupting the process.

import CLinux
import Glibc

/// A signalfd. The signals stay blocked after its release: otherwise a second signal would take its default action and kill the
/// process.
final class SignalDescriptor {
    private let descriptor: FileDescriptor

    /// Blocks `signals` in this thread and in threads that it starts later.
    init(_ signals: [Int32]) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        let failure = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard failure == 0 else { throw SystemError(call: "pthread_sigmask", errno: failure) }
        let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
        descriptor = FileDescriptor(owning: try SystemError.check("signalfd") { signalfd(-1, &set, flags) })
    }

    /// The file descriptor; readable while a signal is pending.
    var number: Int32 { descriptor.number }

    /// The next pending signal; nil if there is none.
    func next() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return read(descriptor.number, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}
