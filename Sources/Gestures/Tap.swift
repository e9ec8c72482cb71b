// Recognizes fingers that come down and leave where they came, or buttons that are pressed, once or several times.

public import Geometry

/// Taps: so many, each with so many fingers. Discrete. A tap takes its time: a visitor who rests a finger on a row still
/// means the row. With `allowedPressTypes` it also takes buttons that are pressed and released.
public final class TapRecognizer: Recognizer {
    /// How many taps it takes, at one place and without long pauses.
    public var numberOfTapsRequired = 1
    /// How many fingers tap at once, or how many buttons. More fail it.
    public var numberOfTouchesRequired: Int {
        get { counter.required }
        set { counter.required = newValue }
    }
    /// How far each finger may move, in mm.
    public var slop: Double {
        get { counter.slop }
        set { counter.slop = newValue }
    }
    /// The longest time from one tap's lift to the next tap's touch-down.
    public var maximumPause: Instant.Span {
        get { counter.longestPause }
        set { counter.longestPause = newValue }
    }
    /// How far, in mm, a further tap may land from the first.
    public var maximumDistance: Double {
        get { counter.largestDistance }
        set { counter.largestDistance = newValue }
    }
    /// How long a tap may take from the first finger's touch-down to the last one's lift; nil for as long as it likes.
    public var maximumDuration: Instant.Span?

    private var counter = TapCounter()

    /// A tap that is called `name` in traces.
    public override init(name: String = "tap") { super.init(name: name) }

    private var isComplete: Bool { counter.count >= numberOfTapsRequired }

    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        if isComplete {
            // It waits for another recognizer to fail. What comes now is not part of it.
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
        if let why = counter.moved(moved) { fail(why) }
    }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) { inputsEnded(touches, at: time) }
    public override func pressesEnded(_ ended: [Press], at time: Instant) { inputsEnded(presses, at: time) }

    private func inputsEnded(_ inputs: [Input], at time: Instant) {
        if let why = counter.ended(inputs, at: time) {
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

    public override func reset() { counter.reset() }

    /// A tap does not keep out what needs as many taps and something more: a tap with a higher count, or a press after
    /// such taps.
    public override func canPrevent(_ other: Recognizer) -> Bool {
        if let tap = other as? TapRecognizer { return tap.numberOfTapsRequired <= numberOfTapsRequired }
        if let press = other as? LongPressRecognizer { return press.numberOfTapsRequired < numberOfTapsRequired }
        return true
    }
}

extension Instant.Span {
    /// For sentences: whole milliseconds.
    var text: String { "\(Int((seconds * 1000).rounded())) ms" }
}
