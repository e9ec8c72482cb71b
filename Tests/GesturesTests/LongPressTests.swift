// Long presses: when they begin, what breaks them, and what they are once begun.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct LongPressTests {
    let a = Point(100, 100)
    let b = Point(130, 100)

    // UIKit: it begins when the fingers have been pressed for the specified period, changes whenever a finger moves, and
    // ends when any of the fingers is lifted.
    @Test func `a long press begins by itself, changes with each move and ends with the lift`() {
        let press = LongPressRecognizer()
        let bench = Bench(press)
        bench.note(press) { "\(rounded($0.location().x)), \(rounded($0.location().y))" }
        let script = TouchScript()
        let finger = script.down(at: a)
        bench.play(script.frames)
        #expect(bench.dispatcher.nextDeadline == .zero + .milliseconds(500))
        bench.dispatcher.advance(to: .zero + .milliseconds(499))
        #expect(bench.gestures == "")
        bench.dispatcher.advance(to: .zero + .milliseconds(500))
        #expect(bench.gestures == "long-press began\n  long-press began, 100, 100")
        #expect(bench.dispatcher.nextDeadline == nil)
        script.wait(.milliseconds(600))
        finger.drag(to: Point(200, 100), over: .milliseconds(20)).lift()
        #expect(
            bench.gestures(of: Array(script.frames.dropFirst())) == """
                  long-press changed, 150, 100
                  long-press changed, 200, 100
                long-press ended
                  long-press ended, 200, 100
                """)
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    // UIKit: if they move beyond the specified distance, the gesture fails.
    @Test func `movement beyond the slop fails it before it begins`() {
        for (x, expected) in [
            (102.0, "long-press began\nlong-press ended"),
            (102.2, "long-press failed: moved 2.2 mm, more than 2.0 mm"),
        ] {
            let script = TouchScript()
            script.down(at: a).hold(for: .milliseconds(400)).drag(to: Point(x, 100), over: .milliseconds(10))
                .hold(for: .milliseconds(200)).lift()
            #expect(Bench(LongPressRecognizer()).gestures(of: script.frames) == expected)
        }
        let script = TouchScript()
        script.down(at: a).hold(for: .milliseconds(480)).lift()
        #expect(
            Bench(LongPressRecognizer()).gestures(of: script.frames) == "long-press failed: lifted before 500 ms")
    }

    @Test func `with two fingers time counts from when both are down, and one lift ends it`() {
        let press = LongPressRecognizer()
        press.numberOfTouchesRequired = 2
        let bench = Bench(press)
        var script = TouchScript()
        let first = script.down(at: a)
        script.wait(.milliseconds(400))
        let second = script.down(at: b)
        bench.play(script.frames)
        #expect(bench.dispatcher.nextDeadline == .zero + .milliseconds(900))
        script.wait(.milliseconds(600))
        first.lift()
        script.wait(.milliseconds(600))
        second.lift()
        #expect(
            bench.gestures(of: Array(script.frames.dropFirst(2))) == "long-press began\nlong-press ended")

        script = TouchScript()
        let early = script.down(at: a)
        let late = script.down(at: b)
        early.lift()
        late.hold(for: .milliseconds(1000)).lift()
        #expect(bench.gestures(of: script.frames) == "long-press failed: lifted before 500 ms")
    }

    @Test func `a further finger fails it before it begins and is ignored after`() {
        for (wait, expected) in [
            (100, "long-press failed: a second finger came down"), (600, "long-press began\nlong-press ended"),
        ] {
            let script = TouchScript()
            let first = script.down(at: a)
            script.wait(.milliseconds(wait))
            script.down(at: b).drag(to: a, over: .milliseconds(50)).lift()
            first.hold(for: .milliseconds(600)).lift()
            #expect(Bench(LongPressRecognizer()).gestures(of: script.frames) == expected)
        }
    }

    // UIKit: numberOfTapsRequired is the number of taps required before the press.
    @Test func `taps may come before the press, and a tap does not prevent it`() {
        let press = LongPressRecognizer()
        press.numberOfTapsRequired = 1
        var script = TouchScript()
        script.tap(at: a)
        script.wait(.milliseconds(100))
        script.down(at: a).hold(for: .milliseconds(600)).lift()
        #expect(
            Bench(TapRecognizer(), press).gestures(of: script.frames) == """
                tap ended
                long-press began
                tap failed: long-press began
                long-press ended
                """)

        script = TouchScript()
        script.down(at: a).hold(for: .milliseconds(600)).lift()
        #expect(
            Bench(press).gestures(of: script.frames, then: .milliseconds(300))
                == "long-press failed: nothing came down within 300 ms of tap 1")

        script = TouchScript()
        script.tap(at: a)
        script.tap(at: a)
        #expect(Bench(press).gestures(of: script.frames) == "long-press failed: lifted before 500 ms")
    }

    // Design, conflicts: once begun it wins; else movement over the slop fails it.
    @Test func `once begun it wins over pan and tap, and a pan that began first wins over it`() {
        var script = TouchScript()
        script.down(at: a).hold(for: .milliseconds(600)).drag(to: Point(200, 100), over: .milliseconds(50)).lift()
        let bench = Bench(PanRecognizer(name: "pan"), LongPressRecognizer(), TapRecognizer())
        #expect(
            bench.gestures(of: script.frames) == """
                long-press began
                pan failed: long-press began
                tap failed: long-press began
                long-press ended
                """)
        script = TouchScript(start: .zero + .milliseconds(2000))
        script.down(at: a).drag(to: Point(200, 100), over: .milliseconds(50)).hold(for: .milliseconds(600)).lift()
        #expect(
            bench.gestures(of: script.frames) == """
                pan began
                long-press failed: pan began
                tap failed: pan began
                pan ended
                """)
    }

    @Test func `a press that waits for another to fail fails when that begins or the finger leaves`() {
        let long = LongPressRecognizer(name: "long")
        long.minimumDuration = .milliseconds(1000)
        let press = LongPressRecognizer(name: "short")
        press.require(toFail: long)
        var script = TouchScript()
        script.down(at: a).hold(for: .milliseconds(700)).lift()
        // The short press is told of the lift first, and fails with it.
        #expect(
            Bench(press, long).gestures(of: script.frames) == """
                short failed: lifted while it waited for another gesture to fail
                long failed: lifted before 1000 ms
                """)
        script = TouchScript()
        script.down(at: a).hold(for: .milliseconds(1200)).lift()
        #expect(
            Bench(press, long).gestures(of: script.frames) == """
                long began
                short failed: long began; short requires it to fail
                long ended
                """)
    }

    @Test func `a press that waits begins when what it waits for fails, with no event`() {
        let tap = TapRecognizer()
        tap.maximumDuration = .milliseconds(700)
        let press = LongPressRecognizer()
        press.require(toFail: tap)
        let bench = Bench(press, tap)
        let script = TouchScript()
        let finger = script.down(at: a)
        bench.play(script.frames)
        bench.dispatcher.advance(to: .zero + .milliseconds(699))
        #expect(bench.gestures == "")
        bench.dispatcher.advance(to: .zero + .milliseconds(700))
        #expect(bench.gestures == "tap failed: rested for more than 700 ms\nlong-press began")
        script.wait(.milliseconds(1000))
        finger.lift()
        bench.play(script.frames.suffix(1))
        #expect(bench.gestures.hasSuffix("long-press ended"))
    }

    @Test func `a press of no duration begins with the touch-down, and a cancelled touch cancels it`() {
        let press = LongPressRecognizer()
        press.minimumDuration = .zero
        let script = TouchScript()
        script.down(at: a).cancel()
        #expect(
            Bench(press).gestures(of: script.frames)
                == "long-press began\nlong-press cancelled: the touch was cancelled")
    }
}
