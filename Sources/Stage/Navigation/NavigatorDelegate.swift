// The delegate that chooses how screens move over each other, and the controller that can drive them.

public import Geometry

/// Supplies the look of a navigator's or a sheet's transitions, and can drive them.
@MainActor
public protocol NavigatorDelegate: AnyObject {
    /// Returns the look of `operation` from `from` to `to`; nil for the default. Called once per transition, before it begins.
    func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator?

    /// Returns the controller that drives the transition in place of the finger that began it, or of its timing; nil
    /// for no controller. Called once per transition, after the animator.
    func interactionController(for operation: Transition.Operation, from: Screen, to: Screen) -> InteractionController?
}

extension NavigatorDelegate {
    /// Chooses the default look.
    public func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? { nil }

    /// Chooses no controller: the finger or the timing drives the transition.
    public func interactionController(for operation: Transition.Operation, from: Screen, to: Screen)
        -> InteractionController?
    { nil }
}

/// Drives one transition by its progress, which an app computes from anything it measures, such as a dial or a second hand.
/// After the controller lets go, the transition goes on by itself. A controller that is silent for its first two seconds, or is
/// released, lets go by itself: the operation then finishes if a call began it, and is taken back if a finger did.
@MainActor
public final class InteractionController {
    /// The time that a transition waits for the first update.
    public static let patience = Instant.Span.seconds(2)

    /// Whether a finger began the last transition of this controller; nil before its first transition.
    public private(set) var wasBegunByFinger: Bool?

    private var transition: Transition?
    private var settle: ((Transition, Bool, Double) -> Void)?
    private var silence: Countdown?
    /// The stage of the transition. When it is gone, so is the transition.
    private weak var stage: Stage?

    /// Creates a controller without a transition. The navigator starts the controller that its delegate returns.
    public init() {}

    isolated deinit { letGo() }

    /// Whether this controller drives a transition now.
    public var isDriving: Bool { transition?.isControlled == true }

    /// Sets the progress of the operation, from 0 to 1.
    public func update(_ progress: Double) {
        endSilence()
        show(progress)
    }

    /// Finishes the operation from its current position, with `velocity` (shares of the way per second).
    public func finish(velocity: Double = 0) { end(finishes: true, velocity) }

    /// Takes the operation back from its current position, with `velocity` (shares of the way per second).
    public func cancel(velocity: Double = 0) { end(finishes: false, velocity) }

    func start(
        _ transition: Transition, on stage: Stage, byFinger: Bool, settle: @escaping (Transition, Bool, Double) -> Void
    ) {
        // A controller that is given another transition lets go of the previous one.
        letGo()
        self.transition = transition
        self.settle = settle
        self.stage = stage
        wasBegunByFinger = byFinger
        transition.control(to: transition.operation.leaves ? 0 : transition.extent)
        let silence = Countdown(of: self) { controller in
            guard controller.isDriving else { return }
            controller.stage?.warn(
                "the interaction controller of the \(transition.operation.rawValue) of \(transition.upper.name) has said "
                    + "nothing for \(Int(Self.patience.seconds)) s and lets go: call its update, finish or cancel")
            controller.letGo()
        }
        self.silence = silence
        silence.start(on: stage, until: stage.now + Self.patience)
    }

    private func show(_ progress: Double) {
        guard let transition, transition.isControlled else { return }
        let share = transition.operation.leaves ? progress : 1 - progress
        transition.control(to: share * transition.extent)
    }

    private func letGo() { end(finishes: wasBegunByFinger == false, 0) }

    private func endSilence() {
        silence?.cancel()
        silence = nil
    }

    private func end(finishes: Bool, _ velocity: Double) {
        endSilence()
        guard stage != nil, let transition, transition.isControlled else { return }
        let outwards = transition.operation.leaves == finishes
        settle?(transition, finishes, (outwards ? 1 : -1) * velocity * transition.extent)
        self.transition = nil
        settle = nil
    }
}
