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
        /// The timer is set for `appointment`. Where `sleeps`, the appointment lay ahead then, and the timer tells how late this
        /// machine wakes up.
        case scheduled(FrameClock.Appointment, sleeps: Bool)
        /// The newest touches are read, and the frame is drawn.
        case making
        /// The display has the frame, and has not shown it yet.
        case flipping
    }

    /// Which frame is wanted, the least first.
    enum Wanted: Comparable {
        case none
        /// A frame, if it differs from the one on the glass.
        case different
        /// A frame in any case, also the same one again.
        case any
    }

    private(set) var progress = Progress.idle
    private(set) var wanted = Wanted.different
    /// Whether the frame was put off by a refresh because it would have missed its vblank. It is put off once.
    private(set) var isPutOff = false
    /// How many frames were drawn, and how many came to the glass.
    private(set) var (drawn, presented) = (0, 0)

    /// The appointment that the timer is set for.
    var appointment: FrameClock.Appointment? {
        if case .scheduled(let appointment, _) = progress { appointment } else { nil }
    }

    /// Whether a frame can be scheduled, or scheduled anew.
    var canSchedule: Bool {
        switch progress {
        case .idle, .scheduled: true
        case .making, .flipping: false
        }
    }

    var isFlipping: Bool { if case .flipping = progress { true } else { false } }

    /// Asks for a frame.
    mutating func want(_ frame: Wanted) { wanted = max(wanted, frame) }

    /// The timer is set for `appointment`.
    mutating func schedule(_ appointment: FrameClock.Appointment, sleeps: Bool) {
        progress = .scheduled(appointment, sleeps: sleeps)
    }

    /// The timer is due. The appointment that it was set for; nil when there is none any more.
    mutating func begin() -> (appointment: FrameClock.Appointment, slept: Bool)? {
        guard case .scheduled(let appointment, let sleeps) = progress else { return nil }
        progress = .making
        return (appointment, sleeps)
    }

    /// The frame is planned: it is what was wanted. Returns what that was.
    mutating func plan() -> Wanted {
        defer { (wanted, isPutOff) = (.none, false) }
        return wanted
    }

    /// The frame would miss its vblank, and is made for the next one.
    mutating func putOff() {
        (progress, isPutOff) = (.idle, true)
        want(.different)
    }

    /// A frame that differs from the one before is drawn. Returns its number.
    mutating func countDrawn() -> Int {
        drawn += 1
        return drawn
    }

    /// The display takes the frame.
    mutating func flip() { progress = .flipping }

    /// There is no frame: nothing has changed, no buffer is free, or the display refused it.
    mutating func giveUp() { progress = .idle }

    /// The frame is on the glass.
    mutating func show() {
        if isFlipping { progress = .idle }
        presented += 1
    }

    /// The picture goes elsewhere, or another session had the display: the frame under way is lost.
    mutating func lose() { (progress, isPutOff) = (.idle, false) }
}
