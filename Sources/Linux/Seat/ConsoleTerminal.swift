// One of the kernel's virtual terminals, seen by a process that may not open it.

package import Geometry
import Glibc

/// A virtual terminal, by its number. The kernel says which one is in the foreground in a file that every user may read, and announces
/// each change of it.
package struct ConsoleTerminal: Sendable {
    private static let path = "/sys/class/tty/tty0/active"

    /// The number, from 1.
    package let number: Int

    /// The terminal `/dev/tty` with `number`.
    package init(_ number: Int) { self.number = number }

    /// Whether the screen and the keyboard belong to this terminal. True on a machine without virtual terminals.
    package var isInForeground: Bool {
        guard let file = try? FileDescriptor(opening: Self.path, O_RDONLY) else { return true }
        return isNamed(in: file.number)
    }

    /// Waits until the terminal is in the foreground, for at most `limit`.
    package func waitForForeground(within limit: Instant.Span) {
        guard let file = try? FileDescriptor(opening: Self.path, O_RDONLY) else { return }
        let deadline = MonotonicClock.now() + limit
        // Reading arms the next announcement.
        while !isNamed(in: file.number) {
            let left = (deadline - MonotonicClock.now()).nanoseconds
            guard left > 0 else { return }
            var change = pollfd(fd: file.number, events: Int16(POLLPRI), revents: 0)
            _ = poll(&change, 1, Int32((left + 999_999) / 1_000_000))
        }
    }

    private func isNamed(in file: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        return count > 0 && String(decoding: bytes.prefix(count), as: UTF8.self) == "tty\(number)\n"
    }
}
