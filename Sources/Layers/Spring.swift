// Springs in closed form: where a mass on a spring is at any instant, with no step by step integration.

#if canImport(Glibc)
    import Glibc
#endif
public import Geometry

/// A damped spring on a unit mass.
public struct Spring: Hashable, Sendable {
    /// Damping as a share of critical damping: 1 just does not oscillate, less swings, more creeps.
    public let dampingRatio: Double
    /// Period of the same spring without damping, in seconds.
    public let response: Double

    /// A spring by its feel. `dampingRatio` must not be negative, `response` must be positive.
    public init(dampingRatio: Double, response: Double) {
        guard dampingRatio >= 0, response > 0 else {
            fatalError("a spring needs dampingRatio ≥ 0 and response > 0, not \(dampingRatio) and \(response)")
        }
        self.dampingRatio = dampingRatio
        self.response = response
    }

    /// A spring by its physics: kg, N/m and N·s/m. `mass` and `stiffness` must be positive.
    public init(mass: Double, stiffness: Double, damping: Double) {
        self.init(
            dampingRatio: damping / (2 * (stiffness * mass).squareRoot()),
            response: 2 * Double.pi * (mass / stiffness).squareRoot())
    }

    /// Angular frequency without damping, in radians per second.
    public var angularFrequency: Double { 2 * Double.pi / response }

    /// Displacement and velocity after `seconds`, of a mass that starts `displacement` away from rest with `velocity`.
    /// Any unit of length; velocity in that unit per second.
    public func state(displacement x0: Double, velocity v0: Double, after seconds: Double)
        -> (displacement: Double, velocity: Double)
    {
        let w = angularFrequency
        let z = dampingRatio
        let t = seconds
        if z < 1 {
            let damped = w * (1 - z * z).squareRoot()
            let b = (v0 + z * w * x0) / damped
            let decay = exp(-z * w * t)
            let (sine, cosine) = (sin(damped * t), cos(damped * t))
            return (
                decay * (x0 * cosine + b * sine),
                decay * ((b * damped - z * w * x0) * cosine - (x0 * damped + z * w * b) * sine)
            )
        }
        if z == 1 {
            let b = v0 + w * x0
            let decay = exp(-w * t)
            return (decay * (x0 + b * t), decay * (b - w * (x0 + b * t)))
        }
        let root = w * (z * z - 1).squareRoot()
        let (r1, r2) = (-z * w + root, -z * w - root)
        let c1 = (v0 - r2 * x0) / (r1 - r2)
        let c2 = x0 - c1
        let (e1, e2) = (exp(r1 * t), exp(r2 * t))
        return (c1 * e1 + c2 * e2, c1 * r1 * e1 + c2 * r2 * e2)
    }
}

/// A value on its way to its rest on a spring, from a known instant on.
public struct SpringMotion: Hashable, Sendable {
    /// The spring it hangs on.
    public let spring: Spring
    /// Where it was at `start`.
    public let from: Double
    /// Where it comes to rest.
    public let to: Double
    /// Its velocity at `start`, in units of the value per second.
    public let velocity: Double
    /// When it began.
    public let start: Instant

    /// A value that leaves `from` at `start` with `velocity` and comes to rest at `to`.
    public init(spring: Spring, from: Double, to: Double, velocity: Double, start: Instant) {
        self.spring = spring
        self.from = from
        self.to = to
        self.velocity = velocity
        self.start = start
    }

    /// Value and velocity (per second) at `instant`; before `start` those of `start`.
    public func state(at instant: Instant) -> (value: Double, velocity: Double) {
        let seconds = max(0, (instant - start).seconds)
        let state = spring.state(displacement: from - to, velocity: velocity, after: seconds)
        return (to + state.displacement, state.velocity)
    }

    /// The first whole millisecond after `start` at which the value is within `distance` of rest and slower than `speed`.
    /// `stops` tells of values at which the motion ends at once (a clamp that it ran into). At most ten seconds.
    public func rest(within distance: Double, slowerThan speed: Double, stops: (Double) -> Bool = { _ in false })
        -> Instant
    {
        for millisecond in 0..<10_000 {
            let instant = start + .milliseconds(millisecond)
            let state = state(at: instant)
            if abs(state.value - to) <= distance, abs(state.velocity) <= speed { return instant }
            if millisecond > 0, stops(state.value) { return instant }
        }
        return start + .milliseconds(10_000)
    }
}
