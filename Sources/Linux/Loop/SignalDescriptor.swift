// Signals as something to read instead of something that interrupts.

import CLinux
import Glibc

/// A signalfd. The signals stay blocked when it is gone: a second one would otherwise do its default, which is to kill.
final class SignalDescriptor {
    private let descriptor: FileDescriptor

    /// Takes `signals` away from their default action, in this thread and those it starts later.
    init(_ signals: [Int32]) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        let failure = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard failure == 0 else { throw SystemError(call: "pthread_sigmask", errno: failure) }
        let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
        descriptor = FileDescriptor(owning: try SystemError.check("signalfd") { signalfd(-1, &set, flags) })
    }

    /// The file descriptor; readable while a signal waits.
    var number: Int32 { descriptor.number }

    /// The next signal that has arrived; nil when there is none.
    func next() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return read(descriptor.number, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}
