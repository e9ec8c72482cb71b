// Puts a console back when the process ends in a way that nobody planned.

import CLinux
import Glibc

/// Restores the armed virtual terminal at exit(3) and at signals that mean a crash, which then take their course (a
/// backtrace, a core). Against SIGKILL nothing helps but systemd's TTYReset=.
enum ConsoleGuard {
    // A signal handler has no context but globals. They are set before it is installed, so they are initialised when
    // it runs.
    nonisolated(unsafe) private static var armed: Int32 = -1
    nonisolated(unsafe) private static var keyboard: Int32 = 0
    nonisolated(unsafe) private static var isInstalled = false
    nonisolated(unsafe) private static var former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    private static let fatalSignals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS]

    /// From now on the terminal behind `fd` gets `keyboard` (a mode of KDSKBMODE) and its text back.
    static func arm(_ fd: Int32, keyboard mode: Int32) {
        armed = fd
        keyboard = mode
        guard !isInstalled else { return }
        isInstalled = true
        atexit { ConsoleGuard.restoreArmed() }
        var action = sigaction()
        action.sa_flags = SA_ONSTACK
        action.__sigaction_handler.sa_handler = { signal in
            ConsoleGuard.restoreArmed()
            // Back at the faulting instruction it comes again and goes where it would have gone.
            sigaction(signal, ConsoleGuard.former + Int(signal), nil)
        }
        for signal in fatalSignals { sigaction(signal, &action, former + Int(signal)) }
    }

    /// The terminal is its owner's business again.
    static func disarm() { armed = -1 }

    /// Gives the terminal behind `fd` its keyboard and text back, and lets it be switched without asking.
    static func restore(_ fd: Int32, keyboard: Int32) {
        var mode = vt_mode(mode: CChar(VT_AUTO), waitv: 0, relsig: 0, acqsig: 0, frsig: 0)
        _ = ioctl(fd, UInt(KDSETMODE), KD_TEXT)
        _ = ioctl(fd, UInt(KDSKBMODE), keyboard)
        _ = ioctl(fd, UInt(VT_SETMODE), &mode)
    }

    private static func restoreArmed() {
        guard armed != -1 else { return }
        restore(armed, keyboard: keyboard)
        armed = -1
    }
}
