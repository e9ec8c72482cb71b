// A deadline of the event loop and what to do when it has come.

package import Geometry

/// One deadline at a time on CLOCK_MONOTONIC. Made by `EventLoop.timer(_:)`; all timers of a loop share one timerfd.
package final class Timer {
    /// When the closure is called; nil: not at all.
    package private(set) var deadline: Instant?
    private let handler: () -> Void
    private unowned let loop: EventLoop

    init(loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Calls the closure once at `instant`, or in the loop's next turn when that has passed; nil: not at all.
    package func setDeadline(_ instant: Instant?) { deadline = instant }

    /// Takes the timer out of its loop for good.
    package func cancel() {
        deadline = nil
        loop.forget(self)
    }

    func isDue(at now: Instant) -> Bool { deadline.map { $0 <= now } ?? false }

    func isEarlier(than other: Timer) -> Bool {
        (deadline?.nanoseconds ?? .max) < (other.deadline?.nanoseconds ?? .max)
    }

    /// Calls the closure unless another one has moved the deadline away in the meantime.
    func fire(at now: Instant) -> Bool {
        guard isDue(at: now) else { return false }
        deadline = nil
        handler()
        return true
    }
}
