// Rotations: when they begin, which way is positive, and more than half a turn.

import Geometry
import Gestures
import Glibc
import Testing
import TouchScript

@Suite struct RotationTests {
    static let degree = Double.pi / 180

    /// Two fingers `radius` mm from (250, 150), the first one at `start` degrees, turned by `degrees` in `span`.
    func turn(
        _ degrees: Double, radius: Double = 50, start: Double = 0, over span: Instant.Span = .milliseconds(100)
    ) -> TouchScript {
        let script = TouchScript()
        func places(_ angle: Double) -> (Point, Point) {
            let arm = Vector(cos(angle * Self.degree), sin(angle * Self.degree)) * radius
            return (Point(250, 150) + arm, Point(250, 150) - arm)
        }
        let (a, b) = places(start)
        var first = script.down(at: a)
        var second = script.down(at: b, together: true)
        script.move(&first, &second, over: span) { places(start + degrees * $0) }
        script.lift(first, second)
        return script
    }

    // UIKit: the rotation of the gesture in radians, continuous, clockwise positive where y points down. Design: zero
    // when it begins, so that nothing jumps.
    @Test func `a rotation begins beyond ten degrees at zero, and clockwise is positive`() {
        for sign in [1.0, -1] {
            let rotation = RotationRecognizer()
            let bench = Bench(rotation)
            bench.note(rotation) { rounded(sign * $0.rotation / Self.degree, 3) }
            #expect(
                bench.gestures(of: turn(sign * 24, over: .milliseconds(60)).frames) == """
                    rotation began
                      rotation began, 0
                      rotation changed, 4
                      rotation changed, 8
                      rotation changed, 12
                    rotation ended
                      rotation ended, 12
                    """)
            #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
        }
    }

    @Test func `fingers near each other have to turn further, along an arc of the slop`() {
        // At a radius of 5 mm each finger has to go 2 mm: 22.9°. At 20 mm that would be 5.7°, and ten degrees count.
        for (radius, degrees, begins) in [
            (50.0, 9.9, false), (50, 10.1, true), (20, 9.9, false), (20, 10.1, true), (5, 22.8, false), (5, 23.0, true),
        ] {
            let script = turn(degrees, radius: radius, over: .milliseconds(10))
            let expected =
                begins
                ? "rotation began\nrotation ended"
                : "rotation failed: lifted before two fingers had moved 4.0 mm against each other"
            #expect(Bench(RotationRecognizer()).gestures(of: script.frames) == expected, "\(radius) mm, \(degrees)°")
        }
    }

    @Test(arguments: [0.0, 90, 170, 180, -100]) func `turns go on beyond half a turn, wherever they begin`(
        _ start: Double
    ) {
        for turns in [0.75, 1, 3, -2.5] {
            let rotation = RotationRecognizer()
            let bench = Bench(rotation)
            var last = 0.0
            rotation.onAction { _ in last = rotation.rotation }
            let step = turns * 360 / 100
            bench.play(turn(turns * 360, start: start, over: .milliseconds(1000)).frames)
            // What had been turned when it began, the first step beyond ten degrees, does not count.
            let begun = (10 / abs(step) + 1e-9).rounded(.down) * step + step
            #expect(abs(last / Self.degree - (turns * 360 - begun)) < 1e-6, "\(turns) turns")
        }
    }

    // UIKit: the velocity of the rotation gesture in radians per second.
    @Test func `velocity is radians per second`() throws {
        let rotation = RotationRecognizer()
        let bench = Bench(rotation)
        var atEnd: Double?
        rotation.onAction { _ in if rotation.state == .ended { atEnd = rotation.velocity } }
        bench.play(turn(-90, over: .milliseconds(500)).frames)
        #expect(try abs(#require(atEnd) + Double.pi) < 1e-6)
    }

    @Test func `one lifted finger ends nothing, and another in its place goes on from the same angle`() {
        let rotation = RotationRecognizer()
        let bench = Bench(rotation)
        bench.note(rotation) { rounded($0.rotation / Self.degree, 1) }
        let script = TouchScript()
        var a = script.down(at: Point(200, 100))
        var b = script.down(at: Point(300, 100))
        script.drag(&a, to: Point(200, 100), &b, to: Point(300, 150), over: .milliseconds(10))
        script.drag(&a, to: Point(200, 100), &b, to: Point(300, 200), over: .milliseconds(10))
        a.lift()
        b = b.drag(to: Point(250, 100), over: .milliseconds(20))
        var c = script.down(at: Point(250, 50))
        script.drag(&b, to: Point(250, 100), &c, to: Point(300, 50), over: .milliseconds(10))
        script.lift(b, c)
        #expect(
            bench.gestures(of: script.frames) == """
                rotation began
                  rotation began, 0
                  rotation changed, 18.4
                  rotation changed, 63.4
                rotation ended
                  rotation ended, 63.4
                """)
    }

    @Test func `fingers that pass through each other do not turn half around`() {
        let rotation = RotationRecognizer()
        rotation.minimumRotation = 0.1
        let script = TouchScript()
        var a = script.down(at: Point(240, 100))
        var b = script.down(at: Point(260, 100))
        script.drag(&a, to: Point(260, 100), &b, to: Point(240, 100), over: .milliseconds(100))
        script.lift(a, b)
        #expect(Bench(rotation).gestures(of: script.frames).hasPrefix("rotation failed"))
    }

    // UIKit: shouldRecognizeSimultaneously is asked when one would keep out the other; yes from either side is enough.
    @Test func `pinch, rotation and pan go on at once where the delegate lets them, else the first one keeps all`() {
        let everybody = Everybody()
        for together in [true, false] {
            let (pan, pinch, rotation) = (PanRecognizer(name: "pan"), PinchRecognizer(), RotationRecognizer())
            if together { for recognizer in [pan, pinch, rotation] { recognizer.delegate = everybody } }
            let bench = Bench(pan, pinch, rotation)
            var last: [String] = []
            for recognizer in [pan, pinch, rotation] {
                recognizer.onAction { _ in
                    last = [
                        rounded(pan.displacement.x), rounded(pinch.scale, 3),
                        rounded(rotation.rotation / Self.degree, 1),
                    ]
                }
            }
            let script = TouchScript()
            var a = script.down(at: Point(150, 100))
            var b = script.down(at: Point(250, 100))
            script.move(&a, &b, over: .milliseconds(300)) { share in
                let arm = Vector(cos(share * .pi / 2), sin(share * .pi / 2)) * (50 + 50 * share)
                let centre = Point(200 + 24 * share, 100)
                return (centre - arm, centre + arm)
            }
            script.lift(a, b)
            let log = bench.gestures(of: script.frames)
            if together {
                // The pan begins beyond 2 mm, the pinch beyond 4 mm at 106.7 mm, the rotation beyond 10° at 12°.
                #expect(
                    log == """
                        pinch began
                        pan began
                        rotation began
                        pan ended
                        pinch ended
                        rotation ended
                        """)
                #expect(last == ["24", "1.875", "78"])
            } else {
                #expect(
                    log == """
                        pinch began
                        pan failed: pinch began
                        rotation failed: pinch began
                        pinch ended
                        """)
            }
        }
    }
}
