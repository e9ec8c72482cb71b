// A frame that missed its vblank, and the reason.

package import Geometry

/// The times of the parts of a frame.
package struct FrameTimes: Hashable, Sendable {
    /// The planned times.
    package let appointment: FrameClock.Appointment
    /// When the timer fired.
    package let woken: Instant
    /// When touches were read and drawing began.
    package let start: Instant
    /// When the frame was drawn and submitted to the display.
    package let committed: Instant
    /// The amount of drawing (`Frame.work`).
    package let work: Int

    /// A frame with these times.
    package init(appointment: FrameClock.Appointment, woken: Instant, start: Instant, committed: Instant, work: Int) {
        (self.appointment, self.woken, self.start) = (appointment, woken, start)
        (self.committed, self.work) = (committed, work)
    }
}

/// A missed vblank, and the part that took too long.
package struct MissedVblank: Hashable, Sendable, CustomStringConvertible {
    /// What took too long.
    package enum Reason: Hashable, Sendable {
        /// The timer fired too late, by this span.
        case wokenLate(by: Instant.Span)
        /// Drawing took this long, and `kept` was reserved for it.
        case drawnSlowly(Instant.Span, kept: Instant.Span)
        /// The frame was submitted before its deadline, by this span, but was not shown.
        case notTaken(spare: Instant.Span)
    }

    /// What took too long.
    package let reason: Reason
    /// How much too late the frame was.
    package let over: Instant.Span

    /// Why `frame` was late on a display that needs frames `lead` before their vblank.
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
        case .notTaken(let spare): "submitted \(spare.inMilliseconds) ms before its deadline, but not shown"
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
