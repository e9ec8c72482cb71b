// In slow motion all movement without a finger takes longer, whatever causes it.

import Geometry
import Layers
import Testing

@testable import Stage

@Suite struct StageSlowMotionTests {
    private final class Fade: NavigatorDelegate {
        func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? {
            .crossFade
        }
    }

    /// How long (s) it takes until all that `begin` starts is over.
    private func time(slow: Double, on glass: Glass, _ begin: (Glass) -> Void) -> Double {
        glass.stage.slowMotion = slow
        begin(glass)
        let start = glass.stage.now
        glass.settle()
        return (glass.stage.now - start).seconds
    }

    /// At a fifth of the speed it takes five times as long, to within the milliseconds at which springs check whether they
    /// rest.
    private func expectSlow(
        _ make: () -> Glass = { Glass() }, at place: SourceLocation = #_sourceLocation, _ begin: (Glass) -> Void
    ) {
        let usual = time(slow: 1, on: make(), begin)
        let slow = time(slow: 5, on: make(), begin)
        #expect(usual > 0.1, sourceLocation: place)
        #expect(abs(slow - 5 * usual) < 0.01, "\(usual) s and \(slow) s", sourceLocation: place)
    }

    @Test func `screens and sheets, on springs and on curves`() {
        let fade = Fade()
        expectSlow { $0.stage.navigator.push(TestScreen("next")) }
        expectSlow({
            let glass = Glass()
            glass.stage.navigator.addDelegate(fade)
            return glass
        }) { $0.stage.navigator.push(TestScreen("next")) }
        expectSlow { $0.stage.present(TestScreen("sheet")) }
    }

    @Test func `a row that opens, and one that shows what letting go would do`() {
        let rows = SwipeRowTests()
        expectSlow({ rows.list().0 }) { $0.flick(from: Point(300, 30), to: Point(270, 30)) }
        var fingers: [HeldFinger] = []
        expectSlow({ rows.list().0 }) { glass in
            let finger = HeldFinger(glass, at: Point(400, 30))
            finger.drag(to: Point(280, 30), over: .milliseconds(100))
            fingers.append(finger)
        }
    }

    @Test func `a screen that catches up with its finger`() {
        func gap(slow: Double) -> Double {
            let (glass, order) = VetoTests().glass()
            glass.stage.slowMotion = slow
            let finger = VetoTests().drag(glass)
            let held = VetoTests().offset(glass)
            order.requests[0].answer(true)
            glass.stage.advance(to: glass.stage.now + .milliseconds(60))
            defer { finger.lift() }
            return VetoTests().offset(glass) - held
        }
        #expect(gap(slow: 1) > 3 * gap(slow: 5))
        #expect(gap(slow: 5) > 0.1)
    }

    @Test func `fades, and the bars of scroll views`() {
        for slow in [1.0, 5] {
            let glass = Glass()
            glass.stage.slowMotion = slow
            let layer = Layer()
            let animation = Animation()
            animation.animator.add(.opacity, of: layer, from: 0, to: -1)
            animation.start(on: glass.stage, for: .milliseconds(200))
            #expect(animation.animator.end == glass.stage.now + .milliseconds(Int(200 * slow)))
        }
        func bar(slow: Double) -> Double {
            let scroll = ScrollView(axis: .vertical)
            scroll.contentSize = Size(1920, 5000)
            let glass = Glass.showing(scroll)
            glass.drag(from: Point(250, 200), to: Point(250, 150))
            glass.stage.slowMotion = slow
            let lift = glass.stage.now
            glass.settle()
            return (glass.stage.now - lift).seconds
        }
        // The time for which a bar stays before it fades is no movement.
        #expect(abs(bar(slow: 5) - bar(slow: 1) - 4 * ScrollIndicator.fadeOut.seconds) < 0.01)
    }
}
