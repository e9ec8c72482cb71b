// A queue of the outcomes that recognizers have not reported to their actions yet, in the order in which they occurred.

/// A queue of outcomes. It keeps its storage, so a moment like the previous one allocates nothing.
@MainActor
struct Untold {
    private var outcomes: [(recognizer: Recognizer?, outcome: Recognizer.Outcome)] = []
    /// The number of outcomes that have been reported.
    private var told = 0

    /// Queues the current state of `recognizer`, which it reached from `state`.
    mutating func add(_ recognizer: Recognizer, from state: Recognizer.State) {
        outcomes.append((recognizer, recognizer.outcome(from: state)))
    }

    /// Returns the next outcome to report, or nil when the queue is empty. Its recognizer is nil when the outcome was
    /// reported out of turn.
    mutating func next() -> (recognizer: Recognizer?, outcome: Recognizer.Outcome)? {
        guard told < outcomes.count else {
            outcomes.removeAll(keepingCapacity: true)
            told = 0
            return nil
        }
        told += 1
        return outcomes[told - 1]
    }

    /// Takes the first outcome of `recognizer` out of turn. Returns nil when there is none.
    mutating func take(of recognizer: Recognizer) -> Recognizer.Outcome? {
        for index in outcomes.indices.dropFirst(told) where outcomes[index].recognizer === recognizer {
            outcomes[index].recognizer = nil
            return outcomes[index].outcome
        }
        return nil
    }
}
