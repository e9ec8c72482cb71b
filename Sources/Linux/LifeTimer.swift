// The end of a process that was stopped.

import CLinux
package import Geometry
import Glibc

/// A watchdog in the kernel: it kills this process when the event loop has not turned for a while, also when another process has stopped it
/// with SIGSTOP, which a process cannot see. There is no way to take the timer from outside.
package final class LifeTimer {
    /// The kernel's number of the timer, which glibc has as a pointer: the first is nil.
    private var timer: timer_t?
    private let span: Instant.Span
    private let beat: Timer

    /// Has the kernel kill this process when `loop` does not turn for `span`.
    package init(_ span: Instant.Span, on loop: EventLoop) throws(SystemError) {
        self.span = span
        var isDue: () -> Void = {}
        beat = loop.timer { isDue() }
        try SystemError.check("timer_create") { bezel_create_killing_timer(&timer) }
        isDue = { [unowned self] in wind() }
        wind()
    }

    deinit {
        beat.cancel()
        timer_delete(timer)
    }

    /// Puts the end off. Four times in a span, so a machine that is busy for three quarters of it ends nothing.
    private func wind() {
        let (seconds, rest) = span.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var end = itimerspec()
        end.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        timer_settime(timer, 0, &end, nil)
        beat.setDeadline(MonotonicClock.now() + Instant.Span(nanoseconds: span.nanoseconds / 4))
    }
}
