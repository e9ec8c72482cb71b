// Pinches: when they begin, what scale and velocity say, and what happens as fingers come and go.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct PinchTests {
    let a = Point(200, 100)
    let b = Point(300, 100)

    /// A pinch that logs its scale, and its bench.
    func bench(with others: Recognizer...) -> (PinchRecognizer, Bench) {
        let pinch = PinchRecognizer()
        let bench = Bench(pinch)
        for other in others { bench.areas[0].addRecognizer(other) }
        bench.note(pinch) { rounded($0.scale, 3) }
        return (pinch, bench)
    }

    // UIKit: it begins when the two fingers have moved enough, changes when a finger moves while both are down, and ends
    // when both have left. Design: the scale is 1 when it begins, so that nothing jumps.
    @Test func `a pinch begins beyond the slop at scale 1 and follows the distance between the fingers`() {
        let (_, bench) = bench()
        var script = TouchScript()
        var left = script.down(at: a)
        var right = script.down(at: b)
        script.drag(&left, to: Point(185, 100), &right, to: Point(315, 100), over: .milliseconds(60))
        script.lift(left, right)
        #expect(
            bench.gestures(of: script.frames) == """
                pinch began
                  pinch began, 1
                  pinch changed, 1.048
                  pinch changed, 1.095
                  pinch changed, 1.143
                  pinch changed, 1.19
                  pinch changed, 1.238
                pinch ended
                  pinch ended, 1.238
                """)
        script = TouchScript(start: .zero + .milliseconds(1000))
        left = script.down(at: a)
        right = script.down(at: b)
        script.drag(&left, to: Point(225, 100), &right, to: Point(275, 100), over: .milliseconds(50))
        script.lift(left, right)
        #expect(
            bench.gestures(of: script.frames) == """
                pinch began
                  pinch began, 1
                  pinch changed, 0.889
                  pinch changed, 0.778
                  pinch changed, 0.667
                  pinch changed, 0.556
                pinch ended
                  pinch ended, 0.556
                """)
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `a change of the distance within the slop is no pinch`() {
        typealias Case = (endA: Point, endB: Point, begins: Bool)
        let cases: [Case] = [
            (Point(198.1, 100), Point(302, 100), false), (Point(197.9, 100), Point(302, 100), true),
            (Point(200, 200), Point(300, 200), false), (Point(103.9, 100), Point(200, 100), false),
            (a, Point(296.1, 100), false), (a, Point(295.9, 100), true),
        ]
        for (endA, endB, begins) in cases {
            let script = TouchScript()
            var left = script.down(at: a)
            var right = script.down(at: b)
            script.drag(&left, to: endA, &right, to: endB, over: .milliseconds(10))
            script.lift(left, right)
            let expected =
                begins
                ? "pinch began\npinch ended"
                : "pinch failed: lifted before two fingers had moved 4.0 mm against each other"
            #expect(Bench(PinchRecognizer()).gestures(of: script.frames) == expected, "\(endA) \(endB)")
        }
        let script = TouchScript()
        script.down(at: a).drag(to: b, over: .milliseconds(100)).lift()
        #expect(Bench(PinchRecognizer()).gestures(of: script.frames).hasPrefix("pinch failed"))
    }

    // UIKit, ignoreTouch: an ignored touch is not cancelled on its view.
    @Test func `a third finger is ignored, before and after it begins, and its view keeps it`() {
        for begunBefore in [false, true] {
            let (pinch, bench) = bench()
            let script = TouchScript()
            var left = script.down(at: a)
            var right = script.down(at: b)
            if begunBefore {
                script.drag(&left, to: Point(190, 100), &right, to: Point(310, 100), over: .milliseconds(10))
            }
            let third = script.down(at: Point(250, 200)).drag(to: Point(450, 200), over: .milliseconds(50))
            script.drag(&left, to: Point(190, 100), &right, to: Point(310, 100), over: .milliseconds(10))
            script.drag(&left, to: Point(180, 100), &right, to: Point(320, 100), over: .milliseconds(10))
            bench.play(script.frames)
            #expect(rounded(pinch.scale, 3) == "1.167")
            #expect(rounded(pinch.location().x) == "250")
            script.lift(left, right)
            #expect(pinch.state == .changed)
            bench.lines = []
            bench.play(script.frames.suffix(1))
            #expect(bench.gestures == "pinch ended\n  pinch ended, 1.167")
            #expect(bench.dispatcher.touchesDown.count == 1)
            third.lift()
            bench.lines = []
            bench.play(script.frames.suffix(1))
            #expect(bench.lines == ["view ended"])
        }
    }

    // UIKit: it ends when both fingers lift. So one of them may be replaced; the design asks that nothing jumps.
    @Test func `one lifted finger ends nothing, and another in its place goes on from the same scale`() {
        let (_, bench) = bench()
        let script = TouchScript()
        var left = script.down(at: a)
        var right = script.down(at: b)
        script.drag(&left, to: Point(180, 100), &right, to: Point(320, 100), over: .milliseconds(20))
        right.lift()
        left = left.drag(to: Point(200, 100), over: .milliseconds(20))
        var other = script.down(at: Point(250, 100))
        script.drag(&left, to: Point(200, 100), &other, to: Point(275, 100), over: .milliseconds(10))
        left.lift()
        other.hold(for: .milliseconds(100)).lift()
        #expect(
            bench.gestures(of: script.frames) == """
                pinch began
                  pinch began, 1
                  pinch changed, 1.167
                  pinch changed, 1.75
                pinch ended
                  pinch ended, 1.75
                """)
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `a finger that is ignored in mid-pinch counts as one that has left`() {
        let (pinch, bench) = bench()
        let script = TouchScript()
        var left = script.down(at: a)
        var right = script.down(at: b)
        script.drag(&left, to: Point(180, 100), &right, to: Point(320, 100), over: .milliseconds(20))
        bench.play(script.frames)
        pinch.ignore(bench.dispatcher.touchesDown[1])
        bench.lines = []
        left = left.drag(to: Point(100, 100), over: .milliseconds(10))
        bench.play(script.frames.suffix(1))
        #expect(bench.gestures == "")
        var other = script.down(at: Point(200, 100))
        bench.play(script.frames.suffix(1))
        script.drag(&left, to: Point(50, 100), &other, to: Point(250, 100), over: .milliseconds(10))
        bench.play(script.frames.suffix(1))
        #expect(bench.gestures == "  pinch changed, 2.333")
        script.lift(left, other)
        bench.play(script.frames.suffix(1))
        #expect(bench.gestures == "  pinch changed, 2.333\npinch ended\n  pinch ended, 2.333")
        right.lift()
        bench.play(script.frames.suffix(1))
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    // UIKit: the velocity of the pinch in scale factor per second.
    @Test func `velocity is scale per second, stays with fingers that leave moving, and is zero after a rest`() {
        for (rest, expected) in [(0, 2.0), (500, 0)] {
            let (pinch, bench) = bench()
            var atEnd: Double?
            pinch.onAction { _ in if pinch.state == .ended { atEnd = pinch.velocity } }
            let script = TouchScript()
            var left = script.down(at: a)
            var right = script.down(at: b)
            // The pinch begins at 110 mm; 220 mm/s are then two a second.
            script.drag(&left, to: Point(195, 100), &right, to: Point(305, 100), over: .milliseconds(10))
            script.drag(&left, to: Point(140, 100), &right, to: Point(360, 100), over: .milliseconds(500))
            bench.play(script.frames)
            #expect(abs(pinch.velocity - 2) < 1e-6)
            script.wait(.milliseconds(rest))
            left.lift()
            right.lift()
            bench.play(script.frames.suffix(2))
            #expect(try! abs(#require(atEnd) - expected) < 1e-6, "after \(rest) ms")
        }
    }

    @Test func `a pinch that waited for another to fail begins at scale 1 too`() {
        let tap = TapRecognizer()
        tap.numberOfTouchesRequired = 2
        tap.slop = 10
        let (pinch, bench) = bench(with: tap)
        pinch.require(toFail: tap)
        let script = TouchScript()
        var left = script.down(at: a)
        var right = script.down(at: b)
        script.drag(&left, to: Point(175, 100), &right, to: Point(325, 100), over: .milliseconds(50))
        script.lift(left, right)
        #expect(
            bench.gestures(of: script.frames) == """
                tap failed: moved 15.0 mm, more than 10.0 mm
                pinch began
                  pinch began, 1
                  pinch changed, 1.077
                  pinch changed, 1.154
                pinch ended
                  pinch ended, 1.154
                """)
    }

    @Test func `fingers that meet have no scale of zero or infinity`() {
        let (pinch, bench) = bench()
        let script = TouchScript()
        var left = script.down(at: a)
        var right = script.down(at: b)
        script.drag(&left, to: Point(250, 100), &right, to: Point(250, 100), over: .milliseconds(100))
        bench.play(script.frames)
        #expect(rounded(pinch.scale, 4) == "0.0556")
        let count = script.frames.count
        script.drag(&left, to: a, &right, to: b, over: .milliseconds(100))
        bench.play(Array(script.frames.dropFirst(count)))
        #expect(rounded(pinch.scale, 4) == "1.1111")
        script.lift(left, right)
    }
}
