// The movement of one screen over another, driven by a finger, a spring or an app.

public import Geometry
public import Layers

/// Moves an upper screen over a lower one: push and pop along the horizontal axis, present and dismiss along the
/// vertical. Its position is one number, the offset: the distance of the upper screen from covering the lower, in
/// pixels. At 0 it covers the lower screen, at `extent` it is out of sight. A finger or a spring drives the offset, and
/// each can take over from the other at any instant without a jump. The animator defines what an offset looks like.
@MainActor
public final class Transition: Mover {
    /// The operation that the transition performs when it finishes.
    public enum Operation: String, Sendable {
        case push, pop, present, dismiss

        /// Whether the upper screen leaves when the operation finishes.
        public var leaves: Bool { self == .pop || self == .dismiss }

        /// The axis along which the upper screen moves.
        var axis: Axis { self == .push || self == .pop ? .horizontal : .vertical }
    }

    /// The states, by what moves the offset, each with its data.
    enum State {
        /// New; nothing moves the offset yet.
        case idle
        /// A finger moves the offset.
        case dragged(TransitionDrag)
        /// An interaction controller sets the offset (px).
        case controlled(offset: Double)
        /// Nothing moves the offset (px). The finger has lifted, and the upper screen waits until the asked screen has
        /// answered.
        case waiting(offset: Double)
        /// A spring or a curve moves the upper screen to `rest` (px). `finishes` says whether the operation finishes.
        case settling(finishes: Bool, rest: Double)
        /// The transition has ended, and the layers are back at their model.
        case over

        /// Whether the state may change to `next`.
        func allows(_ next: State) -> Bool {
            switch (self, next) {
            case (.idle, .dragged), (.idle, .controlled), (.idle, .settling): true
            case (.dragged, .dragged), (.dragged, .waiting), (.dragged, .settling), (.dragged, .over): true
            case (.controlled, .controlled), (.controlled, .settling): true
            case (.waiting, .dragged), (.waiting, .settling): true
            case (.settling, .dragged), (.settling, .settling), (.settling, .over): true
            case (.over, _), (_, .idle), (_, .over), (_, .dragged), (_, .controlled), (_, .waiting): false
            }
        }
    }

    /// The answer of the asked screen about leaving. It belongs to the transition, and each finger that catches the
    /// transition inherits it.
    enum Consent {
        /// No screen has been asked.
        case unasked
        /// The screen was asked and has not answered.
        case open
        /// The screen may leave.
        case given
        /// The screen stays, for a reason, and may do something else.
        case refused(String, instead: (@MainActor () -> Void)? = nil)
    }

    /// The spring of every settle.
    public static let spring = Spring(dampingRatio: 1, response: 0.35)
    /// The distance (mm) from its rest within which a slow screen counts as still. It can then no longer be caught.
    static let stillDistance = 3.0
    /// The speed (mm/s) up to which a near screen counts as still.
    static let stillSpeed = 30.0
    /// The distance (px) within which a slow settle ends.
    public static let restDistance = 0.5
    /// The speed (mm/s) below which a near settle ends.
    public static let restSpeed = 5.0

    /// The number of this transition, counted over all of the stage's.
    public let id: Int
    /// The operation that the transition performs when it finishes.
    public let operation: Operation
    /// The screen that moves over the other.
    public let upper: Screen
    /// The screen beneath.
    public let lower: Screen
    /// The distance that the upper screen moves, in pixels.
    public let extent: Double
    /// Pixels per millimetre along the movement.
    public let density: Double
    /// The look of the transition, and its timing when no finger drives it.
    public let look: TransitionAnimator
    /// The way out along the axis: 1 is right or down, −1 is left.
    public let outwards: Double
    /// The present state.
    private(set) var state = State.idle
    /// The answer of the asked screen about leaving.
    var consent = Consent.unasked
    /// The screen that was asked.
    weak var asked: Screen?
    /// The screen that is told that it leaves the glass when the operation finishes, and the one that is told that it
    /// comes. When a sheet moves, they are the tops of the sheet's stack and of the stack behind it.
    let (goes, comes): (Screen, Screen)
    /// Whether a release now would finish the operation. In a caught transition, whether it would let the upper screen leave.
    public internal(set) var isArmed = false { didSet { if isArmed != oldValue { onArmed?(isArmed) } } }
    var onArmed: ((Bool) -> Void)?
    /// Whether `isArmed` will be otherwise once the finger that holds the transition has come to rest.
    var changesAtRest = false

    private let properties = PropertyAnimator()
    private var observers: [(Double) -> Void] = []
    private let limits: ClosedRange<Double>
    /// Called when the upper screen, or the finger that holds it, has come to rest.
    private let onRest: (Transition) -> Void

    /// The screen that is in front before the operation.
    public var from: Screen { operation.leaves ? upper : lower }
    /// The screen that is in front after the operation has finished.
    public var to: Screen { operation.leaves ? lower : upper }

    init(
        id: Int, operation: Operation, upper: Screen, lower: Screen, extent: Double, density: Double,
        look: TransitionAnimator, setting: TransitionAnimator.Setting, goes: Screen, comes: Screen,
        mayRiseAboveRest: Bool = false, slowness: Double, onRest: @escaping (Transition) -> Void
    ) {
        (self.goes, self.comes) = (goes, comes)
        self.id = id
        self.operation = operation
        self.upper = upper
        self.lower = lower
        self.extent = extent
        self.density = density
        self.look = look
        outwards = setting.outwards
        self.onRest = onRest
        limits = (mayRiseAboveRest ? -Double.infinity : 0)...extent
        let start = operation.leaves ? 0 : extent
        properties.slowness = slowness
        properties.limits = (limits.lowerBound / extent)...1
        properties.rest = RestLimits(distance: Self.restDistance / extent, speed: Self.restSpeed * density / extent)
        properties.onProgress = { [unowned self] fraction in for observer in observers { observer(fraction) } }
        look.animate(setting, properties)
        properties.scrub(to: start / extent)
    }

    // MARK: For screens

    /// Animates properties of other layers along with the transition. The values that `animations` adds for fraction 0
    /// apply when the upper screen covers the lower, those for fraction 1 when it is out of sight. They are removed
    /// when the transition has ended.
    public func animateAlongside(_ animations: (PropertyAnimator) -> Void) {
        guard !isOver else { return }
        animations(properties)
        properties.show(properties.fraction(at: .zero).value)
    }

    /// Calls `observer` with the fraction whenever time or a finger moves it: 0 when the upper screen covers the lower,
    /// 1 when it is out of sight. A picture shows the predicted fraction, for which this is not called.
    public func onProgress(_ observer: @escaping (Double) -> Void) { observers.append(observer) }

    // MARK: Position

    /// The visible offset (px) and its velocity (px/s) at `instant`.
    public func offset(at instant: Instant) -> (offset: Double, velocity: Double) {
        switch state {
        case .idle: (operation.leaves ? 0 : extent, 0)
        case .dragged(let drag): (limited(drag.offset(at: instant) * density), 0)
        case .controlled(let offset), .waiting(let offset): (limited(offset), 0)
        case .settling: scaled(properties.fraction(at: instant))
        case .over: (0, 0)
        }
    }

    private func scaled(_ fraction: (value: Double, velocity: Double)) -> (Double, Double) {
        (fraction.value * extent, fraction.velocity * extent)
    }

    /// The hold of the finger that drags the transition; nil without one.
    var drag: TransitionDrag? { if case .dragged(let drag) = state { drag } else { nil } }
    /// Whether the transition moves to its rest by itself.
    public var isSettling: Bool { if case .settling = state { true } else { false } }
    /// Whether a finger, a controller or a question holds the transition.
    public var isDriven: Bool {
        switch state {
        case .dragged, .controlled, .waiting: true
        case .idle, .settling, .over: false
        }
    }
    /// Whether an interaction controller drives the transition.
    var isControlled: Bool { if case .controlled = state { true } else { false } }
    /// Whether nothing has moved the transition yet.
    var isIdle: Bool { if case .idle = state { true } else { false } }
    /// Whether the transition waits for an answer without a finger.
    var isWaiting: Bool { if case .waiting = state { true } else { false } }
    var isOver: Bool { if case .over = state { true } else { false } }
    /// Whether the upper screen is certain to leave.
    public var isLeaving: Bool {
        if case .settling(let finishes, _) = state { finishes == operation.leaves } else { false }
    }
    /// The instant at which the transition comes to rest, or the finger that holds it and moves no more; nil if neither will.
    public var end: Instant? {
        switch state {
        case .settling: properties.end
        case .dragged(let drag): changesAtRest ? drag.restTime : nil
        case .idle, .controlled, .waiting, .over: nil
        }
    }

    /// Whether a finger that comes down at `instant` can catch the transition, which it can until the screen is still.
    func isCatchable(at instant: Instant) -> Bool {
        switch state {
        case .settling: return look.isInterruptible && !isStill(at: instant)
        // A waiting screen does not move. A finger on it is for a view there, perhaps for the answer.
        case .idle, .dragged, .controlled, .waiting, .over: return false
        }
    }

    /// Whether the screen has visibly come to rest at `instant`, although it may still creep.
    func isStill(at instant: Instant) -> Bool {
        guard case .settling(_, let rest) = state else { return isOver }
        let (offset, velocity) = offset(at: instant)
        return abs(rest - offset) <= Self.stillDistance * density && abs(velocity) <= Self.stillSpeed * density
    }

    func changes(after instant: Instant) -> Bool {
        switch state {
        case .dragged(let drag): drag.end > instant
        case .settling: true
        case .idle, .controlled, .waiting, .over: false
        }
    }

    // MARK: Movement

    /// Applies the hold of a finger that has taken the transition or has moved, and shows it as known at `now`.
    func drag(_ drag: TransitionDrag, at now: Instant) {
        move(to: .dragged(drag))
        show(at: now)
    }

    /// Sets the upper screen to `offset` (px) for an interaction controller.
    func control(to offset: Double) {
        move(to: .controlled(offset: offset))
        show(at: .zero)
    }

    /// Holds the upper screen at its position at `instant` until the asked screen has answered.
    func wait(at instant: Instant) {
        move(to: .waiting(offset: offset(at: instant).offset))
        show(at: instant)
    }

    /// Settles the transition from its position at `instant`, either finished or undone, with `velocity` (px/s, towards
    /// the offset `extent`; nil for the present one). `rest` (px) overrides the usual place of rest.
    func settle(
        finishes: Bool, velocity: Double?, timing: Timing = .spring(spring), rest: Double? = nil, at instant: Instant
    ) {
        let start = offset(at: instant)
        let end = rest ?? (finishes == operation.leaves ? extent : 0)
        move(to: .settling(finishes: finishes, rest: end))
        properties.scrub(to: start.offset / extent)
        // An observer of the progress may have ended the transition.
        if isOver { return }
        properties.run(to: end / extent, timing, velocity: (velocity ?? start.velocity) / extent, at: instant)
    }

    /// Moves the upper screen to its position at `instant`.
    func show(at instant: Instant) {
        if isOver { return }
        properties.show(offset(at: instant).offset / extent)
    }

    func pose(_ poses: inout Poses, at instant: Instant) {
        if !isOver { pose(&poses, offset(at: instant).offset / extent) }
    }

    /// Poses the layers as they are at `fraction`.
    func pose(_ poses: inout Poses, _ fraction: Double) { properties.pose(fraction, in: &poses) }

    func rest() { onRest(self) }

    /// Ends the transition, and returns the layers to their model.
    func finish() {
        isArmed = false
        move(to: .over)
        properties.stop()
    }

    /// Changes the state. No other code sets it.
    private func move(to next: State) {
        guard state.allows(next) else { fatalError("transition \(id) is \(state) and cannot become \(next)") }
        state = next
    }

    private func limited(_ offset: Double) -> Double { min(max(offset, limits.lowerBound), limits.upperBound) }
}
