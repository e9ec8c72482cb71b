// The motion of a scroll view that no finger holds: deceleration, a swing back at an end, or a spring to a target.

#if canImport(Glibc)
    import Glibc
#endif
import Geometry
import Layers

/// The offset of a scroll view along one axis while no finger holds it, in pixels. As in UIKit, the velocity keeps
/// 0.998 of itself each millisecond, and at an end a critically damped spring takes over with the remaining velocity.
struct ScrollMotion {
    /// The share of the velocity that remains after a millisecond.
    static let rate = 0.998
    /// The decay rate of the velocity, per second.
    static let decay = -1000 * log(rate)
    /// The spring at the ends.
    static let spring = Spring(dampingRatio: 1, response: 0.45)
    /// The speed (px/s) below which a scroll view rests.
    static let restSpeed = 8.0
    /// The maximum number of milliseconds that a search for an instant covers.
    private static let longest = 10_000

    private enum Part {
        case decelerating(from: Double, velocity: Double, start: Instant)
        case swinging(SpringMotion)
        /// Goes along with what is laid out.
        case going(Motion)
    }
    private var parts: [(part: Part, end: Instant)] = []
    /// The factor by which the motion takes longer than normal on the same path. Velocities stay those of the normal motion.
    private let slowness: Double

    /// Creates a motion from `offset` with `velocity` (px/s) that rests between `ends` and begins at `start`.
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

    /// Creates a motion on a spring from `offset` to `target` that starts with `velocity` (px/s) at `start`. A velocity
    /// that would carry the content past the target is reduced.
    init(offset: Double, velocity: Double, target: Double, start: Instant, slowness: Double = 1) {
        self.slowness = slowness
        let most = Self.spring.angularFrequency * abs(target - offset)
        let isTowards = velocity * (target - offset) >= 0
        swing(
            from: offset, to: target, velocity: isTowards ? min(max(velocity, -most), most) : velocity, start: start)
    }

    /// Creates a motion from `offset` with `velocity` (px/s) that ends at `stop`, the nearest place to rest to where it would end by
    /// itself. It decelerates, a little more or less than content without stops, which are `distance` apart. A way of less than that
    /// is too short for it to look different, so a spring takes the content.
    init(offset: Double, velocity: Double, stop: Double, distance: Double, start: Instant, slowness: Double = 1) {
        let way = stop - offset
        guard abs(way) > distance, way * velocity > 0 else {
            self.init(offset: offset, velocity: velocity, target: stop, start: start, slowness: slowness)
            return
        }
        // At the end, when the speed is `restSpeed`, the content is at the stop.
        let speed = Self.decay * way + (way < 0 ? -Self.restSpeed : Self.restSpeed)
        let end = start + .seconds(log(abs(speed) / Self.restSpeed) / Self.decay * slowness)
        self.init(
            parts: [(.decelerating(from: offset, velocity: speed, start: start), end)], slowness: slowness)
    }

    /// Creates a motion from `offset` to `target` in the same way as what is laid out around the content at `start`.
    init(offset: Double, target: Double, _ manner: Animation.Manner, start: Instant, slowness: Double = 1) {
        let limits =
            !manner.endsAtPlace
            ? -Double.infinity...Double.infinity
            : target > offset ? -Double.infinity...target : target...Double.infinity
        let motion = Motion(
            manner.timing, from: offset, to: target, velocity: manner.velocity * (target - offset), start: start,
            rest: RestLimits(distance: 0.5, speed: Self.restSpeed), limits: limits, slowness: slowness)
        self.init(parts: [(.going(motion), motion.end)], slowness: slowness)
    }

    private init(parts: [(part: Part, end: Instant)], slowness: Double) {
        (self.parts, self.slowness) = (parts, slowness)
    }

    private init(from: Double, to: Double, velocity: Double, start: Instant, slowness: Double) {
        self.slowness = slowness
        swing(from: from, to: to, velocity: velocity, start: start)
    }

    private mutating func swing(from: Double, to: Double, velocity: Double, start: Instant) {
        let motion = SpringMotion(
            spring: Self.spring, from: from, to: to, velocity: velocity, start: start, slowness: slowness)
        // A swing that starts at its target is within the distance at once, so it ends only when it is slow as well.
        var end = start
        for millisecond in 1..<Self.longest {
            end = start + .milliseconds(millisecond).slowed(by: slowness)
            let state = motion.state(at: end)
            if abs(state.value - to) <= 0.5, abs(state.velocity) <= Self.restSpeed { break }
        }
        parts.append((.swinging(motion), end))
    }

    /// Whether the content goes along with what is laid out. No finger has flung it, and none has to stop it.
    var goesAlong: Bool { if case .going? = parts.first?.part { true } else { false } }

    /// The instant at which the motion ends.
    var end: Instant { parts.last?.end ?? .zero }

    /// The offset at which the motion ends.
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
        case .going(let motion):
            let state = motion.state(at: instant)
            return (state.value, state.velocity)
        }
    }

    /// The first whole millisecond after `now` at which the offset is outside `range`; nil if the motion ends inside it.
    func departure(from range: ClosedRange<Double>, after now: Instant) -> Instant? {
        for millisecond in 1..<Self.longest {
            let instant = now + .milliseconds(millisecond).slowed(by: slowness)
            if !range.contains(state(at: instant).offset) { return instant }
            if instant >= end { return nil }
        }
        return nil
    }

    /// The same motion from `instant` on, after the content has shifted by `distance` under it, with new `ends`.
    func shifted(by distance: Double, ends: ClosedRange<Double>, at instant: Instant) -> ScrollMotion {
        let state = state(at: instant)
        let goal: Double
        switch (parts.first { instant < $0.end } ?? parts.last)?.part {
        case .swinging(let motion): goal = motion.to
        case .going(let motion):
            // It goes on with what is laid out.
            if distance == 0, ends.contains(motion.to) { return self }
            goal = motion.to
        case .decelerating, nil:
            return ScrollMotion(
                offset: state.offset + distance, velocity: state.velocity, ends: ends, start: instant,
                slowness: slowness)
        }
        return ScrollMotion(
            from: state.offset + distance, to: min(max(goal + distance, ends.lowerBound), ends.upperBound),
            velocity: state.velocity, start: instant, slowness: slowness)
    }
}
