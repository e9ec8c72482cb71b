// When to draw the next frame, so that it is as fresh as possible and still in time for its vblank.

public import Geometry

/// Knows when vblanks come and how long frames take to draw. A value: time comes in.
///
/// A frame is started as late as its drawing allows, so that it shows the newest touches. Some drivers complete flips at
/// once; the clock then goes by its own prediction: the later of the flip and the vblank that it was meant for.
public struct FrameClock: Sendable {
    /// Time from one vblank to the next.
    public let refresh: Instant.Span
    /// Time between the end of drawing and the vblank, for the commit and for a late wake-up.
    public static let margin = Instant.Span.milliseconds(2)

    private var lastVblank: Instant?
    private var lastTarget: Instant?
    private var durations: [Instant.Span] = []

    /// A clock for a display that refreshes every `refresh`.
    public init(refresh: Instant.Span) { self.refresh = refresh }

    /// A frame that was meant for the vblank at `target` has been shown at `flip`.
    public mutating func presented(at flip: Instant) {
        lastVblank = max(flip, lastTarget ?? flip)
    }

    /// Drawing a frame took `duration`.
    public mutating func drew(in duration: Instant.Span) {
        durations.append(duration)
        if durations.count > 30 { durations.removeFirst() }
    }

    /// When drawing should start for the next frame, and the vblank at which that frame is shown; both not before `now`.
    public mutating func next(after now: Instant) -> (start: Instant, vblank: Instant) {
        // A frame that would take longer than a refresh is started at once; nothing is gained by waiting.
        let budget = min((durations.max() ?? .milliseconds(4)) + Self.margin, refresh)
        guard let lastVblank else { return (now, now + refresh) }
        let earliest = now + budget
        let periods = max(1, (earliest - lastVblank).nanoseconds / refresh.nanoseconds + 1)
        let vblank = lastVblank + refresh * periods
        return (max(now, vblank - budget), vblank)
    }

    /// A frame for the vblank at `target` has been handed to the display.
    public mutating func committed(for target: Instant) { lastTarget = target }
}
