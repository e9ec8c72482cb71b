// Pans with several fingers: how many it takes, and what does not jump as they come and go.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct PanTests {
    let a = Point(100, 100)
    let b = Point(200, 100)

    func bench(_ minimum: Int, _ maximum: Int = .max) -> (PanRecognizer, Bench) {
        let pan = PanRecognizer(name: "pan")
        pan.minimumTouches = minimum
        pan.maximumTouches = maximum
        let bench = Bench(pan)
        bench.note(pan) { "\(rounded($0.displacement.x)), \(rounded($0.displacement.y))" }
        return (pan, bench)
    }

    // UIKit: it begins when the minimum number of fingers has moved enough, changes when a finger moves while at least
    // the minimum number is down, and ends when all fingers are lifted.
    @Test func `fewer fingers than the minimum move nothing, before it begins and after`() {
        let (pan, bench) = bench(2)
        let script = TouchScript()
        var first = script.down(at: a).drag(to: Point(150, 100), over: .milliseconds(50))
        var second = script.down(at: b)
        script.drag(&first, to: Point(150, 101), &second, to: Point(200, 101), over: .milliseconds(10))
        bench.play(script.frames)
        #expect(bench.gestures == "")
        #expect(pan.startLocation == Point(175, 100))
        #expect(pan.displacement == Vector(0, 1))
        var count = script.frames.count
        script.drag(&first, to: Point(150, 110), &second, to: Point(200, 110), over: .milliseconds(10))
        first.lift()
        second = second.drag(to: Point(400, 110), over: .milliseconds(50))
        var third = script.down(at: Point(100, 110))
        script.drag(&second, to: Point(400, 115), &third, to: Point(100, 115), over: .milliseconds(10))
        #expect(
            bench.gestures(of: Array(script.frames.dropFirst(count))) == """
                pan began
                  pan began, 0, 10
                  pan changed, 0, 15
                """)
        count = script.frames.count
        third.lift()
        second.drag(to: Point(400, 200), over: .milliseconds(20)).lift()
        #expect(bench.gestures(of: Array(script.frames.dropFirst(count))) == "pan ended\n  pan ended, 0, 15")
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `a finger short of the minimum may leave and come back, and what was moved before is forgotten`() {
        let (_, bench) = bench(2)
        let script = TouchScript()
        var first = script.down(at: a)
        var second = script.down(at: b)
        script.drag(&first, to: Point(101, 100), &second, to: Point(202, 100), over: .milliseconds(10))
        second.lift()
        second = script.down(at: b)
        script.drag(&first, to: Point(102, 100), &second, to: Point(202, 100), over: .milliseconds(10))
        script.drag(&first, to: Point(105, 100), &second, to: Point(205, 100), over: .milliseconds(10))
        script.lift(first, second)
        #expect(
            bench.gestures(of: script.frames) == """
                pan began
                  pan began, 4.5, 0
                pan ended
                  pan ended, 4.5, 0
                """)
        let alone = TouchScript(start: .zero + .milliseconds(1000))
        alone.down(at: a).drag(to: b, over: .milliseconds(50)).lift()
        #expect(bench.gestures(of: alone.frames) == "pan failed: lifted before 2 fingers had moved 2.0 mm")
    }

    // UIKit: maximumNumberOfTouches is the maximum number of fingers that can be touching for it to be recognized.
    @Test func `more fingers than the maximum fail it before it begins and are ignored after`() {
        for (fingers, expected) in [
            (2, "pan began\n  pan began, 10, 0\npan ended\n  pan ended, 10, 0"),
            (3, "pan failed: more than 2 fingers came down"),
        ] {
            let (_, bench) = bench(1, 2)
            let script = TouchScript()
            var first = script.down(at: a)
            var second = script.down(at: b)
            if fingers == 3 { script.down(at: Point(300, 100)).lift() }
            script.drag(&first, to: Point(110, 100), &second, to: Point(210, 100), over: .milliseconds(10))
            if fingers == 2 {
                script.down(at: Point(300, 100)).drag(to: Point(300, 200), over: .milliseconds(20)).lift()
            }
            script.lift(first, second)
            #expect(bench.gestures(of: script.frames) == expected)
        }
    }

    @Test func `the displacement does not jump as fingers come and go`() {
        let (_, bench) = bench(1)
        let script = TouchScript()
        var first = script.down(at: a).drag(to: Point(110, 100), over: .milliseconds(10))
        var second = script.down(at: Point(400, 250))
        script.drag(&first, to: Point(120, 100), &second, to: Point(400, 270), over: .milliseconds(10))
        first.lift()
        second = second.drag(to: Point(400, 280), over: .milliseconds(10))
        var third = script.down(at: Point(10, 10))
        third = third.drag(to: Point(10, 30), over: .milliseconds(10))
        script.lift(second, third)
        #expect(
            bench.gestures(of: script.frames) == """
                pan began
                  pan began, 10, 0
                  pan changed, 15, 10
                  pan changed, 15, 20
                  pan changed, 15, 30
                pan ended
                  pan ended, 15, 30
                """)
    }

    @Test func `movement in the scan in which another finger comes down or leaves is not lost`() {
        let (_, bench) = bench(1)
        func frame(_ milliseconds: Int, _ changes: (Int, TouchFrame.Phase, Double)...) -> TouchFrame {
            TouchFrame(
                time: .zero + .milliseconds(milliseconds),
                changes: changes.map { .init(contact: $0.0, phase: $0.1, position: Point($0.2, 100)) })
        }
        let frames = [
            frame(0, (1, .began, 100)), frame(10, (1, .moved, 110)),
            frame(20, (1, .moved, 120), (2, .began, 300)),
            frame(30, (1, .moved, 130), (2, .moved, 310)),
            frame(40, (1, .moved, 140), (2, .ended, 310)),
            frame(50, (1, .moved, 150)), frame(60, (1, .ended, 150)),
        ]
        #expect(
            bench.gestures(of: frames) == """
                pan began
                  pan began, 10, 0
                  pan changed, 15, 0
                  pan changed, 25, 0
                  pan changed, 30, 0
                  pan changed, 40, 0
                pan ended
                  pan ended, 40, 0
                """)
    }

    @Test func `a finger that is ignored in mid-drag moves nothing`() {
        let (pan, bench) = bench(1)
        let script = TouchScript()
        var first = script.down(at: a)
        let second = script.down(at: Point(400, 100))
        bench.play(script.frames)
        pan.ignore(bench.dispatcher.touchesDown[1])
        first = first.drag(to: Point(102, 100), over: .milliseconds(10))
        bench.play(script.frames.suffix(1))
        #expect(bench.gestures == "")
        first = first.drag(to: Point(103, 100), over: .milliseconds(10))
        bench.play(script.frames.suffix(1))
        #expect(bench.gestures == "pan began\n  pan began, 3, 0")
        script.lift(first, second)
        bench.play(script.frames.suffix(1))
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `two fingers that part do not move their centroid and are no pan`() {
        let (_, bench) = bench(1)
        let script = TouchScript()
        var first = script.down(at: a)
        var second = script.down(at: b)
        script.drag(&first, to: Point(50, 100), &second, to: Point(250, 100), over: .milliseconds(50))
        script.lift(first, second)
        #expect(bench.gestures(of: script.frames) == "pan failed: lifted before it had moved 2.0 mm")
    }

    /// The places that `place` gives for some instants after `time`.
    func predicted(_ pan: PanRecognizer, after time: Instant, _ place: (PanRecognizer, Instant) -> Vector) -> [Vector] {
        [0, 6, 12, 20, 50, 100].map { place(pan, time + .milliseconds($0)) }
    }

    @Test(arguments: [1, 2])
    func `a finger that comes or leaves in mid-drag does not move what is predicted`(maximum: Int) {
        let (pan, bench) = bench(1, maximum)
        let script = TouchScript()
        let finger = script.down(at: a).drag(to: Point(200, 100), over: .milliseconds(200))
        bench.play(script.frames)
        var before = predicted(pan, after: script.now) { $0.displacement(at: $1) }
        #expect(before[3].x > 104)
        // Half a scan later, in a report of its own.
        script.wait(.milliseconds(5))
        let second = script.down(at: Point(300, 200))
        var count = script.frames.count
        bench.play(script.frames.suffix(1))
        #expect(predicted(pan, after: script.now - .milliseconds(5)) { $0.displacement(at: $1) } == before)
        script.wait(.milliseconds(5))
        finger.drag(to: Point(210, 100), over: .milliseconds(10)).lift()
        bench.play(Array(script.frames[count...].dropLast()))
        count = script.frames.count
        let lifted = script.now
        before = predicted(pan, after: lifted) { $0.displacement(at: $1) }
        bench.play(script.frames.suffix(1))
        // An ignored finger does not keep the pan active.
        let after = predicted(pan, after: lifted) { $0.displacement(at: $1) }
        #expect(maximum == 1 ? !pan.state.isActive : after == before)
        second.lift()
        bench.play(script.frames.suffix(1))
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `a restart subtracts from the prediction only what had been moved`() {
        let (pan, bench) = bench(1)
        let script = TouchScript()
        let finger = script.down(at: a).drag(to: Point(200, 100), over: .milliseconds(200))
        bench.play(script.frames)
        let moved = pan.displacement
        let before = predicted(pan, after: script.now) { $0.displacement(at: $1) }
        let slop = Vector(2, 0)
        #expect(
            zip(before, predicted(pan, after: script.now) { $0.translation(at: $1) }).allSatisfy { displacement, it in
                (displacement - slop - it).length < 1e-9
            })
        pan.restart()
        for (old, new) in zip(before, predicted(pan, after: script.now) { $0.translation(at: $1) }) {
            #expect((old - moved - new).length < 1e-9)
        }
        // The finger goes on as before.
        let count = script.frames.count
        finger.drag(to: Point(205, 100), over: .milliseconds(10)).lift()
        bench.play([script.frames[count]])
        let ahead = pan.translation(at: script.now + .milliseconds(5))
        #expect(abs(ahead.x - 10) < 0.01)
        bench.play(script.frames.suffix(1))
    }

    @Test func `a finger that rests and moves by a hair stays where it is, and leaves with no velocity`() {
        let (pan, bench) = bench(1)
        let script = TouchScript()
        var finger = script.down(at: a).drag(to: Point(200, 100), over: .milliseconds(200))
        bench.play(script.frames)
        var count = script.frames.count
        for step in 1...4 {
            finger = finger.hold(for: .milliseconds(step < 3 ? 700 : 0))
                .drag(to: Point(200 + 0.05 * Double(step), 100), over: .milliseconds(10))
            bench.play(Array(script.frames[count...]))
            count = script.frames.count
            for ahead in 0...100 {
                let shown = pan.translation(at: script.now + .milliseconds(ahead))
                #expect((shown - pan.translation).length < 0.11)
            }
            #expect(pan.velocityAtLift == .zero)
        }
        finger.lift()
        bench.play(script.frames.suffix(1))
        #expect(pan.velocityAtLift == .zero)
    }
}
