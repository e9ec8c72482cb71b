// Requests for a screen's consent to leave, for example "Discard your order?". A screen may answer later.

/// A screen's answer when a visitor wants to leave it.
public enum LeaveAnswer {
    /// The screen leaves.
    case yes
    /// The screen stays, for a reason that the trace shows.
    case no(String)
    /// The screen stays, for a reason that the trace shows, and does something else, such as going back in a history of its own. It
    /// does so where it would have left: when the finger lifts, if the finish rule is met, or at once if no finger asked.
    case instead(String, @MainActor () -> Void)
    /// The screen answers later, through the request that it was given. Until then it is held in place.
    case later
}

/// A request to leave a screen. A screen that answers later keeps it; its release without an answer counts as no.
@MainActor
public final class LeaveRequest {
    private enum State {
        case open(onAnswer: (Bool) -> Void)
        case answered(Bool)
        /// No answer is needed any more: the finger brought the screen back, or the screen leaves anyway.
        case withdrawn
    }
    private var state: State
    /// Whether the visitor wants to leave the screen itself, and not to go back in a history of its own.
    package let isPastHistory: Bool

    init(isPastHistory: Bool = false, onAnswer: @escaping (Bool) -> Void) {
        (state, self.isPastHistory) = (.open(onAnswer: onAnswer), isPastHistory)
    }

    isolated deinit { if case .open(let onAnswer) = state { onAnswer(false) } }

    /// Whether an answer is still needed.
    public var isOpen: Bool { if case .open = state { true } else { false } }

    /// The answer; nil while the request is open, and after it was withdrawn.
    var answer: Bool? { if case .answered(let mayLeave) = state { mayLeave } else { nil } }

    /// Answers whether the screen may leave. An answer to a request that is not open any more is ignored.
    public func answer(_ mayLeave: Bool) {
        guard case .open(let onAnswer) = state else { return }
        state = .answered(mayLeave)
        onAnswer(mayLeave)
    }

    func withdraw() { if isOpen { state = .withdrawn } }
}

/// A question to a screen, and what follows when the screen may leave.
struct LeaveQuestion {
    /// The number of the question, by which a late answer to a withdrawn question is recognized and ignored.
    let number: Int
    weak var request: LeaveRequest?
    weak var screen: Screen?
    /// Called when the screen may leave and no transition waits for the answer.
    var leave: (() -> Void)?
}
