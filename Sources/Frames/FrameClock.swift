// Decides when to draw the next frame, so that it is as fresh as possible and still in time for its vblank.

package import Geometry

/// Tracks when vblanks occur, how late this machine wakes up, and how long frames take to draw. It is a value: the caller passes
/// in all times.
///
/// A frame begins as late as the promise allows: no more than one frame in ten thousand may miss its vblank. From the two
/// distributions, of late wake-ups and of drawing times, the clock computes the time that their sum exceeds no more often than
/// that. Before the vblank it reserves this time and a margin for the unknown. It learns the margin: the margin starts wide and
/// narrows while no frame is late. A miss widens it at once, and it takes more frames than the promise has until that is
/// forgotten.
///
/// Some drivers complete flips immediately. For these the clock uses its own prediction of one vblank per refresh.
package struct FrameClock: Sendable {
    /// When to make a frame, and the vblank that it is for.
    package struct Appointment: Hashable, Sendable {
        /// When to wake up: before `start`, because timers fire late.
        package let wake: Instant
        /// When to read touches and start to draw.
        package let start: Instant
        /// The vblank that shows the frame.
        package let vblank: Instant
        /// The expected drawing time, without the margin.
        package let drawing: Instant.Span

        package init(wake: Instant, start: Instant, vblank: Instant, drawing: Instant.Span) {
            self.wake = wake
            self.start = start
            self.vblank = vblank
            self.drawing = drawing
        }
    }

    /// The time from one vblank to the next.
    package let refresh: Instant.Span
    /// How long before its vblank the display needs a finished frame, beyond the margin. A compositor needs this time.
    package var lead = Instant.Span.zero
    /// The reserve for the unknown, between the end of drawing and the vblank.
    package private(set) var margin = Instant.Span.milliseconds(2)
    /// The number of vblanks that passed without the frame that was meant for them.
    package private(set) var missed = 0
    /// The last missed vblank.
    package private(set) var lastMiss: MissedVblank?
    /// How late timers fired.
    package private(set) var lateness = TimeHistogram()
    /// How long frames took to draw.
    package private(set) var drawing = DrawingTimes()

    private var lastVblank: Instant?
    private var lastTarget: Instant?
    /// The last frame that was submitted.
    private var underWay: FrameTimes?
    /// The number of consecutive frames that were in time.
    private var inTime = 0

    /// One frame in this many may miss its vblank.
    package static let promise = 10_000
    /// A missed vblank widens the margin by this much.
    package static let step = Instant.Span(nanoseconds: 500_000)
    /// The least margin: it is not documented how long before a vblank the hardware reads the next frame.
    static let leastMargin = Instant.Span(nanoseconds: 200_000)
    /// How many frames in time narrow the margin by a hundredth of a millisecond: before the first miss, and after it. After a
    /// miss, one step is forgotten in twice as many frames as the promise has.
    package static let patience = (first: 12, later: 2 * promise / 50)
    /// The longest busy wait in place of a timer.
    static let longestVigil = Instant.Span.milliseconds(1)

    /// A clock for a display with this refresh interval.
    package init(refresh: Instant.Span) { self.refresh = refresh }

    // MARK: What happened

    /// Records that a timer with the deadline `due` fired at `instant`.
    package mutating func woke(at instant: Instant, due: Instant) { lateness.add(instant - due) }

    /// Records that a frame was drawn and submitted to the display.
    package mutating func committed(_ frame: FrameTimes) {
        drawing.add(frame.committed - frame.start, work: frame.work)
        underWay = frame
        lastTarget = frame.appointment.vblank
    }

    /// Records that the last submitted frame was shown at `flip`.
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

    /// Records that a frame with `work` was not begun at `start`, because it could no longer be in time (`canMeet`). It is made
    /// for a later vblank instead.
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
            // The display needs its frames earlier.
            margin = min(max(wider, spare + Self.step), Instant.Span(nanoseconds: refresh.nanoseconds / 2))
        case .wokenLate, .drawnSlowly:
            // Do not widen the margin if no margin would have helped.
            if miss.over < limit { margin = max(margin, min(wider, limit)) }
        }
    }

    /// The predicted vblank next to `target`, after a flip that came earlier. A driver that completes flips immediately knows
    /// nothing about vblanks, so its flip moves the clock by at most a thousandth of a refresh. With a driver that reports real
    /// vblanks, this corrects the drift between its clock and this one.
    private func phase(_ flip: Instant, near target: Instant) -> Instant {
        let early = (target - flip).nanoseconds % refresh.nanoseconds
        let off = early > refresh.nanoseconds / 2 ? refresh.nanoseconds - early : -early
        let most = refresh.nanoseconds / 1000
        return target + Instant.Span(nanoseconds: min(max(off, -most), most))
    }

    // MARK: What is to be done

    /// The greatest reserve for delays on top of the usual drawing time: a quarter of a refresh. A machine that needs more cannot
    /// keep the promise, and every frame would be older for the sake of a few.
    private var limit: Instant.Span { Instant.Span(nanoseconds: refresh.nanoseconds / 4) }

    /// How long before the start of drawing the timer fires. The remaining time is a busy wait.
    package var vigil: Instant.Span {
        min(lateness.span(exceededBy: 0.5 / Double(Self.promise)), Self.longestVigil)
    }

    /// How long before its vblank a frame with `work` (`Frame.work`) begins.
    package func budget(work: Int) -> Instant.Span {
        guard let known = drawing.times(work: work) else { return DrawingTimes.unknown + margin }
        return min(kept(for: known) + margin, known.median + max(limit, margin))
    }

    /// The time that the drawing, plus the part of a late wake-up beyond the busy wait, exceeds no more often than promised.
    private func kept(for known: DrawingTimes.Known) -> Instant.Span {
        let (vigil, latest) = (vigil, lateness.longest.nanoseconds)
        func missed(within budget: Int64) -> Double {
            known.mean { time in
                let left = budget - time.nanoseconds
                if left < 0 { return 1 }
                let late = vigil.nanoseconds + left
                return late >= latest ? 0 : lateness.share(longerThan: Instant.Span(nanoseconds: late))
            }
        }
        var (low, high) = (Int64(0), known.median.nanoseconds + refresh.nanoseconds)
        while high - low > 5000 {
            let middle = (low + high) / 2
            if missed(within: middle) > 1 / Double(Self.promise) { low = middle } else { high = middle }
        }
        return Instant.Span(nanoseconds: high)
    }

    /// When to make the next frame, which has `work`: for the first vblank that can be met from `now`. A frame that takes longer
    /// than a refresh starts at once, because waiting gains nothing.
    package func next(after now: Instant, work: Int) -> Appointment {
        let budget = budget(work: work)
        guard let lastVblank else { return appointment(for: now + refresh, after: now, budget: refresh) }
        let periods = max(1, (now + budget + lead - lastVblank).nanoseconds / refresh.nanoseconds + 1)
        return appointment(for: lastVblank + refresh * periods, after: now, budget: budget)
    }

    /// When to make the frame with `work` for `vblank`.
    package func appointment(for vblank: Instant, after now: Instant, work: Int) -> Appointment {
        appointment(for: vblank, after: now, budget: budget(work: work))
    }

    private func appointment(for vblank: Instant, after now: Instant, budget: Instant.Span) -> Appointment {
        let start = budget >= refresh ? now : max(now, vblank - lead - budget)
        return Appointment(wake: max(now, start - vigil), start: start, vblank: vblank, drawing: budget - margin)
    }

    /// Whether a frame with `work` that begins at `now` will probably be in time for `vblank`.
    package func canMeet(_ vblank: Instant, from now: Instant, work: Int) -> Bool {
        now + typicalDrawing(work: work) <= vblank - lead
    }

    /// Whether one thread draws a frame with `work` in a quarter of a refresh if nothing disturbs it, where up to `threads` have drawn
    /// those before.
    package func isShort(work: Int, by threads: Int) -> Bool {
        guard let known = drawing.times(work: work) else { return false }
        return known.undisturbed * Int64(threads) <= limit
    }

    private func typicalDrawing(work: Int) -> Instant.Span { drawing.times(work: work)?.median ?? .zero }
}
