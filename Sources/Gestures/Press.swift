// One hardware button, from press to release.

public import Geometry

/// One button that is held. The object stays the same from press to release.
public final class Press: Input {
    /// The function of the button.
    public let kind: PressFrame.Kind

    init(number: Int, time: Instant, kind: PressFrame.Kind) {
        self.kind = kind
        super.init(number: number, time: time)
    }

    override func isAllowed(by recognizer: Recognizer) -> Bool { recognizer.allowedPressTypes.contains(kind) }

    override func isReceived(by recognizer: Recognizer) -> Bool {
        recognizer.delegate?.shouldReceive(self, by: recognizer) != false
    }

    override func tell(_ step: Step, in dispatcher: TouchDispatcher) {
        let (present, wasDown) = ((phase, time), isDown)
        (phase, time) = (step.phase, step.time)
        switch step.phase {
        case .began: view?.pressesBegan([self])
        case .ended: view?.pressesEnded([self])
        case .cancelled: view?.pressesCancelled([self])
        case .moved, .stationary: break
        }
        // When the press ended while the view was being told, the new phase and time stay.
        if isDown == wasDown { (phase, time) = present }
    }
}
