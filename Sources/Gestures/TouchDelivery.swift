// What views are told of touches, and when: at once, after a recognizer has failed, or never.

import Geometry

extension TouchDispatcher {
    /// Tells the view of `touch` what the touch has just done, unless somebody delays it.
    func tellView(of touch: Touch) {
        guard touch.phase != .stationary else { return }
        let step = Touch.Step(phase: touch.phase, time: touch.time, location: touch.location)
        if case .begun(let waiting) = touch.delivery, waiting.isEmpty, touch.phase == .moved, !isDelayed(touch, .moved)
        {
            return tell(touch, step)
        }
        switch touch.delivery {
        case .pending(let waiting): touch.delivery = .pending(waiting + [step])
        case .begun(let waiting): touch.delivery = .begun(waiting + [step])
        case .over: return
        }
        if !touch.isDown { keepUnfinished(touch) }
        flush(touch)
    }

    /// Tells the view what has waited, as far as nobody delays it any more.
    func flush(_ touch: Touch) {
        while true {
            switch touch.delivery {
            case .pending(let waiting):
                guard let step = waiting.first, !isDelayed(touch, step.phase) else { return }
                touch.delivery = step.phase == .began ? .begun(Array(waiting.dropFirst())) : .over
                tell(touch, step)
            case .begun(let waiting):
                guard let step = waiting.first, !isDelayed(touch, step.phase) else { return }
                touch.delivery =
                    step.phase == .ended || step.phase == .cancelled ? .over : .begun(Array(waiting.dropFirst()))
                tell(touch, step)
            case .over: return
            }
        }
    }

    /// A recognizer recognized with these touches: their views lose them, and never hear of them if they have not yet.
    func takeTouchesFromViews(_ recognizer: Recognizer) {
        guard recognizer.cancelsTouchesInView else { return }
        for touch in recognizer.attempt { takeFromView(touch) }
    }

    /// Ends what the view of `touch` knows of it, as cancelled; what waited is dropped.
    func takeFromView(_ touch: Touch) {
        if case .begun = touch.delivery {
            touch.delivery = .over
            tell(touch, Touch.Step(phase: .cancelled, time: touch.time, location: touch.location))
        }
        touch.delivery = .over
    }

    /// Whether a recognizer that may still take the touch wants its view not to hear of this yet.
    private func isDelayed(_ touch: Touch, _ phase: Touch.Phase) -> Bool {
        switch phase {
        case .began, .moved, .stationary:
            touch.recognizers.contains { $0.state == .possible && $0.delaysTouchesBegan }
        case .ended:
            touch.recognizers.contains { $0.state == .possible && ($0.delaysTouchesBegan || $0.delaysTouchesEnded) }
        case .cancelled: false
        }
    }

    /// Brings one step to the view with the touch as it was then.
    private func tell(_ touch: Touch, _ step: Touch.Step) {
        let present = (touch.phase, touch.time, touch.location)
        (touch.phase, touch.time, touch.location) = (step.phase, step.time, step.location)
        switch step.phase {
        case .began: touch.view?.touchesBegan([touch])
        case .moved: touch.view?.touchesMoved([touch])
        case .ended: touch.view?.touchesEnded([touch])
        case .cancelled: touch.view?.touchesCancelled([touch])
        case .stationary: break
        }
        (touch.phase, touch.time, touch.location) = present
    }
}
