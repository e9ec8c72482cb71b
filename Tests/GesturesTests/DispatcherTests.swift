// Touches through the dispatcher: which responders get them, in which order, and what is left when they are gone.

import Geometry
import Gestures
import Testing
import TouchScript

/// A responder that covers a rectangle of the panel and logs its touches.
final class Area: Responder {
    let name: String
    let rect: Rect
    private weak var parent: Responder?
    let log: (String) -> Void
    /// Called with the phase of each touch.
    var onTouch: ((String, Touch) -> Void)?
    /// Whether it takes no touches, though it is hit.
    var isAsleep = false

    init(_ name: String, _ rect: Rect, in parent: Responder? = nil, log: @escaping (String) -> Void = { _ in }) {
        self.name = name
        self.rect = rect
        self.parent = parent
        self.log = log
    }

    override var next: Responder? { parent }
    override var traceName: String { name }
    override var takesTouches: Bool { !isAsleep && super.takesTouches }

    private func tell(_ phase: String, _ touches: [Touch]) {
        log("\(name) \(phase)")
        for touch in touches { onTouch?(phase, touch) }
    }
    override func touchesBegan(_ touches: [Touch]) { tell("began", touches) }
    override func touchesMoved(_ touches: [Touch]) { tell("moved", touches) }
    override func touchesEnded(_ touches: [Touch]) { tell("ended", touches) }
    override func touchesCancelled(_ touches: [Touch]) { tell("cancelled", touches) }
}

/// A panel of 500 × 300 mm with areas on it, innermost last, and a log of everything that happens.
final class Bench {
    var areas: [Area] = []
    var lines: [String] = []
    private(set) var dispatcher: TouchDispatcher!

    init() {
        dispatcher = TouchDispatcher { [unowned self] point in areas.last { $0.rect.contains(point) } }
        dispatcher.onGesture = { [unowned self] event in
            lines.append("\(event.name) \(event.state.rawValue)" + (event.why.map { ": \($0)" } ?? ""))
        }
        dispatcher.onWarning = { [unowned self] in lines.append("warning: \($0)") }
    }

    func area(_ name: String, _ rect: Rect, in parent: Responder? = nil) -> Area {
        let area = Area(name, rect, in: parent) { [unowned self] in lines.append($0) }
        areas.append(area)
        return area
    }

    /// A second after the last frame.
    private(set) var time = Instant.zero

    func play(_ frames: [TouchFrame]) {
        for frame in frames { dispatcher.handle(frame) }
        time = (frames.last?.time ?? time) + .milliseconds(1000)
    }

    /// The log without moves, which are many.
    var log: String { lines.filter { !$0.hasSuffix(" moved") }.joined(separator: "\n") }
}

@Suite struct DispatcherTests {
    let panel = Rect(0, 0, 500, 300)

    @Test func `a pan begins beyond the slop, takes the touch from the view, and ends with the lift`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let pan = PanRecognizer(name: "pan")
        root.addRecognizer(pan)
        var states: [String] = []
        pan.onAction { states.append($0.state.rawValue) }
        let touch = TouchScript()
        touch.down(at: Point(100, 100)).drag(to: Point(104, 100), over: .milliseconds(40)).lift()
        bench.play(touch.frames)
        #expect(
            bench.log == """
                root began
                pan began
                root cancelled
                pan ended
                """)
        #expect(states == ["began", "changed", "ended"])
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
        #expect(pan.state == .possible)
    }

    @Test func `the slop is subtracted from the translation`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan", directions: .right)
        bench.area("root", panel).addRecognizer(pan)
        var translations: [Double] = []
        pan.onAction { _ in translations.append(pan.translation.x) }
        let touch = TouchScript()
        touch.down(at: Point(100, 100)).drag(to: Point(106, 100), over: .milliseconds(30)).lift()
        bench.play(touch.frames)
        #expect(translations == [2, 4, 4])
    }

    @Test func `a pan fails for a touch that goes another way, also when it is exactly diagonal`() {
        for end in [Point(100, 110), Point(110, 110), Point(90, 100)] {
            let bench = Bench()
            let pan = PanRecognizer(name: "pan", directions: .right)
            bench.area("root", panel).addRecognizer(pan)
            let touch = TouchScript()
            touch.down(at: Point(100, 100)).drag(to: end, over: .milliseconds(50)).lift()
            bench.play(touch.frames)
            #expect(bench.lines.contains { $0.hasPrefix("pan failed: moved") }, "\(end)")
            #expect(bench.lines.last == "root ended")
        }
    }

    @Test func `the inner recognizer wins, and the outer one's reason names it`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let list = bench.area("list", Rect(0, 0, 500, 200), in: root)
        root.addRecognizer(PanRecognizer(name: "outer"))
        list.addRecognizer(PanRecognizer(name: "inner"))
        let touch = TouchScript()
        touch.down(at: Point(100, 100)).drag(to: Point(100, 150), over: .milliseconds(50)).lift()
        bench.play(touch.frames)
        #expect(
            bench.log == """
                list began
                inner began
                list cancelled
                outer failed: inner began
                inner ended
                """)
    }

    @Test func `a recognizer that requires another to fail waits for it, and fails when it begins`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let edge = ScreenEdgePanRecognizer(name: "edge", edges: .left, panelSize: panel.size)
        let scroll = PanRecognizer(name: "scroll")
        scroll.require(toFail: edge)
        let list = bench.area("list", panel, in: root)
        root.addRecognizer(edge)
        list.addRecognizer(scroll)
        let touch = TouchScript()
        touch.down(at: Point(1, 100)).drag(to: Point(50, 100), over: .milliseconds(50)).lift()
        touch.down(at: Point(1, 100)).drag(to: Point(1, 150), over: .milliseconds(50)).lift()
        touch.down(at: Point(90, 100)).drag(to: Point(200, 100), over: .milliseconds(50)).lift()
        bench.play(touch.frames)
        #expect(
            bench.log == """
                list began
                edge began
                list cancelled
                scroll failed: edge began; scroll requires it to fail
                edge ended
                list began
                edge failed: moved 10.0 mm down and 0.0 mm across, not right
                scroll began
                list cancelled
                scroll ended
                edge failed: began 90.0 mm from the edge, more than 8.0 mm
                list began
                scroll began
                list cancelled
                scroll ended
                """)
    }

    @Test func `a second finger fails a pan for one finger before it begins, and is ignored after`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        pan.maximumTouches = 1
        bench.area("root", panel).addRecognizer(pan)
        var touch = TouchScript()
        let first = touch.down(at: Point(100, 100))
        let second = touch.down(at: Point(300, 100))
        second.drag(to: Point(350, 100), over: .milliseconds(50)).lift()
        first.drag(to: Point(150, 100), over: .milliseconds(50)).lift()
        bench.play(touch.frames)
        #expect(bench.lines.filter { $0.hasPrefix("pan") } == ["pan failed: a second finger came down"])

        bench.lines = []
        touch = TouchScript(start: .zero + .milliseconds(1000))
        var one = touch.down(at: Point(100, 100))
        one = one.drag(to: Point(150, 100), over: .milliseconds(50))
        let two = touch.down(at: Point(300, 100))
        two.drag(to: Point(300, 200), over: .milliseconds(50)).lift()
        #expect(pan.translation == .zero)
        one.drag(to: Point(200, 100), over: .milliseconds(50)).lift()
        var last = Vector.zero
        pan.onAction { _ in last = pan.translation }
        bench.play(touch.frames)
        #expect(bench.lines.filter { $0.hasPrefix("pan") } == ["pan began", "pan ended"])
        #expect(abs(last.x - 98) < 1e-9 && last.y == 0)
    }

    @Test func `a cancelled touch cancels what has begun and fails what has not`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        root.addRecognizer(PanRecognizer(name: "pan"))
        root.addRecognizer(TapRecognizer())
        let touch = TouchScript()
        touch.down(at: Point(100, 100)).drag(to: Point(150, 100), over: .milliseconds(50)).cancel()
        touch.down(at: Point(100, 100)).cancel()
        bench.play(touch.frames)
        #expect(
            bench.log == """
                root began
                pan began
                root cancelled
                tap failed: pan began
                pan cancelled: the touch was cancelled
                root began
                pan failed: the touch was cancelled
                tap failed: the touch was cancelled
                root cancelled
                """)
    }

    @Test func `disabling a pan in mid-drag cancels it, and the finger that is down starts nothing new`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        bench.area("root", panel).addRecognizer(pan)
        let touch = TouchScript()
        touch.down(at: Point(100, 100)).drag(to: Point(150, 100), over: .milliseconds(50)).lift()
        bench.play(Array(touch.frames.dropLast(3)))
        pan.isEnabled = false
        pan.isEnabled = true
        bench.play(Array(touch.frames.suffix(3)))
        #expect(bench.log == "root began\npan began\nroot cancelled\npan cancelled: it was disabled")
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `impossible touches cause warnings and change nothing`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        root.addRecognizer(TapRecognizer())
        let at = Point(10, 10)
        bench.play([
            TouchFrame(time: .zero, changes: [.init(contact: 4, phase: .ended, position: at)]),
            TouchFrame(time: .zero, changes: [.init(contact: 5, phase: .began, position: at)]),
            TouchFrame(time: .zero, changes: [.init(contact: 5, phase: .began, position: at)]),
            TouchFrame(time: .zero, changes: [.init(contact: 5, phase: .ended, position: at)]),
        ])
        #expect(
            bench.log == """
                warning: touch 4 ended without having come down; ignored
                root began
                warning: touch 5 came down twice; the first one counts as cancelled
                tap failed: the touch was cancelled
                root cancelled
                root began
                tap ended
                root cancelled
                """)
        #expect(bench.dispatcher.touchesDown.isEmpty)
    }

    @Test func `a finger that comes and goes within one frame is a tap`() {
        let bench = Bench()
        bench.area("root", panel).addRecognizer(TapRecognizer())
        let at = Point(10, 10)
        bench.play([
            TouchFrame(
                time: .zero,
                changes: [
                    .init(contact: 1, phase: .began, position: at), .init(contact: 1, phase: .ended, position: at),
                    .init(contact: 1, phase: .began, position: at), .init(contact: 1, phase: .ended, position: at),
                ])
        ])
        #expect(bench.lines.filter { $0 == "tap ended" }.count == 2)
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `one person's finger in the content does not keep another's from the edge`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let list = bench.area("list", Rect(200, 0, 300, 300), in: root)
        list.addRecognizer(PanRecognizer(name: "scroll", directions: .vertical))
        root.addRecognizer(ScreenEdgePanRecognizer(name: "edge", edges: .left, panelSize: panel.size))
        let touch = TouchScript()
        var reader = touch.down(at: Point(300, 200))
        reader = reader.drag(to: Point(300, 150), over: .milliseconds(100))
        touch.down(at: Point(2, 100)).drag(to: Point(80, 100), over: .milliseconds(100)).lift()
        reader.drag(to: Point(300, 100), over: .milliseconds(100)).lift()
        bench.play(touch.frames)
        #expect(
            bench.lines.filter { !$0.contains(" moved") && !$0.contains("list") && !$0.contains("root") } == [
                "edge failed: began 300.0 mm from the edge, more than 8.0 mm", "scroll began", "edge began",
                "edge ended",
                "scroll ended",
            ])
    }

    @Test func `a finger that is down when everything is released keeps nothing in memory`() {
        weak var root: Area?
        weak var pan: PanRecognizer?
        do {
            let bench = Bench()
            let area = bench.area("root", panel)
            let recognizer = PanRecognizer(name: "pan")
            area.addRecognizer(recognizer)
            let touch = TouchScript()
            _ = touch.down(at: Point(10, 10)).drag(to: Point(100, 10), over: .milliseconds(100))
            bench.play(touch.frames)
            #expect(bench.lines.contains("pan began") && bench.dispatcher.touchesDown.count == 1)
            (root, pan) = (area, recognizer)
        }
        #expect(root == nil && pan == nil)
    }

    @Test func `when one finger stays for hours while others come and go, few of them are kept`() {
        struct WeakTouch { weak var touch: Touch? }
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        bench.area("root", panel).addRecognizer(pan)
        let touch = TouchScript()
        _ = touch.down(at: Point(10, 10)).drag(to: Point(60, 10), over: .milliseconds(50))
        bench.play(touch.frames)
        var touches: [WeakTouch] = []
        for number in 0..<500 {
            let time = bench.time + .milliseconds(100 * number)
            for (phase, after) in [(TouchFrame.Phase.began, 0), (.ended, 20)] {
                let change = TouchFrame.Change(contact: 77, phase: phase, position: Point(200, 100))
                bench.dispatcher.handle(TouchFrame(time: time + .milliseconds(after), changes: [change]))
                if phase == .began { touches.append(WeakTouch(touch: bench.dispatcher.touchesDown.last)) }
            }
        }
        #expect(pan.state == .changed && bench.dispatcher.touchesDown.count == 1)
        #expect(touches.count { $0.touch != nil } < 50)
    }

    @Test func `a recognizer whose deadline never moves fails, and time goes on`() {
        final class Obstinate: Recognizer {
            var turns = 0
            override func touchesBegan(_ new: [Touch], at time: Instant) { began = time }
            override var deadline: Instant? { began.map { $0 + .milliseconds(20) } }
            override func deadlineReached(at time: Instant) { turns += 1 }
            override func reset() { began = nil }
            private var began: Instant?
        }
        let bench = Bench()
        let obstinate = Obstinate(name: "obstinate")
        bench.area("root", panel).addRecognizer(obstinate)
        let touch = TouchScript()
        touch.down(at: Point(10, 10)).hold(for: .milliseconds(100)).lift()
        bench.play(touch.frames)
        #expect(obstinate.turns == 100 && obstinate.state == .possible)
        #expect(bench.lines.contains("obstinate failed: its deadline has come and stays where it is"))
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `only legal arrows exist`() {
        typealias State = Recognizer.State
        var arrows: [String] = []
        for state in State.allCases { for next in state.successors { arrows.append("\(state)→\(next)") } }
        #expect(arrows.count == 12)
        #expect(!arrows.contains("possible→cancelled"))
        #expect(!arrows.contains("ended→began"))
    }
}
