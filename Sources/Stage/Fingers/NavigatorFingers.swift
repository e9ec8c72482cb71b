// The recognizers that move a stack: pops from the leading edge, from anywhere and from the trailing edge, catches, buttons.

import Geometry
import Gestures

/// The pans of a navigator, and when each may begin. They all drive the navigator's transitions.
@MainActor
final class NavigatorFingers {
    /// Pops from the leading edge.
    private let edgePop: ScreenEdgePanRecognizer
    /// Pops from anywhere in the screen.
    private let fullScreenPop = PanRecognizer(name: "full-screen-pop", directions: .right)
    /// Pops from the trailing edge, or brings a screen back.
    private let trailing: ScreenEdgePanRecognizer
    /// Catches a moving screen.
    private let catching = PanRecognizer(name: "catch", directions: .horizontal)
    /// The hardware back button.
    private let backButton = TapRecognizer(name: "back-button")
    private let hint: BackHint
    private unowned let navigator: Navigator
    private unowned let stage: Stage
    private var settings: GestureSettings { stage.gestures }
    /// Whether no failed swipe is counted.
    var isFresh: Bool { hint.isFresh }

    init(navigator: Navigator, stage: Stage) {
        self.navigator = navigator
        self.stage = stage
        hint = BackHint(navigator: navigator)
        let size = stage.panel.millimetres
        edgePop = ScreenEdgePanRecognizer(name: "edge-pop", edges: .left, panelSize: size)
        trailing = ScreenEdgePanRecognizer(name: "trailing-edge", edges: .right, panelSize: size)
        (edgePop.role, trailing.role) = (.edgePop, .edgePop)
        (fullScreenPop.role, catching.role) = (.fullScreenPop, .catch)
        fullScreenPop.require(toFail: edgePop)
        fullScreenPop.require(toFail: trailing)
        catching.beginsAtTouchDown = true
        for pan in [catching, edgePop, trailing, fullScreenPop] {
            pan.maximumTouches = 1
            pan.delegate = self
            pan.onAction { [weak self, unowned pan] _ in self?.dragged(by: pan) }
            navigator.view.addRecognizer(pan)
        }
        configure()
        backButton.allowedPressTypes = [.back]
        backButton.delegate = self
        backButton.onAction { [weak self] _ in self?.navigator.goBack() }
        navigator.view.addRecognizer(backButton)
    }

    /// Counts the decision of a finger about `transition` for the hint.
    func count(_ transition: Transition) {
        hint.count(finished: transition.isLeaving, of: transition.upper)
    }

    /// Applies the stage's settings.
    func configure() {
        for pan in [edgePop, trailing] {
            pan.panelSize = stage.panel.millimetres
            pan.edgeWidth = settings.edgeWidths[pan.edges]
            pan.isEdgeWidthMeasured = settings.edgeWidths.measured.contains(pan.edges)
            pan.takesSwipesFromBeyond = settings.takesSwipesFromBeyond
        }
        trailing.isEnabled = settings.trailing != .off
    }

    /// Turns the edges to `direction`, the text direction of the top screen, which decides the way out.
    func face(_ direction: LayoutDirection) {
        // The top screen may be another one.
        hint.wait()
        guard edgePop.edges != direction.leading else { return }
        edgePop.edges = direction.leading
        trailing.edges = direction.trailing
        fullScreenPop.directions = direction == .leftToRight ? .right : .left
        configure()
    }

    // MARK: Drags

    private var driver: TransitionDriver { navigator.driver }

    private func dragged(by pan: PanRecognizer) {
        switch pan.state {
        case .began: began(pan)
        case .changed:
            driver.follow(pan)
            if pan === catching { giveUpAcross() }
        case .ended: driver.release(pan)
        case .cancelled: driver.putBack(pan, "the touch was cancelled")
        case .possible, .failed: break
        }
    }

    private func began(_ pan: PanRecognizer) {
        let outwards = navigator.direction.outwards
        if pan === catching {
            guard let screen = screen(under: pan.touches.first),
                let transition = navigator.catchableTransition(of: screen)
            else { return }
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
        driver.start(
            transition,
            TransitionDrag(
                transition, pan: pan, origin: .began, base: 0, sense: 1, room: room(for: pan, towards: outwards)))
    }

    /// Brings back the screen that was popped last, with a finger from the trailing edge.
    private func beginForward(_ pan: PanRecognizer) {
        guard let transition = navigator.bringBack() else { return }
        driver.start(
            transition,
            TransitionDrag(
                transition, pan: pan, origin: .began, base: transition.extent / transition.density, sense: -1,
                room: room(for: pan, towards: -transition.outwards)))
    }

    private func take(_ transition: Transition, with pan: PanRecognizer) {
        driver.catch(transition, with: pan) { isOut in
            room(for: pan, towards: isOut ? transition.outwards : -transition.outwards)
        }
    }

    static let across = "the finger moved across"

    /// Lets go of a caught screen when the finger first moves across its axis, and passes the finger to the view under it.
    private func giveUpAcross() {
        guard let transition = driver.held(by: catching), let drag = transition.drag, drag.goesAcross else { return }
        let touch = catching.touches.first
        if let touch { stage.reroute(touch, why: Self.across) }
        driver.putBack(catching, Self.across)
    }

    // MARK: Position of a finger

    /// The distance from where the finger came down to the side `side` of the panel (1 is right, −1 is left), in mm.
    private func room(for pan: PanRecognizer, towards side: Double) -> Double {
        side > 0 ? stage.panel.millimetres.width - pan.startLocation.x : pan.startLocation.x
    }

    private func screen(under touch: Touch?) -> Screen? { (touch?.view as? View)?.screen }
}

extension NavigatorFingers: RecognizerDelegate {
    /// The catching pan follows only touches on a moving screen. A finger on a keyboard pops from the edges alone, and is no second finger of
    /// one on the page.
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if recognizer === backButton { return false }
        if recognizer === fullScreenPop { return !stage.isOnDock(touch) }
        guard recognizer === catching else { return true }
        return !touch.isRerouted && screen(under: touch).flatMap(navigator.catchableTransition) != nil
    }

    /// Whether `touch` may still pop the screen from an edge.
    func mayPopFromEdge(with touch: Touch) -> Bool {
        [edgePop, trailing].contains { pan in
            pan.state == .possible && pan.touches.contains { $0 === touch } && shouldBegin(pan) == .yes
        }
    }

    /// Refuses a pop that is not possible now, or not from there.
    func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer !== catching, let pan = recognizer as? PanRecognizer else { return .yes }
        let upper = navigator.top
        // Another hand may have brought a sheet back over the screen since the finger came down.
        let front = stage.frontNavigator
        if front !== navigator { return .no("\(front.root.name) lies over \(upper.name)") }
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
        if driver.transitions.contains(where: { $0.drag != nil }) { return "another finger moves \(upper.name)" }
        if let busy = navigator.transitions.first(where: { !$0.look.isInterruptible }) {
            return "the \(busy.operation.rawValue) of \(busy.upper.name) cannot be interrupted"
        }
        if let present = navigator.transitionOfTop, present.isControlled {
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

    /// Drags in the content wait for the edge pans, and everything but the hint waits for a catch.
    func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool {
        if other.role == .hint { return false }
        // A finger on a moving screen catches it and presses nothing.
        if recognizer === catching { return true }
        // The edge pans win over every drag in the content, and a reserved region over every recognizer in it.
        guard other.role == .content else { return false }
        return recognizer.isReserved(against: other)
            || other is PanRecognizer && (recognizer === edgePop || recognizer === trailing)
    }
}

/// Formats a length in mm for messages, to one decimal.
func describe(_ millimetres: Double) -> String {
    let tenths = Int((millimetres * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10)) mm"
}
