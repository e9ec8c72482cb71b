// Recognizes a finger at touch-down.

public import Geometry

/// A touch-down. Continuous: it begins at touch-down and ends when the finger lifts. It keeps out only the recognizers that
/// `prevents` selects, such as the tap on the content under the finger. A drag may follow the same finger.
public final class TouchDownRecognizer: Recognizer {
    /// Whether this recognizer keeps another one from recognizing with the finger. By default it keeps out taps and long
    /// presses, the gestures of resting fingers.
    public var prevents: (Recognizer) -> Bool = { $0 is TapRecognizer || $0 is LongPressRecognizer }

    /// A touch-down named `name` in traces.
    public override init(name: String) { super.init(name: name) }

    public override func refusal(of touch: Touch) -> String? { touch.whyNotNew }

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
