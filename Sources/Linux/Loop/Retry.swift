// What did not work the first time is tried again, but not for ever.

import Geometry

/// Tries something again after one, four and sixteen seconds. A device can be there before whoever grants it knows, a
/// screen before it can say what it is, and one call that fails is not always the next one too; but what has failed four
/// times is not there, and trying disturbs what is.
package final class Retry {
    private static let delays: [Instant.Span] = [.seconds(1), .seconds(4), .seconds(16)]

    private var tries = 0
    private var isTrying = false
    private var timer: Timer?
    private let attempt: () -> Bool

    /// Calls `attempt` in `loop` when it is time; where that gives false this is no moment for it, and it is called
    /// again a second later.
    package init(loop: EventLoop, _ attempt: @escaping () -> Bool) {
        self.attempt = attempt
        timer = loop.timer { [weak self] in self?.fire() }
    }

    /// Something has changed: the tries begin anew. Not while one is under way, which changes things itself.
    package func reset() { if !isTrying { tries = 0 } }

    /// It did not work: it is tried after the next delay, if there is one left.
    package func again() {
        guard tries < Self.delays.count else { return }
        timer?.setDeadline(MonotonicClock.now() + Self.delays[tries])
    }

    /// It is not tried before `again()`.
    package func stop() { timer?.setDeadline(nil) }

    /// Takes the timer out of its loop for good.
    package func cancel() {
        timer?.cancel()
        timer = nil
    }

    private func fire() {
        isTrying = true
        defer { isTrying = false }
        tries += 1
        if attempt() { return }
        tries -= 1
        timer?.setDeadline(MonotonicClock.now() + .seconds(1))
    }
}
