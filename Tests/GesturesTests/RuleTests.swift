// The rules of UIKit's gesture recognizers that no other suite covers, each under the sentence it follows.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct RuleTests {
    let panel = Rect(0, 0, 500, 300)

    /// A finger that goes from `from` to `to` (mm) in 50 ms, after everything before.
    func drag(_ bench: Bench, from: Point = Point(100, 100), to: Point = Point(150, 100)) {
        let touch = TouchScript(start: bench.time)
        touch.down(at: from).drag(to: to, over: .milliseconds(50)).lift()
        bench.play(touch.frames)
    }

    func frame(_ time: Int, _ changes: (Int, TouchFrame.Phase, Point)...) -> TouchFrame {
        TouchFrame(
            time: .zero + .milliseconds(time),
            changes: changes.map { .init(contact: $0.0, phase: $0.1, position: $0.2) })
    }

    // MARK: What delegates are asked

    // "shouldReceiveTouch: called before touchesBegan is called on the recognizer for a new touch."
    @Test func `each touch is asked for once, before the recognizer sees it`() {
        final class Seeing: Recognizer {
            var seen: () -> Void = {}
            override func touchesBegan(_ touches: [Touch], at time: Instant) { for _ in touches { seen() } }
        }
        let bench = Bench()
        let recognizer = Seeing(name: "seeing")
        let answers = Answers()
        recognizer.delegate = answers
        recognizer.seen = { answers.asked.append("seen") }
        bench.area("root", panel).addRecognizer(recognizer)
        bench.play([
            frame(0, (1, .began, Point(10, 10))), frame(10, (1, .moved, Point(60, 10))),
            frame(20, (1, .moved, Point(90, 10)), (2, .began, Point(10, 90))), frame(30, (1, .ended, Point(90, 10))),
        ])
        #expect(answers.asked == ["frame", "touch", "seen", "frame", "touch", "seen"])
    }

    // "shouldBegin: called when a recognizer attempts to transition out of possible."
    @Test func `whether to begin is asked once in an attempt, also when it then waits`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let pan = PanRecognizer(name: "pan")
        let slow = PanRecognizer(name: "slow", directions: .down)
        slow.slop = 20
        pan.require(toFail: slow)
        let answers = Answers()
        pan.delegate = answers
        root.addRecognizer(pan)
        root.addRecognizer(slow)
        drag(bench)
        #expect(bench.lines.contains("pan began"))
        #expect(answers.asked.count { $0 == "begin" } == 1)
    }

    @Test func `a recognizer that is kept out or fails by itself is not asked whether to begin`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let list = bench.area("list", panel, in: root)
        list.addRecognizer(PanRecognizer(name: "inner"))
        let (outer, other) = (PanRecognizer(name: "outer"), PanRecognizer(name: "other", directions: .down))
        let answers = Answers()
        for pan in [outer, other] {
            pan.delegate = answers
            root.addRecognizer(pan)
        }
        drag(bench)
        #expect(bench.lines.contains("outer failed: inner began"))
        #expect(bench.lines.contains { $0.hasPrefix("other failed: ") })
        #expect(!answers.asked.contains("begin"))
    }

    // "shouldRecognizeSimultaneously: called when recognition of one would be blocked by the other."
    @Test func `simultaneity is asked only where one would keep the other out`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let answers = Answers()
        // Alone; beside one that shares no finger; and two taps of which the one does not prevent the other.
        let left = bench.area("left", Rect(0, 0, 250, 300), in: root)
        let right = bench.area("right", Rect(250, 0, 250, 300), in: root)
        let pans = [PanRecognizer(name: "one"), PanRecognizer(name: "two")]
        for (pan, area) in zip(pans, [left, right]) {
            pan.delegate = answers
            area.addRecognizer(pan)
        }
        let (a, b) = (Point(100, 100), Point(400, 100))
        bench.play([
            frame(0, (1, .began, a), (2, .began, b)), frame(10, (1, .moved, a + Vector(9, 0))),
            frame(20, (2, .moved, b + Vector(9, 0))), frame(30, (1, .ended, a), (2, .ended, b)),
        ])
        #expect(bench.lines.count { $0 == "one ended" || $0 == "two ended" } == 2)
        #expect(!answers.asked.contains("simultaneous"))

        let (single, double) = (TapRecognizer(name: "single"), TapRecognizer(name: "double"))
        double.numberOfTapsRequired = 2
        for tap in [single, double] {
            tap.delegate = answers
            left.addRecognizer(tap)
        }
        bench.play([frame(2000, (1, .began, a)), frame(2050, (1, .ended, a))])
        #expect(bench.lines.contains("single ended"))
        #expect(!answers.asked.contains("simultaneous"))

        // Where one is kept out both are asked.
        let pan = PanRecognizer(name: "kept out")
        pan.delegate = answers
        root.addRecognizer(pan)
        bench.play([frame(4000, (1, .began, a)), frame(4010, (1, .moved, a + Vector(9, 0)))])
        #expect(bench.lines.contains("kept out failed: one began"))
        #expect(answers.asked.contains("simultaneous"))
    }

    // "Called once per attempt to recognize", "across view hierarchies".
    @Test func `the question about a required failure is asked once in an attempt, also across views`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let list = bench.area("list", panel, in: root)
        let (inner, outer) = (PanRecognizer(name: "inner"), PanRecognizer(name: "outer", directions: .down))
        outer.slop = 20
        let answers = Answers()
        answers.isRequiredToFail = true
        outer.delegate = answers
        list.addRecognizer(inner)
        root.addRecognizer(outer)
        for round in 1...2 {
            bench.lines = []
            drag(bench)
            #expect(answers.asked.count { $0 == "required" } == round)
            #expect(
                bench.lines.firstIndex { $0.hasPrefix("outer failed") }! < bench.lines.firstIndex(of: "inner began")!)
        }
    }

    // MARK: What views are told

    // "touchesCancelled goes to the view immediately before the action."
    @Test func `a view loses its touches before the action is sent`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan")
        bench.area("root", panel).addRecognizer(pan)
        pan.onAction { bench.lines.append("action \($0.state)") }
        drag(bench)
        let lines = bench.lines.filter { $0 != "root moved" && $0 != "action changed" }
        #expect(lines == ["root began", "pan began", "root cancelled", "action began", "pan ended", "action ended"])
    }

    // "ignoreTouch: ignored touches are not cancelled on the view."
    @Test func `a touch that is ignored stays with its view`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let left = bench.area("left", Rect(0, 0, 250, 300), in: root)
        let right = bench.area("right", Rect(250, 0, 250, 300), in: root)
        _ = (left, right)
        let pan = PanRecognizer(name: "pan")
        pan.maximumTouches = 1
        root.addRecognizer(pan)
        let (a, b) = (Point(100, 100), Point(400, 100))
        bench.play([
            frame(0, (1, .began, a)), frame(10, (1, .moved, a + Vector(9, 0))), frame(20, (2, .began, b)),
            frame(30, (2, .ended, b)), frame(40, (1, .ended, a)),
        ])
        #expect(bench.lines.filter { $0.hasPrefix("right") } == ["right began", "right ended"])
        #expect(bench.lines.filter { $0.hasPrefix("left") } == ["left began", "left cancelled"])
    }

    // "delaysTouchesEnded", with the touches' own times and in order.
    @Test func `lifts that were kept back are told in order, with their own times and places`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        var heard: [String] = []
        root.onTouch = { phase, touch in
            heard.append("\(touch.number) \(phase) \(touch.time.nanoseconds / 1_000_000) \(touch.location.x)")
        }
        let double = TapRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        double.numberOfTouchesRequired = 2
        root.addRecognizer(double)
        let (a, b) = (Point(100, 100), Point(140, 100))
        bench.play([
            frame(0, (1, .began, a)), frame(20, (2, .began, b)), frame(50, (2, .ended, b)),
            frame(70, (1, .ended, a + Vector(1, 0))),
        ])
        #expect(heard == ["1 began 0 100.0", "2 began 20 140.0"])
        bench.dispatcher.advance(to: .zero + .milliseconds(500))
        #expect(heard.count == 4)
        #expect(heard.suffix(2).sorted() == ["1 ended 70 101.0", "2 ended 50 140.0"])
    }

    @Test func `a recognizer that does not delay the lift lets the view hear of it at once`() {
        let bench = Bench()
        let double = TapRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        double.delaysTouchesEnded = false
        bench.area("root", panel).addRecognizer(double)
        bench.play([frame(0, (1, .began, Point(9, 9))), frame(50, (1, .ended, Point(9, 9)))])
        #expect(bench.log == "root began\nroot ended")
    }

    // MARK: The end of an attempt

    // "After reset all remaining active touches are ignored."
    @Test func `after the reset a finger that is still down belongs to no attempt`() {
        let bench = Bench()
        let pan = PanRecognizer(name: "pan", directions: .right)
        bench.area("root", panel).addRecognizer(pan)
        var actions = 0
        pan.onAction { _ in actions += 1 }
        let (a, b) = (Point(100, 100), Point(300, 100))
        bench.play([
            frame(0, (1, .began, a), (2, .began, b)),
            // Both go down: it fails. Then both go right, which would have been a pan.
            frame(10, (1, .moved, a + Vector(0, 20)), (2, .moved, b + Vector(0, 20))),
            frame(20, (1, .moved, a + Vector(60, 20)), (2, .moved, b + Vector(60, 20))),
        ])
        #expect(
            bench.lines.filter { $0.hasPrefix("pan") } == [
                "pan failed: moved 20.0 mm down and 0.0 mm across, not right"
            ])
        #expect(pan.touches.isEmpty && pan.state == .possible && actions == 0)
        // A finger that comes now is an attempt of its own, and the only finger in it.
        bench.play([frame(30, (3, .began, Point(200, 200))), frame(40, (3, .moved, Point(220, 200)))])
        #expect(pan.state == .began && pan.touches.map(\.number) == [3])
        #expect(pan.displacement == Vector(20, 0))
    }

    @Test func `a recognizer that is disabled before it begins fails, and lets go what waited for it`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let (pan, slow) = (PanRecognizer(name: "pan"), PanRecognizer(name: "slow"))
        slow.slop = 50
        pan.require(toFail: slow)
        root.addRecognizer(pan)
        root.addRecognizer(slow)
        bench.play([frame(0, (1, .began, Point(100, 100))), frame(10, (1, .moved, Point(120, 100)))])
        #expect(bench.log == "root began")
        slow.isEnabled = false
        #expect(bench.log == "root began\nslow failed: it was disabled\npan began\nroot cancelled")
        bench.play([frame(20, (1, .ended, Point(120, 100))), frame(900, (2, .began, Point(100, 100)))])
        // It follows nothing while it is off.
        #expect(slow.touches.isEmpty && pan.touches.count == 1)
    }

    @Test func `a recognizer that moves to another view in mid-gesture is cancelled`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let list = bench.area("list", panel, in: root)
        let pan = PanRecognizer(name: "pan")
        list.addRecognizer(pan)
        bench.play([frame(0, (1, .began, Point(100, 100))), frame(10, (1, .moved, Point(120, 100)))])
        root.addRecognizer(pan)
        #expect(bench.lines.last == "pan cancelled: it was removed from its view")
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty && pan.view === root)
    }

    // A view may be taken away by what it does about a touch: a button that closes its own screen.
    @Test func `a view that takes itself away while it is told of a lift ends every touch once`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let sheet = bench.area("sheet", panel, in: root)
        let pan = PanRecognizer(name: "pan")
        pan.cancelsTouchesInView = false
        root.addRecognizer(pan)
        sheet.onTouch = { phase, _ in if phase == "ended" { bench.dispatcher.remove(sheet) } }
        let (a, b) = (Point(100, 100), Point(300, 100))
        bench.play([
            frame(0, (1, .began, a), (2, .began, b)), frame(10, (1, .moved, a + Vector(9, 0))),
            frame(20, (1, .ended, a), (2, .moved, b + Vector(9, 0))),
        ])
        #expect(
            bench.lines.filter { $0.hasPrefix("sheet") && $0 != "sheet moved" } == [
                "sheet began", "sheet began", "sheet ended", "sheet cancelled",
            ])
        // The other finger is the pan's, which is not on the sheet.
        #expect(bench.dispatcher.touchesDown.map(\.number) == [2])
        #expect(bench.dispatcher.recognizersUnderWay.map(\.name) == ["pan"] && pan.state == .changed)
    }

    @Test func `a view that takes another away while it loses a touch leaves no recognizer behind`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let card = bench.area("card", Rect(0, 0, 250, 300), in: root)
        let popup = bench.area("popup", Rect(250, 0, 250, 300), in: root)
        card.addRecognizer(PanRecognizer(name: "pan"))
        card.onTouch = { phase, _ in if phase == "cancelled" { bench.dispatcher.remove(popup) } }
        let (a, b) = (Point(100, 100), Point(300, 100))
        bench.play([
            frame(0, (1, .began, a), (2, .began, b)), frame(10, (1, .moved, a + Vector(9, 0))),
            frame(20, (1, .moved, a + Vector(19, 0))), frame(30, (1, .ended, a)),
        ])
        #expect(bench.lines.filter { $0.hasPrefix("pan") } == ["pan began", "pan ended"])
        #expect(bench.lines.filter { $0.hasPrefix("popup") } == ["popup began", "popup cancelled"])
        #expect(bench.dispatcher.touchesDown.map(\.number) == [2] && bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    // MARK: Two people

    // "Touches of two people in two independent views make separate gestures."
    @Test func `two people pinch at once, each in an independent view`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let pinches = [0.0, 250].map { x in
            let table = bench.area("table", Rect(x, 0, 250, 300), in: root)
            table.isIndependent = true
            let pinch = PinchRecognizer()
            table.addRecognizer(pinch)
            return pinch
        }
        let places = [Point(50, 100), Point(90, 100), Point(300, 100), Point(340, 100)]
        func all(_ time: Int, _ phase: TouchFrame.Phase, _ shift: Double) -> TouchFrame {
            TouchFrame(
                time: .zero + .milliseconds(time),
                changes: places.enumerated().map { index, place in
                    // The left hand opens, the right hand closes.
                    let sign: Double = [-1, 1, 1, -1][index]
                    return .init(contact: index + 1, phase: phase, position: place + Vector(sign * shift, 0))
                })
        }
        bench.play([all(0, .began, 0), all(10, .moved, 5), all(20, .moved, 10)])
        #expect(pinches.map(\.state) == [.changed, .changed])
        #expect(pinches[0].scale > 1.1 && pinches[1].scale < 0.9)
        bench.play([all(30, .ended, 10)])
        #expect(bench.lines.count { $0 == "pinch ended" } == 2)
    }
}
