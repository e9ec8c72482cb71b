// A stack of screens: push, pop, and the fingers that pop.

import Geometry
public import Gestures
import Layers

/// Shows the top of a stack of screens and moves between them. The edge pan, the full-screen pan and the pan that catches
/// a moving screen all drive the same transitions.
public final class Navigator {
    /// The stage it is on.
    public unowned let stage: Stage
    /// The sheet whose stack this is; nil for the main stack.
    public internal(set) weak var sheet: Sheet?
    /// The view that the screens lie in.
    public let view: NavigatorView
    /// The stack, root first. A screen that leaves is on it until its transition is over.
    public private(set) var screens: [Screen]

    private(set) var transitions: [Transition] = []
    private var drag: TransitionDrag?
    private let edgePop: ScreenEdgePanRecognizer
    private let fullScreenPop: PanRecognizer
    private let catching: PanRecognizer

    init(root: Screen, frame: Rect, stage: Stage) {
        self.stage = stage
        view = NavigatorView()
        screens = [root]
        edgePop = ScreenEdgePanRecognizer(name: "edge-pop", edges: .left, panelSize: stage.panel.millimetres)
        fullScreenPop = PanRecognizer(name: "full-screen-pop", directions: .right)
        catching = PanRecognizer(name: "catch", directions: .horizontal)
        view.navigator = self
        view.frame = frame
        edgePop.edgeWidth = stage.gestures.edgeWidth
        edgePop.takesSwipesFromBeyond = stage.gestures.takesSwipesFromBeyond
        fullScreenPop.maximumTouches = 1
        fullScreenPop.require(toFail: edgePop)
        catching.maximumTouches = 1
        catching.beginsAtTouchDown = true
        for pan in [catching, edgePop, fullScreenPop] {
            pan.slop = stage.gestures.slop
            pan.delegate = self
            pan.onAction { [unowned self] _ in dragged(by: pan) }
            view.addRecognizer(pan)
        }
        root.load(size: frame.size, navigator: self)
        view.addSubview(root.view)
        root.willAppear()
        root.didAppear()
    }

    /// The bottom of the stack.
    public var root: Screen { screens[0] }

    /// The top of the stack, without screens of which it is settled that they leave.
    public var top: Screen { screens.last { !isLeaving($0) } ?? screens[0] }

    /// The screen that a pop of `screen` uncovers; nil for the root.
    func screen(below screen: Screen) -> Screen? {
        guard let index = screens.firstIndex(where: { $0 === screen }) else { return nil }
        return screens[..<index].last { !isLeaving($0) }
    }

    func title(below screen: Screen) -> String { self.screen(below: screen)?.title ?? "" }

    // MARK: Push and pop

    /// Puts `screen` on the stack. A screen that is on it already is not pushed again.
    public func push(_ screen: Screen, animated: Bool = true) {
        guard !screens.contains(where: { $0 === screen }) else { return }
        let lower = top
        screens.append(screen)
        screen.load(size: view.bounds.size, navigator: self)
        view.addSubview(screen.view)
        let transition = makeTransition(.push, upper: screen, lower: lower)
        stage.trace(transition, "began", [("interactive", .flag(false))])
        settle(transition, finishes: true, velocity: 0, verdict: nil)
        if !animated { finish(transition) }
    }

    /// Takes the top screen off the stack, unless it is the root.
    public func pop(animated: Bool = true) {
        let upper = top
        guard let lower = screen(below: upper) else { return }
        let transition: Transition
        if let incoming = transitionOfTop {
            transition = incoming
        } else {
            transition = makeTransition(.pop, upper: upper, lower: lower)
            stage.trace(transition, "began", [("interactive", .flag(false))])
        }
        if drag?.transition === transition { drag = nil }
        settle(transition, finishes: transition.operation.leaves, velocity: 0, verdict: nil)
        if !animated { finish(transition) }
    }

    /// The transition that moves the top screen and of which it is not settled that the screen leaves.
    private var transitionOfTop: Transition? {
        let top = top
        return transitions.last { $0.upper === top && !$0.isLeaving }
    }

    private func isLeaving(_ screen: Screen) -> Bool {
        transitions.contains { $0.upper === screen && $0.isLeaving }
    }

    private func makeTransition(_ operation: Transition.Operation, upper: Screen, lower: Screen) -> Transition {
        let width = view.bounds.width
        let shadow = EdgeShadow(edges: .left, width: (stage.theme.em * 1.2).rounded(), opacity: 0.22)
        let transition = Transition(
            id: stage.nextTransitionID(), operation: operation, upper: upper, lower: lower, extent: width,
            density: stage.panel.density(.horizontal), mayRiseAboveRest: false,
            onRest: { [unowned self] in finish($0) }
        ) { animator in
            upper.view.layer.edgeShadow = shadow
            animator.add(.positionX, of: upper.view.layer, from: 0, to: width)
            animator.add(.positionX, of: lower.view.layer, from: -Self.parallax * width, to: 0)
            animator.add(.dim, of: lower.view.layer, from: Self.lowerDim, to: 0)
        }
        transitions.append(transition)
        stage.add(transition)
        transition.from.willDisappear()
        transition.to.willAppear()
        updateScreens()
        return transition
    }

    /// The share of its width by which the lower screen lies to the left while it is covered.
    static let parallax = 0.3
    /// How dark the lower screen is while it is covered.
    static let lowerDim = 0.1

    private func settle(
        _ transition: Transition, finishes: Bool, velocity: Double, verdict: [(String, TraceRecord.Value)]?
    ) {
        transition.settle(finishes: finishes, velocity: velocity, at: stage.now)
        stage.trace(transition, "settling", [("finish", .flag(finishes))] + (verdict ?? []))
        updateScreens()
        if transition.isLeaving { stage.cancelTouches(in: transition.upper.view) }
    }

    /// The transition has come to rest: the stack is now what it led to.
    private func finish(_ transition: Transition) {
        guard case .settling(_, let finishes, _) = transition.phase else { return }
        let leaves = transition.isLeaving
        transition.finish()
        transitions.removeAll { $0 === transition }
        stage.remove(transition)
        if leaves {
            transition.upper.view.removeFromSuperview()
            transition.upper.navigator = nil
            screens.removeAll { $0 === transition.upper }
        }
        stage.trace(transition, finishes ? "finished" : "cancelled", [])
        let (gone, here) = leaves ? (transition.upper, transition.lower) : (transition.lower, transition.upper)
        if !finishes {
            transition.to.willDisappear()
            transition.from.willAppear()
        }
        gone.didDisappear()
        here.didAppear()
        updateScreens()
    }

    /// Hides what is covered, and lets only the top take touches, and what leaves, to be caught.
    private func updateScreens() {
        let top = top
        let moving = transitions.flatMap { [$0.upper, $0.lower] }
        for screen in screens {
            screen.view.layer.isHidden = screen !== top && !moving.contains { $0 === screen }
            screen.view.isUserInteractionEnabled = screen === top || isLeaving(screen)
            if !transitions.contains(where: { $0.upper === screen }) { screen.view.layer.edgeShadow = nil }
        }
        // What was drawn is kept for the screen right beneath the top, which a pop uncovers at once.
        for screen in screens.dropLast(2) where screen.view.layer.isHidden { screen.view.discardContents() }
    }

    // MARK: Fingers

    private func dragged(by pan: PanRecognizer) {
        switch pan.state {
        case .began:
            if pan === catching { beginCatch() } else { beginPop(pan) }
        case .changed: moved(by: pan)
        case .ended: released(by: pan)
        case .cancelled: putBack()
        case .possible, .failed: break
        }
    }

    private func beginPop(_ pan: PanRecognizer) {
        let upper = top
        guard let lower = screen(below: upper) else { return }
        if let incoming = transitionOfTop {
            take(incoming, with: pan)
        } else {
            let transition = makeTransition(.pop, upper: upper, lower: lower)
            stage.trace(transition, "began", gesture: pan.id, [("interactive", .flag(true))])
            drag = TransitionDrag(transition: transition, gesture: pan.id, base: 0, room: room(for: pan))
        }
        moved(by: pan)
    }

    private func beginCatch() {
        guard let transition = movingTransition(under: catching.touches.first) else { return }
        take(transition, with: catching)
    }

    /// A finger takes over a transition that settles, where it is.
    private func take(_ transition: Transition, with pan: PanRecognizer) {
        guard case .settling(_, let finishes, _) = transition.phase else { return }
        let offset = transition.offset(at: stage.now).offset
        transition.drive(to: offset)
        drag = TransitionDrag(
            transition: transition, gesture: pan.id, base: offset / transition.density, room: room(for: pan),
            wasFinishing: finishes)
        stage.trace(transition, "caught", gesture: pan.id, [("p", .length(offset / transition.density))])
        updateScreens()
    }

    private func moved(by pan: PanRecognizer) {
        guard drag?.gesture == pan.id else { return }
        drag?.move(by: pan.translation.x)
        if let drag { drag.transition.drive(to: drag.p * drag.transition.density) }
    }

    private func released(by pan: PanRecognizer) {
        guard let drag, drag.gesture == pan.id else { return }
        self.drag = nil
        let transition = drag.transition
        if let wasFinishing = drag.wasFinishing, !pan.hasMoved {
            return settle(
                transition, finishes: wasFinishing, velocity: 0, verdict: [("why", .text("released within the slop"))])
        }
        let release = drag.release(velocity: pan.velocityAtLift.x)
        let verdict = (transition.upper.popFinish ?? stage.gestures.popFinish).verdict(on: release)
        settle(
            transition, finishes: verdict.finishes == transition.operation.leaves,
            velocity: release.velocity * transition.density, verdict: TraceRecord.fields(of: release, verdict))
    }

    private func putBack() {
        guard let drag else { return }
        self.drag = nil
        settle(
            drag.transition, finishes: !drag.transition.operation.leaves, velocity: 0,
            verdict: [("p", .length(drag.p)), ("why", .text("the touch was cancelled"))])
    }

    /// From where the finger came down to the far side of the panel, in mm.
    private func room(for pan: PanRecognizer) -> Double { stage.panel.millimetres.width - pan.startLocation.x }

    private func movingTransition(under touch: Touch?) -> Transition? {
        guard let screen = (touch?.view as? View)?.screen else { return nil }
        return transitions.last { $0.upper === screen && $0.isSettling }
    }
}

extension Navigator: RecognizerDelegate {
    /// The catching pan follows only touches on a screen that moves.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        recognizer !== catching || movingTransition(under: touch) != nil
    }

    /// Why there is no pop now, here or from there.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer !== catching, let pan = recognizer as? PanRecognizer else { return .yes }
        let upper = top
        guard screen(below: upper) != nil else { return .no("\(upper.name) is the root") }
        if drag != nil { return .no("another finger moves \(upper.name)") }
        if let why = pan.regionRefusal { return .no(why) }
        let style = upper.popStyle ?? stage.gestures.pop
        if style == .off { return .no("pop is off in \(upper.name)") }
        if recognizer === fullScreenPop {
            if style == .edge { return .no("\(upper.name) pops from the edge only") }
            if let zone = upper.popZone, pan.startLocation.x > zone {
                return .no("began \(describe(pan.startLocation.x)) from the leading edge, outside the pop zone")
            }
            if room(for: pan) < GestureSettings.leastRoom { return .no("only \(describe(room(for: pan))) of room") }
        }
        return .yes
    }

    /// What drags in the content waits for the edge; everything waits for a catch.
    public func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool {
        // The edge wins over whatever drags in the content; a finger on a moving screen catches it and presses nothing.
        guard other is PanRecognizer, other !== catching, other !== fullScreenPop, other !== edgePop else {
            return recognizer === catching
        }
        return recognizer === edgePop || recognizer === catching || recognizer.isInReserve
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

/// For sentences: a length in mm to one decimal.
func describe(_ millimetres: Double) -> String {
    let tenths = Int((millimetres * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10)) mm"
}
