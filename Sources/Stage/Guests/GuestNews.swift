// What becomes of the program behind a screen.

/// What a screen is told of its program. It arrives like the result of other work, so a replay needs no program to decide the same.
package enum GuestNews: Hashable, Sendable, LosslessStringConvertible {
    /// It was started, and shows nothing yet.
    case starting
    /// Its window is there.
    case shown
    /// It cannot be started.
    case missing
    /// It has ended, with this status: as in shells, 128 plus the number of a signal that has ended it.
    case ended(Int32)
    /// It answers no more.
    case hung
    /// Its page did not come.
    case unreachable(Trouble)
    /// A page to which it led did not come. The one before is still there.
    case lost(Trouble)
    /// Its page would have led to a host that is refused, and stays.
    case refused
    /// There is, or is no longer, a page of the web to go back to.
    case history(Bool)
    /// It has begun a field in which text is typed, changed it, or asks for the keyboard; nil when it has ended the field.
    case typing(TypedField?)
    /// It plays, or no longer plays, something that nobody has to touch, such as a film.
    case playing(Bool)
    /// Nothing here starts programs: a replay, or a picture of the page.
    case absent

    /// Why a page did not come, as far as a visitor is told.
    package enum Trouble: String, Hashable, Sendable {
        /// The machine has no connection, or the host has no name.
        case connection
        /// Anything else.
        case other
    }

    package init?(_ description: String) {
        let words = description.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.count == 2 ? words[1] : nil) {
        case ("starting", nil): self = .starting
        case ("shown", nil): self = .shown
        case ("missing", nil): self = .missing
        case ("hung", nil): self = .hung
        case ("absent", nil): self = .absent
        case ("refused", nil): self = .refused
        case ("unreachable", let rest?):
            guard let trouble = Trouble(rawValue: rest) else { return nil }
            self = .unreachable(trouble)
        case ("lost", let rest?):
            guard let trouble = Trouble(rawValue: rest) else { return nil }
            self = .lost(trouble)
        case ("history", let rest?):
            guard let hasPage = Bool(rest) else { return nil }
            self = .history(hasPage)
        case ("ended", let rest?):
            guard let status = Int32(rest) else { return nil }
            self = .ended(status)
        case ("typing", nil): self = .typing(nil)
        case ("typing", let rest?):
            guard let field = TypedField(rest) else { return nil }
            self = .typing(field)
        case ("playing", let rest?):
            guard let isPlaying = Bool(rest) else { return nil }
            self = .playing(isPlaying)
        default: return nil
        }
    }

    package var description: String {
        switch self {
        case .starting: "starting"
        case .shown: "shown"
        case .missing: "missing"
        case .ended(let status): "ended \(status)"
        case .hung: "hung"
        case .unreachable(let trouble): "unreachable \(trouble.rawValue)"
        case .lost(let trouble): "lost \(trouble.rawValue)"
        case .refused: "refused"
        case .history(let hasPage): "history \(hasPage)"
        case .typing(let field): field.map { "typing \($0)" } ?? "typing"
        case .playing(let isPlaying): "playing \(isPlaying)"
        case .absent: "absent"
        }
    }
}
