// Recognizes fingers that rest and may then drag, and buttons that are held.

public import Geometry

/// Fingers that stay where they came down. Continuous: it begins by itself when the fingers have rested long enough,
/// changes when one of them moves, and ends when one of them lifts. With `allowedPressTypes` it also recognizes buttons
/// that are held for as long. Several buttons at once suit a function that visitors should not find.
public final class LongPressRecognizer: Recognizer {
    /// How long the fingers rest before the gesture begins, counted from when the required number of fingers is down.
    public var minimumDuration = Slop.longPress
    /// How far each finger may move, in mm, before the gesture begins. If the dispatcher's slop is greater, it applies instead.
    /// Once it has begun, fingers may move anywhere.
    public var allowableMovement: Double {
        get { counter.slop }
        set { counter.slop = newValue }
    }
    /// The number of fingers, or of buttons, that press. More of them make the recognizer fail before it begins, and are
    /// ignored after that.
    public var numberOfTouchesRequired: Int {
        get { counter.required }
        set { counter.required = newValue }
    }
    /// The number of taps, each with the required number of fingers, before the press.
    public var numberOfTapsRequired = 0
    /// The longest time from the lift of one tap to the next touch-down.
    public var maximumPause: Instant.Span {
        get { counter.longestPause }
        set { counter.longestPause = newValue }
    }
    /// The largest distance, in mm, from the first tap to a further tap or to the press.
    public var maximumDistance: Double {
        get { counter.largestDistance }
        set { counter.largestDistance = newValue }
    }

    private var counter = TapCounter()
    /// Whether the fingers have rested long enough. The recognizer may still wait for another one to fail.
    private var hasRested = false

    /// A long press named `name` in traces.
    public override init(name: String = "long-press") { super.init(name: name) }

    public override func refusal(of touch: Touch) -> String? { touch.whyNotStill }

    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        if state.isActive {
            for touch in new { ignore(touch) }
        } else if let why = counter.began(touches, at: time) {
            fail(why)
        } else {
            beginIfDue(at: time)
        }
    }

    public override func pressesBegan(_ new: [Press], at time: Instant) {
        if state.isActive {
            for press in new { ignore(press) }
        } else if let why = counter.began(presses, at: time) {
            fail(why)
        } else {
            beginIfDue(at: time)
        }
    }

    private func beginIfDue(at time: Instant) {
        if let deadline, deadline <= time { deadlineReached(at: time) }
    }

    public override func touchesMoved(_ moved: [Touch], at time: Instant) {
        if state.isActive {
            change()
        } else if let why = counter.moved(moved, least: dispatcher?.slop ?? 0) {
            fail(why)
        }
    }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) { inputsEnded(touches, at: time) }
    public override func pressesEnded(_ ended: [Press], at time: Instant) { inputsEnded(presses, at: time) }

    private func inputsEnded(_ inputs: [Input], at time: Instant) {
        if state.isActive {
            end()
        } else if let why = counter.ended(inputs, at: time) {
            fail(why)
        } else if hasRested {
            fail("\(counter.means.released) while it waited for another gesture to fail")
        } else if counter.count > numberOfTapsRequired {
            fail("\(counter.means.released) before \(minimumDuration.text)")
        }
    }

    public override var deadline: Instant? {
        guard state == .possible, !hasRested else { return nil }
        switch counter.progress {
        case .between: return counter.deadline
        case .gathering: return nil
        case .pressed(_, let complete):
            return counter.count == numberOfTapsRequired && inputCount == numberOfTouchesRequired
                ? complete + minimumDuration : nil
        }
    }

    public override func deadlineReached(at time: Instant) {
        switch counter.progress {
        case .between: fail("nothing came down within \(maximumPause.text) of tap \(counter.count)")
        case .gathering, .pressed:
            hasRested = true
            begin()
        }
    }

    public override func reset() {
        counter.reset()
        hasRested = false
    }
}
