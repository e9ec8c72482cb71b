// "Discard your order?": a screen is asked before it leaves, and may answer later.

/// What a screen says when a visitor wants to leave it.
public enum LeaveAnswer {
    /// It goes.
    case yes
    /// It stays, and why, for the trace.
    case no(String)
    /// It says so later, to the request that it was given. Until then it is held where it is.
    case later
}

/// One wish to leave a screen. Kept by a screen that answers later; nobody holding it any more is a no.
public final class LeaveRequest {
    private enum State {
        case open
        case answered
        /// Nobody waits for an answer any more: the finger brought the screen back.
        case withdrawn
    }
    private var state = State.open
    private let onAnswer: (Bool) -> Void

    init(onAnswer: @escaping (Bool) -> Void) { self.onAnswer = onAnswer }

    deinit { if case .open = state { onAnswer(false) } }

    /// Whether somebody still waits for the answer.
    public var isOpen: Bool { if case .open = state { true } else { false } }

    /// The screen may leave, or not. A second answer, or one that nobody waits for, counts for nothing.
    public func answer(_ mayLeave: Bool) {
        guard isOpen else { return }
        state = .answered
        onAnswer(mayLeave)
    }

    func withdraw() { if isOpen { state = .withdrawn } }
}
