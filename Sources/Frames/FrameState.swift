// The states of a frame, from the change that asks for it to the flip that shows it.

/// How far the frame under way has come, and which frame comes after it. A value without a clock.
///
///     idle → scheduled → making → flipping → idle
///                 ↑________|  (nothing new, refused, put off)
struct FrameState {
    /// How far the frame under way has come.
    enum Progress {
        /// No frame is under way.
        case idle
        /// The timer is set for `appointment`. If `sleeps`, the appointment was in the future when the timer was set, so the
        /// timer measures how late this machine wakes up.
        case scheduled(FrameClock.Appointment, sleeps: Bool)
        /// The newest touches have been read, and the frame is being drawn.
        case making
        /// The frame was submitted to the display, which has not shown it yet.
        case flipping
    }

    /// The kind of frame that is wanted, from least to most.
    enum Wanted: Comparable {
        case none
        /// A frame, if it differs from the one on the screen.
        case different
        /// A frame in any case, even an identical one.
        case any
    }

    private(set) var progress = Progress.idle
    private(set) var wanted = Wanted.different
    /// Whether the frame was postponed by a refresh because it would have missed its vblank. A frame is postponed only once.
    private(set) var isPutOff = false
    /// The numbers of frames that were drawn and that were shown.
    private(set) var (drawn, presented) = (0, 0)

    /// The appointment that the timer is set for.
    var appointment: FrameClock.Appointment? {
        if case .scheduled(let appointment, _) = progress { appointment } else { nil }
    }

    /// Whether a frame can be scheduled or rescheduled.
    var canSchedule: Bool {
        switch progress {
        case .idle, .scheduled: true
        case .making, .flipping: false
        }
    }

    var isFlipping: Bool { if case .flipping = progress { true } else { false } }

    /// Requests a frame.
    mutating func want(_ frame: Wanted) { wanted = max(wanted, frame) }

    /// The timer is set for `appointment`.
    mutating func schedule(_ appointment: FrameClock.Appointment, sleeps: Bool) {
        progress = .scheduled(appointment, sleeps: sleeps)
    }

    /// The timer has fired. Returns its appointment; nil if that was cancelled.
    mutating func begin() -> (appointment: FrameClock.Appointment, slept: Bool)? {
        guard case .scheduled(let appointment, let sleeps) = progress else { return nil }
        progress = .making
        return (appointment, sleeps)
    }

    /// The frame was planned, which fulfils the request. Returns the request.
    mutating func plan() -> Wanted {
        defer { (wanted, isPutOff) = (.none, false) }
        return wanted
    }

    /// The frame would miss its vblank and is postponed to the next one.
    mutating func putOff() {
        (progress, isPutOff) = (.idle, true)
        want(.different)
    }

    /// A frame that differs from the last one was drawn. Returns its number.
    mutating func countDrawn() -> Int {
        drawn += 1
        return drawn
    }

    /// The frame was submitted to the display.
    mutating func flip() { progress = .flipping }

    /// There is no frame: nothing has changed, no buffer is free, or the display rejected it.
    mutating func giveUp() { progress = .idle }

    /// The frame is on the screen.
    mutating func show() {
        if isFlipping { progress = .idle }
        presented += 1
    }

    /// The frame in progress is lost, because the display was replaced or another session has it.
    mutating func lose() { (progress, isPutOff) = (.idle, false) }
}
