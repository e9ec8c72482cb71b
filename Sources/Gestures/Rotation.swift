// Recognizes two fingers that turn about each other.

/// A rotation. Continuous; see `TwoFingerRecognizer` for when it begins and ends.
public final class RotationRecognizer: TwoFingerRecognizer {
    /// How far, in radians, the fingers turn at least before it begins. Where this is less than `slop` along the circle
    /// on which the fingers came down, that counts.
    public var minimumRotation = Slop.rotation

    /// A rotation that is called `name` in traces.
    public init(name: String = "rotation") {
        super.init(name: name, neutral: 0) { rotation, old, new in rotation + old.turn(to: new) }
    }

    /// How far the fingers have turned since the rotation began, in radians, clockwise on the glass; a full turn is 2π,
    /// two are 4π.
    public var rotation: Double { measure }

    /// How fast `rotation` changes, in radians per second. From the first lift on, how fast it did before; zero when the
    /// fingers had come to rest.
    public var velocity: Double { measureVelocity }

    override func threshold(at distance: Double) -> Double { max(minimumRotation, super.threshold(at: distance)) }
}
