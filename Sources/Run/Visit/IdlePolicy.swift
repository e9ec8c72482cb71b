// Decides when the kiosk goes home, attracts people and goes dark: a state machine without a clock.

import Geometry
import Pages

/// Decides from touches and their times. It shows nothing itself, but returns the steps to carry out.
struct IdlePolicy {
    /// What is known about the visitor, and what the screen shows.
    enum State: Equatable {
        /// Everything is as at the start, since that moment.
        case unvisited(since: Instant)
        /// A visitor is here, or was. The last touch was at that moment.
        case visited(last: Instant)
        /// The kiosk asks whether the visitor is still here.
        case asking(last: Instant)
        /// Nobody is here, since that moment, and the attract page is shown.
        case attracting(since: Instant)
        /// The screen is dark. The value is the last touch of a visit that is not wiped yet; nil without such a visit.
        case dark(last: Instant?)
        /// The screen is about to be lit again. The value is the last touch of the visit that goes on; nil without a visit.
        case waking(last: Instant?)
    }

    /// A step to carry out.
    enum Step: Equatable {
        /// Ask whether anybody is there, until that moment.
        case ask(until: Instant)
        /// Stop asking.
        case stay
        /// Wipe the visit, and show the start.
        case goHome
        /// Wipe the visit, and show the attract page.
        case attract
        case darken
        case light
    }

    private(set) var state: State
    /// The rules of the kiosk and the machine.
    var rules: IdleTable
    /// Whether the panel is to be lit at this hour.
    private(set) var isOpen = true
    /// What a program on the glass plays that nobody has to touch, such as a film.
    private enum Play { case nothing, now, until(Instant) }
    private var play = Play.nothing
    /// Called for each transition, with its reason.
    var onChange: ((State, String) -> Void)?

    /// Begins without a visit since `instant`, or with a visit whose last touch was at `last`.
    init(_ rules: IdleTable, at instant: Instant, last: Instant? = nil) {
        self.rules = rules
        state = last.map { .visited(last: $0) } ?? .unvisited(since: instant)
    }

    /// How long the kiosk asks before it goes home: the 20 s that WCAG 2.2.1 asks for, but at most a third of the time after
    /// which the kiosk goes home.
    var warning: Instant.Span {
        let third = Instant.Span(nanoseconds: (rules.homeAfter ?? .zero).nanoseconds / 3)
        return min(.seconds(20), third)
    }

    /// How long after the last touch something that plays counts as a visitor. Few films on kiosks are longer; the visitor of a longer one is
    /// asked. A film that goes on without a visitor must not keep the kiosk from the next one.
    static let longestPlay = Instant.Span.seconds(600)

    /// How long after a visit the panel goes dark outside its hours, when the rules give no time to go home.
    static let closing = Instant.Span.seconds(60)

    // MARK: What happens

    /// Handles a touch at `instant`, which must not be earlier than the previous instant.
    mutating func touched(at instant: Instant) -> [Step] {
        switch state {
        case .unvisited:
            return become(.visited(last: instant), "a touch")
        case .visited:
            state = .visited(last: instant)
            return []
        case .asking:
            return become(.visited(last: instant), "a touch", [.stay])
        case .attracting:
            return become(.visited(last: instant), "a touch", [.goHome])
        case .dark:
            return become(.waking(last: instant), "a touch", [.light])
        case .waking:
            state = .waking(last: instant)
            return []
        }
    }

    /// Handles that a client has opened a page at `instant`. From then on the kiosk goes home after the same time as after a touch.
    mutating func opened(at instant: Instant) -> [Step] {
        switch state {
        case .unvisited: return become(.visited(last: instant), "an opened page")
        case .visited:
            state = .visited(last: instant)
            return []
        case .asking: return become(.visited(last: instant), "an opened page", [.stay])
        case .attracting: return become(.visited(last: instant), "an opened page", [.goHome])
        // Who opens a page wants it to be seen.
        case .dark: return become(.waking(last: instant), "an opened page", [.light])
        case .waking:
            state = .waking(last: instant)
            return []
        }
    }

    /// Handles that a program on the glass begins, or ends, to play something at `instant`.
    @discardableResult
    mutating func plays(_ isPlaying: Bool, at instant: Instant) -> [Step] {
        let end: Instant? = if case .asking(let last) = state { home(after: last) } else { nil }
        switch play {
        case .now where !isPlaying: play = .until(instant)
        case .nothing where isPlaying, .until where isPlaying: play = .now
        case .nothing, .now, .until: return []
        }
        guard case .asking(let last) = state, home(after: last) != end else { return [] }
        return become(.visited(last: last), "something plays", [.stay]) + advance(to: instant)
    }

    /// The instant up to which a visitor was there: the last touch at `last`, or a later one while something played.
    private func watched(since last: Instant) -> Instant {
        switch play {
        case .nothing: last
        case .now: last + Self.longestPlay
        case .until(let end): max(last, min(end, last + Self.longestPlay))
        }
    }

    /// Advances to `instant`. Returns the steps that are due by then, in order.
    mutating func advance(to instant: Instant) -> [Step] {
        var steps: [Step] = []
        while let next, next.due <= instant { steps += happen(next.event) }
        return steps
    }

    /// The moment at which `advance` must be called; nil for never.
    var nextDeadline: Instant? { next?.due }

    /// Handles that the picture is lit again since `instant`.
    mutating func shown(at instant: Instant) -> [Step] {
        guard case .waking(let last) = state else { return [] }
        if let last { return become(.visited(last: max(last, instant)), "the glass is lit") }
        if rules.attract != nil { return become(.attracting(since: instant), "the glass is lit", [.attract]) }
        return become(.unvisited(since: instant), "the glass is lit")
    }

    /// Begins or ends the hours in which the panel is lit.
    mutating func setOpen(_ isOpen: Bool, at instant: Instant) -> [Step] {
        guard isOpen != self.isOpen else { return [] }
        self.isOpen = isOpen
        return isOpen ? wake("the schedule") : advance(to: instant)
    }

    /// Darkens the screen, at the request of a client that is allowed to do so.
    mutating func blank() -> [Step] {
        switch state {
        case .unvisited: become(.dark(last: nil), "asked for", [.darken])
        case .attracting: become(.dark(last: nil), "asked for", [.goHome, .darken])
        case .visited(let last): become(.dark(last: last), "asked for", [.darken])
        case .asking(let last): become(.dark(last: last), "asked for", [.stay, .darken])
        case .waking(let last): become(.dark(last: last), "asked for", [.darken])
        case .dark: []
        }
    }

    /// Lights the screen, at the request of a client that is allowed to do so or for the schedule. `why` is the reason for
    /// `onChange`.
    mutating func wake(_ why: String = "asked for") -> [Step] {
        guard case .dark(let last) = state else { return [] }
        return become(.waking(last: last), why, [.light])
    }

    /// Applies other rules. The question is withdrawn if it is being asked.
    mutating func change(to rules: IdleTable) -> [Step] {
        self.rules = rules
        guard case .asking(let last) = state else { return [] }
        return become(.visited(last: last), "other rules", [.stay])
    }

    // MARK: What is due

    /// The events that time alone can cause.
    private enum Event {
        case question, home, attraction, blanking, closing, wiping
    }

    /// The next event. Of several events that are due at the same moment, it is the first one in the list.
    private var next: (due: Instant, event: Event)? {
        var all: [(due: Instant?, event: Event)] = []
        switch state {
        case .unvisited(let since):
            all = [(blanking(after: since), .blanking), (closing(after: since), .closing)]
            if rules.attract != nil { all.append((home(after: since), .attraction)) }
        case .attracting(let since):
            // What the attract page plays is for nobody yet.
            all = [(rules.blankAfter.map { since + $0 }, .blanking), (closing(at: since), .closing)]
        case .visited(let last):
            all = [(home(after: last).map { $0 - warning }, .question), (blanking(after: last), .blanking)]
            // With a time to go home, the kiosk asks first.
            if rules.homeAfter == nil { all.append((closing(after: last), .closing)) }
        case .asking(let last):
            all = [(home(after: last), .home)]
        case .dark(let last):
            // The hours in which the panel is lit may begin again before anybody touches it.
            all = [(last.flatMap { home(after: $0) ?? closing(after: $0) }, .wiping)]
        case .waking:
            break
        }
        let due = all.compactMap { one in one.due.map { (due: $0, event: one.event) } }
        return due.min { $0.due < $1.due }
    }

    private func home(after last: Instant) -> Instant? { rules.homeAfter.map { watched(since: last) + $0 } }
    private func blanking(after last: Instant) -> Instant? { rules.blankAfter.map { watched(since: last) + $0 } }
    private func closing(after last: Instant) -> Instant? { closing(at: watched(since: last)) }
    private func closing(at end: Instant) -> Instant? {
        isOpen ? nil : end + (rules.homeAfter ?? IdlePolicy.closing)
    }

    private mutating func happen(_ event: Event) -> [Step] {
        switch (event, state) {
        case (.question, .visited(let last)):
            return become(.asking(last: last), "no touch", [.ask(until: home(after: last) ?? last)])
        case (.home, .asking(let last)):
            if rules.attract != nil { return become(.attracting(since: last), "no answer", [.stay, .attract]) }
            return become(.unvisited(since: last), "no answer", [.stay, .goHome])
        case (.attraction, .unvisited(let since)):
            return become(.attracting(since: since), "no touch since the start", [.attract])
        case (.blanking, .visited(let last)):
            return become(.dark(last: last), "no touch for as long as blank-after says", [.darken])
        case (.blanking, .unvisited):
            return become(.dark(last: nil), "no touch for as long as blank-after says", [.darken])
        case (.blanking, .attracting):
            return become(.dark(last: nil), "no touch for as long as blank-after says", [.goHome, .darken])
        case (.closing, .unvisited):
            return become(.dark(last: nil), "the schedule", [.darken])
        case (.closing, .attracting), (.closing, .visited):
            return become(.dark(last: nil), "the schedule", [.goHome, .darken])
        case (.wiping, .dark):
            return become(.dark(last: nil), "the visit is over", [.goHome])
        case (.question, _), (.home, _), (.attraction, _), (.blanking, _), (.closing, _), (.wiping, _):
            fatalError("\(event) cannot be due while \(state)")
        }
    }

    // MARK: The one setter

    private mutating func become(_ next: State, _ why: String, _ steps: [Step] = []) -> [Step] {
        guard state.canBecome(next) else { fatalError("from \(state) there is no way to \(next)") }
        state = next
        onChange?(next, why)
        return steps
    }
}

extension IdlePolicy.State {
    /// Whether there is a transition from this state to `next`.
    fileprivate func canBecome(_ next: Self) -> Bool {
        switch (self, next) {
        case (.unvisited, .visited), (.unvisited, .attracting), (.unvisited, .dark), (.visited, .asking),
            (.visited, .dark),
            (.asking, .visited), (.asking, .unvisited), (.asking, .attracting), (.asking, .dark),
            (.attracting, .visited),
            (.attracting, .dark), (.dark, .dark), (.dark, .waking), (.waking, .visited), (.waking, .attracting),
            (.waking, .unvisited), (.waking, .dark):
            true
        case (.unvisited, _), (.visited, _), (.asking, _), (.attracting, _), (.dark, _), (.waking, _):
            false
        }
    }

    /// The name for a line of the log.
    package var name: String {
        switch self {
        case .unvisited: "as at the start"
        case .visited: "visited"
        case .asking: "asking whether the visitor is still there"
        case .attracting: "attracting people"
        case .dark: "dark"
        case .waking: "waking"
        }
    }
}
