// One screen moving over another, driven by a finger or by a spring.

public import Geometry
public import Layers

/// Moves an upper screen over a lower one: push and pop along the horizontal axis, present and dismiss along the
/// vertical. Its one number is the offset: how far the upper screen is from covering the lower, in pixels; 0 covers it,
/// `extent` is out of sight. A finger drives the offset or a spring does, and either can take it over from the other at
/// any instant, with no jump in position.
public final class Transition: Mover {
    /// What the transition does when it finishes.
    public enum Operation: String, Sendable {
        case push, pop, present, dismiss

        /// Whether the upper screen leaves when the operation finishes.
        public var leaves: Bool { self == .pop || self == .dismiss }
    }

    /// What moves the offset.
    public enum Phase {
        /// A finger holds the upper screen at this offset (px).
        case driven(Double)
        /// A spring takes it to rest. `finishes` says whether the operation does; `end` is when it rests.
        case settling(SpringMotion, finishes: Bool, end: Instant)
        /// It has come to rest and the layers are back at their model.
        case over
    }

    /// The spring of every settle.
    public static let spring = Spring(dampingRatio: 1, response: 0.35)
    /// A settle is over within this distance (px) …
    public static let restDistance = 0.5
    /// … and below this speed (mm/s).
    public static let restSpeed = 5.0

    /// Which transition, counted over all of them.
    public let id: Int
    /// What it does when it finishes.
    public let operation: Operation
    /// The screen that moves over the other.
    public let upper: Screen
    /// The screen beneath.
    public let lower: Screen
    /// How far the upper screen moves, in pixels.
    public let extent: Double
    /// Pixels per millimetre along the way.
    public let density: Double
    /// What moves the offset.
    public private(set) var phase: Phase
    /// How far the offset may go below 0: a sheet can be pulled above its rest, a page cannot.
    private let mayRiseAboveRest: Bool
    private let animator = PropertyAnimator()
    /// Called when the spring has come to rest.
    private let onRest: (Transition) -> Void

    /// The screen that is there before, and the one after, when the operation finishes.
    public var from: Screen { operation.leaves ? upper : lower }
    /// The screen that is there when the operation has finished.
    public var to: Screen { operation.leaves ? lower : upper }

    init(
        id: Int, operation: Operation, upper: Screen, lower: Screen, extent: Double, density: Double,
        mayRiseAboveRest: Bool, onRest: @escaping (Transition) -> Void, looks: (PropertyAnimator) -> Void
    ) {
        self.id = id
        self.operation = operation
        self.upper = upper
        self.lower = lower
        self.extent = extent
        self.density = density
        self.mayRiseAboveRest = mayRiseAboveRest
        self.onRest = onRest
        phase = .driven(operation.leaves ? 0 : extent)
        looks(animator)
        show(operation.leaves ? 0 : extent)
    }

    /// The offset (px) and its velocity (px/s) at `instant`, as they are shown.
    public func offset(at instant: Instant) -> (offset: Double, velocity: Double) {
        switch phase {
        case .driven(let offset): return (offset, 0)
        case .settling(let motion, _, let end):
            if instant >= end { return (motion.to, 0) }
            let state = motion.state(at: instant)
            return (limited(state.value), state.velocity)
        case .over: return (0, 0)
        }
    }

    /// Whether a spring moves it.
    public var isSettling: Bool { if case .settling = phase { true } else { false } }
    /// Whether a finger holds it.
    public var isDriven: Bool { if case .driven = phase { true } else { false } }
    /// Whether it is settled that the upper screen leaves.
    public var isLeaving: Bool {
        if case .settling(_, let finishes, _) = phase { finishes == operation.leaves } else { false }
    }
    /// When it comes to rest, while it settles.
    public var end: Instant? { if case .settling(_, _, let end) = phase { end } else { nil } }

    /// A finger holds the upper screen at `offset` (px).
    func drive(to offset: Double) {
        move(to: .driven(limited(offset)))
        show(limited(offset))
    }

    /// A spring takes it from where it is at `instant`, with `velocity` (px/s towards the leaving side), to its end.
    func settle(finishes: Bool, velocity: Double, at instant: Instant) {
        let from = offset(at: instant).offset
        let to = finishes == operation.leaves ? extent : 0
        let motion = SpringMotion(spring: Self.spring, from: from, to: to, velocity: velocity, start: instant)
        let end = motion.rest(
            within: Self.restDistance, slowerThan: Self.restSpeed * density, stops: { self.limited($0) != $0 })
        move(to: .settling(motion, finishes: finishes, end: end))
    }

    /// Shows where the upper screen is at `instant`.
    func show(at instant: Instant) {
        if case .over = phase { return }
        show(offset(at: instant).offset)
    }

    func rest() { onRest(self) }

    /// It is over: the layers go back to their model.
    func finish() {
        move(to: .over)
        animator.stop()
    }

    private func move(to next: Phase) {
        if case .over = phase { fatalError("transition \(id) is over and cannot become \(next)") }
        phase = next
    }

    private func show(_ offset: Double) { animator.scrub(to: offset / extent) }

    private func limited(_ offset: Double) -> Double {
        min(max(offset, mayRiseAboveRest ? -extent : 0), extent)
    }
}
