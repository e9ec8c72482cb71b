// The fingers that pop: from the leading edge, from anywhere, from the trailing edge, and on a screen that moves; and the
// button that does.

import Geometry
import Gestures

/// The pans of a navigator, and when each may begin. All of them move the navigator's transitions, one finger at a time.
final class NavigatorFingers {
    let hand: TransitionHand

    /// From the leading edge.
    private let edgePop: ScreenEdgePanRecognizer
    /// From anywhere in the screen.
    private let fullScreenPop = PanRecognizer(name: "full-screen-pop", directions: .right)
    /// From the trailing edge: back, or forward again.
    private let trailing: ScreenEdgePanRecognizer
    /// On a screen that moves.
    private let catching = PanRecognizer(name: "catch", directions: .horizontal)
    /// The hardware's way back.
    private let backButton = TapRecognizer(name: "back-button")
    private let hint: BackHint
    private unowned let navigator: Navigator
    private unowned let stage: Stage
    private var settings: GestureSettings { stage.gestures }
    /// Whether no swipe that has failed is remembered.
    var isFresh: Bool { hint.isFresh }

    init(navigator: Navigator, stage: Stage) {
        self.navigator = navigator
        self.stage = stage
        hand = TransitionHand(stage: stage)
        hint = BackHint(navigator: navigator)
        let size = stage.panel.millimetres
        edgePop = ScreenEdgePanRecognizer(name: "edge-pop", edges: .left, panelSize: size)
        trailing = ScreenEdgePanRecognizer(name: "trailing-edge", edges: .right, panelSize: size)
        fullScreenPop.require(toFail: edgePop)
        fullScreenPop.require(toFail: trailing)
        catching.beginsAtTouchDown = true
        for pan in [catching, edgePop, trailing, fullScreenPop] {
            pan.maximumTouches = 1
            pan.delegate = self
            pan.onAction { [unowned self, unowned pan] _ in dragged(by: pan) }
            navigator.view.addRecognizer(pan)
        }
        configure()
        backButton.allowedPressTypes = [.back]
        backButton.delegate = self
        backButton.onAction { [unowned self] _ in self.navigator.goBack() }
        navigator.view.addRecognizer(backButton)
        hand.decide = { [unowned self] drag, release in
            let rule = drag.transition.upper.popFinish ?? settings.popFinish
            return TransitionHand.Decision(verdict: rule.verdict(on: release))
        }
        hand.settle = { [unowned self] transition, finishes, velocity, _, fields in
            hint.count(finished: transition.operation.leaves == finishes, of: transition.upper)
            self.navigator.settle(transition, finishes: finishes, velocity: velocity, verdict: fields)
        }
    }

    /// Takes over what the stage's settings say.
    func configure() {
        for pan in [edgePop, trailing] {
            pan.panelSize = stage.panel.millimetres
            pan.edgeWidth = settings.edgeWidths[pan.edges]
            pan.isEdgeWidthMeasured = settings.edgeWidths.measured.contains(pan.edges)
            pan.takesSwipesFromBeyond = settings.takesSwipesFromBeyond
        }
        trailing.isEnabled = settings.trailing != .off
        for pan in [catching, edgePop, trailing, fullScreenPop, hint.pan] { pan.slop = settings.slop }
    }

    /// The way out is where the text of the top screen leads.
    func face(_ direction: LayoutDirection) {
        guard edgePop.edges != direction.leading else { return }
        edgePop.edges = direction.leading
        trailing.edges = direction.trailing
        fullScreenPop.directions = direction == .leftToRight ? .right : .left
        configure()
    }

    // MARK: What a finger does

    private func dragged(by pan: PanRecognizer) {
        switch pan.state {
        case .began:
            began(pan)
            hand.follow(pan)
        case .changed: hand.follow(pan)
        case .ended: hand.release(pan)
        case .cancelled: if hand.drag?.gesture == pan.id { hand.putBack("the touch was cancelled") }
        case .possible, .failed: break
        }
    }

    private func began(_ pan: PanRecognizer) {
        let outwards = navigator.direction.outwards
        if pan === catching {
            guard let transition = movingTransition(under: pan.touches.first) else { return }
            take(transition, with: pan)
        } else if pan === trailing, settings.trailing == .forward {
            beginForward(pan)
        } else {
            beginPop(pan, outwards: pan === trailing ? -outwards : outwards)
        }
    }

    private func beginPop(_ pan: PanRecognizer, outwards: Double) {
        let upper = navigator.top
        guard let lower = navigator.screen(below: upper) else { return }
        if let present = navigator.transitionOfTop { return take(present, with: pan) }
        let transition = navigator.makeTransition(.pop, upper: upper, lower: lower, outwards: outwards)
        stage.trace(transition, "began", gesture: pan.id, [("interactive", .flag(true))])
        if let controller = navigator.controller(for: transition) {
            return navigator.drive(transition, by: controller)
        }
        let room = room(for: pan, towards: outwards)
        hand.begin(
            TransitionDrag(transition: transition, pan: pan, along: { $0.x * outwards }, base: 0, room: room))
        hand.ask(upper, toLeave: transition) {}
    }

    /// A finger from the trailing edge brings back the screen that was popped last.
    private func beginForward(_ pan: PanRecognizer) {
        guard let transition = navigator.bringBack() else { return }
        stage.trace(transition, "began", gesture: pan.id, [("interactive", .flag(true))])
        let outwards = navigator.direction.outwards
        hand.begin(
            TransitionDrag(
                transition: transition, pan: pan, along: { $0.x * outwards },
                base: transition.extent / transition.density, room: room(for: pan, towards: -outwards), isInwards: true
            ))
    }

    private func take(_ transition: Transition, with pan: PanRecognizer) {
        let outwards = transition.outwards
        hand.take(transition, with: pan, along: { $0.x * outwards }, room: room(for: pan, towards: outwards))
        navigator.updateScreens()
    }

    // MARK: Where a finger is

    /// From where the finger came down to the far side of the panel, in mm; 1 is to the right, −1 to the left.
    private func room(for pan: PanRecognizer, towards side: Double) -> Double {
        side > 0 ? stage.panel.millimetres.width - pan.startLocation.x : pan.startLocation.x
    }

    private func movingTransition(under touch: Touch?) -> Transition? {
        guard let screen = (touch?.view as? View)?.screen else { return nil }
        return navigator.transitions.last { $0.upper === screen && $0.isSettling && $0.look.isInterruptible }
    }
}

extension NavigatorFingers: RecognizerDelegate {
    /// The catching pan follows only touches on a screen that moves.
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if recognizer === backButton { return false }
        return recognizer !== catching || movingTransition(under: touch) != nil
    }

    /// Why there is no pop now, here or from there.
    func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer !== catching, let pan = recognizer as? PanRecognizer else { return .yes }
        let upper = navigator.top
        if pan === trailing, settings.trailing == .forward {
            if navigator.popped.isEmpty { return .no("no screen was popped") }
        } else if navigator.screen(below: upper) == nil {
            return .no("\(upper.name) is the root")
        }
        if let why = whyBusy(upper) ?? pan.regionRefusal { return .no(why) }
        let style = upper.popStyle ?? settings.pop
        if style == .off { return .no("pop is off in \(upper.name)") }
        return pan === fullScreenPop ? permission(forFullScreenPopOf: upper, style) : .yes
    }

    private func whyBusy(_ upper: Screen) -> String? {
        if hand.drag != nil { return "another finger moves \(upper.name)" }
        if let busy = navigator.transitions.first(where: { !$0.look.isInterruptible }) {
            return "the \(busy.operation.rawValue) of \(busy.upper.name) cannot be interrupted"
        }
        if let present = navigator.transitionOfTop, present.isDriven, present !== hand.waiting {
            return "something else moves \(upper.name)"
        }
        return nil
    }

    private func permission(forFullScreenPopOf upper: Screen, _ style: PopStyle) -> Permission {
        if style == .edge {
            hint.count(finished: false, of: upper)
            return .no("\(upper.name) pops from the edge only")
        }
        let outwards = navigator.direction.outwards
        let distance = room(for: fullScreenPop, towards: -outwards)
        if let zone = upper.popZone, distance > zone {
            return .no("began \(describe(distance)) from the leading edge, outside the pop zone")
        }
        let room = room(for: fullScreenPop, towards: outwards)
        return room < GestureSettings.leastRoom ? .no("only \(describe(room)) of room") : .yes
    }

    /// What drags in the content waits for the edges; everything waits for a catch.
    func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool {
        let own = [catching, fullScreenPop, edgePop, trailing, hint.pan].contains { $0 === other }
        // The edge wins over whatever drags in the content; a finger on a moving screen catches it and presses nothing.
        guard other is PanRecognizer, !own else { return recognizer === catching && other !== hint.pan }
        return recognizer === edgePop || recognizer === trailing || recognizer === catching || recognizer.isInReserve
    }
}

/// For sentences: a length in mm to one decimal.
func describe(_ millimetres: Double) -> String {
    let tenths = Int((millimetres * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10)) mm"
}
