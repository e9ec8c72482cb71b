// Recognizes two fingers that turn about each other.

/// A rotation. Continuous. `TwoFingerRecognizer` describes when it begins and ends.
public final class RotationRecognizer: TwoFingerRecognizer {
    /// The smallest angle, in radians, by which the fingers turn before the gesture begins. When `slop` divided by the
    /// initial distance of the fingers is a larger angle, that angle applies instead.
    public var minimumRotation = Slop.rotation

    /// A rotation named `name` in traces.
    public init(name: String = "rotation") {
        super.init(name: name, neutral: 0) { rotation, old, new in rotation + old.turn(to: new) }
    }

    /// The angle by which the fingers have turned since the rotation began, in radians, clockwise on the glass. A full turn
    /// is 2π, two turns are 4π.
    public var rotation: Double { measure }

    /// The rate of change of `rotation`, in radians per second. After the first lift, the rate before it; zero when the
    /// fingers had come to rest.
    public var velocity: Double { measureVelocity }

    override func threshold(at distance: Double) -> Double { max(minimumRotation, super.threshold(at: distance)) }
}
