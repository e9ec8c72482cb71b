// A value that moves from its current position to its rest, on a spring or along a timing curve.

public import Geometry

/// How a value moves from one position to another.
public enum Timing: Hashable, Sendable {
    /// A spring. It continues the current velocity of the value, and its duration follows from the physics.
    case spring(Spring)
    /// A timing curve. It always takes `duration` and ignores the current velocity of the value.
    case curve(TimingCurve, duration: Instant.Span)
}

/// The limits within which a value on a spring counts as at rest.
public struct RestLimits: Hashable, Sendable {
    /// The largest distance from the target, in the unit of the value.
    public var distance: Double
    /// The largest speed, per second.
    public var speed: Double

    /// Limits of `distance` from the target and of `speed`.
    public init(distance: Double, speed: Double) {
        self.distance = distance
        self.speed = speed
    }
}

/// The movement of a value between two known instants.
public struct Motion: Hashable, Sendable {
    /// The spring or the timing curve of the movement.
    public let timing: Timing
    /// The value at `start`.
    public let from: Double
    /// The value at rest.
    public let to: Double
    /// The time at which the movement starts.
    public let start: Instant
    /// The time from which the value is at rest.
    public let end: Instant
    private let velocity: Double
    private let slowness: Double

    /// A movement that leaves `from` at `start` with `velocity` (per second) and comes to rest at `to`. On a spring, it ends
    /// when the value is at rest by `rest`, or at once when the value leaves `limits`. For close inspection, the movement can
    /// take `slowness` times as long for the same way. Its velocities stay those of the movement at normal speed.
    public init(
        _ timing: Timing, from: Double, to: Double, velocity: Double = 0, start: Instant, rest: RestLimits,
        limits: ClosedRange<Double> = -Double.infinity...Double.infinity, slowness: Double = 1
    ) {
        self.slowness = slowness
        self.timing = timing
        self.from = from
        self.to = to
        self.velocity = velocity
        self.start = start
        switch timing {
        case .spring(let spring):
            end = SpringMotion(
                spring: spring, from: from, to: to, velocity: velocity, start: start, slowness: slowness
            )
            .rest(within: rest.distance, slowerThan: rest.speed) { !limits.contains($0) }
        case .curve(_, let duration): end = start + (from == to ? .zero : duration.slowed(by: slowness))
        }
    }

    /// The value and its velocity (per second) at `instant`. Before `start`, those at `start`. From `end` on, those at rest.
    public func state(at instant: Instant) -> (value: Double, velocity: Double) {
        if instant >= end { return (to, 0) }
        switch timing {
        case .spring(let spring):
            return SpringMotion(
                spring: spring, from: from, to: to, velocity: velocity, start: start, slowness: slowness
            )
            .state(at: instant)
        case .curve(let curve, let duration):
            let state = curve.state(at: (instant - start).seconds / slowness / duration.seconds)
            return (from + (to - from) * state.way, (to - from) * state.speed / duration.seconds)
        }
    }
}
