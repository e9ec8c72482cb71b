// Retries a failed operation a limited number of times.

import Geometry

/// Retries an operation after one, four and sixteen seconds. A device can appear before its permissions are set, a screen before
/// it can be queried, and a failed call may succeed the next time. After four failures the device is considered absent, because
/// more attempts would disturb the other devices.
package final class Retry {
    private static let delays: [Instant.Span] = [.seconds(1), .seconds(4), .seconds(16)]

    private var tries = 0
    private var isTrying = false
    private var timer: Timer?
    private let attempt: () -> Bool

    /// Calls `attempt` in `loop` when a retry is due. If `attempt` returns false, it was not possible at this moment, and is
    /// called again after one second.
    package init(loop: EventLoop, _ attempt: @escaping () -> Bool) {
        self.attempt = attempt
        timer = loop.timer { [weak self] in self?.fire() }
    }

    /// Starts again with the first delay, because something has changed. Ignored during an attempt, which itself causes changes.
    package func reset() { if !isTrying { tries = 0 } }

    /// Reports a failure: schedules a retry after the next delay, if there is one left.
    package func again() {
        guard tries < Self.delays.count else { return }
        timer?.setDeadline(MonotonicClock.now() + Self.delays[tries])
    }

    /// Cancels the scheduled retry.
    package func stop() { timer?.setDeadline(nil) }

    /// Removes the timer from its loop for good.
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
