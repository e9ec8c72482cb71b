// One screen moving over another, driven by a finger or by a spring.

public import Geometry
public import Layers

/// Moves an upper screen over a lower one: push and pop along the horizontal axis, present and dismiss along the
/// vertical. Its one number is the offset: how far the upper screen is from covering the lower, in pixels; 0 covers it,
/// `extent` is out of sight. A finger drives the offset or a spring does, and either can take it over from the other at
/// any instant, with no jump. What the offset looks like is the animator's.
public final class Transition: Mover {
    /// What the transition does when it finishes.
    public enum Operation: String, Sendable {
        case push, pop, present, dismiss

        /// Whether the upper screen leaves when the operation finishes.
        public var leaves: Bool { self == .pop || self == .dismiss }
    }

    /// What moves the offset.
    public enum Phase {
        /// Something holds the upper screen: a finger, or whoever has been asked to say where it is.
        case driven(Hold)
        /// It goes to rest by itself. `finishes` says whether the operation does.
        case settling(finishes: Bool)
        /// It has come to rest and the layers are back at their model.
        case over
    }

    /// Who holds a screen, and so says where it is.
    public struct Hold {
        enum Holder {
            /// Nobody whose word does not come anew for each place: it stays at an offset (px).
            case still(Double)
            /// A finger, which is followed also between its samples.
            case finger(TransitionDrag.Hold)
        }
        let holder: Holder

        /// The offset (px) at `instant`.
        func offset(at instant: Instant) -> Double {
            switch holder {
            case .still(let offset): offset
            case .finger(let hold): hold.offset(at: instant)
            }
        }

        /// Until when the offset changes with no word from the holder.
        var end: Instant {
            switch holder {
            case .still: .zero
            case .finger(let hold): hold.end
            }
        }
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
    /// How it looks, and how it runs when no finger drives it.
    public let look: TransitionAnimator
    /// Which way out is along its axis: 1 to the right or down, −1 to the left.
    public let outwards: Double
    /// What moves the offset.
    public private(set) var phase: Phase
    /// Whether letting go now would finish the operation.
    public internal(set) var isArmed = false { didSet { if isArmed != oldValue { onArmed?(isArmed) } } }
    var onArmed: ((Bool) -> Void)?

    private let properties = PropertyAnimator()
    private var observers: [(Double) -> Void] = []
    private let limits: ClosedRange<Double>
    /// Called when the upper screen has come to rest.
    private let onRest: (Transition) -> Void

    /// The screen that is there before, and the one after, when the operation finishes.
    public var from: Screen { operation.leaves ? upper : lower }
    /// The screen that is there when the operation has finished.
    public var to: Screen { operation.leaves ? lower : upper }

    init(
        id: Int, operation: Operation, upper: Screen, lower: Screen, extent: Double, density: Double,
        look: TransitionAnimator, setting: TransitionAnimator.Setting, mayRiseAboveRest: Bool = false,
        slowness: Double, onRest: @escaping (Transition) -> Void
    ) {
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
        phase = .driven(Hold(holder: .still(start)))
        properties.slowness = slowness
        properties.limits = (limits.lowerBound / extent)...1
        properties.rest = RestLimits(distance: Self.restDistance / extent, speed: Self.restSpeed * density / extent)
        properties.onProgress = { [unowned self] fraction in for observer in observers { observer(fraction) } }
        look.animate(setting, properties)
        properties.scrub(to: start / extent)
    }

    // MARK: For screens

    /// Changes properties of other layers along with the transition: what `animations` adds at fraction 0 holds when the
    /// upper screen covers the lower, at 1 when it is out of sight. It is taken away when the transition is over.
    public func animateAlongside(_ animations: (PropertyAnimator) -> Void) {
        guard !isOver else { return }
        animations(properties)
        show(properties.fraction(at: .zero).value)
    }

    /// Calls `observer` with each fraction of the way that is shown: 0 when the upper screen covers the lower, 1 when it
    /// is out of sight.
    public func onProgress(_ observer: @escaping (Double) -> Void) { observers.append(observer) }

    // MARK: Where it is

    /// The offset (px) and its velocity (px/s) at `instant`, as they are shown.
    public func offset(at instant: Instant) -> (offset: Double, velocity: Double) {
        switch phase {
        case .driven(let hold): return (limited(hold.offset(at: instant)), 0)
        case .settling:
            let state = properties.fraction(at: instant)
            return (state.value * extent, state.velocity * extent)
        case .over: return (0, 0)
        }
    }

    /// Whether it goes to rest by itself.
    public var isSettling: Bool { if case .settling = phase { true } else { false } }
    /// Whether something holds it.
    public var isDriven: Bool { if case .driven = phase { true } else { false } }
    var isOver: Bool { if case .over = phase { true } else { false } }
    /// Whether it is settled that the upper screen leaves.
    public var isLeaving: Bool {
        if case .settling(let finishes) = phase { finishes == operation.leaves } else { false }
    }
    /// When it comes to rest, while it settles.
    public var end: Instant? { isSettling ? properties.end : nil }

    func changes(after instant: Instant) -> Bool {
        switch phase {
        case .driven(let hold): hold.end > instant
        case .settling: true
        case .over: false
        }
    }

    // MARK: What moves it

    /// The upper screen is held at `offset` (px).
    func drive(to offset: Double) { drive(Hold(holder: .still(offset)), at: .zero) }

    /// The upper screen is where `hold` says; what is known at `now` is shown.
    func drive(_ hold: Hold, at now: Instant) {
        move(to: .driven(hold))
        show(at: now)
    }

    /// Takes it from where it is at `instant`, with `velocity` (px/s towards the leaving side; nil for the one it has), to
    /// where the operation has finished or not begun; `rest` (px) where that is not the usual place.
    func settle(
        finishes: Bool, velocity: Double?, timing: Timing = .spring(spring), rest: Double? = nil, at instant: Instant
    ) {
        let start = offset(at: instant)
        let end = rest ?? (finishes == operation.leaves ? extent : 0)
        move(to: .settling(finishes: finishes))
        properties.scrub(to: start.offset / extent)
        properties.run(to: end / extent, timing, velocity: (velocity ?? start.velocity) / extent, at: instant)
    }

    /// Shows where the upper screen is at `instant`.
    func show(at instant: Instant) {
        if isOver { return }
        show(offset(at: instant).offset / extent)
    }

    func rest() { onRest(self) }

    /// It is over: the layers go back to their model.
    func finish() {
        isArmed = false
        move(to: .over)
        properties.stop()
    }

    private func move(to next: Phase) {
        if isOver { fatalError("transition \(id) is over and cannot become \(next)") }
        phase = next
    }

    /// Shows the layers for the moment as they are at `fraction` of the way.
    func show(_ fraction: Double) { properties.show(fraction) }

    private func limited(_ offset: Double) -> Double { min(max(offset, limits.lowerBound), limits.upperBound) }
}
