// A stack of screens, and the operations that change it.

import Geometry
import Gestures
import Layers

/// Shows the top of a stack of screens and moves between the screens. Fingers (NavigatorFingers.swift), calls and
/// controllers all use the same driver (TransitionDriver.swift).
@MainActor
public final class Navigator {
    /// The stage that shows the stack.
    public unowned let stage: Stage
    /// The sheet whose stack this is; nil for the main stack.
    public internal(set) weak var sheet: Sheet?
    /// The view that contains the screens' views.
    public let view: NavigatorView
    /// The stack, root first. A screen that leaves stays on it until its transition has ended.
    public private(set) var screens: [Screen]

    let driver: TransitionDriver
    /// Covered screens that are no longer part of the stack, but visible beneath an incoming screen.
    private var replaced: [Screen] = []
    /// Popped screens, most recent last. They are kept for a forward swipe, until another screen is pushed or the stack
    /// is replaced.
    private(set) var popped: [Screen] = []
    /// Screens that are still leaving although another was pushed, or the stack replaced, since. They are not kept.
    private var forgotten: [Screen] = []
    private var delegates: [Delegate] = []
    private var fingers: NavigatorFingers!

    private struct Delegate { weak var delegate: (any NavigatorDelegate)? }

    init(root: Screen, frame: Rect, stage: Stage) {
        self.stage = stage
        view = NavigatorView()
        driver = TransitionDriver(stage: stage)
        screens = [root]
        view.navigator = self
        view.frame = frame
        driver.owner = self
        fingers = NavigatorFingers(navigator: self, stage: stage)
    }

    /// Shows the root. The stage or the sheet that owns this stack refers to it by now, so screens can ask for either.
    func begin() {
        root.arrange(in: view.bounds.size, on: self)
        view.addSubview(root.view)
        // The root of a sheet appears with the sheet.
        if sheet == nil { root.hasCome() }
        updateScreens()
    }

    /// The bottom of the stack, ignoring a screen that was replaced and is still visible.
    public var root: Screen { screens.first { !isReplaced($0) } ?? screens[0] }

    /// The top of the stack, ignoring screens that are certain to leave.
    public var top: Screen { screens.last { !isLeaving($0) } ?? screens[0] }

    /// The running transitions, in the order in which they began.
    public var transitions: [Transition] { driver.transitions }

    /// The screen that a pop of `screen` uncovers; nil for the root.
    package func screen(below screen: Screen) -> Screen? {
        guard let index = screens.firstIndex(where: { $0 === screen }) else { return nil }
        return screens[..<index].last { !isLeaving($0) && !isReplaced($0) }
    }

    private func isReplaced(_ screen: Screen) -> Bool { replaced.contains { $0 === screen } }

    /// Whether `touch` may still pop the top screen from an edge of the glass.
    func mayPopFromEdge(with touch: Touch) -> Bool { fingers.mayPopFromEdge(with: touch) }

    // MARK: Delegates

    /// The delegate that is asked for animators and interaction controllers: the one that was added last and still exists.
    public var delegate: (any NavigatorDelegate)? { delegates.last { $0.delegate != nil }?.delegate }

    /// Adds a delegate, which is asked from now on. When it is removed or released, the previous one is asked again.
    public func addDelegate(_ delegate: any NavigatorDelegate) {
        delegates.removeAll { $0.delegate == nil }
        delegates.append(Delegate(delegate: delegate))
    }

    /// Removes a delegate.
    public func removeDelegate(_ delegate: any NavigatorDelegate) {
        delegates.removeAll { $0.delegate == nil || $0.delegate === delegate }
    }

    // MARK: Push and pop

    /// Pushes `screen` onto the stack. Does nothing if `screen` is on the stack already. A finger that drives a pop of
    /// the top loses it: the top goes back, and `screen` comes over it.
    public func push(_ screen: Screen, animated: Bool = true) {
        guard !screens.contains(where: { $0 === screen }) else { return }
        driver.letGo("\(screen.name) was pushed")
        if popped.last === screen { popped.removeLast() } else { forgetPopped() }
        forgotten = screens.filter(isLeaving)
        let lower = top
        driver.start(bring(screen, over: lower), animated: animated)
    }

    /// Pops the top screen, unless it is the root. The screen is not asked for consent; `goBack` asks.
    public func pop(animated: Bool = true) {
        let upper = top
        guard let lower = screen(below: upper) else { return }
        if let incoming = transitionOfTop, incoming.look.isInterruptible || incoming.isDriven {
            driver.redirect(incoming, finishes: incoming.operation.leaves, velocity: nil)
            if !animated { driver.end(incoming) }
        } else {
            // A transition that cannot be driven back ends first.
            if let incoming = transitionOfTop { driver.end(incoming) }
            driver.start(makeTransition(.pop, upper: upper, lower: lower), animated: animated)
        }
    }

    /// Goes back on the visitor's request. It asks the top screen for consent, and pops it when the screen agrees, now
    /// or later. At the root of a sheet, the sheet leaves.
    public func goBack() { goBack(isPastHistory: false) }

    /// Goes back as `goBack()` does, and past the history that the top screen may have of its own.
    func goBack(isPastHistory: Bool) {
        guard screen(below: top) != nil else {
            sheet?.leave()
            return
        }
        driver.askTop(isPastHistory: isPastHistory) { [weak self] in self?.pop() }
    }

    /// Pops all screens above `screen`. Does nothing if `screen` is not on the stack, or was replaced or popped and is still visible.
    public func pop(to screen: Screen, animated: Bool = true) {
        let staying = screens.filter { !isReplaced($0) && !isLeaving($0) }
        guard let index = staying.firstIndex(where: { $0 === screen }) else { return }
        replaceAll(with: Array(staying[...index]), animated: animated)
    }

    /// Pops all screens above the root.
    public func popToRoot(animated: Bool = true) { pop(to: root, animated: animated) }

    /// Replaces the stack with `new`, root first, which must not be empty. Running transitions end at once, and fingers
    /// lose what they hold. A new top comes as in a push, or as in a pop if it was on the stack before and the old top
    /// no longer is. That transition cannot be driven back, and no controller drives it.
    public func replaceAll(with new: [Screen], animated: Bool = true) {
        guard let next = new.last else { fatalError("a stack cannot be empty") }
        driver.letGo("the stack was replaced")
        close()
        let old = screens
        let before = top
        forgetPopped()
        let stays = new.contains { $0 === before }
        let isPop = !stays && old.contains { $0 === next }
        for screen in old where screen !== before && !new.contains(where: { $0 === screen }) { drop(screen) }
        if next === before {
            screens = new
        } else if isPop {
            // The old top stays above the screen that it uncovers until it has left.
            screens = new + [before]
            forgotten = [before]
        } else {
            screens = stays ? new : new.dropLast() + [before, next]
            if !stays { replaced.append(before) }
        }
        for screen in new where !old.contains(where: { $0 === screen }) { load(screen) }
        // Views are stacked in the order of the screens on the stack.
        for (index, screen) in screens.enumerated() where view.subviews[index] !== screen.view {
            view.insertSubview(screen.view, at: index)
        }
        if next === before { return updateScreens() }
        let transition =
            isPop
            ? makeTransition(.pop, upper: before, lower: next, isInterruptible: false)
            : makeTransition(.push, upper: next, lower: before, isInterruptible: false)
        driver.start(transition, animated: animated, asksController: false)
    }

    /// Brings back the screen that was popped last. It comes over the top from the side where lines of the top's text end.
    func bringBack() -> Transition? {
        guard let screen = popped.popLast() else { return nil }
        return bring(screen, over: top, outwards: direction.outwards)
    }

    private func forgetPopped() {
        // A screen's deinit may look at the stack, so the screens stay alive until the list has changed.
        let old = popped
        popped = []
        withExtendedLifetime(old) {}
    }

    private func bring(_ screen: Screen, over lower: Screen, outwards: Double? = nil) -> Transition {
        screens.append(screen)
        load(screen, at: view.subviews.count)
        return makeTransition(.push, upper: screen, lower: lower, outwards: outwards)
    }

    private func load(_ screen: Screen, at index: Int = 0) {
        screen.arrange(in: view.bounds.size, on: self)
        if screen.view.superview !== view { view.insertSubview(screen.view, at: index) }
    }

    /// Reports to all screens that the stack has gone, with its sheet or for another one. What they show may hold them.
    func end() {
        for screen in screens {
            screen.hasGone()
            screen.clear()
            // It may be on another stack already.
            if screen.navigator === self { screen.navigator = nil }
        }
    }

    private func drop(_ screen: Screen) {
        screen.view.removeFromSuperview()
        screen.navigator = nil
        screens.removeAll { $0 === screen }
        replaced.removeAll { $0 === screen }
        screen.hasGone()
    }

    /// Takes `screen` out of the stack, if it is covered and no transition shows it. Does nothing for the root, for the top and for
    /// the screen below it.
    package func forget(_ screen: Screen) {
        guard screens.dropFirst().dropLast(2).contains(where: { $0 === screen }),
            !transitions.contains(where: { $0.upper === screen || $0.lower === screen })
        else { return }
        drop(screen)
        updateBars()
    }

    /// Ends all transitions, because the whole stack leaves.
    func close() { driver.close() }

    /// Moves the stack to `frame` on the glass, in pixels.
    func resize(to frame: Rect) {
        view.frame = frame
        for screen in screens { screen.arrange(in: frame.size, on: self) }
        fingers.configure()
    }

    /// Applies changed settings of the stage.
    func configure() {
        fingers.configure()
    }

    /// Whether the navigator is in its initial state apart from its screens: nothing moves, no screen is kept for a
    /// forward swipe, no failed swipe is counted, and no hint was shown.
    var isPlain: Bool {
        transitions.isEmpty && popped.isEmpty && fingers.isFresh && !screens.contains { $0.hasShownWayBack }
    }

    // MARK: Transitions

    /// The transition that moves the top screen and may still keep it.
    var transitionOfTop: Transition? {
        let top = top
        return transitions.last { $0.upper === top && !$0.isLeaving }
    }

    func isLeaving(_ screen: Screen) -> Bool { transitions.contains { $0.upper === screen && $0.isLeaving } }

    /// The transition of `screen` that a finger can catch at its visible position. Only the most recent transition can
    /// be caught, because the screen that it uncovers may be moving as well.
    func catchableTransition(of screen: Screen) -> Transition? {
        guard let last = transitions.last, last.upper === screen, last.isCatchable(at: stage.seenUntil) else {
            return nil
        }
        return last
    }

    /// Creates a transition for `operation` with the delegate's look, and places the upper screen at its start.
    /// `outwards` is given for a finger that pops from the trailing edge.
    func makeTransition(
        _ operation: Transition.Operation, upper: Screen, lower: Screen, outwards: Double? = nil,
        isInterruptible: Bool = true
    ) -> Transition {
        let (from, to) = operation.leaves ? (upper, lower) : (lower, upper)
        var look = delegate?.animator(for: operation, from: from, to: to) ?? .parallax
        look.isInterruptible = look.isInterruptible && isInterruptible
        let size = view.bounds.size
        let setting = TransitionAnimator.Setting(
            upper: upper, lower: lower, size: size, outwards: outwards ?? direction.outwards, theme: stage.theme)
        let transition = Transition(
            id: stage.nextTransitionID(), operation: operation, upper: upper, lower: lower, extent: size.width,
            density: stage.panel.density(.horizontal), look: look, setting: setting, goes: from, comes: to,
            slowness: stage.slowMotion, onRest: { [unowned driver] in driver.rest($0) })
        let edge: Edges = setting.outwards > 0 ? .left : .right
        transition.onArmed = { [unowned upper] in upper.view.showArmed($0, at: edge) }
        driver.add(transition, tells: stage.frontNavigator === self)
        updateScreens()
        return transition
    }

    /// The text direction of the top screen, which decides its way out.
    var direction: LayoutDirection { top.direction ?? stage.direction }

    /// Lays out every screen again, after a change of something that they all show or depend on.
    func arrange() {
        for screen in screens { screen.arrange() }
        fingers.face(direction)
    }

    /// Updates the title and the back button in every bar.
    func updateBars() { for screen in screens { screen.view.updateBar() } }

    /// Hides covered screens, and decides which screens take touches.
    func updateScreens() {
        let top = top
        sheet?.driver.forgetOldQuestions()
        let moving = transitions.flatMap { [$0.upper, $0.lower] }
        for screen in screens {
            screen.view.layer.isHidden = screen !== top && !moving.contains { $0 === screen }
            screen.view.standing = screen === top ? .front : isLeaving(screen) ? .leaving : .covered
            if !transitions.contains(where: { $0.upper === screen }) { screen.view.layer.edgeShadow = nil }
        }
        for screen in screens where !moving.contains(where: { $0 === screen }) { screen.view.updateBar() }
        fingers.face(direction)
    }
}

extension Navigator: TransitionOwner {
    func decision(on transition: Transition, _ drag: TransitionDrag) -> TransitionDriver.Decision {
        let rule = transition.upper.popFinish ?? stage.gestures.popFinish
        return TransitionDriver.Decision(verdict: rule.verdict(on: drag.release))
    }

    func band(of transition: Transition) -> TransitionDrag.Band { .none }

    func screenToAsk(of transition: Transition) -> Screen { transition.upper }

    func uncover() { stage.dismissSheets(over: sheet) }

    func controller(for transition: Transition) -> InteractionController? {
        delegate?.interactionController(for: transition.operation, from: transition.from, to: transition.to)
    }

    func goalChanged(of transition: Transition, isByFinger: Bool) {
        if isByFinger, transition.isSettling { fingers.count(transition) }
        updateScreens()
        if transition.isLeaving {
            stage.bannerLeaves(with: transition.upper)
            stage.cancelTouches(in: transition.upper.view)
        } else if transition.isSettling, !transition.operation.leaves {
            // Fingers that hold a page belong to the page and not to views in it, so they are not cancelled.
            stage.cancelTouches(in: transition.lower.view, butNotOf: driver)
        }
    }

    func ended(_ transition: Transition, finishes: Bool, rest: Double) {
        let leaves = finishes == transition.operation.leaves
        let gone = leaves ? transition.upper : transition.lower
        let isForgotten = forgotten.contains { $0 === transition.upper }
        forgotten.removeAll { $0 === transition.upper }
        if leaves {
            drop(gone)
            if stage.gestures.trailing == .forward, !isForgotten { popped.append(gone) }
        } else if isReplaced(gone) {
            drop(gone)
        }
        updateScreens()
    }
}

/// The view of a navigator, which contains the screens one over the other.
public final class NavigatorView: View {
    weak var navigator: Navigator?

    init() {
        super.init()
        layer.masksToBounds = true
    }

    public override var traceName: String { navigator?.top.name ?? "" }

    /// Takes no touches while a sheet covers it, and none while it comes with its sheet, because a finger then catches it.
    public override var takesTouches: Bool {
        guard let navigator, navigator.stage.frontNavigator === navigator, super.takesTouches else { return false }
        return navigator.sheet?.isComing != true
    }
}
