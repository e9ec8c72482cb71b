// Takes over a virtual terminal, so that no keys reach its shell and no text is drawn, and restores it afterwards.

import CLinux
import Geometry
import Glibc

/// A virtual terminal in graphics mode with its keyboard off. Signals switch it; `handleSignals()` handles them.
final class VirtualTerminal {
    /// Such as `/dev/tty7`.
    let path: String
    /// SIGUSR1: the kernel wants to switch away. SIGUSR2: the terminal is in the foreground again.
    let signals: SignalDescriptor
    /// Called when the terminal moves to the foreground or background. It counts as in the background only after this returns.
    var onChange: ((Bool) -> Void)?
    private let descriptor: FileDescriptor
    private let number: Int32
    private let savedKeyboard: Int32
    private var isTaken = false

    /// Takes the terminal at `path`, or else the process's own, or else the one in the foreground. Brings it to the foreground
    /// and waits for that, for at most `timeLimit`.
    init(path wanted: String?, timeLimit: Instant.Span) throws(SystemError) {
        if let known = wanted ?? VirtualTerminal.own() {
            path = known
        } else {
            path = try VirtualTerminal.foreground()
        }
        let hint =
            "run on a virtual terminal, let systemd open one (TTYPath=, StandardInput=tty-force), run seatd, or use --no-vt"
        do throws(SystemError) {
            descriptor = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        } catch {
            throw SystemError(call: "open", errno: error.errno, subject: path, hint: hint)
        }
        var status = stat()
        fstat(descriptor.number, &status)
        number = Int32(gnu_dev_minor(status.st_rdev))
        var mode: Int32 = 0
        let fd = descriptor.number
        try SystemError.check("ioctl(KDGKBMODE)", path, hint: "is it a virtual terminal?") {
            ioctl(fd, UInt(KDGKBMODE), &mode)
        }
        // K_OFF is what a killed process leaves behind.
        savedKeyboard = mode == K_OFF ? K_UNICODE : mode
        signals = try SignalDescriptor([SIGUSR1, SIGUSR2])
        do throws(SystemError) {
            try acquire(hint)
            try bringToForeground(timeLimit)
        } catch {
            restore()
            throw error
        }
    }

    /// Restores keyboard and text mode. Further calls do nothing.
    func restore() {
        guard isTaken else { return }
        isTaken = false
        ConsoleGuard.disarm()
        ConsoleGuard.restore(descriptor.number, keyboard: savedKeyboard)
    }

    /// Reads the pending signals and answers the kernel.
    func handleSignals() {
        while let signal = signals.next() {
            if signal == SIGUSR1 {
                onChange?(false)
                _ = ioctl(descriptor.number, UInt(VT_RELDISP), 1)
            } else {
                _ = ioctl(descriptor.number, UInt(VT_RELDISP), VT_ACKACQ)
                onChange?(true)
            }
        }
    }

    private func acquire(_ hint: String) throws(SystemError) {
        let fd = descriptor.number
        var mode = vt_mode(
            mode: CChar(VT_PROCESS), waitv: 0, relsig: Int16(SIGUSR1), acqsig: Int16(SIGUSR2), frsig: 0)
        isTaken = true
        try SystemError.check("ioctl(VT_SETMODE)", path, hint: hint) { ioctl(fd, UInt(VT_SETMODE), &mode) }
        ConsoleGuard.arm(fd, keyboard: savedKeyboard)
        try SystemError.check("ioctl(KDSKBMODE)", path, hint: hint) { ioctl(fd, UInt(KDSKBMODE), K_OFF) }
        try SystemError.check("ioctl(KDSETMODE)", path, hint: hint) { ioctl(fd, UInt(KDSETMODE), KD_GRAPHICS) }
    }

    private func bringToForeground(_ limit: Instant.Span) throws(SystemError) {
        let fd = descriptor.number
        var state = vt_stat()
        try SystemError.check("ioctl(VT_GETSTATE)", path) { ioctl(fd, UInt(VT_GETSTATE), &state) }
        guard Int32(state.v_active) != number else { return }
        try SystemError.check("ioctl(VT_ACTIVATE)", path) { ioctl(fd, UInt(VT_ACTIVATE), number) }
        let deadline = MonotonicClock.now() + limit
        while true {
            let left = (deadline - MonotonicClock.now()).nanoseconds
            guard left > 0 else {
                throw SystemError(
                    call: "ioctl(VT_ACTIVATE)", errno: ETIMEDOUT, subject: path,
                    hint: "virtual terminal \(state.v_active) did not let go in \(limit.seconds) s")
            }
            var ready = pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)
            try SystemError.check("poll", path) { poll(&ready, 1, Int32((left + 999_999) / 1_000_000)) }
            while let signal = signals.next() {
                guard signal == SIGUSR2 else { continue }
                _ = ioctl(fd, UInt(VT_RELDISP), VT_ACKACQ)
                return
            }
        }
    }

    /// The virtual terminal of this process; nil if it has none.
    static func own() -> String? {
        guard let terminal = try? FileDescriptor(opening: "/dev/tty", O_RDWR | O_NOCTTY) else { return nil }
        var device: UInt32 = 0
        guard ioctl(terminal.number, BEZEL_TIOCGDEV, &device) == 0 else { return nil }
        let (major, minor) = (gnu_dev_major(UInt(device)), gnu_dev_minor(UInt(device)))
        // Major number 4 contains virtual terminals up to minor 63, and serial lines above.
        return major == 4 && (1...63).contains(minor) ? "/dev/tty\(minor)" : nil
    }

    /// The virtual terminal in the foreground.
    static func foreground() throws(SystemError) -> String {
        let hint = "give a terminal such as /dev/tty7, run seatd, or say --no-vt"
        let console: FileDescriptor
        do throws(SystemError) {
            console = try FileDescriptor(opening: "/dev/tty0", O_RDWR | O_NOCTTY)
        } catch {
            throw SystemError(call: "open", errno: error.errno, subject: "/dev/tty0", hint: hint)
        }
        var state = vt_stat()
        let fd = console.number
        try SystemError.check("ioctl(VT_GETSTATE)", "/dev/tty0", hint: hint) { ioctl(fd, UInt(VT_GETSTATE), &state) }
        return "/dev/tty\(state.v_active)"
    }
}
