// The interface between the stage and everything that moves by itself.

package import Geometry
import Gestures
import Layers

/// Something that moves by itself until a known instant.
@MainActor
protocol Mover: AnyObject {
    /// The instant at which the movement ends; nil if no end is scheduled.
    var end: Instant? { get }
    /// Moves the layers to their positions at `instant`, the current time, and calls observers.
    func show(at instant: Instant)
    /// Poses the layers as they will be at `instant`. It must change nothing and call no observer, because it may be
    /// called for any instant and any number of times.
    func pose(_ poses: inout Poses, at instant: Instant)
    /// Called when the time has reached `end`.
    func rest()
    /// Whether pictures change after `instant` without a moving finger.
    func changes(after instant: Instant) -> Bool
    /// Whether it only follows the wall clock, and starts again each time that it ends.
    var isClockwork: Bool { get }
    /// Whether it goes round without an end, as a spinner does, so that nothing waits for it.
    var isEndless: Bool { get }
}

extension Mover {
    var isClockwork: Bool { false }
    var isEndless: Bool { false }
}

extension Stage {
    /// The latest instant at which `advance` has to be called without new touches; nil for never.
    package var nextDeadline: Instant? {
        var next = dispatcher.nextDeadline
        for mover in movers { if let end = mover.end { next = min(next ?? end, end) } }
        return next
    }

    /// Whether something ends by itself, except that the wall clock goes on.
    package var isWaiting: Bool {
        dispatcher.nextDeadline != nil || movers.contains { $0.end != nil && !$0.isClockwork }
    }

    /// Whether a transition moves, or a finger holds one.
    var hasTransition: Bool { movers.contains { $0 is Transition } }

    /// Whether pictures change from refresh to refresh without a moving finger.
    package var isMoving: Bool { movers.contains { $0.changes(after: now) } }

    /// The number of rounds within one `moment` after which deadlines are assumed never to end.
    static let mostRounds = 1000
    static let moment = Instant.Span.milliseconds(1)

    /// Stops every mover that is due now, until it is started again.
    func stopWhatIsDue() {
        // Transitions are exempt: they always come to rest, and must not be prevented from doing so.
        func isDue(_ mover: any Mover) -> Bool { !(mover is Transition) && mover.end.map { $0 <= now } == true }
        let names = Set(movers.filter(isDue).map { "\(type(of: $0))" }).sorted().joined(separator: ", ")
        for mover in movers where isDue(mover) { remove(mover) }
        warn(
            "\(names): due more than \(Self.mostRounds) times within a millisecond; it is stopped. Anything that starts when it "
                + "ends has to end later.")
    }
}
