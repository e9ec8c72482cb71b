// Who gets the fingers when several recognizers want them.

extension TouchDispatcher {
    /// `recognizer` wants to leave `possible`. It fails when something that follows one of its touches has begun and
    /// keeps it out, or when its delegate says no; it waits while something that it requires to fail has not failed.
    func arbitrate(_ recognizer: Recognizer, wants next: Recognizer.State) {
        guard recognizer.state == .possible, recognizer.heldState == nil else { return }
        for other in rivals(of: recognizer) where other.state.isActive || other.state == .ended {
            if recognizer.requires(other) {
                return recognizer.fail("\(other.name) began; \(recognizer.name) requires it to fail")
            }
            if keepsOut(other, recognizer) { return recognizer.fail("\(other.name) began first") }
        }
        if let why = recognizer.delegate?.refusalToBegin(recognizer) { return recognizer.fail(why) }
        if rivals(of: recognizer).contains(where: { $0.state == .possible && recognizer.requires($0) }) {
            recognizer.heldState = next
            return
        }
        recognizer.become(next)
    }

    /// `winner` has just begun or ended: what waits for its failure fails, and so does what it keeps out.
    func prevent(by winner: Recognizer) {
        for other in rivals(of: winner) where other.state == .possible {
            let what = winner.state == .ended ? "\(winner.name) was recognized" : "\(winner.name) began"
            if other.requires(winner) {
                other.fail("\(what); \(other.name) requires it to fail")
            } else if keepsOut(winner, other) {
                other.fail(what)
            }
        }
    }

    /// Something failed: what waited for nothing but that goes on.
    func releaseHeld() {
        for recognizer in engaged {
            guard let next = recognizer.heldState else { continue }
            let waits = rivals(of: recognizer).contains { $0.state == .possible && recognizer.requires($0) }
            if !waits { recognizer.become(next) }
        }
    }

    /// The other recognizers that follow a touch of this one's attempt.
    private func rivals(of recognizer: Recognizer) -> [Recognizer] {
        engaged.filter { other in
            other !== recognizer && other.attempt.contains { touch in recognizer.attempt.contains { $0 === touch } }
        }
    }

    private func keepsOut(_ winner: Recognizer, _ other: Recognizer) -> Bool {
        winner.canPrevent(other) && other.canBePrevented(by: winner)
            && winner.delegate?.shouldRecognizeSimultaneously(winner, with: other) != true
            && other.delegate?.shouldRecognizeSimultaneously(other, with: winner) != true
    }
}
