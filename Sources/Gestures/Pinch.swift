// Recognizes two fingers that move apart or together.

/// A pinch. Continuous. `TwoFingerRecognizer` describes when it begins and ends.
public final class PinchRecognizer: TwoFingerRecognizer {
    /// A pinch named `name` in traces.
    public init(name: String = "pinch") {
        super.init(name: name, neutral: 1) { scale, old, new in scale * (new.distance / old.distance) }
    }

    /// The distance between the fingers, relative to the distance at the moment when the pinch began.
    public var scale: Double { measure }

    /// The rate of change of `scale`, per second. Negative when the fingers move together. After the first lift, the rate
    /// before it; zero when the fingers had come to rest.
    public var velocity: Double { measureVelocity }
}
