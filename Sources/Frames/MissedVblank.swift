// A frame that was not shown when it was meant to be, and why.

package import Geometry

/// When the parts of a frame happened.
package struct FrameTimes: Hashable, Sendable {
    /// When they should have.
    package let appointment: FrameClock.Appointment
    /// When the timer woke us.
    package let woken: Instant
    /// When touches were read and drawing began.
    package let start: Instant
    /// When the frame was drawn and handed to the display.
    package let committed: Instant
    /// How much there was to draw (`Frame.work`).
    package let work: Int

    /// A frame that was made at these instants.
    package init(appointment: FrameClock.Appointment, woken: Instant, start: Instant, committed: Instant, work: Int) {
        (self.appointment, self.woken, self.start) = (appointment, woken, start)
        (self.committed, self.work) = (committed, work)
    }
}

/// A vblank without its frame: which of the numbers was over.
package struct MissedVblank: Hashable, Sendable, CustomStringConvertible {
    /// What took longer than it may.
    package enum Reason: Hashable, Sendable {
        /// The timer came too late by so much.
        case wokenLate(by: Instant.Span)
        /// Drawing took so long; so much was kept for it.
        case drawnSlowly(Instant.Span, kept: Instant.Span)
        /// The frame was handed over so long before it had to be, and yet was not shown.
        case notTaken(spare: Instant.Span)
    }

    /// What took longer than it may.
    package let reason: Reason
    /// How much too late the frame was.
    package let over: Instant.Span

    /// Why `frame` was late for a display that takes frames `lead` before their vblank.
    init(_ frame: FrameTimes, lead: Instant.Span) {
        let latest = frame.appointment.vblank - lead
        let late = frame.start - frame.appointment.start
        let drawing = frame.committed - frame.start
        over = max(.zero, frame.committed - latest)
        if frame.committed <= latest, frame.committed > frame.start {
            reason = .notTaken(spare: latest - frame.committed)
        } else if late >= drawing - frame.appointment.drawing {
            reason = .wokenLate(by: late)
        } else {
            reason = .drawnSlowly(drawing, kept: frame.appointment.drawing)
        }
    }

    /// Such as `woken 3.12 ms late`.
    package var description: String {
        switch reason {
        case .wokenLate(let by): "woken \(by.inMilliseconds) ms late"
        case .drawnSlowly(let time, let kept):
            "drawing took \(time.inMilliseconds) ms, \(kept.inMilliseconds) were kept for it"
        case .notTaken(let spare): "handed over \(spare.inMilliseconds) ms before it had to be, and not taken"
        }
    }
}

extension Instant.Span {
    /// In milliseconds with two decimals: `3.12`.
    var inMilliseconds: String {
        let hundredths = (abs(nanoseconds) + 5000) / 10_000
        let digits = String(hundredths % 100)
        return "\(nanoseconds < 0 ? "-" : "")\(hundredths / 100).\(digits.utf8.count < 2 ? "0" : "")\(digits)"
    }
}
