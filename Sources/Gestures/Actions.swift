// Runs the actions of recognizers after the moment in which their outcomes occurred, in order, each outcome once.

extension TouchDispatcher {
    /// Delivers the queued outcomes to the actions of their recognizers, including the outcomes that these actions cause.
    func tellActions() {
        depth += 1
        while let (recognizer, outcome) = untold.next() {
            if let recognizer, !isTooLate(recognizer, outcome) { recognizer.tell(outcome) }
        }
        depth -= 1
    }

    /// Delivers the queued outcomes of `recognizer` at once, before its view goes away, because its owner may be gone
    /// later. Does nothing while the recognizer's own actions run.
    func tellNow(_ recognizer: Recognizer) {
        if recognizer.isTelling { return }
        depth += 1
        while let outcome = untold.take(of: recognizer) {
            if !isTooLate(recognizer, outcome) { recognizer.tell(outcome) }
        }
        depth -= 1
    }

    /// Whether `outcome` comes too late: a discrete gesture whose view is gone, or a discrete gesture of touches whose view
    /// no longer takes touches. Two fingers that lift at once from two rows must not open two pages.
    private func isTooLate(_ recognizer: Recognizer, _ outcome: Recognizer.Outcome) -> Bool {
        guard outcome.isDiscrete else { return false }
        guard let view = recognizer.view, !leaving.contains(where: view.isWithin) else { return true }
        return recognizer.attempt.first is Touch && !view.takesTouches
    }
}
