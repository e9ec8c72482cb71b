// How a scroll view moves on its own: it decelerates, and at an end it swings back.

#if canImport(Glibc)
    import Glibc
#endif
import Geometry
import Layers

/// The offset of a scroll view while no finger holds it, in pixels. UIKit's: the velocity keeps 0.998 of itself each
/// millisecond; at an end a critically damped spring takes over with the velocity that is left.
struct ScrollMotion {
    /// What is left of the velocity after a millisecond.
    static let rate = 0.998
    /// The spring at the ends.
    static let spring = Spring(dampingRatio: 1, response: 0.45)
    /// Slower than this (px/s), a scroll view rests.
    static let restSpeed = 8.0

    private enum Part {
        case decelerating(from: Double, velocity: Double, start: Instant)
        case swinging(SpringMotion)
    }
    private var parts: [(part: Part, end: Instant)] = []

    /// A motion from `offset` with `velocity` (px/s) between `ends`, from `start` on.
    init(offset: Double, velocity: Double, ends: ClosedRange<Double>, start: Instant) {
        if !ends.contains(offset) {
            let end = offset < ends.lowerBound ? ends.lowerBound : ends.upperBound
            swing(from: offset, to: end, velocity: velocity, start: start)
            return
        }
        // x(t) = x₀ + (v₀ / k)·(1 − e^(−k·t)), k = −1000·ln(rate).
        let k = -1000 * log(Self.rate)
        let end = velocity < 0 ? ends.lowerBound : ends.upperBound
        let reach = offset + velocity / k
        let hits = velocity < 0 ? reach < end : reach > end
        let seconds =
            hits ? -log(1 - (end - offset) * k / velocity) / k : max(0, log(abs(velocity) / Self.restSpeed)) / k
        let stop = start + .seconds(abs(velocity) < Self.restSpeed ? 0 : seconds)
        parts.append((.decelerating(from: offset, velocity: velocity, start: start), stop))
        if hits {
            let left = velocity * exp(-k * (stop - start).seconds)
            swing(from: end, to: end, velocity: left, start: stop)
        }
    }

    private mutating func swing(from: Double, to: Double, velocity: Double, start: Instant) {
        let motion = SpringMotion(spring: Self.spring, from: from, to: to, velocity: velocity, start: start)
        // A swing that starts at rest is there already by distance; it is over when it has come back.
        var end = start
        for millisecond in 1..<10_000 {
            end = start + .milliseconds(millisecond)
            let state = motion.state(at: end)
            if abs(state.value - to) <= 0.5, abs(state.velocity) <= Self.restSpeed { break }
        }
        parts.append((.swinging(motion), end))
    }

    /// When it rests.
    var end: Instant { parts.last?.end ?? .zero }

    /// The offset at `instant`.
    func offset(at instant: Instant) -> Double {
        guard let last = parts.last else { return 0 }
        let (part, end) = parts.first { instant < $0.end } ?? last
        switch part {
        case .decelerating(let from, let velocity, let start):
            let k = -1000 * log(Self.rate)
            let seconds = max(0, (min(instant, end) - start).seconds)
            return from + velocity / k * (1 - exp(-k * seconds))
        case .swinging(let motion): return instant >= end ? motion.to : motion.state(at: instant).value
        }
    }
}
