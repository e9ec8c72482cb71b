// Swipes: which way, how far, how straight and how fast.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct SwipeTests {
    let a = Point(100, 100)
    let b = Point(130, 100)

    // UIKit: a discrete gesture; it is recognized when the fingers have moved mostly in an allowable direction far enough.
    @Test func `a swipe is recognized while the finger moves, and says where it began and which way it went`() {
        let swipe = SwipeRecognizer(directions: .all)
        let bench = Bench(swipe)
        bench.note(swipe) {
            "from \(rounded($0.startLocation.x)), \(rounded($0.startLocation.y)),"
                + " at \(rounded($0.location().x)), \(rounded($0.location().y)), down: \($0.direction == .down)"
        }
        let script = TouchScript()
        script.down(at: a).drag(to: Point(100, 140), over: .milliseconds(100)).lift()
        #expect(
            bench.gestures(of: Array(script.frames.dropLast())) == """
                swipe ended
                  swipe ended, from 100, 100, at 100, 112, down: true
                """)
        bench.play(script.frames.suffix(1))
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
        #expect(swipe.direction == [])
    }

    @Test func `only the directions that were asked for count`() {
        let ends: [(Directions, Point)] = [
            (.left, Point(80, 100)), (.right, Point(120, 100)), (.up, Point(100, 80)), (.down, Point(100, 120)),
        ]
        for directions: Directions in [.left, .right, .up, .down, .horizontal, .vertical, .all, [.left, .down]] {
            for (direction, end) in ends {
                let script = TouchScript()
                script.down(at: a).drag(to: end, over: .milliseconds(100)).lift()
                let log = Bench(SwipeRecognizer(directions: directions)).gestures(of: script.frames)
                let isExpected = directions.contains(direction)
                #expect(
                    log.hasPrefix(isExpected ? "swipe ended" : "swipe failed: moved 4.0 mm"), "\(directions) \(end)")
            }
        }
    }

    @Test func `a swipe fails when it is crooked, backward, short or slow`() {
        typealias Case = (path: [(Point, Int)], expected: String)
        let cases: [Case] = [
            ([(Point(120, 110), 100)], "swipe ended"),
            ([(Point(120, 116), 100)], "swipe failed: moved 8.0 mm right and 6.4 mm across, not straight right"),
            ([(Point(97, 100), 10), (Point(150, 100), 50)], "swipe failed: moved 3.0 mm left and 0.0 mm across"),
            ([(Point(98, 100), 10), (Point(150, 100), 50)], "swipe ended"),
            ([(Point(109, 100), 100)], "swipe failed: lifted before it had moved 10.0 mm"),
            ([(Point(111, 100), 490)], "swipe ended"),
            ([(Point(109, 100), 490), (Point(150, 100), 100)], "swipe failed: had not moved 10.0 mm after 500 ms"),
        ]
        for (path, expected) in cases {
            let script = TouchScript()
            var finger = script.down(at: a)
            for (end, milliseconds) in path { finger = finger.drag(to: end, over: .milliseconds(milliseconds)) }
            finger.lift()
            let log = Bench(SwipeRecognizer(directions: .right)).gestures(of: script.frames)
            #expect(log.hasPrefix(expected), "\(path): \(log)")
        }
    }

    @Test func `a finger that rests first is too slow, also when it never moves`() {
        let bench = Bench(SwipeRecognizer(directions: .right))
        let script = TouchScript()
        let finger = script.down(at: a)
        bench.play(script.frames)
        bench.dispatcher.advance(to: .zero + .milliseconds(500))
        #expect(bench.gestures == "swipe failed: had not moved 10.0 mm after 500 ms")
        finger.lift()
    }

    // UIKit: numberOfTouchesRequired is the number of touches that must swipe.
    @Test func `with two fingers both have to swipe, and a third one fails it`() {
        let swipe = SwipeRecognizer(directions: .right)
        swipe.numberOfTouchesRequired = 2
        var script = TouchScript()
        var first = script.down(at: a)
        var second = script.down(at: b)
        script.drag(&first, to: Point(130, 100), &second, to: Point(160, 102), over: .milliseconds(50))
        script.lift(first, second)
        #expect(Bench(swipe).gestures(of: script.frames) == "swipe ended")

        script = TouchScript()
        first = script.down(at: a)
        second = script.down(at: b)
        script.drag(&first, to: a, &second, to: Point(170, 100), over: .milliseconds(50))
        script.lift(first, second)
        #expect(Bench(swipe).gestures(of: script.frames) == "swipe failed: lifted before it had moved 10.0 mm")

        script = TouchScript()
        first = script.down(at: a)
        second = script.down(at: b)
        script.down(at: Point(160, 100)).lift()
        script.lift(first, second)
        #expect(Bench(swipe).gestures(of: script.frames) == "swipe failed: more than 2 fingers came down")

        script = TouchScript()
        script.down(at: a).drag(to: Point(150, 100), over: .milliseconds(50)).lift()
        #expect(Bench(swipe).gestures(of: script.frames) == "swipe failed: lifted before it had moved 10.0 mm")
    }

    @Test func `a pan that requires a swipe to fail takes the slow drag`() {
        let swipe = SwipeRecognizer(directions: .right)
        let pan = PanRecognizer(name: "pan")
        pan.require(toFail: swipe)
        let bench = Bench(pan, swipe)
        var script = TouchScript()
        script.down(at: a).drag(to: Point(200, 100), over: .milliseconds(100)).lift()
        #expect(
            bench.gestures(of: script.frames)
                == "swipe ended\npan failed: swipe was recognized; pan requires it to fail")
        script = TouchScript(start: .zero + .milliseconds(1000))
        script.down(at: a).drag(to: Point(109, 100), over: .milliseconds(600)).lift()
        #expect(
            bench.gestures(of: script.frames)
                == "swipe failed: had not moved 10.0 mm after 500 ms\npan began\npan ended")
    }
}
