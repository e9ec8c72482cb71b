// The appointments of frames with the vblanks of a display, and what is written of those that were missed.

import Geometry
import Linux
import Logging

/// A frame clock, new for each display, that writes a line for each missed vblank.
struct FramePacer {
    private let log: Logger
    private(set) var clock: FrameClock
    /// The work of the frame that was planned last.
    private var lastWork = 0
    /// The appointment of a frame with so much work that is asked for at an instant.
    private var likely: (work: Int, after: Instant, appointment: FrameClock.Appointment)?

    /// Paces the frames of `display`.
    init(for display: any Display, log: Logger) {
        self.log = log
        clock = FrameClock(refresh: display.refreshInterval)
    }

    /// Paces the frames of `display` from now on.
    mutating func move(to display: any Display) { clock = FrameClock(refresh: display.refreshInterval) }

    /// How long before it is shown the display wants a frame.
    var lead: Instant.Span {
        get { clock.lead }
        set { clock.lead = newValue }
    }

    /// A timer that was due at `due` woke this process at `instant`.
    mutating func woke(at instant: Instant, due: Instant) { clock.woke(at: instant, due: due) }

    /// A frame was drawn and handed to the display.
    mutating func committed(_ times: FrameTimes) { clock.committed(times) }

    /// The vblank that shows a frame that is asked for at `now`, if it has as much work as the last one.
    mutating func likelyVblank(after now: Instant) -> Instant {
        let appointment = clock.next(after: now, work: lastWork)
        likely = (lastWork, now, appointment)
        return appointment.vblank
    }

    /// When to make a frame with `work` for `display`: for the vblank that was promised, or the next one. Nil when the promise
    /// can be kept no more; that is seen when the frame is made.
    mutating func appointment(
        keeping promised: FrameClock.Appointment?, after now: Instant, work: Int
    ) -> FrameClock.Appointment? {
        lastWork = work
        guard let promised else {
            // It is not reckoned twice.
            if let likely, likely.work == work, likely.after == now { return likely.appointment }
            return clock.next(after: now, work: work)
        }
        // A touch has made more of the frame than it was.
        guard clock.canMeet(promised.vblank, from: now, work: work) else { return nil }
        return clock.appointment(for: promised.vblank, after: now, work: work)
    }

    /// Tells the clock something by `tell`. Returns the vblank that a frame has thereby missed; nil when none did.
    mutating func tell(_ tell: (inout FrameClock) -> Void) -> MissedVblank? {
        let before = clock.missed
        tell(&clock)
        guard clock.missed > before, let miss = clock.lastMiss else { return nil }
        log.debug(
            """
            a frame missed its vblank: \(miss); \(clock.missed) so far, \(clock.margin.inMilliseconds) ms are kept \
            for the next
            """)
        return miss
    }
}
