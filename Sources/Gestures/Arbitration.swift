// Who gets the fingers when several recognizers want them.

extension TouchDispatcher {
    /// `recognizer` wants to leave `possible`. It fails when something that follows one of its touches has begun and
    /// keeps it out, or when its delegate says no; it waits while something that it requires to fail has not failed.
    func arbitrate(_ recognizer: Recognizer, wants next: Recognizer.State) {
        guard recognizer.state == .possible, recognizer.heldState == nil else { return }
        if let why = whyKeptOut(recognizer) { return recognizer.fail(why) }
        if case .no(let why)? = recognizer.delegate?.shouldBegin(recognizer) { return recognizer.fail(why) }
        recognizer.heldState = next
        breakCircle(through: recognizer)
        if !waits(recognizer) { recognizer.become(next) }
    }

    /// `winner` has just begun or ended: what waits for its failure fails, and so does what it keeps out.
    func prevent(by winner: Recognizer) {
        for other in engaged where other.state == .possible && areRivals(winner, other) {
            if other.requires(winner) {
                other.fail(why(winner, requiredBy: other))
            } else if keepsOut(winner, other) {
                other.fail(beginning(of: winner))
            }
        }
    }

    /// Something failed: what waited for nothing but that goes on.
    func releaseHeld() {
        for recognizer in engaged {
            // A finger that is just being put to rest begins nothing.
            guard let next = recognizer.heldState, !recognizer.touches.contains(where: \.isResting) else { continue }
            // What it waited for may have begun a moment ago, and this one has not been told yet.
            if let why = whyKeptOut(recognizer) {
                recognizer.fail(why)
            } else if !waits(recognizer) {
                recognizer.become(next)
            }
        }
    }

    /// Which gesture that is under way does not let `recognizer` begin; nil for none.
    private func whyKeptOut(_ recognizer: Recognizer) -> String? {
        for other in engaged where (other.state.isActive || other.state == .ended) && areRivals(recognizer, other) {
            if recognizer.requires(other) { return why(other, requiredBy: recognizer) }
            if keepsOut(other, recognizer) { return beginning(of: other) }
        }
        return nil
    }

    private func beginning(of winner: Recognizer) -> String {
        winner.state == .ended ? "\(winner.name) was recognized" : "\(winner.name) began"
    }

    private func why(_ winner: Recognizer, requiredBy loser: Recognizer) -> String {
        "\(beginning(of: winner)); \(loser.name) requires it to fail"
    }

    /// Whether something that `recognizer` requires to fail may still begin.
    private func waits(_ recognizer: Recognizer) -> Bool {
        engaged.contains { $0.state == .possible && areRivals(recognizer, $0) && recognizer.requires($0) }
    }

    /// Two that wait for each other, directly or through others, would wait for ever: the requirement that closes the
    /// circle is dropped, and said.
    private func breakCircle(through start: Recognizer) {
        var path: [Recognizer] = [start]
        func visit(_ recognizer: Recognizer) -> Bool {
            for other in engaged
            where other.state == .possible && areRivals(recognizer, other) && recognizer.requires(other) {
                if other === start {
                    let circle = (path + [start]).map(\.name).joined(separator: " → ")
                    onWarning?("requirements to fail go round in a circle: \(circle); the last one is dropped")
                    recognizer.stopWaiting(for: start)
                    return true
                }
                if path.contains(where: { $0 === other }) { continue }
                path.append(other)
                if visit(other) { return true }
                path.removeLast()
            }
            return false
        }
        while visit(start) { path = [start] }
    }

    /// Whether both follow one touch in their attempts. Those that do not share a finger do not concern each other.
    private func areRivals(_ a: Recognizer, _ b: Recognizer) -> Bool {
        a !== b && a.attempt.contains { b.follows($0) }
    }

    private func keepsOut(_ winner: Recognizer, _ other: Recognizer) -> Bool {
        winner.canPrevent(other) && other.canBePrevented(by: winner)
            && winner.delegate?.shouldRecognizeSimultaneously(winner, with: other) != true
            && other.delegate?.shouldRecognizeSimultaneously(other, with: winner) != true
    }
}
