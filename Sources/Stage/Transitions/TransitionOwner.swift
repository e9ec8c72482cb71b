// The interface between the driver of transitions and its stack or sheet.

/// A stack of screens or a sheet, which makes the decisions that differ between the two for the driver of its transitions.
@MainActor
protocol TransitionOwner: AnyObject {
    /// The decision when the finger of `drag` releases `transition`.
    func decision(on transition: Transition, _ drag: TransitionDrag) -> TransitionDriver.Decision
    /// How a finger's offset above the highest position of a sheet is shown.
    func band(of transition: Transition) -> TransitionDrag.Band
    /// The screen that is asked whether it may leave.
    func screenToAsk(of transition: Transition) -> Screen
    /// The screen on top of the stack.
    var top: Screen { get }
    /// Dismisses the sheets over the asked screen, including one with the question, before that screen leaves.
    func uncover()
    /// The controller that drives `transition` in place of a finger or its timing; nil for none.
    func controller(for transition: Transition) -> InteractionController?
    /// Called when the goal of `transition` is decided, by a finger if `isByFinger`, and when a catch makes it open again.
    func goalChanged(of transition: Transition, isByFinger: Bool)
    /// Called when `transition` has ended at `rest` (px from where the upper screen rested), to apply its result. The
    /// screens are told after that.
    func ended(_ transition: Transition, finishes: Bool, rest: Double)
}

extension TransitionDriver {
    /// The decision at a release.
    struct Decision {
        var verdict: FinishRule.Verdict
        /// The place at which the upper screen rests if it stays, in px from where it rested; nil for the same place.
        var rest: Double?
        /// What a screen that stays does instead of leaving; nil for nothing.
        var instead: (@MainActor () -> Void)?
    }
}
