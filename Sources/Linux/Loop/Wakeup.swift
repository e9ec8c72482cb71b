// How another thread makes the event loop turn.

import CLinux
package import Geometry
import Glibc

/// An eventfd. Any thread rings it; however often, it is heard once.
package final class Wakeup: Sendable {
    private let descriptor: Int32

    /// One that nobody has rung. Throws when the process has no file descriptors left.
    package init() throws(SystemError) {
        let flags = Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)
        descriptor = try SystemError.check("eventfd") { eventfd(0, flags) }
    }

    deinit { close(descriptor) }

    /// Rings it.
    package func ring() {
        var one: UInt64 = 1
        // The count is full when nobody has heard 2⁶⁴ rings.
        while write(descriptor, &one, 8) < 0, errno == EINTR {}
    }

    /// Calls `heard` in `loop`, in the turn after it was rung. The watch has to be cancelled before this is let go.
    package func watch(in loop: EventLoop, _ heard: @escaping () -> Void) throws(SystemError) -> EventLoop.Watch {
        try loop.watch(descriptor) { [descriptor] _ in
            Self.clear(descriptor)
            heard()
        }
    }

    /// Waits until it is rung, at most until `instant`; false when that has come first.
    package func wait(until instant: Instant) -> Bool {
        while true {
            let left = (instant - MonotonicClock.now()).nanoseconds
            guard left > 0 else { return false }
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&wanted, 1, Int32(clamping: left / 1_000_000 + 1))
            if count > 0 {
                Self.clear(descriptor)
                return true
            }
            if count < 0, errno != EINTR { return false }
        }
    }

    private static func clear(_ descriptor: Int32) {
        var count: UInt64 = 0
        while read(descriptor, &count, 8) < 0, errno == EINTR {}
    }
}
