// The virtual terminal that systemd gives to the keeper of a seat.

import CLinux
package import Geometry
import Glibc

/// The virtual terminal that is standard input. A process whose controlling terminal it is may bring it to the foreground without
/// privileges (`perm` in the kernel's vt_ioctl.c).
package struct OwnTerminal {
    private let number: UInt16

    /// The terminal; nil if standard input is no virtual terminal.
    package init?() {
        var device: UInt32 = 0
        guard ioctl(STDIN_FILENO, BEZEL_TIOCGDEV, &device) == 0, gnu_dev_major(UInt(device)) == 4 else { return nil }
        let minor = gnu_dev_minor(UInt(device))
        // Higher numbers are serial lines.
        guard (1...63).contains(minor) else { return nil }
        number = UInt16(minor)
    }

    /// Whether this terminal is the one that the screen and the keyboard belong to.
    package var isInForeground: Bool {
        var state = vt_stat()
        return ioctl(STDIN_FILENO, UInt(VT_GETSTATE), &state) == 0 && state.v_active == number
    }

    /// Brings the terminal to the foreground and waits for that, for at most `limit`. Whatever has the foreground may refuse.
    package func comeForward(within limit: Instant.Span) throws(SystemError) {
        // The kernel announces each change of this file's content.
        let active = try FileDescriptor(opening: "/sys/class/tty/tty0/active", O_RDONLY)
        try SystemError.check("ioctl(VT_ACTIVATE)", "tty\(number)") {
            ioctl(STDIN_FILENO, UInt(VT_ACTIVATE), Int32(number))
        }
        let deadline = MonotonicClock.now() + limit
        while true {
            // Reading arms the next announcement.
            var buffer: (UInt64, UInt64) = (0, 0)
            _ = pread(active.number, &buffer, MemoryLayout.size(ofValue: buffer), 0)
            if isInForeground { return }
            let left = (deadline - MonotonicClock.now()).nanoseconds
            guard left > 0 else {
                throw SystemError(
                    call: "ioctl(VT_ACTIVATE)", errno: ETIMEDOUT, subject: "tty\(number)",
                    hint: "another terminal did not let go in \(limit.seconds) s")
            }
            var change = pollfd(fd: active.number, events: Int16(POLLPRI), revents: 0)
            try SystemError.check("poll", "tty0/active") { poll(&change, 1, Int32((left + 999_999) / 1_000_000)) }
        }
    }
}
