// Delivers touches and presses to views: at once, after the delaying recognizers have failed, or never.

extension TouchDispatcher {
    /// Tells the view of `input` about its last change, unless a recognizer delays it.
    func tellView(of input: Input) {
        guard input.phase != .stationary else { return }
        let step = input.step
        switch input.delivery {
        case .pending(var waiting):
            // Replacing the enum value releases its reference to the array, so the array grows in place.
            input.delivery = .over
            waiting.append(step)
            input.delivery = .pending(waiting)
        case .begun(var waiting):
            if waiting.isEmpty, step.phase == .moved, !isDelayed(input, .moved) { return input.tell(step, in: self) }
            input.delivery = .over
            waiting.append(step)
            input.delivery = .begun(waiting)
        case .over: return
        }
        if !input.isDown { keepUnfinished(input) }
        flush(input)
    }

    /// Delivers the queued steps of `input` to its view, up to the first step that a recognizer still delays.
    func flush(_ input: Input) {
        while true {
            switch input.delivery {
            case .pending(let waiting):
                guard let step = waiting.first, !isDelayed(input, step.phase) else { return }
                guard step.phase == .began else {
                    // The input was cancelled while recognizers were still being told that it began, so the view is told
                    // nothing.
                    input.delivery = .over
                    return
                }
                input.delivery = .begun(Array(waiting.dropFirst()))
                input.tell(step, in: self)
            case .begun(let waiting):
                guard let step = waiting.first, !isDelayed(input, step.phase) else { return }
                input.delivery =
                    step.phase == .ended || step.phase == .cancelled ? .over : .begun(Array(waiting.dropFirst()))
                input.tell(step, in: self)
            case .over: return
            }
        }
    }

    /// Takes the touches and presses of `recognizer` from their views, because it recognized. A view that has not been told
    /// of an input is never told of it.
    func takeFromViews(_ recognizer: Recognizer) {
        guard recognizer.cancelsTouchesInView else { return }
        for input in recognizer.attempt { takeFromView(input) }
    }

    /// Tells the view of `input` that the input was cancelled, if the view was told that it began. Discards the queued steps.
    func takeFromView(_ input: Input) {
        if case .begun = input.delivery {
            input.delivery = .over
            var step = input.step
            step.phase = .cancelled
            input.tell(step, in: self)
        }
        input.delivery = .over
    }

    /// Whether a recognizer that has not decided yet delays a step of `phase` of `input` for the view.
    private func isDelayed(_ input: Input, _ phase: Input.Phase) -> Bool {
        switch phase {
        case .began, .moved, .stationary:
            input.recognizers.contains { $0.actual == .possible && $0.delaysTouchesBegan }
        case .ended:
            input.recognizers.contains { $0.actual == .possible && ($0.delaysTouchesBegan || $0.delaysTouchesEnded) }
        case .cancelled: false
        }
    }
}
