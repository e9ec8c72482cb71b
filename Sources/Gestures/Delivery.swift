// What views are told of touches and presses, and when: at once, after a recognizer has failed, or never.

extension TouchDispatcher {
    /// Tells the view of `input` what it has just done, unless somebody delays it.
    func tellView(of input: Input) {
        guard input.phase != .stationary else { return }
        let step = input.step
        switch input.delivery {
        case .pending(var waiting):
            // Nobody else holds the array meanwhile, so that it grows in place.
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

    /// Tells the view what has waited, as far as nobody delays it any more.
    func flush(_ input: Input) {
        while true {
            switch input.delivery {
            case .pending(let waiting):
                guard let step = waiting.first, !isDelayed(input, step.phase) else { return }
                guard step.phase == .began else {
                    // Taken away while recognizers were still being told that it began.
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

    /// A recognizer recognized: views lose its touches and presses, and never hear of them if they have not yet.
    func takeFromViews(_ recognizer: Recognizer) {
        guard recognizer.cancelsTouchesInView else { return }
        for input in recognizer.attempt { takeFromView(input) }
    }

    /// Ends what the view of `input` knows of it, as cancelled; what waited is dropped.
    func takeFromView(_ input: Input) {
        if case .begun = input.delivery {
            input.delivery = .over
            var step = input.step
            step.phase = .cancelled
            input.tell(step, in: self)
        }
        input.delivery = .over
    }

    /// Whether a recognizer that may still take it wants the view not to hear of this yet.
    private func isDelayed(_ input: Input, _ phase: Input.Phase) -> Bool {
        switch phase {
        case .began, .moved, .stationary:
            input.recognizers.contains { $0.state == .possible && $0.delaysTouchesBegan }
        case .ended:
            input.recognizers.contains { $0.state == .possible && ($0.delaysTouchesBegan || $0.delaysTouchesEnded) }
        case .cancelled: false
        }
    }
}
