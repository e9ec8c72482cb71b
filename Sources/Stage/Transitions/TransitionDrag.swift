// One finger's hold on a transition: where it took the transition, how far it moved it, and the input of the finish rule.

import Geometry
import Gestures
import Layers

/// The position of a screen under one finger, and the finger's movement. It is a value in the state of the transition
/// that the finger drags. Lengths are in mm along the way out.
@MainActor
struct TransitionDrag {
    /// The ways in which a finger gets hold of a transition.
    enum Origin {
        case began
        case caught(Caught)
    }

    /// What a transition did when a finger caught it. It does that again if the finger changes nothing.
    enum Caught {
        /// It moved to `rest` (px).
        case settling(finishes: Bool, rest: Double)
        /// It waited for an answer.
        case waiting
    }

    /// How the finger's offset above the highest position of a sheet is shown.
    enum Band {
        /// Unchanged: the movement ends there anyway.
        case none
        /// Not at all: beyond `limit` the finger goes on with something else.
        case ends(limit: Double)
        /// As a rubber band, which never gives by more than `dimension`.
        case gives(limit: Double, dimension: Double)

        func shown(_ offset: Double) -> Double {
            switch self {
            case .none: offset
            case .ends(let limit): max(offset, limit)
            case .gives(let limit, let dimension):
                offset >= limit
                    ? offset : limit + RubberBand().banded(offset - limit, dimension: dimension)
            }
        }
    }

    /// The pan of the finger, and the number of its attempt.
    let pan: PanRecognizer
    let gesture: Int
    let origin: Origin
    /// The offset at which the finger took the transition.
    let base: Double
    /// The travel that counts before the finger has moved, brought along by a hand-over.
    let start: Double
    /// The direction that counts: 1 is out, −1 is in. For a caught transition it is against its movement.
    let sense: Double
    /// The distance from the start of the finger's travel to the far side of the panel.
    let room: Double
    /// Whether, after a hand-over, the velocity counts for no more than the distance moved.
    let isHandedOver: Bool
    /// The extent of the transition.
    let extent: Double
    private let axis: Axis
    private let outwards: Double

    /// The screen that had agreed to leave, or that code had sent away, when a finger caught the transition on its way out.
    weak var agreed: Screen?
    /// How the offset above the highest position of a sheet is shown.
    var band = Band.none
    /// Whether the screen only gives like a rubber band, because it may not leave, or has not answered yet.
    var isRestrained = false
    /// Whether the screen is shown at the predicted position of the finger instead of its last reported one.
    var isPredicted = false
    /// The remaining distance between the finger and a screen that was held before and may leave now.
    private var gap: SpringMotion?
    /// The finger's travel so far.
    private(set) var way = 0.0
    /// The largest `p` so far.
    private(set) var peak: Double
    /// The instant at which the velocity is taken: that of the finger's last movement, or that at which it has come to rest since.
    private var judged: Instant

    /// Creates the hold of `pan` on `transition`, whose offset is `base`.
    init(
        _ transition: Transition, pan: PanRecognizer, origin: Origin, base: Double, start: Double = 0, sense: Double,
        room: Double, isHandedOver: Bool = false
    ) {
        self.pan = pan
        gesture = pan.id
        self.origin = origin
        self.base = base
        self.start = start
        self.sense = sense
        self.room = room
        self.isHandedOver = isHandedOver
        extent = transition.extent / transition.density
        (axis, outwards) = (transition.operation.axis, transition.outwards)
        peak = start
        judged = pan.time
    }

    /// The finger's travel that counts for the finish rule, even where the screen is clamped or banded.
    var p: Double { start + sense * way }
    /// The offset of a screen that follows the finger everywhere.
    var offset: Double { base + way }

    /// The component of `vector` along the way out.
    private func along(_ vector: Vector) -> Double { vector[axis] * outwards }

    /// Updates the travel after the finger has moved.
    mutating func follow() {
        way = along(pan.translation)
        peak = max(peak, p)
        judged = pan.time
    }

    /// The instant at which the finger will have come to rest without another movement; nil if it has already.
    var restTime: Instant? { judged < pan.restTime ? pan.restTime : nil }

    /// Takes note that the finger has come to rest.
    mutating func rest() { judged = max(judged, pan.restTime) }

    /// Whether the finger, on exceeding the slop, first moved across the axis of the screen that it caught.
    var goesAcross: Bool {
        if case .caught = origin { pan.setOffAcross } else { false }
    }

    // MARK: Position of the screen

    /// The offset at `instant`.
    func offset(at instant: Instant) -> Double {
        let offset = band.shown(base + (isPredicted ? along(pan.translation(at: instant)) : way))
        if isRestrained { return given(offset) }
        return offset - (gap?.state(at: instant).value ?? 0)
    }

    /// The instant until which the offset changes without movement of the finger.
    var end: Instant {
        let prediction = isPredicted ? pan.predictionEnd : .zero
        guard let gap else { return prediction }
        return max(prediction, gap.start + Self.closingTime.slowed(by: gap.slowness))
    }

    /// Lets the screen catch up with the finger from `instant` on, because the screen may leave now. `slowness` slows
    /// this down.
    mutating func loosen(at instant: Instant, slowness: Double) {
        guard isRestrained else { return }
        let offset = band.shown(self.offset)
        isRestrained = false
        gap = SpringMotion(
            spring: Self.closing, from: offset - given(offset), to: 0, velocity: 0, start: instant, slowness: slowness)
    }

    /// Fast enough that the screen catches up while the visitor still hesitates.
    private static let closing = Spring(dampingRatio: 1, response: 0.2)
    /// The time after which no gap is visible.
    private static let closingTime = Instant.Span.milliseconds(400)

    /// The offset of a screen that may not leave and bands.
    private func given(_ offset: Double) -> Double {
        offset <= base ? offset : base + RubberBand().banded(offset - base, dimension: Self.give * extent)
    }

    /// The share of the screen's extent that a held screen approaches and never reaches.
    private static let give = 0.2

    // MARK: The release

    /// The input of the finish rule for a release now.
    var release: FinishRule.Release {
        FinishRule.Release(
            p: p, peak: peak, velocity: sense * velocity, extent: extent, room: room,
            carryLimit: isHandedOver ? max(0, p) : nil)
    }

    /// The velocity (mm/s) of the finger at the lift, along the way out.
    var velocity: Double { along(pan.velocityAtLift(at: max(judged, pan.time))) }
}
