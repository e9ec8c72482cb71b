// Changes of layer properties that one fraction drives: scrubbed by a finger, or run by a spring or a timing curve.

public import Geometry

/// Adds to properties of layers between two ends. The fraction says how far between: 0 is where it begins, 1 where it
/// ends. A finger sets it (`scrub`), a spring or a curve runs it to either end (`run`), and whoever wants can stop it
/// where it is (`pause`), turn it round (`reverse`), or send it on in another way (`run` again), with no jump.
public final class PropertyAnimator {
    /// Where the animator is in its life.
    public enum State: Equatable {
        /// Nothing is added to any layer.
        case inactive
        /// Held at a fraction.
        case scrubbed(Double)
        /// On its way; the motion's value is the fraction.
        case running(Motion)
        /// Over; nothing is added any more, and nothing can start.
        case stopped
    }

    /// Where the animator is in its life.
    public private(set) var state = State.inactive
    /// Between which fractions the layers are shown, and where a motion ends at once.
    public var limits: ClosedRange<Double> = -Double.infinity...Double.infinity
    /// When a motion on a spring is at rest, in fractions.
    public var rest = RestLimits(distance: 0.0005, speed: 0.01)
    /// How many times as long as they should the motions take that start from now on. Velocities stay what they would be.
    public var slowness = 1.0
    /// Called when a motion has come to its end, with the fraction there.
    public var onEnd: ((Double) -> Void)?
    /// Called with each fraction that is shown.
    public var onProgress: ((Double) -> Void)?

    private struct Track {
        let layer: Layer
        let property: AnimatedProperty
        var from: Double
        var to: Double
    }
    private var tracks: [Track] = []

    /// An animator that changes nothing yet.
    public init() {}

    // Without this the layers would stay where an animator that nobody holds any more had put them.
    deinit { withdraw() }

    /// Adds `from` to the property's model value at fraction 0 and `to` at fraction 1, linearly between. What several
    /// animators add to one property sums up, so transitions can overlap; so does what one adds in several calls.
    public func add(_ property: AnimatedProperty, of layer: Layer, from: Double, to: Double) {
        if let index = tracks.firstIndex(where: { $0.layer === layer && $0.property == property }) {
            tracks[index].from += from
            tracks[index].to += to
        } else {
            tracks.append(Track(layer: layer, property: property, from: from, to: to))
        }
    }

    /// The fraction at `instant`, and its velocity (per second).
    public func fraction(at instant: Instant) -> (value: Double, velocity: Double) {
        switch state {
        case .inactive, .stopped: return (0, 0)
        case .scrubbed(let fraction): return (fraction, 0)
        case .running(let motion):
            let state = motion.state(at: instant)
            return (limited(state.value), state.velocity)
        }
    }

    /// When the motion ends; nil while nothing runs.
    public var end: Instant? { if case .running(let motion) = state { motion.end } else { nil } }

    /// Holds the layers at `fraction`.
    public func scrub(to fraction: Double) {
        move(to: .scrubbed(limited(fraction)))
        show(limited(fraction))
    }

    /// Runs from where it is at `instant` to `fraction`. Its velocity is the one it has, or `velocity` (per second).
    public func run(to fraction: Double, _ timing: Timing, velocity: Double? = nil, at instant: Instant) {
        let present = self.fraction(at: instant)
        move(
            to: .running(
                Motion(
                    timing, from: present.value, to: fraction, velocity: velocity ?? present.velocity, start: instant,
                    rest: rest, limits: limits, slowness: slowness)))
        show(present.value)
    }

    /// Stops it where it is at `instant`.
    public func pause(at instant: Instant) { scrub(to: fraction(at: instant).value) }

    /// Sends a motion back to the end it did not go to, in the way in which it came.
    public func reverse(at instant: Instant) {
        guard case .running(let motion) = state else { return }
        run(to: motion.to < 0.5 ? 1 : 0, motion.timing, at: instant)
    }

    /// Shows where the layers are at `instant`. A motion that is over holds them at its end, and that is said.
    public func advance(to instant: Instant) {
        guard case .running(let motion) = state else { return }
        show(fraction(at: instant).value)
        guard instant >= motion.end else { return }
        move(to: .scrubbed(limited(motion.to)))
        onEnd?(motion.to)
    }

    /// Shows the layers at `fraction` for the moment, whatever drives them.
    public func show(_ fraction: Double) {
        let me = ObjectIdentifier(self)
        for track in tracks {
            let amount = track.from + (track.to - track.from) * fraction
            if let index = track.layer.additions.firstIndex(where: {
                $0.animator == me && $0.property == track.property
            }) {
                track.layer.additions[index].amount = amount
            } else {
                track.layer.additions.append(.init(animator: me, property: track.property, amount: amount))
            }
        }
        onProgress?(fraction)
    }

    /// Takes away all that was added, for good.
    public func stop() {
        move(to: .stopped)
        withdraw()
        tracks = []
    }

    private func limited(_ fraction: Double) -> Double { min(max(fraction, limits.lowerBound), limits.upperBound) }

    private func withdraw() {
        for track in tracks { track.layer.additions.removeAll { $0.animator == ObjectIdentifier(self) } }
    }

    private func move(to next: State) {
        if case .stopped = state { fatalError("an animator that was stopped cannot become \(next)") }
        state = next
    }
}
