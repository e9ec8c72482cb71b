// Restores the console when the process exits unexpectedly.

import CLinux
import Glibc

/// Restores the armed virtual terminal at exit(3) and at crash signals, whose default action (a backtrace, a core) then follows.
/// After SIGKILL only systemd's TTYReset= can restore it.
enum ConsoleGuard {
    // A signal handler can only use globals. They are set before the handler is installed, so they are initialized when it runs.
    nonisolated(unsafe) private static var armed: Int32 = -1
    nonisolated(unsafe) private static var keyboard: Int32 = 0
    nonisolated(unsafe) private static var isInstalled = false
    nonisolated(unsafe) private static var former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    private static let fatalSignals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS]

    /// From now on, restores text mode and the keyboard mode `keyboard` (of KDSKBMODE) of the terminal behind `fd`.
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
            // The faulting instruction runs again and raises the signal again, which now takes its former action.
            sigaction(signal, ConsoleGuard.former + Int(signal), nil)
        }
        for signal in fatalSignals { sigaction(signal, &action, former + Int(signal)) }
    }

    /// Stops guarding the terminal.
    static func disarm() { armed = -1 }

    /// Restores text and keyboard mode of the terminal behind `fd`, and lets the kernel switch it without asking.
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
