// Brings hardware buttons to the responder that has the focus and to its recognizers.

public import Geometry

extension TouchDispatcher {
    /// Brings the changes of one moment, one after the other, to recognizers and responders.
    public func handle(_ frame: PressFrame) {
        advance(to: frame.time)
        frameNumber += 1
        for change in frame.changes {
            let held = pressesDown.first { $0.number == change.button && $0.isDown }
            switch (change.phase, held) {
            case (.began, nil): begin(change, of: frame)
            case (.began, let held?):
                warn(
                    .pressedTwice(change.button),
                    "button \(change.button) was pressed twice; the first counts as cancelled")
                bring(held, to: .cancelled)
                begin(change, of: frame)
            case (.ended, let held?): bring(held, to: .ended)
            case (.cancelled, let held?): bring(held, to: .cancelled)
            case (.ended, nil), (.cancelled, nil):
                warn(
                    .notPressed(change.button),
                    "button \(change.button) \(change.phase.rawValue) without having been pressed; ignored")
            }
        }
    }

    /// Ends presses as cancelled: those that `concerned` says; all of them when the buttons are gone.
    public func cancelPresses(where concerned: (Press) -> Bool = { _ in true }) {
        for press in pressesDown where press.isDown && concerned(press) { bring(press, to: .cancelled) }
    }

    private func begin(_ change: PressFrame.Change, of frame: PressFrame) {
        let press = Press(number: change.button, time: now, kind: change.kind)
        press.view = firstResponder ?? root
        pressesDown.append(press)
        route(press) { $0.delegate?.shouldReceive(frame, by: $0) != false }
        bring(press, to: .began)
    }

    /// Brings one step of `press` to its recognizers and then to its view.
    private func bring(_ press: Press, to phase: Input.Phase) {
        press.become(phase, at: now)
        depth += 1
        for recognizer in press.recognizers where recognizer.presses.contains(where: { $0 === press }) {
            if !recognizer.state.isOver {
                switch phase {
                case .began: recognizer.pressesBegan([press], at: now)
                case .ended: recognizer.pressesEnded([press], at: now)
                case .cancelled: recognizer.pressesCancelled([press], at: now)
                case .moved, .stationary: break
                }
            }
            if !press.isDown { recognizer.unfollow(press) }
        }
        tellView(of: press)
        depth -= 1
        settle()
        if press.isDown { press.phase = .stationary }
    }
}
