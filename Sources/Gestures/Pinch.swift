// Recognizes two fingers that move apart or together.

/// A pinch. Continuous; see `TwoFingerRecognizer` for when it begins and ends.
public final class PinchRecognizer: TwoFingerRecognizer {
    /// A pinch that is called `name` in traces.
    public init(name: String = "pinch") {
        super.init(name: name, neutral: 1) { scale, old, new in scale * (new.distance / old.distance) }
    }

    /// The distance between the fingers as a multiple of what it was when the pinch began: 1 at that moment.
    public var scale: Double { measure }

    /// How fast `scale` changes, per second; negative when the fingers come together. From the first lift on, how fast it
    /// did before; zero when the fingers had come to rest.
    public var velocity: Double { measureVelocity }
}
