// Damped springs in closed form: the state at any instant, without stepwise integration.

#if canImport(Glibc)
    import Glibc
#endif
public import Geometry

/// A damped spring with a unit mass.
public struct Spring: Hashable, Sendable {
    /// The damping, relative to critical damping. At 1 the spring just does not oscillate. Below 1 it oscillates; above 1
    /// it creeps.
    public let dampingRatio: Double
    /// The period of the same spring without damping, in seconds.
    public let response: Double

    /// A spring from its damping ratio and response. `dampingRatio` must not be negative, and `response` must be positive.
    public init(dampingRatio: Double, response: Double) {
        guard dampingRatio >= 0, response > 0 else {
            fatalError("a spring needs dampingRatio ≥ 0 and response > 0, not \(dampingRatio) and \(response)")
        }
        self.dampingRatio = dampingRatio
        self.response = response
    }

    /// A spring from its mass (kg), stiffness (N/m) and damping (N·s/m). `mass` and `stiffness` must be positive.
    public init(mass: Double, stiffness: Double, damping: Double) {
        self.init(
            dampingRatio: damping / (2 * (stiffness * mass).squareRoot()),
            response: 2 * Double.pi * (mass / stiffness).squareRoot())
    }

    /// The angular frequency without damping, in radians per second.
    public var angularFrequency: Double { 2 * Double.pi / response }

    /// The displacement and the velocity after `seconds`, for a mass that starts `displacement` away from rest with
    /// `velocity`. Any unit of length; the velocity is in that unit per second.
    public func state(displacement x0: Double, velocity v0: Double, after seconds: Double)
        -> (displacement: Double, velocity: Double)
    {
        // One formula covers all springs: x = c·x0 + s·(v0 + z·w·x0) and v = c·v0 − s·(w²·x0 + z·w·v0). c and s are cos and
        // sin/β (z < 1) or cosh and sinh/β (z > 1), times the decay. No term grows without bound near z = 1, where β is 0
        // and s is the time itself, times the decay.
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
            // The slower of the two decays, −z·w + β, computed without subtracting two large numbers.
            let slow = exp(-w * w / (z * w + beta) * t)
            let share = expm1(-2 * beta * t)
            c = slow * (1 + share / 2)
            s = beta * t == 0 ? slow * t : slow * -share / (2 * beta)
        }
        return (c * x0 + s * (v0 + z * w * x0), c * v0 - s * (w * w * x0 + z * w * v0))
    }
}

/// A value that moves to its rest on a spring, from a known instant on.
public struct SpringMotion: Hashable, Sendable {
    /// The spring that moves the value.
    public let spring: Spring
    /// The value at `start`.
    public let from: Double
    /// The value at rest.
    public let to: Double
    /// The velocity at `start`, in units of the value per second.
    public let velocity: Double
    /// The time at which the motion starts.
    public let start: Instant
    /// The factor by which the motion takes longer for the same way.
    public let slowness: Double

    /// A motion that leaves `from` at `start` with `velocity` and comes to rest at `to`. For close inspection, it can take
    /// `slowness` times as long. Its velocities stay those of the motion at normal speed.
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

    /// The value and its velocity (per second) at `instant`. Before `start`, those at `start`.
    public func state(at instant: Instant) -> (value: Double, velocity: Double) {
        let seconds = max(0, (instant - start).seconds / slowness)
        let state = spring.state(displacement: from - to, velocity: velocity, after: seconds)
        return (to + state.displacement, state.velocity)
    }

    /// The first whole millisecond after `start` at which the value is within `distance` of rest and not faster than
    /// `speed`. The motion also ends as soon as `stops` returns true for its value, such as at a clamp, and after ten
    /// seconds at the latest. All of these times are multiplied by `slowness`.
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
    /// The span multiplied by `slowness`, rounded to the nanosecond. A slowness of 1 leaves the span as it is.
    package func slowed(by slowness: Double) -> Instant.Span {
        Instant.Span(nanoseconds: Int64((Double(nanoseconds) * slowness).rounded()))
    }
}
