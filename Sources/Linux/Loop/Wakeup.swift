// Wakes the event loop from another thread.

import CLinux
package import Geometry
import Glibc

/// An eventfd. Any thread can ring it. Several rings before the loop wakes count as one.
package final class Wakeup: Sendable {
    private let descriptor: Int32

    /// A wakeup that has not been rung. Throws when the process has no file descriptors left.
    package init() throws(SystemError) {
        let flags = Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)
        descriptor = try SystemError.check("eventfd") { eventfd(0, flags) }
    }

    deinit { close(descriptor) }

    /// Rings it.
    package func ring() {
        var one: UInt64 = 1
        // The counter would overflow only after 2⁶⁴ unread rings.
        while write(descriptor, &one, 8) < 0, errno == EINTR {}
    }

    /// Calls `heard` in `loop`, in the turn after a ring. The caller must cancel the watch before it releases this.
    package func watch(in loop: EventLoop, _ heard: @escaping () -> Void) throws(SystemError) -> EventLoop.Watch {
        try loop.watch(descriptor) { [descriptor] _ in
            Self.clear(descriptor)
            heard()
        }
    }

    /// Blocks until a ring or `instant`; returns false if `instant` comes first.
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
