// Recognizes fingers that come down and lift at the same place, or buttons that are pressed, once or several times.

public import Geometry

/// A number of taps, each with a number of fingers. Discrete. By default a tap may take any time: a visitor who rests a finger
/// on a row still means the row. With `allowedPressTypes` the recognizer also counts buttons that are pressed and released.
public final class TapRecognizer: Recognizer {
    /// The number of taps, at one place and without long pauses.
    public var numberOfTapsRequired = 1
    /// The number of fingers, or of buttons, that tap at once. More of them make the recognizer fail.
    public var numberOfTouchesRequired: Int {
        get { counter.required }
        set { counter.required = newValue }
    }
    /// How far each finger may move, in mm. If the dispatcher's slop is greater, it applies instead.
    public var slop: Double {
        get { counter.slop }
        set { counter.slop = newValue }
    }
    /// The longest time from the lift of one tap to the touch-down of the next tap.
    public var maximumPause: Instant.Span {
        get { counter.longestPause }
        set { counter.longestPause = newValue }
    }
    /// The largest distance, in mm, from the first tap to a further tap.
    public var maximumDistance: Double {
        get { counter.largestDistance }
        set { counter.largestDistance = newValue }
    }
    /// The longest time of a tap, from the first finger's touch-down to the last finger's lift. Nil for no limit.
    public var maximumDuration: Instant.Span?

    /// Whether a finger that has moved is where it still taps. It may leave and come back as long as it is down, and taps if it lifts there.
    /// Nil for a tap that fails as soon as the finger moves by more than `slop`. For a single tap of one finger.
    public var mayLeave: ((Touch) -> Bool)?
    /// Called with true when the finger has left, and with false when it is back.
    public var onLeave: ((Bool) -> Void)?
    /// Whether the finger has left, and taps only if it comes back.
    public private(set) var isOutside = false

    private var counter = TapCounter()

    /// A tap named `name` in traces.
    public override init(name: String = "tap") { super.init(name: name) }

    public override func refusal(of touch: Touch) -> String? {
        touch.whyNotStill
            ?? (touch.isSecondTap ? "it is the second tap, and the first has changed the content" : nil)
            ?? (touch.isForOldContent ? "the content under it has just moved" : nil)
            ?? (touch.view?.takesTouches == false ? "what it came down on moves" : nil)
    }

    private var isComplete: Bool { counter.count >= numberOfTapsRequired }

    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        if isComplete {
            // The recognizer waits for another one to fail. Fingers that come now are not part of the taps.
            for touch in new { ignore(touch) }
        } else if let why = counter.began(touches, at: time) {
            fail(why)
        }
    }

    public override func pressesBegan(_ new: [Press], at time: Instant) {
        if isComplete {
            for press in new { ignore(press) }
        } else if let why = counter.began(presses, at: time) {
            fail(why)
        }
    }

    public override func touchesMoved(_ moved: [Touch], at time: Instant) {
        guard let mayLeave, let touch = moved.last else {
            if let why = counter.moved(moved, least: dispatcher?.slop ?? 0) { fail(why) }
            return
        }
        let isOutside = !mayLeave(touch)
        guard isOutside != self.isOutside else { return }
        self.isOutside = isOutside
        onLeave?(isOutside)
    }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) { inputsEnded(touches, at: time) }
    public override func pressesEnded(_ ended: [Press], at time: Instant) { inputsEnded(presses, at: time) }

    private func inputsEnded(_ inputs: [Input], at time: Instant) {
        if isOutside {
            fail("lifted beside what it came down on")
        } else if let why = counter.ended(inputs, at: time) {
            fail(why)
        } else if isComplete {
            recognize()
        }
    }

    public override var deadline: Instant? {
        if isComplete { return nil }
        switch counter.progress {
        case .between: return counter.deadline
        case .gathering(let start), .pressed(let start, _): return maximumDuration.map { start + $0 }
        }
    }

    public override func deadlineReached(at time: Instant) {
        switch counter.progress {
        case .between: fail("no tap \(counter.count + 1) of \(numberOfTapsRequired) within \(maximumPause.text)")
        case .gathering, .pressed: fail("rested for more than \((maximumDuration ?? .zero).text)")
        }
    }

    public override func reset() {
        counter.reset()
        isOutside = false
    }

    /// Whether the taps keep `other` from recognizing. They do not when `other` needs more than they do: a tap recognizer
    /// with more taps, or a long press after at least as many taps.
    public override func canPrevent(_ other: Recognizer) -> Bool {
        if let tap = other as? TapRecognizer { return tap.numberOfTapsRequired <= numberOfTapsRequired }
        if let press = other as? LongPressRecognizer { return press.numberOfTapsRequired < numberOfTapsRequired }
        return true
    }
}

extension Instant.Span {
    /// The span in whole milliseconds, for messages.
    var text: String { "\(Int((seconds * 1000).rounded())) ms" }
}
