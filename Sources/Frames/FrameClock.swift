// When to draw the next frame, so that it is as fresh as possible and still in time for its vblank.

package import Geometry

/// Knows when vblanks come, how late this machine wakes up, and how long frames take to draw. A value: time comes in.
///
/// A frame is begun as late as its promise allows: no more than one frame in ten thousand may miss its vblank. Before the
/// vblank the clock keeps the time that the sum of a late wake-up and the drawing exceeds no more often than that, out of
/// the distributions of both, and a margin for what it has not seen yet. The margin is learned: it begins wide and
/// narrows in peace; a miss widens it at once, and it takes longer than the promise is long until that is forgotten.
///
/// Some drivers complete flips at once; the clock then goes by its own prediction, a vblank each refresh.
package struct FrameClock: Sendable {
    /// When a frame is made, and for when.
    package struct Appointment: Hashable, Sendable {
        /// When to be awake: before `start`, since a timer wakes late.
        package let wake: Instant
        /// When touches are read and drawing starts.
        package let start: Instant
        /// The vblank that shows the frame.
        package let vblank: Instant
        /// How long drawing may take by what is known, the margin not counted.
        package let drawing: Instant.Span

        package init(wake: Instant, start: Instant, vblank: Instant, drawing: Instant.Span) {
            self.wake = wake
            self.start = start
            self.vblank = vblank
            self.drawing = drawing
        }
    }

    /// Time from one vblank to the next.
    package let refresh: Instant.Span
    /// How long before its vblank the display wants a finished frame, beyond the margin: a compositor takes its time.
    package var lead = Instant.Span.zero
    /// Time kept free for what has not been seen yet, between the end of drawing and the vblank.
    package private(set) var margin = Instant.Span.milliseconds(2)
    /// How many vblanks went by without the frame that was meant for them.
    package private(set) var missed = 0
    /// The last of them.
    package private(set) var lastMiss: MissedVblank?
    /// How late timers woke this process.
    package private(set) var lateness = TimeHistogram()
    /// How long frames took to draw.
    package private(set) var drawing = DrawingTimes()

    private var lastVblank: Instant?
    private var lastTarget: Instant?
    /// The frame that was handed over last.
    private var underWay: FrameTimes?
    /// How many frames in a row were in time.
    private var inTime = 0

    /// One frame in so many may miss its vblank.
    package static let promise = 10_000
    /// By this much a missed vblank widens the margin.
    package static let step = Instant.Span(nanoseconds: 500_000)
    /// The margin is never less than this: nobody says how long before a vblank the hardware looks at what it is to show.
    static let leastMargin = Instant.Span(nanoseconds: 200_000)
    /// Frames in time that narrow the margin by a hundredth of a millisecond: before the first miss, and after it, when a
    /// step is forgotten in twice as many frames as the promise has.
    package static let patience = (first: 12, later: 2 * promise / 50)
    /// The longest wait on the processor instead of a timer.
    static let longestVigil = Instant.Span.milliseconds(1)

    /// A clock for a display that refreshes every `refresh`.
    package init(refresh: Instant.Span) { self.refresh = refresh }

    // MARK: What happened

    /// A timer that was due at `due` woke this process at `instant`.
    package mutating func woke(at instant: Instant, due: Instant) { lateness.add(instant - due) }

    /// A frame was drawn and handed to the display.
    package mutating func committed(_ frame: FrameTimes) {
        drawing.add(frame.committed - frame.start, work: frame.work)
        underWay = frame
        lastTarget = frame.appointment.vblank
    }

    /// The frame that was handed over last has been shown at `flip`.
    package mutating func presented(at flip: Instant) {
        let frame = underWay
        underWay = nil
        guard let target = lastTarget else {
            lastVblank = flip
            return
        }
        lastVblank = flip >= target ? flip : phase(flip, near: target)
        guard let frame else { return }
        if (flip - target).nanoseconds > refresh.nanoseconds / 2 {
            miss(MissedVblank(frame, lead: lead))
        } else {
            inTime += 1
            let patience = missed == 0 ? Self.patience.first : Self.patience.later
            if inTime % patience == 0 {
                margin = max(min(Self.leastMargin, margin), margin - Instant.Span(nanoseconds: 10_000))
            }
        }
    }

    /// A frame with `work` was not begun at `start`, since it could not be in time any more (`canMeet`); it is made for a
    /// later vblank.
    package mutating func gaveUp(_ appointment: Appointment, woken: Instant, start: Instant, work: Int) {
        let ready = start + typicalDrawing(work: work)
        let frame = FrameTimes(
            appointment: appointment, woken: woken, start: start, committed: ready, work: work)
        miss(MissedVblank(frame, lead: lead))
    }

    private mutating func miss(_ miss: MissedVblank) {
        missed += 1
        lastMiss = miss
        inTime = 0
        let wider = margin + Self.step
        switch miss.reason {
        case .notTaken(let spare):
            // The display wants its frames earlier than that.
            margin = min(max(wider, spare + Self.step), Instant.Span(nanoseconds: refresh.nanoseconds / 2))
        case .wokenLate, .drawnSlowly:
            // What no margin would have saved is no reason for one.
            if miss.over < limit { margin = max(margin, min(wider, limit)) }
        }
    }

    /// Where the vblank next to `target` lies when a flip came before it. A driver that completes flips at once knows
    /// nothing of vblanks, so what it says moves the clock by no more than a thousandth of a refresh; of one that does
    /// know it corrects the drift between its clock and ours.
    private func phase(_ flip: Instant, near target: Instant) -> Instant {
        let early = (target - flip).nanoseconds % refresh.nanoseconds
        let off = early > refresh.nanoseconds / 2 ? refresh.nanoseconds - early : -early
        let most = refresh.nanoseconds / 1000
        return target + Instant.Span(nanoseconds: min(max(off, -most), most))
    }

    // MARK: What is to be done

    /// The most that is kept before a vblank beyond the usual time of drawing for frames that are held up: a quarter of a
    /// refresh. A machine that needs more cannot keep the promise, and every frame would be older for the sake of a few.
    private var limit: Instant.Span { Instant.Span(nanoseconds: refresh.nanoseconds / 4) }

    /// How long before the start of drawing the timer is due; until then the processor waits awake.
    package var vigil: Instant.Span {
        min(lateness.span(exceededBy: 0.5 / Double(Self.promise)), Self.longestVigil)
    }

    /// How long before its vblank a frame with `work` (`Frame.work`) is begun.
    package func budget(work: Int) -> Instant.Span {
        guard let known = drawing.times(work: work) else { return DrawingTimes.unknown + margin }
        return min(kept(for: known) + margin, known.median + max(limit, margin))
    }

    /// The time that a wake-up later than the vigil and the drawing together exceed no more often than was promised.
    private func kept(for known: DrawingTimes.Known) -> Instant.Span {
        let vigil = vigil
        func missed(within budget: Int64) -> Double {
            known.mean { time in
                let left = budget - time.nanoseconds
                return left < 0 ? 1 : lateness.share(longerThan: vigil + Instant.Span(nanoseconds: left))
            }
        }
        var (low, high) = (Int64(0), known.median.nanoseconds + refresh.nanoseconds)
        while high - low > 5000 {
            let middle = (low + high) / 2
            if missed(within: middle) > 1 / Double(Self.promise) { low = middle } else { high = middle }
        }
        return Instant.Span(nanoseconds: high)
    }

    /// When to make the next frame, which has `work`: for the first vblank that can be met from `now`. A frame that takes
    /// longer than a refresh is started at once: waiting gains nothing.
    package func next(after now: Instant, work: Int) -> Appointment {
        let budget = budget(work: work)
        guard let lastVblank else { return appointment(for: now + refresh, after: now, budget: refresh) }
        let periods = max(1, (now + budget + lead - lastVblank).nanoseconds / refresh.nanoseconds + 1)
        return appointment(for: lastVblank + refresh * periods, after: now, budget: budget)
    }

    /// When to make the frame for `vblank`, which has `work`.
    package func appointment(for vblank: Instant, after now: Instant, work: Int) -> Appointment {
        appointment(for: vblank, after: now, budget: budget(work: work))
    }

    private func appointment(for vblank: Instant, after now: Instant, budget: Instant.Span) -> Appointment {
        let start = budget >= refresh ? now : max(now, vblank - lead - budget)
        return Appointment(wake: max(now, start - vigil), start: start, vblank: vblank, drawing: budget - margin)
    }

    /// Whether a frame with `work` that is begun at `now` is more likely to be in time for `vblank` than not.
    package func canMeet(_ vblank: Instant, from now: Instant, work: Int) -> Bool {
        now + typicalDrawing(work: work) <= vblank - lead
    }

    private func typicalDrawing(work: Int) -> Instant.Span { drawing.times(work: work)?.median ?? .zero }
}
