// A timer on the stage's clock.

import Geometry

/// A timer on the stage's clock. `Screen.after` creates it.
@MainActor
public final class StageTimer {
    private let span: Instant.Span
    private let repeats: Bool
    private let action: @MainActor () -> Void
    private var countdown: Countdown?
    private var onEnd: (() -> Void)?

    /// The shortest interval of a timer that repeats: a refresh of a fast display.
    private static let shortestInterval = Instant.Span.milliseconds(4)

    init(_ span: Instant.Span, repeats: Bool, _ action: @escaping @MainActor () -> Void) {
        self.span = max(span, repeats ? Self.shortestInterval : .zero)
        self.repeats = repeats
        self.action = action
    }

    /// Whether the timer will call its action.
    public var isRunning: Bool { countdown?.end != nil }

    /// Ends the timer. Its action is not called any more.
    public func cancel() {
        countdown?.cancel()
        countdown = nil
        onEnd?()
        onEnd = nil
    }

    /// Starts the timer, and calls `onEnd` when it has ended.
    func start(on stage: Stage, onEnd: @escaping () -> Void) {
        self.onEnd = onEnd
        let countdown = Countdown(of: self, isClockwork: repeats) { [unowned stage] timer in timer.isDue(on: stage) }
        self.countdown = countdown
        countdown.start(on: stage, until: stage.now + span)
    }

    private func isDue(on stage: Stage) {
        if repeats {
            countdown?.start(on: stage, until: stage.now + span)
        } else {
            cancel()
        }
        action()
    }
}
