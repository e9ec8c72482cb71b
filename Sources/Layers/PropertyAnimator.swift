// Changes of layer properties that one fraction drives: scrubbed by a finger, or run by a spring.

public import Geometry

/// Adds to properties of layers between two ends. The fraction says how far between: 0 is where it begins, 1 where it
/// ends. A finger sets it (`scrub`), a spring runs it (`run`), and a finger can take it again at any instant.
public final class PropertyAnimator {
    /// Where the animator is in its life.
    public enum State: Equatable {
        /// Nothing is added to any layer.
        case inactive
        /// Held at a fraction.
        case scrubbed(Double)
        /// On its way on a spring; the motion's value is the fraction.
        case running(SpringMotion)
        /// Over; nothing is added any more, and nothing can start.
        case stopped
    }

    /// Where the animator is in its life.
    public private(set) var state = State.inactive

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

    /// The fraction at `instant`.
    public func fraction(at instant: Instant) -> Double {
        switch state {
        case .inactive, .stopped: 0
        case .scrubbed(let fraction): fraction
        case .running(let motion): motion.state(at: instant).value
        }
    }

    /// Holds the layers at `fraction`.
    public func scrub(to fraction: Double) {
        move(to: .scrubbed(fraction))
        show(fraction)
    }

    /// Lets `motion` drive the fraction from now on; `advance` shows it.
    public func run(_ motion: SpringMotion) {
        move(to: .running(motion))
        show(motion.from)
    }

    /// Shows where the layers are at `instant`, with the fraction kept inside `limits`.
    public func advance(to instant: Instant, limits: ClosedRange<Double>) {
        if case .running(let motion) = state {
            show(min(max(motion.state(at: instant).value, limits.lowerBound), limits.upperBound))
        }
    }

    /// Takes away all that was added, for good.
    public func stop() {
        move(to: .stopped)
        withdraw()
        tracks = []
    }

    private func withdraw() {
        for track in tracks { track.layer.additions.removeAll { $0.animator == ObjectIdentifier(self) } }
    }

    private func move(to next: State) {
        if case .stopped = state { fatalError("an animator that was stopped cannot become \(next)") }
        state = next
    }

    private func show(_ fraction: Double) {
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
    }
}
