// Random views with recognizers, and the invariants that hold whatever fingers and buttons do there.

import Geometry
import Gestures
import TestRandomness

/// Views with recognizers, a delegate that answers at random, and a record of what each view was told.
final class Playground: RecognizerDelegate {
    final class Spot: Responder {
        unowned let ground: Playground
        weak var around: Responder?
        let rect: Rect
        var down: Set<ObjectIdentifier> = []
        var isAsleep = false

        init(_ ground: Playground, _ rect: Rect, in around: Responder?) {
            self.ground = ground
            self.rect = rect
            self.around = around
        }
        override var next: Responder? { around }
        override var dispatcher: TouchDispatcher? { ground.dispatcher }
        override var takesTouches: Bool { !isAsleep && super.takesTouches }
        override func touchesBegan(_ touches: [Touch]) { come(touches) }
        override func touchesMoved(_ touches: [Touch]) {
            for touch in touches {
                ground.check(down.contains(ObjectIdentifier(touch)), "a touch moved that had not begun")
            }
        }
        override func touchesEnded(_ touches: [Touch]) { leave(touches) }
        override func touchesCancelled(_ touches: [Touch]) { leave(touches) }
        override func pressesBegan(_ presses: [Press]) { come(presses) }
        override func pressesEnded(_ presses: [Press]) { leave(presses) }
        override func pressesCancelled(_ presses: [Press]) { leave(presses) }

        private func come(_ inputs: [Input]) {
            for input in inputs { ground.check(down.insert(ObjectIdentifier(input)).inserted, "\(input) began twice") }
            ground.meddle()
        }
        private func leave(_ inputs: [Input]) {
            for input in inputs {
                ground.check(
                    down.remove(ObjectIdentifier(input)) != nil, "\(input) was over that had not begun, or twice")
            }
            ground.meddle()
        }
    }

    static let kinds: [PressFrame.Kind] = [.back, .select, .up, .other(99)]
    /// Contacts and buttons of the second device count from here.
    static let secondDevice = 100

    var dice: SplitMix
    var spots: [Spot] = []
    var recognizers: [Recognizer] = []
    var required: [(Recognizer, Recognizer)] = []
    private(set) var faults: [String] = []
    private(set) var dispatcher: TouchDispatcher!
    var time = Instant.zero
    var down: [Int: Point] = [:]
    private var hasCircle = false
    /// The state of each attempt as its events tell it, and as its actions do.
    private var attempts: [Int: Recognizer.State] = [:]
    private var told: [Int: Recognizer.State] = [:]
    /// The attempts that had fingers.
    private var withTouches: Set<Int> = []

    init(seed: UInt64) {
        dice = SplitMix(seed)
        dispatcher = TouchDispatcher { [unowned self] point in spots.last { $0.rect.contains(point) } }
        dispatcher.onGesture = { [unowned self] in
            verifyArrow($0)
            verifyBeginning($0)
        }
        dispatcher.onWarning = { [unowned self] in if $0.contains("circle") { hasCircle = true } }
        let root = Spot(self, Rect(0, 0, 500, 300), in: nil)
        spots = [root]
        dispatcher.root = root
        for _ in 0..<(1 + dice.below(4)) { addSpot() }
        for _ in 0..<(2 + dice.below(9)) { addRecognizer() }
        for _ in 0..<dice.below(5) {
            let (a, b) = (anyRecognizer, anyRecognizer)
            if a !== b {
                a.require(toFail: b)
                required.append((a, b))
            }
        }
    }

    func check(_ holds: Bool, _ what: @autoclosure () -> String) { if !holds { faults.append(what()) } }

    private var anySpot: Spot { spots[dice.below(spots.count)] }
    private var anyRecognizer: Recognizer { recognizers[dice.below(recognizers.count)] }

    // MARK: What lies there

    private func addSpot() {
        let around = anySpot
        let spot = Spot(self, Rect(Double(dice.below(400)), Double(dice.below(250)), 200, 150), in: around)
        spot.isIndependent = dice.chance(4)
        spots.append(spot)
        // A recognizer that was somewhere else, perhaps on a view that is gone.
        if !recognizers.isEmpty, dice.chance(2) { spot.addRecognizer(anyRecognizer) }
    }

    private func removeSpot() {
        guard spots.count > 1 else { return }
        let spot = spots.remove(at: 1 + dice.below(spots.count - 1))
        let inner = spots.filter { $0.isWithin(spot) }
        spots.removeAll { $0.isWithin(spot) }
        dispatcher.remove(spot)
        check(([spot] + inner).allSatisfy(\.down.isEmpty), "a view that is gone still holds a touch or a press")
        forgetContacts()
    }

    private func addRecognizer() {
        let recognizer = makeRecognizer()
        recognizer.delaysTouchesBegan = dice.chance(5)
        recognizer.delaysTouchesEnded = !dice.chance(3)
        recognizer.cancelsTouchesInView = !dice.chance(5)
        if dice.chance(3) { recognizer.allowedPressTypes = Set(Self.kinds.prefix(1 + dice.below(4))) }
        if dice.chance(8) { recognizer.allowedTouchTypes = [.pen] }
        if dice.chance(2) { recognizer.delegate = self }
        recognizer.onAction { [unowned self] in
            verifyTold($0)
            meddle()
        }
        anySpot.addRecognizer(recognizer)
        recognizers.append(recognizer)
    }

    private func makeRecognizer() -> Recognizer {
        switch dice.below(11) {
        case 0, 1:
            let tap = TapRecognizer()
            tap.numberOfTapsRequired = 1 + dice.below(3)
            tap.numberOfTouchesRequired = 1 + dice.below(2)
            if dice.chance(4) { tap.maximumDuration = .milliseconds(200) }
            return tap
        case 2:
            let edge = ScreenEdgePanRecognizer(
                name: "edge", edges: [.left, [.left, .top], .all][dice.below(3)], panelSize: Size(500, 300))
            edge.takesSwipesFromBeyond = !dice.chance(3)
            return edge
        case 3:
            let pan = PanRecognizer(name: "catch")
            pan.beginsAtTouchDown = true
            return pan
        case 4:
            let press = LongPressRecognizer()
            press.minimumDuration = .milliseconds([0, 50, 500, 5000][dice.below(4)])
            press.numberOfTouchesRequired = 1 + dice.below(2)
            press.numberOfTapsRequired = dice.below(2)
            return press
        case 5: return PinchRecognizer()
        case 6: return RotationRecognizer()
        case 7:
            let swipe = SwipeRecognizer(directions: [.all, .horizontal, .up][dice.below(3)])
            swipe.numberOfTouchesRequired = 1 + dice.below(2)
            return swipe
        default:
            let pan = PanRecognizer(name: "pan", directions: [.all, .horizontal, .vertical, .right][dice.below(4)])
            pan.maximumTouches = 1 + dice.below(3)
            pan.minimumTouches = 1 + dice.below(min(2, pan.maximumTouches))
            return pan
        }
    }

    /// What an app may do from within an action or while it is told of a touch: switch recognizers off and on, take views
    /// away, move the focus.
    private func meddle() {
        switch dice.below(60) {
        case 0...2:
            let other = anyRecognizer
            other.isEnabled = false
            other.isEnabled = true
        case 3: anyRecognizer.isEnabled.toggle()
        case 4: removeSpot()
        case 5: dispatcher.firstResponder = anySpot
        case 6: anySpot.addRecognizer(anyRecognizer)
        case 7: reroute()
        case 8: anySpot.isAsleep.toggle()
        default: break
        }
    }

    private func reroute() {
        guard !dispatcher.touchesDown.isEmpty else { return }
        let touch = dispatcher.touchesDown[dice.below(dispatcher.touchesDown.count)]
        if dice.chance(2) { return dispatcher.reroute(touch, why: "it goes elsewhere") }
        let spot = dice.chance(4) ? nil : anySpot
        dispatcher.reroute(touch, why: "it goes elsewhere") { _ in spot }
    }

    func shouldReceive(_ frame: TouchFrame, by recognizer: Recognizer) -> Bool { !dice.chance(10) }
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool { !dice.chance(10) }
    func shouldReceive(_ frame: PressFrame, by recognizer: Recognizer) -> Bool { !dice.chance(10) }
    func shouldReceive(_ press: Press, by recognizer: Recognizer) -> Bool { !dice.chance(10) }
    func shouldBegin(_ recognizer: Recognizer) -> Permission { dice.chance(5) ? false : .yes }
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { dice.chance(3) }
    func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool { dice.chance(6) }
    func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool { dice.chance(6) }

    // MARK: What happens

    /// One thing that can happen.
    func step() {
        switch dice.below(26) {
        case 0: time = time + .milliseconds(dice.below(5000))
        case 1: time = time - .milliseconds(dice.below(50))
        case 2:
            dispatcher.cancelTouches()
            if dice.chance(2) { dispatcher.cancelPresses() }
            forgetContacts()
        case 3: removeSpot()
        case 4 where spots.count < 6: addSpot()
        case 5: anyRecognizer.isEnabled.toggle()
        case 6: unplug(second: dice.chance(2))
        case 7:
            time = time + .milliseconds(dice.below(700))
            dispatcher.advance(to: time)
        case 8 where dice.chance(4): time = time + .seconds(Double(dice.below(100_000)))
        case 9: dispatcher.firstResponder = dice.chance(3) ? nil : anySpot
        case 14: reroute()
        case 10...13: press()
        default: touch()
        }
        verify()
    }

    /// A device goes away in mid-sequence: what it holds is cancelled, what the other holds goes on.
    private func unplug(second: Bool) {
        let others = dispatcher.touchesDown.filter { ($0.number > Self.secondDevice) != second }
        dispatcher.cancelTouches { ($0.number > Self.secondDevice) == second }
        dispatcher.cancelPresses { ($0.number > Self.secondDevice) == second }
        check(
            dispatcher.touchesDown.allSatisfy { ($0.number > Self.secondDevice) != second },
            "a touch of a device that is gone is down")
        check(dispatcher.touchesDown.count <= others.count, "a touch came from nowhere")
        forgetContacts()
    }

    private func forgetContacts() {
        down = down.filter { number, _ in dispatcher.touchesDown.contains { $0.number == number && $0.isDown } }
    }

    private func press() {
        time = time + .milliseconds(dice.below(200))
        let changes = (0...dice.below(2)).map { _ in
            let button = 1 + dice.below(3) + (dice.chance(3) ? Self.secondDevice : 0)
            let isHeld = dispatcher.pressesDown.contains { $0.number == button }
            let phases: [PressFrame.Phase] = isHeld ? [.ended, .ended, .ended, .cancelled, .began] : [.began]
            return PressFrame.Change(
                button: button, kind: Self.kinds[dice.below(4)],
                phase: dice.chance(20) ? .ended : phases[dice.below(phases.count)])
        }
        dispatcher.handle(PressFrame(time: time, changes: changes))
    }

    private func touch() {
        time = time + .milliseconds(dice.below(30))
        var changes: [TouchFrame.Change] = []
        for _ in 0...dice.below(4) {
            let contact = 1 + dice.below(6) + (dice.chance(3) ? Self.secondDevice : 0)
            let phase: TouchFrame.Phase
            if down[contact] == nil {
                phase = dice.chance(15) ? .moved : .began
            } else {
                phase = [.moved, .moved, .moved, .moved, .ended, .cancelled, .began][dice.below(7)]
            }
            let from = down[contact] ?? dice.point()
            let reach = [1.0, 10, 40][dice.below(3)]
            let place =
                phase == .began
                ? dice.point()
                : from + Vector(Double(dice.below(200)) / 100 - 1, Double(dice.below(200)) / 100 - 1) * reach
            let tool: TouchFrame.Tool = dice.chance(10) ? .pen : .finger
            changes.append(.init(contact: contact, phase: phase, position: place, tool: tool))
            switch phase {
            case .began: down[contact] = place
            case .moved: if down[contact] != nil { down[contact] = place }
            case .ended, .cancelled: down[contact] = nil
            }
        }
        dispatcher.handle(TouchFrame(time: time, changes: changes))
        forgetContacts()
    }

    // MARK: What has to hold

    private func verify() {
        let underWay = dispatcher.recognizersUnderWay
        for recognizer in recognizers {
            let name = recognizer.name
            if !underWay.contains(where: { $0 === recognizer }) {
                check(recognizer.state == .possible, "\(name) is \(recognizer.state) with no attempt under way")
                check(recognizer.touches.isEmpty && recognizer.presses.isEmpty, "\(name) follows without an attempt")
            }
            check(!recognizer.state.isOver, "\(name) is \(recognizer.state) after the moment")
            check(recognizer.touches.isEmpty || recognizer.presses.isEmpty, "\(name) follows touches and presses")
            check(Set(recognizer.touches.map(\.number)).count == recognizer.touches.count, "\(name) follows one twice")
            for touch in recognizer.touches {
                check(
                    touch.isDown && dispatcher.touchesDown.contains { $0 === touch },
                    "\(name) follows a touch that is gone")
            }
            for press in recognizer.presses {
                check(
                    press.isDown && dispatcher.pressesDown.contains { $0 === press },
                    "\(name) follows a press that is gone")
            }
        }
        verifyAllTold()
        if dispatcher.touchesDown.isEmpty, dispatcher.pressesDown.isEmpty, dispatcher.nextDeadline == nil {
            verifyIdle()
        }
    }

    /// Nothing is down and nothing waits for time to pass.
    private func verifyIdle() {
        let underWay = dispatcher.recognizersUnderWay
        check(underWay.isEmpty, "\(underWay.map(\.name)) are still under way")
        check(recognizers.allSatisfy { $0.state == .possible }, "a recognizer is not possible")
        check(spots.allSatisfy(\.down.isEmpty), "a view holds a touch or a press that is gone")
    }

    /// An attempt begins at most once and ends at most once. It is cancelled only if it has begun, fails only if it has not,
    /// and gives a reason for either.
    private func verifyArrow(_ event: GestureEvent) {
        let before = attempts[event.id] ?? .possible
        let isLegal =
            switch event.state {
            case .began, .failed: before == .possible
            case .ended: before == (event.hadBegun ? .began : .possible)
            case .cancelled: before == .began
            case .changed, .possible: false
            }
        check(isLegal, "\(event.name) went from \(before) to \(event.state)")
        attempts[event.id] = event.state
        if !event.touches.isEmpty { withTouches.insert(event.id) }
        let needsReason = event.state == .failed || event.state == .cancelled
        check(!needsReason || event.why?.isEmpty == false, "\(event.name) \(event.state) and does not say why")
    }

    /// Actions report the same steps of an attempt as its events, each once and in order, up to the end of a gesture that has
    /// begun. Discrete gestures are reported only on views that take touches.
    private func verifyTold(_ recognizer: Recognizer) {
        let (state, before) = (recognizer.state, told[recognizer.id] ?? .possible)
        check(before.successors.contains(state), "\(recognizer.name) told \(state) after \(before)")
        told[recognizer.id] = state
        if state == .began {
            check(!recognizer.touches.isEmpty || !recognizer.presses.isEmpty, "\(recognizer.name) began with nothing")
        }
        if state == .ended, before == .possible, withTouches.contains(recognizer.id) {
            check(recognizer.view?.takesTouches == true, "\(recognizer.name) told of a view that takes no touches")
        }
    }

    /// What has begun has been reported to actions, and what has been cancelled as well.
    private func verifyAllTold() {
        for (id, state) in attempts where state == .began || state == .cancelled {
            let isLike = state == .began ? told[id]?.isActive == true : told[id] == .cancelled
            check(isLike, "attempt \(id) is \(state), and told \(told[id]?.rawValue ?? "nothing")")
        }
        for (id, state) in told where state.isActive {
            check(attempts[id] == .began, "attempt \(id) is over and was told that it is \(state)")
        }
    }

    /// No recognizer begins while another that it requires to fail, and that follows one of its fingers, is under way.
    private func verifyBeginning(_ event: GestureEvent) {
        guard event.state == .began || event.state == .ended && !event.hadBegun,
            let one = recognizers.first(where: { $0.id == event.id })
        else { return }
        // A requirement that closed a circle was dropped.
        for (waiting, other) in required where !hasCircle && waiting === one && other.state.isActive {
            let shares =
                waiting.touches.contains { touch in other.touches.contains { $0 === touch } }
                || waiting.presses.contains { press in other.presses.contains { $0 === press } }
            check(!shares, "\(waiting.name) began though \(other.name), which it requires to fail, has begun")
        }
    }

    /// Cancels all touches and presses, and lets time run on.
    func finish() {
        dispatcher.cancelTouches()
        dispatcher.cancelPresses()
        while let due = dispatcher.nextDeadline { dispatcher.advance(to: due) }
        check(dispatcher.touchesDown.isEmpty, "a touch is still down")
        check(dispatcher.pressesDown.isEmpty, "a press is still held")
        verifyIdle()
    }
}
