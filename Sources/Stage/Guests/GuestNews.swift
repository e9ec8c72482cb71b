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
        let words = description.split(separator: " ")
        switch (words.first, words.count) {
        case ("starting", 1): self = .starting
        case ("shown", 1): self = .shown
        case ("missing", 1): self = .missing
        case ("hung", 1): self = .hung
        case ("absent", 1): self = .absent
        case ("refused", 1): self = .refused
        case ("unreachable", 2):
            guard let trouble = Trouble(rawValue: String(words[1])) else { return nil }
            self = .unreachable(trouble)
        case ("lost", 2):
            guard let trouble = Trouble(rawValue: String(words[1])) else { return nil }
            self = .lost(trouble)
        case ("history", 2):
            guard let hasPage = Bool(String(words[1])) else { return nil }
            self = .history(hasPage)
        case ("ended", 2):
            guard let status = Int32(words[1]) else { return nil }
            self = .ended(status)
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
        case .absent: "absent"
        }
    }
}
