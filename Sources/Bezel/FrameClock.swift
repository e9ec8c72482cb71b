// When to draw the next frame, so that it is as fresh as possible and still in time for its vblank.

public import Geometry

/// Knows when vblanks come and how long frames take to draw. A value: time comes in.
///
/// A frame is started as late as its drawing allows, so that it shows the newest touches: the vblank, less the time that
/// nearly all of the last frames took, less a margin for the commit and a late wake-up. The margin is learned: a frame
/// that misses its vblank widens it at once, and long peace narrows it. Some drivers complete flips at once; the clock
/// then goes by its own prediction: the later of the flip and the vblank that the frame was meant for.
public struct FrameClock: Sendable {
    /// Time from one vblank to the next.
    public let refresh: Instant.Span
    /// How long before its vblank the display wants a finished frame, beyond the margin: a compositor takes its time.
    public var lead = Instant.Span.zero
    /// Time kept free between the end of drawing and the vblank.
    public private(set) var margin = Instant.Span.milliseconds(2)
    /// How many frames were seen at least one refresh later than they were meant for.
    public private(set) var missed = 0

    private var lastVblank: Instant?
    private var lastTarget: Instant?
    private var durations: [Instant.Span] = []
    private var next = 0
    /// How many frames in a row were in time.
    private var inTime = 0

    /// The margin is never less than this: a timer of the kernel wakes some 0.1 ms late on an idle machine, 1 ms on a
    /// busy one.
    static let leastMargin = Instant.Span.milliseconds(1)
    /// By this much a missed vblank widens the margin, and as many frames in time as `patience` narrow it by a tenth of it.
    static let step = Instant.Span.milliseconds(1)
    static let patience = 240
    /// Of so many frames the durations are kept.
    static let memory = 60
    /// One in twenty frames may take longer than the budget; the margin is there for them.
    static let share = 20

    /// A clock for a display that refreshes every `refresh`.
    public init(refresh: Instant.Span) { self.refresh = refresh }

    /// A frame that was meant for the vblank at `target` has been shown at `flip`.
    public mutating func presented(at flip: Instant) {
        defer { lastVblank = max(flip, lastTarget ?? flip) }
        guard let lastTarget else { return }
        if (flip - lastTarget).nanoseconds > refresh.nanoseconds / 2 {
            missed += 1
            inTime = 0
            margin = min(margin + Self.step, Instant.Span(nanoseconds: refresh.nanoseconds / 2))
        } else {
            inTime += 1
            if inTime % Self.patience == 0 {
                margin = max(Self.leastMargin, margin - Instant.Span(nanoseconds: Self.step.nanoseconds / 10))
            }
        }
    }

    /// Drawing a frame took `duration`.
    public mutating func drew(in duration: Instant.Span) {
        if durations.count < Self.memory {
            durations.append(duration)
        } else {
            durations[next] = duration
            next = (next + 1) % Self.memory
        }
    }

    /// How long before its vblank a frame is started.
    public var budget: Instant.Span {
        let sorted = durations.sorted()
        let drawing = sorted.isEmpty ? .milliseconds(4) : sorted[sorted.count - 1 - sorted.count / Self.share]
        return drawing + margin
    }

    /// When drawing should start for the next frame, and the vblank at which that frame is shown; both not before `now`.
    /// A frame that takes longer than a refresh is started at once: waiting gains nothing.
    public func next(after now: Instant) -> (start: Instant, vblank: Instant) {
        let budget = budget
        guard let lastVblank else { return (now, now + refresh) }
        let earliest = now + budget + lead
        let periods = max(1, (earliest - lastVblank).nanoseconds / refresh.nanoseconds + 1)
        let vblank = lastVblank + refresh * periods
        return (budget >= refresh ? now : max(now, vblank - lead - budget), vblank)
    }

    /// A frame for the vblank at `target` has been handed to the display.
    public mutating func committed(for target: Instant) { lastTarget = target }
}
