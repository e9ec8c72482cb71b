// A stack of screens: what is on it, and how it comes to be another.

import Geometry
import Gestures
import Layers

/// Shows the top of a stack of screens and moves between them. All that moves them, fingers (NavigatorFingers.swift),
/// calls and controllers, drives the same transitions.
public final class Navigator {
    /// The stage it is on.
    public unowned let stage: Stage
    /// The sheet whose stack this is; nil for the main stack.
    public internal(set) weak var sheet: Sheet?
    /// The view that the screens lie in.
    public let view: NavigatorView
    /// The stack, root first. A screen that leaves is on it until its transition is over.
    public private(set) var screens: [Screen]

    /// What moves, in the order in which it began.
    public private(set) var transitions: [Transition] = []
    /// Screens that are not on the stack any more and still seen, beneath one that comes.
    private var replaced: [Screen] = []
    /// Screens that were popped, the last one last, until something else is pushed.
    private(set) var popped: [Screen] = []
    private var delegates: [Delegate] = []
    private var fingers: NavigatorFingers!

    private struct Delegate { weak var delegate: (any NavigatorDelegate)? }

    init(root: Screen, frame: Rect, stage: Stage) {
        self.stage = stage
        view = NavigatorView()
        screens = [root]
        view.navigator = self
        view.frame = frame
        fingers = NavigatorFingers(navigator: self, stage: stage)
    }

    /// Shows the root. By now the stage or the sheet whose stack this is knows it, so that screens can ask for either.
    func begin() {
        root.load(size: view.bounds.size, navigator: self)
        view.addSubview(root.view)
        root.willAppear()
        root.didAppear()
        updateScreens()
    }

    /// The bottom of the stack.
    public var root: Screen { screens[0] }

    /// The top of the stack, without screens of which it is settled that they leave.
    public var top: Screen { screens.last { !isLeaving($0) } ?? screens[0] }

    /// The screen that a pop of `screen` uncovers; nil for the root.
    func screen(below screen: Screen) -> Screen? {
        guard let index = screens.firstIndex(where: { $0 === screen }) else { return nil }
        return screens[..<index].last { one in !isLeaving(one) && !replaced.contains { $0 === one } }
    }

    func title(below screen: Screen) -> String { self.screen(below: screen)?.title ?? "" }

    // MARK: Delegates

    /// Who is asked for animators and interaction controllers: the one set last that is still there.
    public var delegate: (any NavigatorDelegate)? { delegates.last { $0.delegate != nil }?.delegate }

    /// `delegate` is asked from now on. Whoever was asked before is put back when it is removed or goes away.
    public func addDelegate(_ delegate: any NavigatorDelegate) {
        delegates.removeAll { $0.delegate == nil }
        delegates.append(Delegate(delegate: delegate))
    }

    /// `delegate` is asked no more.
    public func removeDelegate(_ delegate: any NavigatorDelegate) {
        delegates.removeAll { $0.delegate == nil || $0.delegate === delegate }
    }

    // MARK: Push and pop

    /// Puts `screen` on the stack. A screen that is on it already is not pushed again. A finger that is about to pop the
    /// top loses it: the top goes back, and `screen` comes over it.
    public func push(_ screen: Screen, animated: Bool = true) {
        guard !screens.contains(where: { $0 === screen }) else { return }
        fingers.hand.letGo("\(screen.name) was pushed")
        if popped.last === screen { popped.removeLast() } else { popped = [] }
        let lower = top
        let transition = bring(screen, over: lower)
        start(transition, animated: animated)
    }

    /// Takes the top screen off the stack, unless it is the root. Nobody is asked; `goBack` asks.
    public func pop(animated: Bool = true) {
        let upper = top
        guard let lower = screen(below: upper) else { return }
        if let incoming = transitionOfTop, incoming.look.isInterruptible {
            fingers.hand.forget(incoming)
            settle(incoming, finishes: incoming.operation.leaves, velocity: nil, verdict: [])
            if !animated { finish(incoming) }
        } else {
            // What cannot be driven back is over first.
            if let incoming = transitionOfTop { finish(incoming) }
            start(makeTransition(.pop, upper: upper, lower: lower), animated: animated)
        }
    }

    /// The visitor wants to go back: asks the top screen whether it may leave, and pops it when it says so, now or later.
    public func goBack() {
        let upper = top
        guard screen(below: upper) != nil, !fingers.hand.isAsking else { return }
        fingers.hand.ask(upper, toLeave: nil) { [unowned self, unowned upper] in if top === upper { pop() } }
    }

    /// Takes all screens above `screen` off the stack.
    public func pop(to screen: Screen, animated: Bool = true) {
        guard let index = screens.firstIndex(where: { $0 === screen }) else { return }
        replaceAll(with: Array(screens[...index]), animated: animated)
    }

    /// Takes all screens above the root off the stack.
    public func popToRoot(animated: Bool = true) { pop(to: root, animated: animated) }

    /// Makes `new` the stack, root first; it must not be empty. What moves comes to its end at once, fingers lose what
    /// they hold. When the top is another, it comes as in a push, or as in a pop if it was on the stack before; that
    /// transition cannot be driven back.
    public func replaceAll(with new: [Screen], animated: Bool = true) {
        guard let next = new.last else { fatalError("a stack cannot be empty") }
        fingers.hand.letGo("the stack was replaced")
        close()
        let old = screens
        let before = top
        popped = []
        guard next !== before else {
            screens = new
            for screen in new where !old.contains(where: { $0 === screen }) { load(screen) }
            for screen in old where !new.contains(where: { $0 === screen }) { drop(screen) }
            return updateScreens()
        }
        let isPop = old.contains { $0 === next }
        for screen in old where screen !== before && !new.contains(where: { $0 === screen }) { drop(screen) }
        let transition: Transition
        if isPop {
            // The old top is above what it uncovers until it has left.
            screens = new.filter { $0 !== before } + [before]
            for screen in new where !old.contains(where: { $0 === screen }) { load(screen) }
            transition = makeTransition(.pop, upper: before, lower: next, isInterruptible: false)
        } else {
            let stays = new.contains { $0 === before }
            screens = stays ? new : new.dropLast() + [before, next]
            if !stays { replaced.append(before) }
            for screen in new where !old.contains(where: { $0 === screen }) {
                load(screen, at: screen === next ? view.subviews.count : 0)
            }
            transition = makeTransition(.push, upper: next, lower: before, isInterruptible: false)
        }
        start(transition, animated: animated)
    }

    /// The screen that was popped last comes back over the top.
    func bringBack() -> Transition? {
        guard let screen = popped.popLast() else { return nil }
        return bring(screen, over: top)
    }

    private func bring(_ screen: Screen, over lower: Screen) -> Transition {
        screens.append(screen)
        load(screen, at: view.subviews.count)
        return makeTransition(.push, upper: screen, lower: lower)
    }

    private func load(_ screen: Screen, at index: Int = 0) {
        screen.load(size: view.bounds.size, navigator: self)
        if screen.view.superview !== view { view.insertSubview(screen.view, at: index) }
    }

    private func drop(_ screen: Screen) {
        screen.view.removeFromSuperview()
        screen.navigator = nil
        screens.removeAll { $0 === screen }
        replaced.removeAll { $0 === screen }
    }

    /// The whole stack goes: whatever moves on it is over.
    func close() {
        fingers.hand.forget()
        for transition in transitions {
            if transition.isDriven { transition.settle(finishes: false, velocity: 0, at: stage.now) }
            finish(transition)
        }
    }

    /// The stack has another place on the glass, in pixels.
    func resize(to frame: Rect) {
        view.frame = frame
        for screen in screens + popped { screen.reload(size: frame.size) }
        fingers.configure()
    }

    /// The stage's settings are others.
    func configure() {
        fingers.configure()
        sheet?.pull.configure()
    }

    /// Whether there is nothing to it but its screens.
    var isPlain: Bool {
        transitions.isEmpty && popped.isEmpty && fingers.isFresh && !screens.contains { $0.hasShownWayBack }
    }

    // MARK: Transitions

    /// The transition that moves the top screen and of which it is not settled that the screen leaves.
    var transitionOfTop: Transition? {
        let top = top
        return transitions.last { $0.upper === top && !$0.isLeaving }
    }

    func isLeaving(_ screen: Screen) -> Bool { transitions.contains { $0.upper === screen && $0.isLeaving } }

    /// A transition of `operation`, looking as the delegate says, with the upper screen where it is before it. `outwards`
    /// is for a finger that pops from the trailing edge.
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
            density: stage.panel.density(.horizontal), look: look, setting: setting,
            slowness: stage.slowMotion, onRest: { [unowned self] in finish($0) })
        let edge: Edges = setting.outwards > 0 ? .left : .right
        transition.onArmed = { [unowned upper] in upper.view.showArmed($0, at: edge) }
        transitions.append(transition)
        stage.add(transition)
        transition.from.transition = transition
        transition.to.transition = transition
        transition.from.willDisappear()
        transition.to.willAppear()
        updateScreens()
        return transition
    }

    /// A transition that no finger began: its controller drives it, or its own timing.
    private func start(_ transition: Transition, animated: Bool) {
        let controller = animated ? controller(for: transition) : nil
        stage.trace(transition, "began", [("interactive", .flag(controller != nil))])
        if let controller { return drive(transition, by: controller) }
        settle(transition, finishes: true, velocity: 0, timing: transition.look.timing, verdict: [])
        if !animated { finish(transition) }
    }

    func controller(for transition: Transition) -> InteractionController? {
        delegate?.interactionController(for: transition.operation, from: transition.from, to: transition.to)
    }

    func drive(_ transition: Transition, by controller: InteractionController) {
        controller.start(transition) { [unowned self] transition, finishes, velocity in
            settle(transition, finishes: finishes, velocity: velocity, verdict: [("why", .text("its controller"))])
        }
    }

    func settle(
        _ transition: Transition, finishes: Bool, velocity: Double?, timing: Timing = .spring(Transition.spring),
        verdict: [(String, TraceRecord.Value)]
    ) {
        transition.isArmed = false
        transition.settle(finishes: finishes, velocity: velocity, timing: timing, at: stage.now)
        stage.trace(transition, "settling", [("finish", .flag(finishes))] + verdict)
        updateScreens()
        if transition.isLeaving { stage.cancelTouches(in: transition.upper.view) }
    }

    /// The transition has come to rest: the stack is now what it led to.
    private func finish(_ transition: Transition) {
        guard case .settling(let finishes) = transition.phase else { return }
        let leaves = transition.isLeaving
        transition.finish()
        transitions.removeAll { $0 === transition }
        stage.remove(transition)
        let (gone, here) = leaves ? (transition.upper, transition.lower) : (transition.lower, transition.upper)
        for screen in [gone, here] where screen.transition === transition { screen.transition = nil }
        if leaves {
            drop(gone)
            if stage.gestures.trailing == .forward { popped.append(gone) }
        } else if replaced.contains(where: { $0 === gone }) {
            drop(gone)
        }
        stage.trace(transition, finishes ? "finished" : "cancelled", [])
        if !finishes {
            transition.to.willDisappear()
            transition.from.willAppear()
        }
        gone.didDisappear()
        here.didAppear()
        updateScreens()
    }

    /// Which way the text of the top screen runs; its way out follows from that.
    var direction: LayoutDirection { top.direction ?? stage.direction }

    /// Hides what is covered, and lets only the top take touches, and what leaves, to be caught.
    func updateScreens() {
        let top = top
        let moving = transitions.flatMap { [$0.upper, $0.lower] }
        for screen in screens {
            screen.view.layer.isHidden = screen !== top && !moving.contains { $0 === screen }
            screen.view.isUserInteractionEnabled = screen === top || isLeaving(screen)
            if !transitions.contains(where: { $0.upper === screen }) { screen.view.layer.edgeShadow = nil }
        }
        for screen in screens where !moving.contains(where: { $0 === screen }) { screen.view.updateBar() }
        fingers.face(direction)
    }
}

/// The view of a navigator: its screens, one over the other.
public final class NavigatorView: View {
    weak var navigator: Navigator?

    init() {
        super.init()
        layer.masksToBounds = true
    }

    public override var traceName: String { navigator?.top.name ?? "" }
}
