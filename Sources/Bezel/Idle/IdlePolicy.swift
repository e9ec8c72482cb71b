// When the kiosk goes home, attracts people and goes dark: a state machine without a clock.

import Geometry
import Pages

/// Decides by what is touched, and when. It shows nothing itself: it says what is to be done.
struct IdlePolicy {
    /// What is known of the visitor, and what they see.
    enum State: Equatable {
        /// All is as at the start, since then.
        case unvisited(since: Instant)
        /// Somebody is here, or was: they touched something last at that moment.
        case visited(last: Instant)
        /// They are asked whether they are still here.
        case asking(last: Instant)
        /// Nobody is here, since then, and the page that attracts people is shown.
        case attracting(since: Instant)
        /// The glass is dark. Of a visit that is not wiped yet, when it was touched last.
        case dark(last: Instant?)
        /// The glass is to be lit again, and is not yet; for whom, and when they touched it.
        case waking(last: Instant?)
    }

    /// What is to be done.
    enum Step: Equatable {
        /// Ask whether anybody is there, until that moment.
        case ask(until: Instant)
        /// Ask no more.
        case stay
        /// Wipe what the visitor did, and show the start.
        case goHome
        /// The same, and show the page that attracts people.
        case attract
        case darken
        case light
    }

    private(set) var state: State
    /// What the kiosk and the machine say.
    var rules: IdleTable
    /// Whether the panel is to be lit at this hour.
    private(set) var isOpen = true
    /// Called for each transition, with its reason.
    var onChange: ((State, String) -> Void)?

    /// Nobody has been here since `instant`; or somebody was, who touched the panel `last`.
    init(_ rules: IdleTable, at instant: Instant, last: Instant? = nil) {
        self.rules = rules
        state = last.map { .visited(last: $0) } ?? .unvisited(since: instant)
    }

    /// How long somebody is asked before the kiosk goes home. Twenty seconds are what WCAG 2.2.1 asks for, where there is
    /// that much time.
    var warning: Instant.Span {
        let third = Instant.Span(nanoseconds: (rules.homeAfter ?? .zero).nanoseconds / 3)
        return min(.seconds(20), third)
    }

    /// How long after a visit the panel goes dark outside its hours, where no time to go home is given.
    static let closing = Instant.Span.seconds(60)

    // MARK: What happens

    /// Somebody touched the panel at `instant`, which is not before what it was told last.
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

    /// Time has come to `instant`: what is due is done, in order.
    mutating func advance(to instant: Instant) -> [Step] {
        var steps: [Step] = []
        while let next, next.due <= instant { steps += happen(next.event) }
        return steps
    }

    /// When `advance` has to be called; nil for never.
    var nextDeadline: Instant? { next?.due }

    /// The picture is on the glass again since `instant`.
    mutating func shown(at instant: Instant) -> [Step] {
        guard case .waking(let last) = state else { return [] }
        if let last { return become(.visited(last: max(last, instant)), "the glass is lit") }
        if rules.attract != nil { return become(.attracting(since: instant), "the glass is lit", [.attract]) }
        return become(.unvisited(since: instant), "the glass is lit")
    }

    /// The hours in which the panel is lit begin or end.
    mutating func setOpen(_ isOpen: Bool, at instant: Instant) -> [Step] {
        guard isOpen != self.isOpen else { return [] }
        self.isOpen = isOpen
        return isOpen ? wake("the schedule") : advance(to: instant)
    }

    /// Somebody who may wants the glass dark.
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

    /// Somebody who may wants the glass lit; the schedule does.
    mutating func wake(_ why: String = "asked for") -> [Step] {
        guard case .dark(let last) = state else { return [] }
        return become(.waking(last: last), why, [.light])
    }

    /// Other rules count from now on.
    mutating func change(to rules: IdleTable) -> [Step] {
        self.rules = rules
        guard case .asking(let last) = state else { return [] }
        return become(.visited(last: last), "other rules", [.stay])
    }

    // MARK: What is due

    /// What time alone can bring.
    private enum Event {
        case question, home, attraction, blanking, closing, wiping
    }

    /// What time brings next; of what is due at one moment, the first in this list.
    private var next: (due: Instant, event: Event)? {
        var all: [(due: Instant?, event: Event)] = []
        switch state {
        case .unvisited(let since):
            all = [(blanking(after: since), .blanking), (closing(after: since), .closing)]
            if rules.attract != nil { all.append((home(after: since), .attraction)) }
        case .attracting(let since):
            all = [(blanking(after: since), .blanking), (closing(after: since), .closing)]
        case .visited(let last):
            all = [(home(after: last).map { $0 - warning }, .question), (blanking(after: last), .blanking)]
            // Else they are asked first.
            if rules.homeAfter == nil { all.append((closing(after: last), .closing)) }
        case .asking(let last):
            all = [(home(after: last), .home)]
        case .dark(let last):
            all = [(last.flatMap { home(after: $0) }, .wiping)]
        case .waking:
            break
        }
        let due = all.compactMap { one in one.due.map { (due: $0, event: one.event) } }
        return due.min { $0.due < $1.due }
    }

    private func home(after last: Instant) -> Instant? { rules.homeAfter.map { last + $0 } }
    private func blanking(after last: Instant) -> Instant? { rules.blankAfter.map { last + $0 } }
    private func closing(after last: Instant) -> Instant? {
        isOpen ? nil : last + (rules.homeAfter ?? IdlePolicy.closing)
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
    /// Whether there is a way from this state to `next`.
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

    /// For a line of the log.
    var name: String {
        switch self {
        case .unvisited: "as at the start"
        case .visited: "visited"
        case .asking: "asking whether somebody is there"
        case .attracting: "attracting people"
        case .dark: "dark"
        case .waking: "waking"
        }
    }
}
