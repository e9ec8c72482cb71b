// Hardware buttons: which responders get them, and which recognizers use them.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct PressTests {
    let panel = Rect(0, 0, 500, 300)

    /// A responder that logs its presses.
    final class Focus: Responder {
        let name: String
        let bench: Bench
        weak var around: Responder?
        init(_ name: String, _ bench: Bench, in around: Responder? = nil) {
            (self.name, self.bench, self.around) = (name, bench, around)
        }
        override var next: Responder? { around }
        override func pressesBegan(_ presses: [Press]) { tell("pressed", presses) }
        override func pressesEnded(_ presses: [Press]) { tell("released", presses) }
        override func pressesCancelled(_ presses: [Press]) { tell("cancelled", presses) }
        private func tell(_ what: String, _ presses: [Press]) {
            for press in presses { bench.lines.append("\(name) \(what) \(press.kind)") }
        }
    }

    func frame(_ time: Int, _ changes: (Int, PressFrame.Kind, PressFrame.Phase)...) -> PressFrame {
        PressFrame(
            time: .zero + .milliseconds(time), changes: changes.map { .init(button: $0.0, kind: $0.1, phase: $0.2) })
    }

    /// A button is pressed at `time` (ms) and released `span` (ms) later.
    func press(_ bench: Bench, _ kind: PressFrame.Kind, at time: Int, for span: Int = 100) {
        bench.dispatcher.handle(frame(time, (1, kind, .began)))
        bench.dispatcher.handle(frame(time + span, (1, kind, .ended)))
    }

    // "Routed to the responder that has the focus; to the outermost when nothing has it."
    @Test func `a press goes to the focus from press to release, and to the outermost view without a focus`() {
        let bench = Bench()
        let root = Focus("root", bench)
        let field = Focus("field", bench, in: root)
        press(bench, .select, at: 0)
        #expect(bench.log == "")
        bench.dispatcher.root = root
        press(bench, .select, at: 1000)
        bench.dispatcher.firstResponder = field
        bench.dispatcher.handle(frame(2000, (1, .select, .began)))
        bench.dispatcher.firstResponder = root
        bench.dispatcher.handle(frame(2100, (1, .select, .ended)))
        #expect(
            bench.log == """
                root pressed select
                root released select
                field pressed select
                field released select
                """)
    }

    // "The default implementation forwards to the next responder."
    @Test func `a responder that ignores presses hands them on`() {
        let bench = Bench()
        let root = Focus("root", bench)
        let label = Area("label", panel, in: root)
        bench.dispatcher.firstResponder = label
        press(bench, .other(0x1e), at: 0)
        #expect(bench.log == "root pressed other(30)\nroot released other(30)")
    }

    // "allowedPressTypes", empty by default.
    @Test func `a recognizer follows only the press types that it allows, and none by default`() {
        let bench = Bench()
        let root = Focus("root", bench)
        bench.dispatcher.root = root
        let (mute, back) = (TapRecognizer(name: "mute"), TapRecognizer(name: "back"))
        back.allowedPressTypes = [.back]
        root.addRecognizer(mute)
        root.addRecognizer(back)
        press(bench, .home, at: 0)
        #expect(bench.log == "root pressed home\nroot released home")
        bench.lines = []
        press(bench, .back, at: 1000)
        #expect(bench.log == "root pressed back\nback ended\nroot cancelled back")
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    // "shouldReceiveEvent once, before shouldReceivePress … → shouldBegin when leaving possible."
    @Test func `a delegate is asked for the frame, then for the press, then whether to begin`() {
        let bench = Bench()
        let root = Focus("root", bench)
        bench.dispatcher.root = root
        let tap = TapRecognizer()
        tap.allowedPressTypes = [.up, .down]
        tap.numberOfTouchesRequired = 2
        let answers = Answers()
        tap.delegate = answers
        root.addRecognizer(tap)
        bench.dispatcher.handle(frame(0, (1, .up, .began), (2, .down, .began)))
        bench.dispatcher.handle(frame(50, (1, .up, .ended)))
        #expect(answers.asked == ["press frame", "press", "press"])
        bench.dispatcher.handle(frame(90, (2, .down, .ended)))
        #expect(answers.asked == ["press frame", "press", "press", "begin"])
        #expect(bench.lines.contains("tap ended"))
    }

    @Test func `a frame or a press that is not received is not followed`() {
        for refuse in [{ (a: Answers) in a.receivesFrames = false }, { $0.receivesTouches = false }] {
            let bench = Bench()
            let root = Focus("root", bench)
            bench.dispatcher.root = root
            let tap = TapRecognizer()
            tap.allowedPressTypes = [.back]
            let answers = Answers()
            refuse(answers)
            tap.delegate = answers
            root.addRecognizer(tap)
            press(bench, .back, at: 0)
            #expect(bench.log == "root pressed back\nroot released back")
        }
    }

    @Test func `a button that is pressed twice is told from one that is pressed once`() {
        let bench = Bench()
        let root = Focus("root", bench)
        bench.dispatcher.root = root
        let (single, double) = (TapRecognizer(name: "single"), TapRecognizer(name: "double"))
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        for tap in [single, double] {
            tap.allowedPressTypes = [.select]
            root.addRecognizer(tap)
        }
        press(bench, .select, at: 0)
        bench.dispatcher.advance(to: .zero + .milliseconds(2000))
        #expect(
            bench.log == """
                root pressed select
                double failed: no tap 2 of 2 within 300 ms
                single ended
                root cancelled select
                """)
        bench.lines = []
        press(bench, .select, at: 3000)
        press(bench, .select, at: 3200)
        #expect(
            bench.log == """
                root pressed select
                root pressed select
                double ended
                root cancelled select
                root cancelled select
                single failed: double was recognized; single requires it to fail
                """)
    }

    @Test func `two buttons held together are a long press, one alone or a third is none`() {
        let bench = Bench()
        let root = Focus("root", bench)
        bench.dispatcher.root = root
        let service = LongPressRecognizer(name: "service")
        service.allowedPressTypes = [.up, .down, .select]
        service.numberOfTouchesRequired = 2
        service.minimumDuration = .milliseconds(5000)
        root.addRecognizer(service)
        press(bench, .up, at: 0, for: 6000)
        #expect(bench.lines.contains("service failed: released before 2 buttons were held"))
        bench.lines = []
        bench.dispatcher.handle(frame(10_000, (1, .up, .began)))
        bench.dispatcher.handle(frame(10_500, (2, .down, .began)))
        bench.dispatcher.advance(to: .zero + .milliseconds(15_499))
        #expect(!bench.lines.contains("service began"))
        bench.dispatcher.advance(to: .zero + .milliseconds(15_500))
        bench.dispatcher.handle(frame(16_000, (2, .down, .ended), (1, .up, .ended)))
        #expect(
            bench.log == """
                root pressed up
                root pressed down
                service began
                root cancelled up
                root cancelled down
                service ended
                """)
        bench.lines = []
        bench.dispatcher.handle(
            frame(20_000, (1, .up, .began), (2, .down, .began), (3, .select, .began)))
        #expect(bench.lines.contains("service failed: more than 2 buttons were pressed"))
    }

    // "Each delivered is ended or cancelled exactly once."
    @Test func `a view that is removed, a recognizer that is disabled and buttons that are gone cancel presses`() {
        for how in ["removed", "disabled", "gone"] {
            let bench = Bench()
            let root = Focus("root", bench)
            let field = Focus("field", bench, in: root)
            bench.dispatcher.root = root
            bench.dispatcher.firstResponder = field
            let hold = LongPressRecognizer(name: "hold")
            hold.allowedPressTypes = [.back]
            hold.cancelsTouchesInView = false
            field.addRecognizer(hold)
            bench.dispatcher.handle(frame(0, (1, .back, .began)))
            bench.dispatcher.advance(to: .zero + .milliseconds(600))
            switch how {
            case "removed": bench.dispatcher.remove(field)
            case "disabled": hold.isEnabled = false
            default: bench.dispatcher.cancelPresses()
            }
            let end = how == "disabled" ? "released" : "cancelled"
            bench.dispatcher.handle(frame(700, (1, .back, .ended)))
            #expect(bench.lines.filter { $0.hasPrefix("field") } == ["field pressed back", "field \(end) back"])
            #expect(bench.lines.contains { $0.hasPrefix("hold cancelled: ") })
            #expect(bench.dispatcher.recognizersUnderWay.isEmpty && bench.dispatcher.pressesDown.isEmpty)
            // The focus goes with the view.
            press(bench, .home, at: 1000)
            #expect(bench.lines.last == (how == "removed" ? "root released home" : "field released home"))
        }
    }

    @Test func `a lift that a double press may still take is kept back`() {
        let bench = Bench()
        let root = Focus("root", bench)
        bench.dispatcher.root = root
        let double = TapRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        double.allowedPressTypes = [.select]
        root.addRecognizer(double)
        press(bench, .select, at: 0)
        #expect(bench.log == "root pressed select")
        bench.dispatcher.advance(to: .zero + .milliseconds(400))
        #expect(bench.lines.last == "root released select")
    }

    @Test func `fingers and buttons are not counted together`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        bench.dispatcher.root = root
        let tap = TapRecognizer()
        tap.allowedPressTypes = [.select]
        root.addRecognizer(tap)
        let touch = TouchScript()
        let finger = touch.down(at: Point(10, 10))
        bench.play(touch.frames)
        press(bench, .select, at: 10)
        finger.lift()
        bench.play([touch.frames.last!])
        #expect(bench.log == "root began\ntap ended\nroot cancelled")
    }

    @Test func `impossible presses cause one warning and leave nothing stuck`() {
        let bench = Bench()
        let root = Focus("root", bench)
        bench.dispatcher.root = root
        for time in 0..<3 {
            bench.dispatcher.handle(frame(10 * time, (9, .back, .ended)))
            bench.dispatcher.handle(frame(10 * time + 1, (1, .up, .began)))
        }
        bench.dispatcher.handle(frame(50, (1, .up, .ended)))
        #expect(
            bench.log == """
                warning: button 9 ended without having been pressed; ignored
                root pressed up
                warning: button 1 was pressed twice; the first counts as cancelled
                root cancelled up
                root pressed up
                root cancelled up
                root pressed up
                root released up
                """)
        #expect(bench.dispatcher.pressesDown.isEmpty)
    }
}
