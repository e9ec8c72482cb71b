// Recognizes a finger at the moment when it comes down.

public import Geometry

/// A finger that comes down. Discrete, and over in the same moment: what it stops has stopped, and the finger is free for
/// whoever takes it next. It keeps out only what `prevents` says, such as the tap that would press what lies there.
public final class TouchDownRecognizer: Recognizer {
    /// Whether it keeps another recognizer from this finger. By default it keeps out what fingers do that rest: taps and
    /// long presses.
    public var prevents: (Recognizer) -> Bool = { $0 is TapRecognizer || $0 is LongPressRecognizer }

    /// A touch-down that is called `name` in traces.
    public override init(name: String) { super.init(name: name) }

    public override func touchesBegan(_ new: [Touch], at time: Instant) { recognize() }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) {
        fail("lifted while it waited for another gesture to fail")
    }

    public override func canPrevent(_ other: Recognizer) -> Bool { prevents(other) }
    public override func canBePrevented(by other: Recognizer) -> Bool { false }
}
