// Who says how screens move over each other, and who moves them.

/// Gives transitions of a navigator or a sheet their look, and takes their movement in hand.
public protocol NavigatorDelegate: AnyObject {
    /// How `operation` from `from` to `to` looks; nil for what is usual. Asked once for each transition, before it begins.
    func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator?

    /// Who drives the transition instead of the finger that began it, or instead of its own timing; nil for these. Asked
    /// once for each transition, after the animator.
    func interactionController(for operation: Transition.Operation, from: Screen, to: Screen) -> InteractionController?
}

extension NavigatorDelegate {
    /// The usual look.
    public func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? { nil }

    /// The finger, or the timing.
    public func interactionController(for operation: Transition.Operation, from: Screen, to: Screen)
        -> InteractionController?
    { nil }
}

/// Drives one transition by per cent: whatever an app measures, a dial, a second hand, says how far it has come. Let go
/// of, it goes on by itself.
public final class InteractionController {
    private var transition: Transition?
    private var settle: ((Transition, Bool, Double) -> Void)?

    /// A controller that has no transition yet; the delegate gives it one.
    public init() {}

    /// Whether a transition waits for what it says.
    public var isDriving: Bool { transition?.isDriven == true }

    /// The operation is done to the share `progress`, 0 to 1.
    public func update(_ progress: Double) {
        guard let transition, transition.isDriven else { return }
        let share = transition.operation.leaves ? progress : 1 - progress
        transition.drive(to: share * transition.extent)
    }

    /// The operation finishes, from where it is, with `velocity` (shares of the way per second).
    public func finish(velocity: Double = 0) { end(finishes: true, velocity) }

    /// The operation is taken back, from where it is, with `velocity` (shares of the way per second).
    public func cancel(velocity: Double = 0) { end(finishes: false, velocity) }

    func start(_ transition: Transition, settle: @escaping (Transition, Bool, Double) -> Void) {
        self.transition = transition
        self.settle = settle
        update(0)
    }

    private func end(finishes: Bool, _ velocity: Double) {
        guard let transition, transition.isDriven else { return }
        let outwards = transition.operation.leaves == finishes
        settle?(transition, finishes, (outwards ? 1 : -1) * velocity * transition.extent)
        self.transition = nil
        settle = nil
    }
}
