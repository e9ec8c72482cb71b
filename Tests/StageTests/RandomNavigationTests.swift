// Anything at any moment: whatever is pushed, popped, presented and swiped, the stack stays a stack and nothing is stuck.

import Geometry
import Gestures
import Glibc
import Layers
import Stage
import TestRandomness
import Testing

/// What can happen to a stage.
private enum Op: CaseIterable {
    case push, pop, goBack, popToRoot, replaceAll, present, dismiss, leave, down, move, fling, lift, cancel, wait,
        settle
    case frame, setGestures, answer, direction
}

/// One stage to which things happen.
private struct Playground {
    let stage: Stage
    private var dice: SplitMix
    private var fingers: [(contact: Int, place: Point)] = []
    private var contact = 0
    private var names = 0
    private(set) var log: [String] = []
    private var gone: [() -> Screen?] = []

    private final class AnsweringScreen: Screen {
        var answer = LeaveAnswer.yes
        var onAsk: ((LeaveRequest) -> Void)?
        override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
            onAsk?(request)
            return answer
        }
    }
    private final class Requests { var kept: [LeaveRequest] = [] }
    private let requests = Requests()

    init(seed: UInt64) {
        dice = SplitMix(seed)
        stage = Stage(
            panel: Glass.panel, theme: Theme(.paper, on: Glass.panel), gestures: GestureSettings(),
            root: TestScreen("home"))
    }

    private mutating func screen() -> Screen {
        names += 1
        let screen = AnsweringScreen(name: "s\(names)", title: "")
        let requests = requests
        screen.onAsk = { requests.kept.append($0) }
        screen.answer = [.yes, .yes, .yes, .no("so"), .instead("so") {}, .later].randomElement(using: &dice)!
        if Bool.random(using: &dice) { screen.popStyle = PopStyle.allCases.randomElement(using: &dice) }
        if Int.random(in: 0..<4, using: &dice) == 0 { screen.direction = .rightToLeft }
        if Bool.random(using: &dice) { screen.detents = [.height(80), .share(0.6)] }
        gone.append { [weak screen] in screen }
        return screen
    }

    private func point(_ dice: inout SplitMix) -> Point {
        let x = [1.0, 526, .random(in: 0...527, using: &dice)].randomElement(using: &dice)!
        return Point(x, .random(in: 0...296, using: &dice))
    }

    private mutating func send(_ phase: TouchFrame.Phase, _ index: Int) {
        stage.handle(
            TouchFrame(
                time: stage.now,
                changes: [.init(contact: fingers[index].contact, phase: phase, position: fingers[index].place)]))
    }

    private mutating func lift(_ index: Int, _ phase: TouchFrame.Phase = .ended) {
        send(phase, index)
        fingers.remove(at: index)
    }

    mutating func step() {
        let op = Op.allCases.randomElement(using: &dice)!
        log.append("\(op)")
        let isAnimated = Int.random(in: 0..<4, using: &dice) > 0
        let front = stage.frontNavigator
        switch op {
        case .push: front.push(screen(), animated: isAnimated)
        case .pop: front.pop(animated: isAnimated)
        case .goBack: front.goBack()
        case .popToRoot: front.popToRoot(animated: isAnimated)
        case .replaceAll:
            var new = (0..<Int.random(in: 1...3, using: &dice)).map { _ in screen() }
            if let old = front.screens.randomElement(using: &dice) { new.insert(old, at: 0) }
            front.replaceAll(with: new, animated: isAnimated)
        case .present: if stage.sheets.count < 3 { stage.present(screen(), animated: isAnimated) }
        case .dismiss: stage.sheets.last?.dismiss(animated: isAnimated)
        case .leave: stage.sheets.last?.leave()
        case .down:
            guard fingers.count < 3 else { return }
            contact += 1
            fingers.append((contact, point(&dice)))
            send(.began, fingers.count - 1)
        case .move, .fling:
            guard let index = fingers.indices.randomElement(using: &dice) else { return }
            let end = point(&dice)
            let start = fingers[index].place
            let steps = op == .move ? 12 : 4
            for step in 1...steps {
                stage.advance(to: stage.now + .milliseconds(8))
                fingers[index].place = start + (end - start) * (Double(step) / Double(steps))
                send(.moved, index)
            }
        case .lift: if let index = fingers.indices.randomElement(using: &dice) { lift(index) }
        case .cancel: if let index = fingers.indices.randomElement(using: &dice) { lift(index, .cancelled) }
        case .wait: stage.advance(to: stage.now + .milliseconds(.random(in: 1...200, using: &dice)))
        case .settle: stage.advance(to: stage.now + .seconds(2))
        case .frame:
            let presentation = stage.now + .milliseconds(16)
            stage.willPresent(at: presentation)
            _ = stage.movingScreens(at: presentation)
        case .setGestures:
            stage.gestures.pop = PopStyle.allCases.randomElement(using: &dice)!
            stage.gestures.pull = PullStyle.allCases.randomElement(using: &dice)!
            stage.gestures.trailing = TrailingStyle.allCases.randomElement(using: &dice)!
            stage.gestures.isResampling.toggle()
        case .answer:
            guard let index = requests.kept.indices.randomElement(using: &dice) else { return }
            requests.kept.remove(at: index).answer(Bool.random(using: &dice))
        case .direction: stage.direction = LayoutDirection.allCases.randomElement(using: &dice)!
        }
    }

    /// Checks what holds at any moment.
    func verify(_ fail: (String) -> Void) {
        for navigator in [stage.navigator!] + stage.sheets.map(\.navigator) {
            if navigator.screens.isEmpty { fail("a stack is empty") }
            if Set(navigator.screens.map(\.name)).count != navigator.screens.count { fail("a screen is on it twice") }
            for screen in navigator.screens where screen.navigator !== navigator {
                fail("\(screen.name) does not know its stack")
            }
            if navigator.top.view.layer.isHidden { fail("the top is hidden") }
            if !navigator.top.view.isUserInteractionEnabled { fail("the top takes no touches") }
            for transition in navigator.transitions {
                if !navigator.screens.contains(where: { $0 === transition.upper }) { fail("what moves is not on it") }
                let offset = transition.offset(at: stage.now).offset
                if offset < 0 || offset > transition.extent { fail("\(transition.upper.name) is at \(offset)") }
            }
        }
    }

    /// Lifts all fingers, answers all questions and settles; then nothing may be left of it.
    mutating func end(_ fail: (String) -> Void) {
        while !fingers.isEmpty { lift(0) }
        for request in requests.kept { request.answer(true) }
        requests.kept = []
        stage.advance(to: stage.now + .seconds(20))
        verify(fail)
        var lines: [String] = []
        stage.onTrace = { lines.append($0.json(since: .zero)) }
        stage.traceEnd()
        stage.onTrace = nil
        if !lines[0].contains("\"stuck\":[]") { fail(lines[0]) }
        if stage.isMoving || !stage.movingScreens(at: stage.now).isEmpty { fail("something still moves") }
        for navigator in [stage.navigator!] + stage.sheets.map(\.navigator) {
            for screen in navigator.screens {
                let (model, shown) = (screen.view.layer, screen.view.layer.presentation)
                if shown.position != model.position || shown.dim != 0 || shown.opacity != 1 {
                    fail("\(screen.name) is not at its rest")
                }
                if screen.view.layer.isHidden != (screen !== navigator.top) { fail("what is covered is shown") }
                if screen.transition != nil { fail("\(screen.name) still has a transition") }
            }
        }
        while let sheet = stage.sheets.last { sheet.dismiss(animated: false) }
        stage.navigator.replaceAll(with: [screen()], animated: false)
        stage.gestures.trailing = .off
        let left = gone.compactMap { $0()?.name }
        if left.count != 1 { fail("these screens are still in memory: \(left)") }
    }
}

@Suite struct RandomNavigationTests {
    /// BEZEL_SCRIPTS=10000 BEZEL_SEED=1 runs 10000 scripts of seed 1; without a seed the day sets it.
    @Test func `random scripts end with a consistent stack, nothing stuck, and memory back`() {
        func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
        let (scripts, seed) = (number("BEZEL_SCRIPTS") ?? 100, number("BEZEL_SEED") ?? UInt64(time(nil) / 86_400))
        for script in 0..<scripts {
            var faults: [String] = []
            var playground = Playground(seed: seed &* 1_000_003 &+ script)
            for _ in 0..<60 {
                playground.step()
                playground.verify { faults.append($0) }
                if !faults.isEmpty { break }
            }
            if faults.isEmpty { playground.end { faults.append($0) } }
            #expect(faults == [], "script \(script) of seed \(seed): \(playground.log.joined(separator: " "))")
            if !faults.isEmpty { return }
        }
    }
}
