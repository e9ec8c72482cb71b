// Every rule of arbitration, each under the sentence it follows.

import Geometry
import Gestures
import Testing
import TouchScript

/// A delegate that logs what it is asked, and gives the answers that are set.
final class Answers: RecognizerDelegate {
    var asked: [String] = []
    var receivesFrames = true
    var receivesTouches = true
    var permission = Permission.yes
    var isSimultaneous = false
    var requiresFailure = false
    var isRequiredToFail = false

    func shouldReceive(_ frame: TouchFrame, by recognizer: Recognizer) -> Bool {
        asked.append("frame")
        return receivesFrames
    }
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        asked.append("touch")
        return receivesTouches
    }
    func shouldReceive(_ frame: PressFrame, by recognizer: Recognizer) -> Bool {
        asked.append("press frame")
        return receivesFrames
    }
    func shouldReceive(_ press: Press, by recognizer: Recognizer) -> Bool {
        asked.append("press")
        return receivesTouches
    }
    func shouldBegin(_ recognizer: Recognizer) -> Permission {
        asked.append("begin")
        return permission
    }
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool {
        asked.append("simultaneous")
        return isSimultaneous
    }
    func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool {
        asked.append("require")
        return requiresFailure
    }
    func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool {
        asked.append("required")
        return isRequiredToFail
    }
}

@Suite struct ArbitrationTests {
    let panel = Rect(0, 0, 500, 300)

    func drag(_ bench: Bench, from: Point = Point(100, 100), to: Point = Point(150, 100)) {
        let touch = TouchScript(start: bench.time)
        touch.down(at: from).drag(to: to, over: .milliseconds(50)).lift()
        bench.play(touch.frames)
    }

    // "shouldReceive(frame) before shouldReceive(touch) before shouldBegin", each once.
    @Test func `a delegate is asked for the frame, then for the touch, then whether to begin`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        bench.area("root", panel).addRecognizer(pan)
        let answers = Answers()
        pan.delegate = answers
        drag(bench)
        #expect(answers.asked == ["frame", "touch", "begin"])
    }

    @Test func `the question for the frame is asked once, however many fingers come down in it`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        bench.area("root", panel).addRecognizer(pan)
        let answers = Answers()
        pan.delegate = answers
        bench.play([
            TouchFrame(
                time: .zero,
                changes: [1, 2, 3].map { .init(contact: $0, phase: .began, position: Point(100, 50 * Double($0))) })
        ])
        #expect(answers.asked == ["frame", "touch", "touch", "touch"])
    }

    @Test func `a frame or a touch that is not received is not followed`() {
        for change in [{ (a: Answers) in a.receivesFrames = false }, { $0.receivesTouches = false }] {
            let bench = Bench()
            let pan = PanRecognizer(name: "pan")
            bench.area("root", panel).addRecognizer(pan)
            let answers = Answers()
            change(answers)
            pan.delegate = answers
            drag(bench)
            #expect(bench.log == "root began\nroot ended")
        }
    }

    // "NO → failed."
    @Test func `a no to shouldBegin fails the recognizer, with the reason`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        bench.area("root", panel).addRecognizer(pan)
        let answers = Answers()
        answers.permission = .no("nothing to pan")
        pan.delegate = answers
        drag(bench)
        #expect(bench.log == "root began\npan failed: nothing to pan\nroot ended")
    }

    // "YES is guaranteed, NO is not: the other delegate may say YES."
    @Test func `simultaneous recognition needs a yes from one side only`() {
        for side in [0, 1] {
            let bench = Bench()
            let root = bench.area("root", panel)
            let pans = [PanRecognizer(name: "one"), PanRecognizer(name: "two")]
            let answers = [Answers(), Answers()]
            for (pan, its) in zip(pans, answers) {
                root.addRecognizer(pan)
                pan.delegate = its
            }
            answers[side].isSimultaneous = true
            drag(bench)
            #expect(
                bench.lines.filter { $0.hasSuffix("began") || $0.hasSuffix("ended") }.count {
                    $0.hasPrefix("one") || $0.hasPrefix("two")
                } == 4)
        }
    }

    // "called once per attempt to recognize".
    @Test func `the questions about failure are asked once in an attempt, and anew in the next`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let first = PanRecognizer(name: "first", directions: .down)
        let second = PanRecognizer(name: "second")
        root.addRecognizer(second)
        root.addRecognizer(first)
        let answers = Answers()
        answers.requiresFailure = true
        second.delegate = answers
        drag(bench)
        #expect(answers.asked.filter { $0 == "require" }.count == 1)
        #expect(bench.lines.contains("second began"))
        drag(bench)
        #expect(answers.asked.filter { $0 == "require" }.count == 2)
    }

    @Test func `being required to fail holds the other back until it has failed`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let slow = PanRecognizer(name: "slow")
        slow.slop = 20
        let quick = PanRecognizer(name: "quick")
        root.addRecognizer(quick)
        root.addRecognizer(slow)
        let answers = Answers()
        answers.isRequiredToFail = true
        slow.delegate = answers
        drag(bench)
        #expect(bench.lines.contains("quick failed: slow began; quick requires it to fail"))
        bench.lines = []
        drag(bench, to: Point(110, 100))
        #expect(
            bench.log == """
                root began
                quick failed: lifted while it waited for another gesture to fail
                slow failed: lifted before it had moved 20.0 mm
                root ended
                """)
    }

    // "A cycle is found and named, not hung."
    @Test func `requirements that go round in a circle are named, and the last is dropped`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let pans = ["a", "b", "c"].map { PanRecognizer(name: $0) }
        for pan in pans { root.addRecognizer(pan) }
        pans[0].require(toFail: pans[1])
        pans[1].require(toFail: pans[2])
        pans[2].require(toFail: pans[0])
        drag(bench)
        #expect(
            bench.lines.contains { $0.hasPrefix("warning: requirements to fail form a cycle: a → b → c → a") })
        #expect(bench.lines.contains("c began"))
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `a chain of requirements waits for its end`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let pans = ["a", "b", "c"].map { PanRecognizer(name: $0) }
        for pan in pans { root.addRecognizer(pan) }
        pans[0].require(toFail: pans[1])
        pans[1].require(toFail: pans[2])
        pans[2].directions = .down
        drag(bench)
        #expect(
            bench.lines.filter { !$0.hasPrefix("root") } == [
                "c failed: moved 10.0 mm right and 0.0 mm across, not down", "b began",
                "a failed: b began; a requires it to fail", "b ended",
            ])
    }

    // "delaysTouchesBegan: YES: the view gets touches only after failure."
    @Test func `a view whose touches are delayed hears of them when the recognizer has failed, with their own times`() {
        let bench = Bench()
        var heard: [String] = []
        let root = bench.area("root", panel)
        root.onTouch = { phase, touch in
            heard.append("\(phase) \(touch.time.nanoseconds / 1_000_000) \(touch.location.y)")
        }
        let pan = PanRecognizer(name: "pan", directions: .right)
        pan.delaysTouchesBegan = true
        root.addRecognizer(pan)
        let touch = TouchScript()
        touch.down(at: Point(100, 100)).drag(to: Point(100, 103), over: .milliseconds(30)).lift()
        bench.play(touch.frames)
        #expect(heard == ["began 0 100.0", "moved 10 101.0", "moved 20 102.0", "moved 30 103.0", "ended 40 103.0"])
        #expect(bench.lines.first?.hasPrefix("pan failed") == true)
        heard = []
        drag(bench)
        #expect(heard.isEmpty)
    }

    // "delaysTouchesEnded YES: touchesEnded is held until failure."
    @Test func `a lift is kept back while a recognizer may still take the touch`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let tap = Waiting(name: "double")
        root.addRecognizer(tap)
        let at = Point(10, 10)
        bench.play([
            TouchFrame(time: .zero, changes: [.init(contact: 1, phase: .began, position: at)]),
            TouchFrame(time: .zero + .milliseconds(50), changes: [.init(contact: 1, phase: .ended, position: at)]),
        ])
        #expect(bench.log == "root began")
        bench.dispatcher.advance(to: .zero + .milliseconds(400))
        #expect(bench.log == "root began\ndouble failed: nothing more came\nroot ended")
    }

    /// Waits 300 ms after the first lift for something more.
    final class Waiting: Recognizer {
        private var due: Instant?
        override var deadline: Instant? { due }
        override func touchesEnded(_ ended: [Touch], at time: Instant) { due = time + .milliseconds(300) }
        override func deadlineReached(at time: Instant) {
            due = nil
            fail("nothing more came")
        }
        override func reset() { due = nil }
    }

    @Test func `a recognizer that does not cancel touches in its view leaves them to it`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        pan.cancelsTouchesInView = false
        bench.area("root", panel).addRecognizer(pan)
        drag(bench)
        #expect(bench.log == "root began\npan began\npan ended\nroot ended")
    }

    @Test func `only the touch types that are allowed are followed`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        pan.allowedTouchTypes = [.pen]
        bench.area("root", panel).addRecognizer(pan)
        drag(bench)
        #expect(bench.log == "root began\nroot ended")
    }

    @Test func `a view that is removed in mid-gesture takes its recognizers along`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let list = bench.area("list", Rect(0, 0, 500, 200), in: root)
        list.addRecognizer(PanRecognizer(name: "pan"))
        root.addRecognizer(TapRecognizer())
        let touch = TouchScript()
        let finger = touch.down(at: Point(100, 100)).drag(to: Point(150, 100), over: .milliseconds(50))
        bench.play(touch.frames)
        bench.dispatcher.remove(list)
        #expect(bench.lines.suffix(1) == ["pan cancelled: its view was removed"])
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
        finger.lift()
        bench.play([touch.frames.last!])
        // The panel did nothing wrong: no view is told of the lift, and no warning is given.
        #expect(bench.lines.suffix(1) == ["pan cancelled: its view was removed"])
    }

    // "Touches of two people in two independent views make separate gestures."
    @Test func `fingers in two independent views are not two fingers of one gesture`() {
        for isIndependent in [true, false] {
            let bench = Bench()
            let root = bench.area("root", panel)
            let left = bench.area("left", Rect(0, 0, 250, 300), in: root)
            let right = bench.area("right", Rect(250, 0, 250, 300), in: root)
            (left.isIndependent, right.isIndependent) = (isIndependent, isIndependent)
            let pop = PanRecognizer(name: "pop", directions: .right)
            pop.maximumTouches = 1
            root.addRecognizer(pop)
            let touch = TouchScript()
            let reader = touch.down(at: Point(300, 100))
            touch.down(at: Point(10, 100)).drag(to: Point(100, 100), over: .milliseconds(100)).lift()
            reader.lift()
            bench.play(touch.frames)
            // The first finger's attempt goes on. Fingers of another hand do not count in it.
            #expect(bench.lines.contains("pop failed: a second finger came down") == !isIndependent)
        }
    }

    // "Unmoved for more than 3 s it blocks nothing and counts for nothing until it moves."
    @Test func `a hand that leans on the panel counts for nothing`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        pan.maximumTouches = 1
        bench.area("root", panel).addRecognizer(pan)
        let touch = TouchScript()
        var hand = touch.down(at: Point(400, 250))
        hand = hand.hold(for: .milliseconds(3100))
        touch.down(at: Point(100, 100)).drag(to: Point(200, 100), over: .milliseconds(100)).lift()
        bench.play(touch.frames)
        #expect(
            bench.lines.filter { $0.hasPrefix("pan") } == [
                "pan failed: the finger has not moved for 3 s", "pan began", "pan ended",
            ])
        bench.lines = []
        let played = touch.frames.count
        hand.drag(to: Point(300, 250), over: .milliseconds(100)).lift()
        bench.play(Array(touch.frames.dropFirst(played)))
        #expect(bench.lines.filter { $0.hasPrefix("pan") } == ["pan began", "pan ended"])
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `a press that is longer than the rest is a press`() {
        let bench = Bench()
        let press = LongPressRecognizer(name: "service")
        press.minimumDuration = .seconds(5)
        bench.area("root", panel).addRecognizer(press)
        let touch = TouchScript()
        touch.down(at: Point(400, 250)).hold(for: .milliseconds(6000)).lift()
        bench.play(touch.frames)
        #expect(bench.lines.filter { $0.hasPrefix("service") } == ["service began", "service ended"])
    }

    @Test func `a finger that holds a page for long does not let go of it`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        bench.area("root", panel).addRecognizer(pan)
        let touch = TouchScript()
        let finger = touch.down(at: Point(100, 100)).drag(to: Point(200, 100), over: .milliseconds(100))
        finger.hold(for: .milliseconds(20_000)).drag(to: Point(250, 100), over: .milliseconds(50)).lift()
        bench.play(touch.frames)
        #expect(bench.lines.filter { $0.hasPrefix("pan") } == ["pan began", "pan ended"])
    }

    @Test func `each contact causes one warning, not one a frame`() {
        let bench = Bench()
        _ = bench.area("root", panel)
        bench.play(
            (0..<100).map {
                TouchFrame(
                    time: .zero + .milliseconds($0), changes: [.init(contact: 7, phase: .moved, position: Point(1, 1))])
            })
        #expect(bench.lines.count == 1)
    }

    @Test func `sixty contacts in one frame are followed, and all leave`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        root.addRecognizer(PanRecognizer(name: "pan"))
        root.addRecognizer(TapRecognizer())
        func frame(_ time: Int, _ phase: TouchFrame.Phase, _ shift: Double) -> TouchFrame {
            TouchFrame(
                time: .zero + .milliseconds(time),
                changes: (1...60).map {
                    .init(contact: $0, phase: phase, position: Point(8 * Double($0) + shift, 100))
                })
        }
        bench.play([frame(0, .began, 0), frame(4, .moved, 1), frame(8, .moved, 5), frame(12, .ended, 5)])
        #expect(bench.dispatcher.touchesDown.isEmpty)
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
        #expect(bench.lines.contains("pan began") && bench.lines.contains("pan ended"))
    }
}
