// Animates layer properties by one fraction, which a finger scrubs, or a spring or a timing curve drives.

public import Geometry

/// Adds values between two ends to properties of layers. The fraction is the position between the ends: 0 at the beginning,
/// 1 at the end. A finger sets the fraction (`scrub`), and a spring or a curve moves it to either end (`run`). At any time,
/// and without a jump, the animator can be stopped (`pause`), turned round (`reverse`) or run again in another way (`run`).
public final class PropertyAnimator {
    /// The state of the animator.
    public enum State: Equatable {
        /// Adds nothing to any layer.
        case inactive
        /// Holds the layers at a fraction.
        case scrubbed(Double)
        /// Runs. The value of the motion is the fraction.
        case running(Motion)
        /// Stopped for good. The animator adds nothing any more and cannot start again.
        case stopped
    }

    /// The state of the animator.
    public private(set) var state = State.inactive
    /// The range of the fractions shown. A motion on a spring ends at once when it leaves this range.
    public var limits: ClosedRange<Double> = -Double.infinity...Double.infinity
    /// The limits within which a motion on a spring is at rest, in fractions.
    public var rest = RestLimits(distance: 0.0005, speed: 0.01)
    /// The factor by which motions that start from now on take longer. Their velocities stay those at normal speed.
    public var slowness = 1.0
    /// Called when a motion has ended, with the fraction at its end.
    public var onEnd: ((Double) -> Void)?
    /// Called when the animator is stopped.
    package var onStop: (() -> Void)?
    /// Called with each fraction that is shown.
    public var onProgress: ((Double) -> Void)?

    private struct Track {
        let layer: Layer
        let property: AnimatedProperty
        var from: Double
        var to: Double

        func amount(at fraction: Double) -> Double { from + (to - from) * fraction }
    }
    private var tracks: [Track] = []

    /// An animator without any properties.
    public init() {}

    // Without this, the layers would keep the additions of an animator that no longer exists.
    deinit { withdraw() }

    /// Adds `from` to the model value of the property at fraction 0 and `to` at fraction 1, and interpolates linearly
    /// between them. The additions of several animators to one property sum up, so transitions can overlap. Several calls
    /// of one animator sum up too.
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

    /// The time at which the motion ends. Nil when no motion runs.
    public var end: Instant? { if case .running(let motion) = state { motion.end } else { nil } }

    /// Holds the layers at `fraction`.
    public func scrub(to fraction: Double) {
        move(to: .scrubbed(limited(fraction)))
        show(limited(fraction))
    }

    /// Runs to `fraction` from the fraction at `instant`. The initial velocity is the current one, or `velocity` (per second).
    public func run(to fraction: Double, _ timing: Timing, velocity: Double? = nil, at instant: Instant) {
        let present = self.fraction(at: instant)
        move(
            to: .running(
                Motion(
                    timing, from: present.value, to: fraction, velocity: velocity ?? present.velocity, start: instant,
                    rest: rest, limits: limits, slowness: slowness)))
        show(present.value)
    }

    /// Stops a motion at the fraction at `instant`.
    public func pause(at instant: Instant) {
        // Without a motion there is nothing to stop, and scrubbing would make an inactive animator add its values.
        guard case .running = state else { return }
        scrub(to: fraction(at: instant).value)
    }

    /// Sends a motion back to the opposite end, with the same timing.
    public func reverse(at instant: Instant) {
        guard case .running(let motion) = state else { return }
        run(to: motion.to < 0.5 ? 1 : 0, motion.timing, at: instant)
    }

    /// Shows the layers as they are at `instant`. When the motion has ended, holds the layers at its end and calls `onEnd`.
    public func advance(to instant: Instant) {
        guard case .running(let motion) = state else { return }
        show(fraction(at: instant).value)
        // `onProgress` may have stopped the animator, or sent it somewhere else.
        guard instant >= motion.end, state == .running(motion) else { return }
        move(to: .scrubbed(limited(motion.to)))
        onEnd?(limited(motion.to))
    }

    /// Shows the layers at `fraction` for the moment, without changing the state.
    public func show(_ fraction: Double) {
        let me = ObjectIdentifier(self)
        for track in tracks {
            let amount = track.amount(at: fraction)
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

    /// Poses the layers as `show` would show them at `fraction`. The layers stay as they are, and `onProgress` is not called.
    package func pose(_ fraction: Double, in poses: inout Poses) {
        for track in tracks {
            poses.add(
                track.amount(at: fraction), to: track.property, of: track.layer, by: ObjectIdentifier(self))
        }
    }

    /// Withdraws all additions, for good.
    public func stop() {
        move(to: .stopped)
        withdraw()
        tracks = []
        onStop?()
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
