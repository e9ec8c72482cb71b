// A deadline of the event loop, and the closure to call.

package import Geometry

/// A timer with at most one deadline on CLOCK_MONOTONIC. Created by `EventLoop.timer(_:)`; all timers of a loop share one
/// timerfd.
package final class Timer {
    /// When the closure is called; nil for never.
    package private(set) var deadline: Instant?
    private let handler: () -> Void
    private unowned let loop: EventLoop

    init(loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Calls the closure once at `instant`, in the loop's next turn if that has passed, or never if nil.
    package func setDeadline(_ instant: Instant?) { deadline = instant }

    /// Removes the timer from its loop for good.
    package func cancel() {
        deadline = nil
        loop.forget(self)
    }

    func isDue(at now: Instant) -> Bool { deadline.map { $0 <= now } ?? false }

    func isEarlier(than other: Timer) -> Bool {
        (deadline?.nanoseconds ?? .max) < (other.deadline?.nanoseconds ?? .max)
    }

    /// Calls the closure, unless another closure has changed the deadline in the meantime.
    func fire(at now: Instant) -> Bool {
        guard isDue(at: now) else { return false }
        deadline = nil
        handler()
        return true
    }
}
