// Delivers hardware buttons to the responder that has the focus and to its recognizers.

public import Geometry

extension TouchDispatcher {
    /// Delivers the changes of one moment, one after the other, to recognizers and responders.
    public func handle(_ frame: PressFrame) {
        advance(to: frame.time)
        frameNumber += 1
        for change in frame.changes {
            let held = pressesDown.first { $0.number == change.button && $0.isDown }
            let isDisowned = disownedPresses.remove(change.button) != nil
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
                if isDisowned { continue }
                warn(
                    .notPressed(change.button),
                    "button \(change.button) \(change.phase.rawValue) without having been pressed; ignored")
            }
        }
    }

    /// Cancels the presses for which `concerned` returns true. By default it cancels all of them, for buttons that are gone.
    public func cancelPresses(where concerned: (Press) -> Bool = { _ in true }) {
        for press in pressesDown where press.isDown && concerned(press) {
            disownedPresses.insert(press.number)
            bring(press, to: .cancelled)
        }
    }

    /// The responder that has the focus, or nil when it lies outside of `root`.
    private var focus: Responder? {
        guard let firstResponder, let root else { return firstResponder }
        return firstResponder.isWithin(root) ? firstResponder : nil
    }

    private func begin(_ change: PressFrame.Change, of frame: PressFrame) {
        let press = Press(number: change.button, time: now, kind: change.kind)
        press.view = focus ?? root
        pressesDown.append(press)
        route(press) { $0.delegate?.shouldReceive(frame, by: $0) != false }
        bring(press, to: .began)
    }

    /// Delivers one step of `press` to its recognizers and then to its view.
    private func bring(_ press: Press, to phase: Input.Phase) {
        press.become(phase, at: now)
        depth += 1
        for recognizer in press.recognizers where recognizer.held.contains(where: { $0 === press }) {
            if !recognizer.actual.isOver {
                recognizer.asItIs {
                    switch phase {
                    case .began: recognizer.pressesBegan([press], at: now)
                    case .ended: recognizer.pressesEnded([press], at: now)
                    case .cancelled: recognizer.pressesCancelled([press], at: now)
                    case .moved, .stationary: break
                    }
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
