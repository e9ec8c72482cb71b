// Transitions with a look of their own, and with an interaction controller.

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

    @Test func `the delegate that was there before is put back`() {
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

    @Test(arguments: ["slide", "parallax", "cross-fade", "cover", "scale"])
    func `any look follows the finger by the same offset, and leaves nothing behind`(name: String) {
        let looks: [String: TransitionAnimator] = [
            "slide": .slide, "parallax": .parallax, "cross-fade": .crossFade, "cover": .cover, "scale": .scale,
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
        case "scale": #expect(abs(upper.scale - 0.85) < 1e-4 && upper.opacity == 0.5 && lower.scale > 0.96)
        default: #expect(upper.position.x == 960 && lower.position.x == 0 && lower.dim == 0)
        }
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home"])
        let rest = glass.stage.navigator.root.view.layer.presentation
        #expect(rest.position.x == 0 && rest.dim == 0 && rest.opacity == 1 && rest.scale == 1)
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

    // MARK: Controllers that say nothing

    /// Begins `operation` by a call or by a finger, with `controller` in charge of it.
    private func begin(
        _ operation: Transition.Operation, byFinger: Bool, _ controller: InteractionController
    ) -> (Glass, TestDelegate) {
        let glass = Glass()
        let delegate = TestDelegate()
        glass.stage.navigator.addDelegate(delegate)
        if operation == .pop { glass.push(TestScreen("hours")) }
        if operation == .dismiss { glass.stage.present(TestScreen("hours"), animated: false) }
        glass.settle()
        delegate.controller = controller
        switch (operation, byFinger) {
        case (.push, _): glass.stage.navigator.push(TestScreen("hours"))
        case (.present, _): glass.stage.present(TestScreen("hours"))
        case (.pop, false): glass.stage.navigator.pop()
        case (.dismiss, false): glass.stage.sheets[0].dismiss()
        case (.pop, true): glass.drag(from: Point(100, 100), to: Point(400, 100))
        case (.dismiss, true): glass.drag(from: Point(200, 40), to: Point(200, 250))
        }
        return (glass, delegate)
    }

    /// What can begin, and whether a finger can begin it.
    nonisolated static let beginnings: [(Transition.Operation, Bool)] = [
        (.push, false), (.pop, false), (.pop, true), (.present, false), (.dismiss, false), (.dismiss, true),
    ]

    /// Whether `operation` is what the stage shows.
    private func isDone(_ operation: Transition.Operation, _ glass: Glass) -> Bool {
        switch operation {
        case .push: glass.stack == ["home", "hours"]
        case .pop: glass.stack == ["home"]
        case .present: glass.stage.sheets.count == 1
        case .dismiss: glass.stage.sheets.isEmpty
        }
    }

    @Test(arguments: beginnings.indices) func `a controller knows whether a finger began it, and a silent one lets go`(
        _ index: Int
    ) {
        let (operation, byFinger) = Self.beginnings[index]
        let controller = InteractionController()
        let (glass, delegate) = begin(operation, byFinger: byFinger, controller)
        let start = glass.stage.now
        #expect(controller.isDriving && controller.wasBegunByFinger == byFinger)
        glass.wait(.milliseconds(1500))
        #expect(controller.isDriving && glass.lines("warning").isEmpty)
        glass.stage.advance(to: start + .milliseconds(2000))
        #expect(!controller.isDriving)
        #expect(glass.lines("warning").contains { $0.contains("interaction controller of the \(operation)") })
        glass.settle()
        #expect(isDone(operation, glass) == !byFinger)
        #expect(glass.stage.movingScreens(at: glass.stage.now).isEmpty)
        _ = delegate
    }

    @Test(arguments: beginnings.indices) func `a controller that has spoken holds on until it lets go or is released`(
        _ index: Int
    ) {
        let (operation, byFinger) = Self.beginnings[index]
        var controller: InteractionController? = InteractionController()
        let (glass, delegate) = begin(operation, byFinger: byFinger, controller!)
        controller?.update(0.5)
        glass.wait(.seconds(60))
        #expect(controller?.isDriving == true && glass.lines("warning").isEmpty)
        delegate.controller = nil
        controller = nil
        glass.settle()
        #expect(isDone(operation, glass) == !byFinger)
    }

    @Test func `a controller may outlive its stage`() {
        let controller = InteractionController()
        do {
            let (_, delegate) = begin(.push, byFinger: false, controller)
            delegate.controller = nil
        }
        controller.update(0.3)
        controller.finish()
    }

    /// A screen that does something when it hears that it comes or goes.
    private final class Meddler: Screen {
        var onAppear: (() -> Void)?
        var onDisappear: (() -> Void)?
        override func willAppear() { onAppear?() }
        override func willDisappear() { onDisappear?() }
    }

    @Test(arguments: 0..<4) func `a screen that replaces the stack when it hears that it comes stops nothing`(
        deed: Int
    ) {
        let glass = Glass()
        let page = Meddler(name: "page", title: "Page")
        page.onAppear = { [unowned page] in
            page.onAppear = nil
            switch deed {
            case 0: glass.stage.navigator.replaceAll(with: [TestScreen("other")])
            case 1: glass.stage.navigator.popToRoot(animated: false)
            case 2: glass.stage.begin(with: TestScreen("other"))
            default: glass.stage.navigator.pop()
            }
        }
        glass.stage.navigator.push(page)
        glass.settle()
        #expect(glass.stack == [deed == 0 || deed == 2 ? "other" : "home"])
        glass.stage.navigator.push(TestScreen("next"))
        glass.settle()
        #expect(glass.stack.last == "next" && glass.stack.count == 2)
    }

    @Test func `a screen that replaces the stack when a finger takes it away stops nothing`() {
        let glass = Glass()
        let page = Meddler(name: "page", title: "Page")
        glass.push(page)
        page.onDisappear = {
            page.onDisappear = nil
            glass.stage.navigator.replaceAll(with: [TestScreen("other")], animated: false)
        }
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(300, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["other"])
    }
}
