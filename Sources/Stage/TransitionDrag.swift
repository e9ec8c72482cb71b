// One finger's hold on a transition: where it took it, how far it has brought it, and what follows when it lets go.

import Geometry
import Gestures
import Layers

/// What the finish rule needs to know of one gesture, and where the screen is under it. Lengths in mm.
struct TransitionDrag {
    /// The transition that the finger moves.
    let transition: Transition
    /// The pan of the finger.
    let pan: PanRecognizer
    /// The number of the gesture.
    let gesture: Int
    /// The pan's translation towards dismissal, from its translation as a vector.
    let along: (Vector) -> Double
    /// The offset at which the finger took the transition.
    let base: Double
    /// From where the finger's way counts to the far side of the panel.
    let room: Double
    /// Whether no more of the way that the velocity stands for counts than what has been moved: after a hand-over.
    let isHandedOver: Bool
    /// Whether the finger brings the upper screen in instead of out.
    let isInwards: Bool
    /// Whether it caught a transition that settled, and where that was going.
    let wasFinishing: Bool?
    /// How the screen follows.
    private(set) var grip = Grip.firm
    /// The finger's offset, also where the screen is clamped or banded.
    private(set) var p: Double
    /// The largest `p` so far.
    private(set) var peak: Double

    /// How the screen follows the finger.
    enum Grip {
        /// At once.
        case firm
        /// Like a rubber band: whether it may go is not known yet.
        case held
        /// Like a rubber band: it may not go, and why.
        case refused(String)
        /// At once, but for a gap (mm) that a spring closes: it may go, and was held before.
        case closing(SpringMotion)
    }

    init(
        transition: Transition, pan: PanRecognizer, along: @escaping (Vector) -> Double, base: Double, room: Double,
        wasFinishing: Bool? = nil, isHandedOver: Bool = false, isInwards: Bool = false
    ) {
        self.transition = transition
        self.pan = pan
        gesture = pan.id
        self.along = along
        self.base = base
        self.room = room
        self.wasFinishing = wasFinishing
        self.isHandedOver = isHandedOver
        self.isInwards = isInwards
        p = base
        peak = base
    }

    /// Whether the operation finishes when the finger gets its way: an upper screen that was caught while it came does not.
    var bringsToEnd: Bool { transition.operation.leaves || isInwards }

    /// The finger has moved.
    mutating func follow() {
        p = base + along(pan.translation)
        peak = isInwards ? min(peak, p) : max(peak, p)
    }

    // MARK: Where the screen is

    /// The screen under the finger, from now on; where the finger will be at an instant when `isPredicted`, else where it
    /// was last. `banded` makes of the finger's offset (mm) what is shown of it.
    func hold(isPredicted: Bool, banded: @escaping (Double) -> Double) -> Transition.Hold {
        var end = isPredicted ? pan.predictionEnd : .zero
        if case .closing(let gap) = grip { end = max(end, gap.start + Self.closingTime.slowed(by: gap.slowness)) }
        return Transition.Hold(holder: .finger(Hold(drag: self, isPredicted: isPredicted, banded: banded, end: end)))
    }

    /// The screen under the finger as of its last sample. A value, not a closure: there is a new one for each sample.
    struct Hold {
        fileprivate let drag: TransitionDrag
        fileprivate let isPredicted: Bool
        fileprivate let banded: (Double) -> Double
        let end: Instant

        /// The offset (px) at `instant`.
        func offset(at instant: Instant) -> Double {
            let p = isPredicted ? drag.base + drag.along(drag.pan.translation(at: instant)) : drag.p
            return drag.offset(of: banded(p), at: instant) * drag.transition.density
        }
    }

    private func offset(of p: Double, at instant: Instant) -> Double {
        switch grip {
        case .firm: p
        case .held, .refused: given(p)
        case .closing(let gap): p - gap.state(at: instant).value
        }
    }

    /// Whether the screen may go is not known yet.
    mutating func hold() { grip = .held }

    /// The screen may not go.
    mutating func refuse(_ why: String) { grip = .refused(why) }

    /// The screen may go: it catches up with the finger, from `instant` on, `slowness` times as slowly as it should.
    mutating func loosen(at instant: Instant, slowness: Double) {
        let gap = p - given(p)
        grip = .closing(
            SpringMotion(spring: Self.closing, from: gap, to: 0, velocity: 0, start: instant, slowness: slowness))
    }

    /// Fast enough that the screen has caught up while the finger is still wondering.
    private static let closing = Spring(dampingRatio: 1, response: 0.2)
    /// After this long no gap is left to see.
    private static let closingTime = Instant.Span.milliseconds(400)

    /// How far a screen gives that may not go.
    private func given(_ p: Double) -> Double {
        p <= base
            ? p : base + RubberBand().banded(p - base, dimension: Self.give * transition.extent / transition.density)
    }

    /// The share of its extent that a held screen never gives.
    private static let give = 0.2

    // MARK: The release

    /// What the finger did, when it lets go with `velocity` (mm/s outwards).
    func release(velocity: Double) -> FinishRule.Release {
        let extent = transition.extent / transition.density
        return FinishRule.Release(
            p: isInwards ? base - p : p, peak: isInwards ? base - peak : peak,
            velocity: isInwards ? -velocity : velocity, extent: extent, room: room,
            carryLimit: isHandedOver ? max(0, p) : nil)
    }
}
