// The life of a guest: when its program is started, ended, asked for an answer, and tried again.

import Geometry
import Stage

/// Decides what becomes of one program, from what happens and when. It reads no clock and starts nothing.
struct GuestLife {
    /// The states of a program.
    enum State: Hashable {
        /// It does not run, and nobody waits for it.
        case off
        /// It was started, and shows nothing yet.
        case starting(since: Instant)
        /// Its window is there. It was heard last at `heard`, and was asked for an answer at `asked`; nil if it owes none.
        case showing(since: Instant, heard: Instant, asked: Instant?)
        /// It has failed, and is tried again at `until`.
        case resting(until: Instant)
        /// It is not tried again by itself.
        case broken
    }

    /// What is to be done.
    enum Order: Hashable {
        case start, ask
        case end(Ending)
        case tell(GuestNews)
    }

    /// Why a program is ended.
    enum Ending: Hashable {
        /// Its screen was left for as long as it goes on.
        case left
        /// It has shown nothing since it was started.
        case showsNothing
        /// It did not answer.
        case silent
        /// It has ended by itself, was never started, or the kiosk wants it so: the log has that already.
        case known
    }

    private(set) var state = State.off
    /// Whether its screen is on the glass.
    private(set) var isSeen = false
    /// When its screen has left the glass; nil if it is there, or was not since the program was started.
    private var left: Instant?
    /// The failures since it last ran well.
    private(set) var failures = 0
    private(set) var lastFailure = GuestNews.missing
    /// How long it goes on after its screen was left; nil for a program that begins with the kiosk, and always goes on.
    private let keep: Instant.Span?

    /// The time from the start to the first picture. Chromium's first start takes 5 s on a small board with a slow disk, and then its page
    /// has 30 s to come.
    static let longestStart = Instant.Span.seconds(60)
    /// How long a program that shows nothing new is left alone, and how long it then has to answer. GNOME's desktop gives its windows 10 s.
    static let patience = Instant.Span.seconds(10)
    /// A program that has run for so long was well: what follows is a first failure again.
    static let wellAfter = Instant.Span.seconds(60)
    /// The longest wait before it is tried again, and how often it is tried: 1, 2, 4, … 60 s, which is two minutes in all.
    static let (longestRest, mostFailures) = (60, 7)

    /// A program that does not run.
    init(keep: Instant.Span?) { self.keep = keep }

    /// Whether there is a process.
    var isRunning: Bool {
        switch state {
        case .starting, .showing: true
        case .off, .resting, .broken: false
        }
    }

    /// When something is due next; nil for nothing.
    var nextDeadline: Instant? {
        let own: Instant? =
            switch state {
            case .off, .broken: nil
            case .starting(let since): since + Self.longestStart
            case .showing(_, let heard, let asked): isSeen ? (asked ?? heard) + Self.patience : nil
            case .resting(let until): until
            }
        let end = isRunning && !isSeen ? left.flatMap { left in keep.map { left + $0 } } : nil
        return [own, end].compactMap(\.self).min()
    }

    // MARK: What happens

    /// Its screen comes to the glass.
    mutating func appeared(at now: Instant) -> [Order] {
        (isSeen, left) = (true, nil)
        switch state {
        case .off: return begin(at: now)
        case .starting: return [.tell(.starting)]
        case .showing(let since, _, _):
            state = .showing(since: since, heard: now, asked: nil)
            return [.tell(.shown)]
        case .resting, .broken: return [.tell(failures <= 1 && state != .broken ? .starting : lastFailure)]
        }
    }

    /// Its screen has left the glass.
    mutating func disappeared(at now: Instant) -> [Order] {
        (isSeen, left) = (false, now)
        switch state {
        case .off, .starting: break
        case .showing(let since, let heard, _): state = .showing(since: since, heard: heard, asked: nil)
        case .resting where keep == nil: break
        case .resting, .broken:
            // The next visitor of the page tries anew.
            (state, failures) = (.off, 0)
        }
        return advance(to: now)
    }

    /// A screen is shown that leads to its own, or the kiosk begins.
    mutating func comesNear(at now: Instant) -> [Order] {
        state == .off ? begin(at: now) : []
    }

    /// It has shown something, or answered.
    mutating func heard(at now: Instant) -> [Order] {
        switch state {
        case .starting:
            state = .showing(since: now, heard: now, asked: nil)
            return [.tell(.shown)]
        case .showing(let since, _, _):
            state = .showing(since: since, heard: now, asked: nil)
            return []
        case .off, .resting, .broken: return []
        }
    }

    /// All of its windows are gone.
    mutating func vanished(at now: Instant) -> [Order] {
        guard case .showing = state else { return [] }
        state = .starting(since: now)
        return [.tell(.starting)]
    }

    /// It has ended by itself, with `status`.
    mutating func ended(_ status: Int32, at now: Instant) -> [Order] {
        isRunning ? fail(.ended(status), .known, at: now) : []
    }

    /// What runs programs has not started it. The next try takes as long, so a visitor is told at once.
    mutating func isUnanswered(at now: Instant) -> [Order] {
        isRunning ? fail(.hung, .known, at: now, isTold: true) : []
    }

    /// It cannot be started.
    mutating func isMissing() -> [Order] {
        guard isRunning else { return [] }
        (state, lastFailure) = (.broken, .missing)
        return [.end(.known), .tell(.missing)]
    }

    /// A visitor has asked to try again.
    mutating func retry(at now: Instant) -> [Order] {
        switch state {
        case .off, .resting, .broken:
            failures = 0
            return begin(at: now)
        case .starting, .showing: return []
        }
    }

    /// It is to end now, for a reason of the kiosk's, such as the end of a visit.
    mutating func end() -> [Order] { end(.known) }

    private mutating func end(_ why: Ending) -> [Order] {
        defer { (state, failures, left) = (.off, 0, nil) }
        return isRunning ? [.end(why)] : []
    }

    /// What is due by `now`.
    mutating func advance(to now: Instant) -> [Order] {
        guard let due = nextDeadline, due <= now else { return [] }
        if !isSeen, isRunning, let keep, let left, left + keep <= now { return end(.left) }
        switch state {
        case .off, .broken: return []
        case .starting: return fail(.hung, .showsNothing, at: now)
        case .showing(let since, let heard, nil):
            state = .showing(since: since, heard: heard, asked: now)
            return [.ask]
        case .showing: return fail(.hung, .silent, at: now)
        case .resting: return begin(at: now)
        }
    }

    private mutating func begin(at now: Instant) -> [Order] {
        state = .starting(since: now)
        // What is started ahead of its screen goes on until that was there and has left, or the visit ends.
        left = nil
        // What failed twice and is tried again by itself still says so, until something is seen of it.
        return failures > 1 ? [.start] : [.tell(.starting), .start]
    }

    private mutating func fail(
        _ news: GuestNews, _ why: Ending, at now: Instant, isTold: Bool = false
    ) -> [Order] {
        if case .showing(let since, _, _) = state, now - since > Self.wellAfter { failures = 0 }
        failures += 1
        lastFailure = news
        if !isSeen, keep != nil {
            (state, failures) = (.off, 0)
            return [.end(why)]
        }
        guard failures <= Self.mostFailures else {
            state = .broken
            return [.end(why), .tell(news)]
        }
        let rest = min(Self.longestRest, 1 << (failures - 1))
        state = .resting(until: now + .seconds(Double(rest)))
        return [.end(why), .tell(failures == 1 && !isTold ? .starting : news)]
    }
}
