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
        // One formula for all springs: x = c·x0 + s·(v0 + z·w·x0) and v = c·v0 − s·(w²·x0 + z·w·v0), where c and s are
        // cos and sin/β (z < 1) or cosh and sinh/β (z > 1), times the decay. Nothing in it grows without bound near z = 1,
        // where β is 0 and s becomes the time itself.
        let w = angularFrequency
        let z = dampingRatio
        let t = seconds
        let beta = w * (abs(1 - z) * (1 + z)).squareRoot()
        let c: Double
        let s: Double
        if z < 1 {
            let decay = exp(-z * w * t)
            c = decay * cos(beta * t)
            s = beta * t == 0 ? decay * t : decay * sin(beta * t) / beta
        } else {
            // The slower of the two decays, −z·w + β, without the difference of two large numbers.
            let slow = exp(-w * w / (z * w + beta) * t)
            let share = expm1(-2 * beta * t)
            c = slow * (1 + share / 2)
            s = beta * t == 0 ? slow * t : slow * -share / (2 * beta)
        }
        return (c * x0 + s * (v0 + z * w * x0), c * v0 - s * (w * w * x0 + z * w * v0))
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
    /// How many times as long as it should it takes for the same way.
    public let slowness: Double

    /// A value that leaves `from` at `start` with `velocity` and comes to rest at `to`. To be looked at closely, it can take
    /// `slowness` times as long; its velocities stay those of the motion as it should be.
    public init(
        spring: Spring, from: Double, to: Double, velocity: Double, start: Instant, slowness: Double = 1
    ) {
        self.slowness = slowness
        self.spring = spring
        self.from = from
        self.to = to
        self.velocity = velocity
        self.start = start
    }

    /// Value and velocity (per second) at `instant`; before `start` those of `start`.
    public func state(at instant: Instant) -> (value: Double, velocity: Double) {
        let seconds = max(0, (instant - start).seconds / slowness)
        let state = spring.state(displacement: from - to, velocity: velocity, after: seconds)
        return (to + state.displacement, state.velocity)
    }

    /// The first whole millisecond after `start` at which the value is within `distance` of rest and slower than `speed`.
    /// `stops` tells of values at which the motion ends at once (a clamp that it ran into). At most ten seconds. All of it
    /// `slowness` times as late.
    public func rest(within distance: Double, slowerThan speed: Double, stops: (Double) -> Bool = { _ in false })
        -> Instant
    {
        for millisecond in 0..<10_000 {
            let instant = start + .milliseconds(millisecond).slowed(by: slowness)
            let state = state(at: instant)
            if abs(state.value - to) <= distance, abs(state.velocity) <= speed { return instant }
            if millisecond > 0, stops(state.value) { return instant }
        }
        return start + .milliseconds(10_000).slowed(by: slowness)
    }
}

extension Instant.Span {
    /// As long as this takes in a motion that is slower by `slowness`; the same, to the nanosecond, for 1.
    package func slowed(by slowness: Double) -> Instant.Span {
        Instant.Span(nanoseconds: Int64((Double(nanoseconds) * slowness).rounded()))
    }
}
