// Transitions with a look of their own, and with somebody else's hand on them.

import Geometry
import Layers
import Stage
import Testing
import TouchScript

final class TestDelegate: NavigatorDelegate {
    let name: String
    var look: TransitionAnimator?
    var controller: InteractionController?
    let log: Log

    final class Log { var lines: [String] = [] }

    init(_ name: String = "delegate", look: TransitionAnimator? = nil, log: Log = Log()) {
        self.name = name
        self.look = look
        self.log = log
    }

    func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? {
        log.lines.append("\(name): animator for \(operation) \(from.name) → \(to.name)")
        return look
    }

    func interactionController(for operation: Transition.Operation, from: Screen, to: Screen)
        -> InteractionController?
    {
        log.lines.append("\(name): controller for \(operation) \(from.name) → \(to.name)")
        return controller
    }
}

@Suite struct DelegateTests {
    @Test func `the interaction controller is asked after the animator, each once for a transition`() {
        let glass = Glass()
        let delegate = TestDelegate()
        glass.stage.navigator.addDelegate(delegate)
        glass.stage.navigator.push(TestScreen("hours"))
        glass.settle()
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(400, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(
            delegate.log.lines == [
                "delegate: animator for push home → hours", "delegate: controller for push home → hours",
                "delegate: animator for pop hours → home", "delegate: controller for pop hours → home",
            ])
        #expect(glass.stack == ["home"])
    }

    @Test func `a delegate that was there before is put back`() {
        let glass = Glass()
        let first = TestDelegate("first")
        glass.stage.navigator.addDelegate(first)
        do {
            let second = TestDelegate("second")
            glass.stage.navigator.addDelegate(second)
            #expect(glass.stage.navigator.delegate === second)
            glass.stage.navigator.removeDelegate(second)
            #expect(glass.stage.navigator.delegate === first)
            glass.stage.navigator.addDelegate(second)
        }
        #expect(glass.stage.navigator.delegate === first)
        glass.stage.navigator.removeDelegate(first)
        #expect(glass.stage.navigator.delegate == nil)
    }

    @Test(arguments: ["slide", "parallax", "cross-fade", "cover"])
    func `any look follows the finger by the same offset, and leaves nothing behind`(name: String) {
        let looks: [String: TransitionAnimator] = [
            "slide": .slide, "parallax": .parallax, "cross-fade": .crossFade, "cover": .cover,
        ]
        let glass = Glass { $0.isResampling = false }
        let delegate = TestDelegate(look: looks[name])
        glass.stage.navigator.addDelegate(delegate)
        let hours = TestScreen("hours")
        glass.stage.navigator.push(hours)
        glass.settle()
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(365.5, 100), over: .milliseconds(200))
        // Half of the way, less the slop.
        #expect(abs(glass.stage.movingScreens(at: glass.stage.now)[0].1 - 263.5) < 1e-6)
        let (upper, lower) = (hours.view.layer.presentation, glass.stage.navigator.root.view.layer.presentation)
        switch name {
        case "slide": #expect(upper.position.x == 960 && lower.position.x == -960)
        case "parallax": #expect(upper.position.x == 960 && abs(lower.position.x + 288) < 1e-6 && lower.dim == 0.05)
        case "cross-fade": #expect(upper.opacity == 0.5 && upper.position.x == 0 && lower.position.x == 0)
        default: #expect(upper.position.x == 960 && lower.position.x == 0 && lower.dim == 0)
        }
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home"])
        let rest = glass.stage.navigator.root.view.layer.presentation
        #expect(rest.position.x == 0 && rest.dim == 0 && rest.opacity == 1)
    }

    @Test func `an animator's own timing runs what no finger drives`() {
        let glass = Glass()
        let delegate = TestDelegate(look: .crossFade)
        glass.stage.navigator.addDelegate(delegate)
        glass.stage.navigator.push(TestScreen("hours"))
        #expect(glass.stage.nextDeadline == .zero + .milliseconds(250))
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
    }

    @Test func `no pop begins during a transition that cannot be interrupted, nor is it caught`() {
        let glass = Glass()
        var look = TransitionAnimator.slide
        look.isInterruptible = false
        let delegate = TestDelegate(look: look)
        glass.stage.navigator.addDelegate(delegate)
        glass.stage.navigator.push(TestScreen("hours"))
        glass.stage.advance(to: .zero + .milliseconds(100))
        glass.touch { $0.down(at: Point(2, 100)).drag(to: Point(300, 100), over: .milliseconds(120)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        #expect(glass.lines("gesture").contains { $0.contains("the push of hours cannot be interrupted") })
        #expect(!glass.transitions.contains { $0.contains("caught") })
    }

    @Test func `a controller wins over the finger that began it, and over the timing`() {
        let glass = Glass()
        let delegate = TestDelegate()
        glass.push(TestScreen("hours"))
        let controller = InteractionController()
        delegate.controller = controller
        glass.stage.navigator.addDelegate(delegate)
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(400, 100), over: .milliseconds(200)).lift() }
        #expect(controller.isDriving)
        #expect(glass.stage.movingScreens(at: glass.stage.now)[0].1 == 0)
        controller.update(0.25)
        #expect(abs(glass.stage.movingScreens(at: glass.stage.now)[0].1 - 527 / 4) < 1e-9)
        controller.cancel()
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        #expect(!controller.isDriving)

        glass.stage.navigator.pop()
        #expect(controller.isDriving)
        controller.update(0.5)
        glass.stage.advance(to: glass.stage.now + .seconds(5))
        #expect(abs(glass.stage.movingScreens(at: glass.stage.now)[0].1 - 527 / 2) < 1e-9)
        controller.finish(velocity: 1)
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `sheets ask the delegate of the stack that they lie on`() {
        let glass = Glass()
        let delegate = TestDelegate()
        glass.stage.navigator.addDelegate(delegate)
        glass.stage.present(TestScreen("terms"))
        glass.settle()
        glass.stage.sheets[0].dismiss()
        glass.settle()
        #expect(delegate.log.lines.filter { $0.contains("animator") }.count == 2)
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `screens animate along with their transition, and observers see each step`() throws {
        final class Companion: Screen {
            let ornament = Layer()
            var seen: [Double] = []
            override func willDisappear() {
                transition?.animateAlongside { $0.add(.opacity, of: ornament, from: 0, to: -1) }
                transition?.onProgress { [unowned self] in seen.append($0) }
            }
        }
        let glass = Glass { $0.isResampling = false }
        let companion = Companion(name: "companion", title: "")
        glass.push(companion)
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(365.5, 100), over: .milliseconds(200))
        #expect(abs(companion.ornament.presentation.opacity - 0.5) < 1e-9)
        #expect(companion.seen.last == 0.5)
        #expect(companion.transition != nil)
        finger.cancel()
        glass.settle()
        #expect(companion.ornament.presentation.opacity == 1)
        #expect(companion.transition == nil)
    }
}
