// Decides which of several recognizers gets a touch or a press that they all follow.

extension TouchDispatcher {
    /// Handles the request of `recognizer` to leave `possible`. The recognizer fails when a recognizer that shares one of
    /// its inputs has begun and keeps it out, or when its delegate refuses. The recognizer waits while another one that it
    /// requires to fail has not failed.
    func arbitrate(_ recognizer: Recognizer, wants next: Recognizer.State) {
        guard recognizer.actual == .possible, recognizer.heldState == nil else { return }
        // Delegates may disable recognizers or remove their views. These recognizers have failed when the delegate returns.
        let keptOut = whyKeptOut(recognizer)
        guard recognizer.actual == .possible else { return }
        if let keptOut { return recognizer.fail(keptOut) }
        let permission = recognizer.delegate?.shouldBegin(recognizer)
        guard recognizer.actual == .possible else { return }
        if case .no(let why)? = permission { return recognizer.fail(why) }
        recognizer.heldState = next
        breakCircle(through: recognizer)
        let isWaiting = waits(recognizer)
        if !isWaiting, recognizer.actual == .possible { recognizer.become(next) }
    }

    /// Handles `winner` having just begun or ended. Recognizers that wait for its failure fail, and so do those that it
    /// keeps out.
    func prevent(by winner: Recognizer) {
        for other in engaged where other.actual == .possible && areRivals(winner, other) {
            let isRequired = other.requires(winner)
            let isKeptOut = isRequired || keepsOut(winner, other)
            guard other.actual == .possible, isKeptOut else { continue }
            other.fail(isRequired ? why(winner, requiredBy: other) : beginning(of: winner))
        }
    }

    /// Lets the waiting recognizers continue whose requirements have all failed. Called after a recognizer failed or was reset.
    func releaseHeld() {
        for recognizer in engaged {
            // A finger that is being put to rest begins nothing.
            guard let next = recognizer.heldState, !recognizer.followed.contains(where: \.isResting) else { continue }
            // A recognizer that it waited for may have begun a moment ago, before this one was told.
            let keptOut = whyKeptOut(recognizer)
            let isWaiting = keptOut == nil && waits(recognizer)
            guard recognizer.actual == .possible else { continue }
            if let keptOut {
                recognizer.fail(keptOut)
            } else if !isWaiting {
                recognizer.become(next)
            }
        }
    }

    /// The reason why a gesture that has begun or ended keeps `recognizer` from beginning, or nil when none does.
    private func whyKeptOut(_ recognizer: Recognizer) -> String? {
        for other in engaged where (other.actual.isActive || other.actual == .ended) && areRivals(recognizer, other) {
            if recognizer.requires(other) { return why(other, requiredBy: recognizer) }
            if keepsOut(other, recognizer) { return beginning(of: other) }
        }
        return nil
    }

    private func beginning(of winner: Recognizer) -> String {
        winner.actual == .ended ? "\(winner.name) was recognized" : "\(winner.name) began"
    }

    private func why(_ winner: Recognizer, requiredBy loser: Recognizer) -> String {
        "\(beginning(of: winner)); \(loser.name) requires it to fail"
    }

    /// Whether a recognizer that `recognizer` requires to fail may still begin.
    private func waits(_ recognizer: Recognizer) -> Bool {
        engaged.contains { $0.actual == .possible && areRivals(recognizer, $0) && recognizer.requires($0) }
    }

    /// Breaks circular requirements. Recognizers that wait for each other, directly or through others, would wait forever,
    /// so the requirement that closes the circle is dropped with a warning.
    private func breakCircle(through start: Recognizer) {
        var path: [Recognizer] = [start]
        func visit(_ recognizer: Recognizer) -> Bool {
            for other in engaged
            where other.actual == .possible && areRivals(recognizer, other) && recognizer.requires(other) {
                if other === start {
                    let circle = (path + [start]).map(\.name).joined(separator: " → ")
                    onWarning?("requirements to fail form a cycle: \(circle); the last one is ignored")
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

    /// Whether the attempts of both recognizers share a touch or a press. Recognizers that share none do not affect each other.
    private func areRivals(_ a: Recognizer, _ b: Recognizer) -> Bool {
        a !== b && a.attempt.contains { b.follows($0) }
    }

    private func keepsOut(_ winner: Recognizer, _ other: Recognizer) -> Bool {
        winner.canPrevent(other) && other.canBePrevented(by: winner)
            && winner.delegate?.shouldRecognizeSimultaneously(winner, with: other) != true
            && other.delegate?.shouldRecognizeSimultaneously(other, with: winner) != true
    }
}
