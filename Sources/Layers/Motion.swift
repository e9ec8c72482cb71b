// A value on its way from where it is to where it rests: on a spring or along a timing curve.

public import Geometry

/// What takes a value from one place to another.
public enum Timing: Hashable, Sendable {
    /// A spring: it takes the velocity over that the value has, and as long as it takes.
    case spring(Spring)
    /// A timing curve: it always takes `duration`; the velocity that the value has counts for nothing.
    case curve(TimingCurve, duration: Instant.Span)
}

/// When a value on a spring counts as at rest.
public struct RestLimits: Hashable, Sendable {
    /// So near to where it goes, in the unit of the value, …
    public var distance: Double
    /// … and slower than this, per second.
    public var speed: Double

    /// At rest within `distance`, slower than `speed`.
    public init(distance: Double, speed: Double) {
        self.distance = distance
        self.speed = speed
    }
}

/// A value on its way, from a known instant to a known instant.
public struct Motion: Hashable, Sendable {
    /// What takes it there.
    public let timing: Timing
    /// Where it was at `start`.
    public let from: Double
    /// Where it comes to rest.
    public let to: Double
    /// When it began.
    public let start: Instant
    /// When it is at rest.
    public let end: Instant
    private let velocity: Double
    private let slowness: Double

    /// A value that leaves `from` at `start` with `velocity` (per second) and comes to rest at `to`. It ends when it is
    /// at rest by `rest`, and at once where it leaves `limits`. To be looked at closely, it can take `slowness` times as
    /// long for the same way; its velocities stay those of the motion as it should be.
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

    /// Value and velocity (per second) at `instant`: before `start` those of `start`, from `end` on at rest.
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
