// Recognizes a finger at the moment when it comes down.

public import Geometry

/// A finger that comes down. Continuous: it begins in that moment and ends when the finger leaves. It keeps out only what
/// `prevents` says, such as the tap that would press what lies there; whoever drags may have the finger as well.
public final class TouchDownRecognizer: Recognizer {
    /// Whether it keeps another recognizer from this finger. By default it keeps out what fingers do that rest: taps and
    /// long presses.
    public var prevents: (Recognizer) -> Bool = { $0 is TapRecognizer || $0 is LongPressRecognizer }

    /// A touch-down that is called `name` in traces.
    public override init(name: String) { super.init(name: name) }

    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        if state == .possible { return begin() }
        for touch in new { ignore(touch) }
    }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) {
        guard !touches.contains(where: \.isDown) else { return }
        if state.isActive { end() } else { fail("lifted while it waited for another gesture to fail") }
    }

    public override func canPrevent(_ other: Recognizer) -> Bool { prevents(other) }
    public override func canBePrevented(by other: Recognizer) -> Bool { false }
}
