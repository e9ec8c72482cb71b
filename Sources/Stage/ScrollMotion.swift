// How a scroll view moves on its own: it decelerates, swings back at an end, or goes to a place on a spring.

#if canImport(Glibc)
    import Glibc
#endif
import Geometry
import Layers

/// The offset of a scroll view along one axis while no finger holds it, in pixels. UIKit's: the velocity keeps 0.998 of
/// itself each millisecond; at an end a critically damped spring takes over with the velocity that is left.
struct ScrollMotion {
    /// What is left of the velocity after a millisecond.
    static let rate = 0.998
    /// How fast the velocity decays, per second.
    static let decay = -1000 * log(rate)
    /// The spring at the ends.
    static let spring = Spring(dampingRatio: 1, response: 0.45)
    /// Slower than this (px/s), a scroll view rests.
    static let restSpeed = 8.0
    /// The longest that a search for an instant goes on.
    private static let longest = 10_000

    private enum Part {
        case decelerating(from: Double, velocity: Double, start: Instant)
        case swinging(SpringMotion)
    }
    private var parts: [(part: Part, end: Instant)] = []
    /// How many times as long as it should it takes for the same way; velocities stay those of the motion as it should be.
    private let slowness: Double

    /// A motion from `offset` with `velocity` (px/s) between `ends`, from `start` on.
    init(offset: Double, velocity: Double, ends: ClosedRange<Double>, start: Instant, slowness: Double = 1) {
        self.slowness = slowness
        if !ends.contains(offset) {
            let end = offset < ends.lowerBound ? ends.lowerBound : ends.upperBound
            swing(from: offset, to: end, velocity: velocity, start: start)
            return
        }
        // x(t) = x₀ + (v₀ / k)·(1 − e^(−k·t)), k = −1000·ln(rate).
        let k = Self.decay
        let end = velocity < 0 ? ends.lowerBound : ends.upperBound
        let reach = offset + velocity / k
        let hits = velocity < 0 ? reach < end : reach > end
        let seconds =
            hits ? -log(1 - (end - offset) * k / velocity) / k : max(0, log(abs(velocity) / Self.restSpeed)) / k
        let stop = start + .seconds((abs(velocity) < Self.restSpeed ? 0 : seconds) * slowness)
        parts.append((.decelerating(from: offset, velocity: velocity, start: start), stop))
        if hits {
            let left = velocity * exp(-k * ((stop - start).seconds / slowness))
            swing(from: end, to: end, velocity: left, start: stop)
        }
    }

    /// A motion from `offset` to `target` on a spring that starts with `velocity` (px/s), from `start` on. What would
    /// carry it beyond the target is left out of the velocity.
    init(offset: Double, velocity: Double, target: Double, start: Instant, slowness: Double = 1) {
        self.slowness = slowness
        let most = Self.spring.angularFrequency * abs(target - offset)
        let isTowards = velocity * (target - offset) >= 0
        swing(
            from: offset, to: target, velocity: isTowards ? min(max(velocity, -most), most) : velocity, start: start)
    }

    private init(from: Double, to: Double, velocity: Double, start: Instant, slowness: Double) {
        self.slowness = slowness
        swing(from: from, to: to, velocity: velocity, start: start)
    }

    private mutating func swing(from: Double, to: Double, velocity: Double, start: Instant) {
        let motion = SpringMotion(
            spring: Self.spring, from: from, to: to, velocity: velocity, start: start, slowness: slowness)
        // A swing that starts at rest is there already by distance; it is over when it has come back.
        var end = start
        for millisecond in 1..<Self.longest {
            end = start + .milliseconds(millisecond).slowed(by: slowness)
            let state = motion.state(at: end)
            if abs(state.value - to) <= 0.5, abs(state.velocity) <= Self.restSpeed { break }
        }
        parts.append((.swinging(motion), end))
    }

    /// When it rests.
    var end: Instant { parts.last?.end ?? .zero }

    /// Where it rests.
    var target: Double { state(at: end).offset }

    /// The offset and its velocity (px/s) at `instant`.
    func state(at instant: Instant) -> (offset: Double, velocity: Double) {
        guard let last = parts.last else { return (0, 0) }
        let (part, end) = parts.first { instant < $0.end } ?? last
        switch part {
        case .decelerating(let from, let velocity, let start):
            let seconds = max(0, (min(instant, end) - start).seconds / slowness)
            let left = exp(-Self.decay * seconds)
            return (from + velocity / Self.decay * (1 - left), instant >= end ? 0 : velocity * left)
        case .swinging(let motion):
            if instant >= end { return (motion.to, 0) }
            let state = motion.state(at: instant)
            return (state.value, state.velocity)
        }
    }

    /// When the offset has left `range`, to a millisecond after `now`; nil when it comes to rest in it.
    func departure(from range: ClosedRange<Double>, after now: Instant) -> Instant? {
        for millisecond in 1..<Self.longest {
            let instant = now + .milliseconds(millisecond).slowed(by: slowness)
            if !range.contains(state(at: instant).offset) { return instant }
            if instant >= end { return nil }
        }
        return nil
    }

    /// The same motion from `instant` on, where the content has moved by `distance` under it and rests between `ends`.
    func shifted(by distance: Double, ends: ClosedRange<Double>, at instant: Instant) -> ScrollMotion {
        let state = state(at: instant)
        if case .swinging(let motion)? = (parts.first { instant < $0.end } ?? parts.last)?.part {
            let target = min(max(motion.to + distance, ends.lowerBound), ends.upperBound)
            return ScrollMotion(
                from: state.offset + distance, to: target, velocity: state.velocity, start: instant,
                slowness: slowness)
        }
        return ScrollMotion(
            offset: state.offset + distance, velocity: state.velocity, ends: ends, start: instant, slowness: slowness)
    }
}
