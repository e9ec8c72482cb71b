// Recognizes fingers that rest, and lets them drag from then on; and buttons that are held.

public import Geometry

/// Fingers that stay where they came down. Continuous: it begins by itself when they have rested long enough, changes
/// when one of them moves, and ends when one of them leaves. With `allowedPressTypes` it also takes buttons that are held
/// so long; several at once for what not everybody should find.
public final class LongPressRecognizer: Recognizer {
    /// How long fingers rest before it begins, from when as many as it takes are down.
    public var minimumDuration = Slop.longPress
    /// How far each finger may move, in mm, before it begins. Once begun, fingers may go anywhere.
    public var allowableMovement: Double {
        get { counter.slop }
        set { counter.slop = newValue }
    }
    /// How many fingers, or buttons, press. More fail it before it begins and are ignored after.
    public var numberOfTouchesRequired: Int {
        get { counter.required }
        set { counter.required = newValue }
    }
    /// How many taps, with as many fingers, come before the press.
    public var numberOfTapsRequired = 0
    /// The longest time from one tap's lift to the next touch-down.
    public var maximumPause: Instant.Span {
        get { counter.longestPause }
        set { counter.longestPause = newValue }
    }
    /// How far, in mm, a further tap, or the press, may land from the first tap.
    public var maximumDistance: Double {
        get { counter.largestDistance }
        set { counter.largestDistance = newValue }
    }

    private var counter = TapCounter()
    /// Whether the fingers have rested long enough. It may still wait for another recognizer to fail.
    private var hasRested = false

    /// A long press that is called `name` in traces.
    public override init(name: String = "long-press") { super.init(name: name) }

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
        } else if let why = counter.moved(moved) {
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
