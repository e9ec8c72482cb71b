// Taps: how many, with how many fingers, how far and how long apart.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct TapTests {
    let a = Point(100, 100)
    let b = Point(130, 100)
    let c = Point(160, 100)

    // UIKit: the specified number of fingers must tap the view a specified number of times.
    @Test(arguments: 1...3, 1...3)
    func `a tap is so many taps with so many fingers, no fewer and no more fingers`(_ taps: Int, _ fingers: Int) {
        let tap = TapRecognizer()
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = fingers
        for tapped in 1...3 {
            for down in 1...3 {
                let script = TouchScript()
                for _ in 0..<tapped {
                    switch down {
                    case 1: script.tap(at: a)
                    case 2: script.tap(at: a, b)
                    default: script.tap(at: a, b, c)
                    }
                    script.wait(.milliseconds(100))
                }
                let bench = Bench(tap)
                let log = bench.gestures(of: script.frames, then: .milliseconds(500))
                let recognized = log.split(separator: "\n").count { $0 == "tap ended" }
                #expect(recognized == (down == fingers ? tapped / taps : 0), "\(tapped) taps with \(down) fingers")
                #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
            }
        }
    }

    // Design: the slop is that of each finger.
    @Test func `each finger may wander by the slop`() {
        for (x, expected) in [
            (131.9, "tap ended"), (132.0, "tap ended"), (132.2, "tap failed: moved 2.2 mm, more than 2.0 mm"),
        ] {
            let tap = TapRecognizer()
            tap.numberOfTouchesRequired = 2
            let script = TouchScript()
            let still = script.down(at: a)
            let moving = script.down(at: b, together: true).drag(to: Point(x, 100), over: .milliseconds(10))
            script.lift(still, moving)
            #expect(Bench(tap).gestures(of: script.frames) == expected)
        }
    }

    // Otherwise a finger could move too far for a tap and too little for a drag.
    @Test func `a movement too small for a drag still taps and presses, on a panel with a greater slop`() {
        for (x, isMoved) in [(103.0, false), (103.9, false), (104.2, true)] {
            let (tap, pan, press) = (TapRecognizer(), PanRecognizer(name: "pan"), LongPressRecognizer())
            let tapping = Bench(tap, pan)
            tapping.dispatcher.slop = 4
            var script = TouchScript()
            script.down(at: a).drag(to: Point(x, 100), over: .milliseconds(10)).lift()
            let outcome = tapping.gestures(of: script.frames)
            #expect(outcome.contains("tap ended") == !isMoved)
            #expect(outcome.contains("pan began") == isMoved)
            let pressing = Bench(press)
            pressing.dispatcher.slop = 4
            script = TouchScript()
            script.down(at: a).drag(to: Point(x, 100), over: .milliseconds(10)).hold(for: .milliseconds(600)).lift()
            #expect(pressing.gestures(of: script.frames).contains("long-press began") == !isMoved)
        }
        // A tap may allow more on its own.
        let tap = TapRecognizer()
        tap.slop = 6
        let bench = Bench(tap)
        bench.dispatcher.slop = 4
        let script = TouchScript()
        script.down(at: a).drag(to: Point(105, 100), over: .milliseconds(10)).lift()
        #expect(bench.gestures(of: script.frames) == "tap ended")
    }

    @Test func `fingers of one tap may come and go one after the other, but all must be down at once`() {
        let tap = TapRecognizer()
        tap.numberOfTouchesRequired = 2
        var script = TouchScript()
        var first = script.down(at: a)
        script.wait(.milliseconds(200))
        var second = script.down(at: b)
        script.wait(.milliseconds(200))
        first.lift()
        script.wait(.milliseconds(200))
        second.lift()
        #expect(Bench(tap).gestures(of: script.frames) == "tap ended")

        script = TouchScript()
        script.down(at: a).lift()
        script.down(at: b).lift()
        #expect(
            Bench(tap).gestures(of: script.frames) == """
                tap failed: lifted before 2 fingers were down
                tap failed: lifted before 2 fingers were down
                """)

        script = TouchScript()
        first = script.down(at: a)
        second = script.down(at: b)
        first.lift()
        script.down(at: a).lift()
        second.lift()
        #expect(Bench(tap).gestures(of: script.frames) == "tap failed: a finger came down again before all were lifted")
    }

    // Design: a visitor who rests a finger on a row still means the row.
    @Test func `a tap takes as long as it likes, unless it was asked not to`() {
        let script = TouchScript()
        script.tap(at: a, for: .milliseconds(2500))
        let tap = TapRecognizer()
        let bench = Bench(tap)
        #expect(bench.gestures(of: script.frames) == "tap ended")
        tap.maximumDuration = .milliseconds(1000)
        #expect(Bench(tap).gestures(of: script.frames) == "tap failed: rested for more than 1000 ms")
        tap.maximumDuration = .milliseconds(2501)
        #expect(Bench(tap).gestures(of: script.frames) == "tap ended")
    }

    @Test(arguments: [0.5, 3]) func `a finger that rested and then moved no longer taps`(way: Double) {
        let script = TouchScript()
        script.down(at: a).hold(for: .seconds(5)).drag(to: a + Vector(way, 0), over: .milliseconds(100)).lift()
        let log = Bench(TapRecognizer()).gestures(of: script.frames, then: .milliseconds(500))
        #expect(!log.contains("tap ended"))
    }

    @Test func `the pause between two taps counts from the lift to the touch-down`() {
        for (pause, expected) in [
            (0, "double ended"), (299, "double ended"),
            (300, "double failed: no tap 2 of 2 within 300 ms\ndouble failed: no tap 2 of 2 within 300 ms"),
        ] {
            let double = TapRecognizer(name: "double")
            double.numberOfTapsRequired = 2
            let script = TouchScript()
            script.tap(at: a, for: .milliseconds(1000))
            script.wait(.milliseconds(pause))
            script.tap(at: a, for: .milliseconds(1000))
            #expect(Bench(double).gestures(of: script.frames, then: .milliseconds(300)) == expected, "\(pause) ms")
        }
    }

    @Test func `every further tap lands near the first one`() {
        for (x, expected) in [
            (116.0, "triple ended"),
            (116.5, "triple failed: tapped 16.5 mm from the first tap, more than 16.0 mm"),
        ] {
            let triple = TapRecognizer(name: "triple")
            triple.numberOfTapsRequired = 3
            let script = TouchScript()
            script.tap(at: a)
            script.tap(at: Point(108, 100))
            script.tap(at: Point(x, 100))
            #expect(Bench(triple).gestures(of: script.frames, then: .milliseconds(300)) == expected)
        }
    }

    // UIKit, requireGestureRecognizerToFail: a single tap is held back until the double tap has failed, and fails when
    // the double tap is recognized.
    @Test func `a single tap that requires a double tap to fail is recognized at its deadline, where it was`() {
        let single = TapRecognizer(name: "single")
        let double = TapRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        let bench = Bench(single, double)
        bench.note(single) { "\(rounded($0.location().x)), \(rounded($0.location().y))" }
        var script = TouchScript()
        script.tap(at: a)
        bench.play(script.frames)
        #expect(bench.dispatcher.nextDeadline == script.now + .milliseconds(300))
        bench.dispatcher.advance(to: script.now + .milliseconds(299))
        #expect(bench.gestures == "")
        bench.dispatcher.advance(to: script.now + .milliseconds(300))
        #expect(
            bench.gestures == """
                double failed: no tap 2 of 2 within 300 ms
                single ended
                  single ended, 100, 100
                """)
        #expect(bench.dispatcher.nextDeadline == nil)
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)

        script = TouchScript(start: .zero + .milliseconds(1000))
        script.tap(at: a)
        script.wait(.milliseconds(100))
        script.tap(at: Point(105, 105))
        #expect(
            bench.gestures(of: script.frames, then: .milliseconds(500)) == """
                double ended
                single failed: double was recognized; single requires it to fail
                """)
    }

    @Test func `a finger that comes while a single tap waits is no part of it`() {
        let single = TapRecognizer(name: "single")
        let double = TapRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        let bench = Bench(single, double)
        bench.note(single) { "\(rounded($0.location().x)), \(rounded($0.location().y))" }
        let script = TouchScript()
        script.tap(at: a)
        script.wait(.milliseconds(100))
        script.down(at: Point(105, 105)).drag(to: Point(200, 200), over: .milliseconds(50)).lift()
        #expect(
            bench.gestures(of: script.frames, then: .milliseconds(500)) == """
                double failed: moved 26.9 mm, more than 2.0 mm
                single ended
                  single ended, 100, 100
                """)
    }

    @Test func `one, two and three taps on one view are told apart`() {
        let taps = (1...3).map { count in
            let tap = TapRecognizer(name: "\(count)")
            tap.numberOfTapsRequired = count
            return tap
        }
        taps[0].require(toFail: taps[1])
        taps[1].require(toFail: taps[2])
        for count in 1...3 {
            let bench = Bench(taps[0], taps[1], taps[2])
            let script = TouchScript()
            for _ in 0..<count {
                script.tap(at: a)
                script.wait(.milliseconds(100))
            }
            let ended = bench.gestures(of: script.frames, then: .milliseconds(1000)).split(separator: "\n")
                .filter { $0.hasSuffix(" ended") }
            #expect(ended == ["\(count) ended"], "\(bench.gestures)")
            #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
        }
    }

    // UIKit, canPrevent: a tap never prevents a tap with a higher count.
    @Test func `a tap does not prevent a tap with a higher count, and prevents its equal`() {
        let double = TapRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        let bench = Bench(TapRecognizer(name: "single"), TapRecognizer(name: "other"), double)
        let script = TouchScript()
        script.tap(at: a)
        script.tap(at: a)
        #expect(
            bench.gestures(of: script.frames) == """
                single ended
                other failed: single was recognized
                single ended
                other failed: single was recognized
                double ended
                """)
    }
}
