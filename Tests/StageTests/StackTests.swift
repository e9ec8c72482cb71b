// What happens to a stack that is changed while something moves: each case has one outcome, and nothing is stuck.

import Geometry
import Layers
import Stage
import TestRandomness
import Testing
import TouchScript

@Suite struct StackTests {
    /// A stage with home, hours and plan, and a finger that holds plan half way out.
    func dragged() -> (Glass, HeldFinger) {
        let glass = Glass()
        glass.push(TestScreen("hours"), TestScreen("plan"))
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(300, 100), over: .milliseconds(200))
        return (glass, finger)
    }

    func end(_ glass: Glass, _ finger: HeldFinger) {
        finger.lift()
        glass.settle()
        glass.stage.traceEnd()
        #expect(glass.lines("end").last?.contains("\"stuck\":[]") == true)
        #expect(glass.stage.movingScreens(at: glass.stage.now).isEmpty)
    }

    @Test func `push during a pop: the finger loses it, it goes back, and the new one comes over it`() {
        let (glass, finger) = dragged()
        glass.stage.navigator.push(TestScreen("new"))
        end(glass, finger)
        #expect(glass.stack == ["home", "hours", "plan", "new"])
        #expect(glass.transitions.contains("pop plan hours settling new was pushed"))
    }

    @Test func `push while a pop settles: the one that leaves leaves, beneath the new one`() {
        let glass = Glass()
        glass.push(TestScreen("hours"), TestScreen("plan"))
        glass.stage.navigator.pop()
        glass.stage.advance(to: glass.stage.now + .milliseconds(50))
        glass.stage.navigator.push(TestScreen("new"))
        glass.settle()
        #expect(glass.stack == ["home", "hours", "new"])
    }

    @Test func `pop of a screen that a finger is popping: it goes, and the finger has nothing`() {
        let (glass, finger) = dragged()
        glass.stage.navigator.pop()
        end(glass, finger)
        #expect(glass.stack == ["home", "hours"])
    }

    @Test func `pop while a pop settles pops the next`() {
        let glass = Glass()
        glass.push(TestScreen("hours"), TestScreen("plan"))
        glass.stage.navigator.pop()
        glass.stage.advance(to: glass.stage.now + .milliseconds(50))
        glass.stage.navigator.pop()
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `present during a pop: the finger loses it, it goes back, and the sheet comes over it`() {
        let (glass, finger) = dragged()
        glass.stage.present(TestScreen("terms"))
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        end(glass, finger)
        #expect(glass.stack == ["home", "hours", "plan"])
        #expect(glass.stage.sheets.count == 1)
    }

    @Test func `the stack replaced during a pop: the finger loses it, and the new top comes`() {
        let (glass, finger) = dragged()
        glass.stage.navigator.replaceAll(with: [TestScreen("a"), TestScreen("b")])
        end(glass, finger)
        #expect(glass.stack == ["a", "b"])
        #expect(glass.transitions.contains("push plan b finished"))
    }

    @Test func `back to the root from anywhere is one pop, however many screens lie between`() {
        let glass = Glass()
        glass.push(TestScreen("hours"), TestScreen("plan"), TestScreen("hall"))
        glass.stage.navigator.popToRoot()
        #expect(glass.transitions == ["pop hall home began", "pop hall home settling"])
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a stack with the same top changes beneath it at once`() {
        let glass = Glass()
        let plan = TestScreen("plan")
        glass.push(TestScreen("hours"), plan)
        glass.stage.navigator.replaceAll(with: [TestScreen("start"), plan])
        #expect(glass.transitions == [])
        #expect(glass.stack == ["start", "plan"])
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(400, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["start"])
    }

    /// A screen that follows its life cycle, and notes calls that come in a wrong order.
    private final class Mortal: Screen {
        private enum Life { case away, coming, here, going }
        private var life = Life.away
        private(set) var faults: [String] = []
        var isHere: Bool { life == .here }
        var isAway: Bool { life == .away }

        init(_ name: String) { super.init(name: name, title: name) }

        private func step(_ name: String, from before: [Life], to next: Life) {
            if !before.contains(life) { faults.append("\(self.name): \(name) while \(life)") }
            life = next
        }
        override func willAppear() { step("willAppear", from: [.away, .going], to: .coming) }
        override func didAppear() { step("didAppear", from: [.coming], to: .here) }
        override func willDisappear() { step("willDisappear", from: [.here, .coming], to: .going) }
        override func didDisappear() { step("didDisappear", from: [.going], to: .away) }
    }

    @Test(arguments: 0..<400) func `a replaced stack is exactly the one that was given`(seed: Int) {
        var numbers = SplitMix(UInt64(seed))
        func one(of count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
        let all = (0..<6).map { Mortal("\($0)") }
        let glass = Glass(root: all[0]) { if seed % 2 == 0 { $0.trailing = .forward } }
        let navigator = glass.stage.navigator!
        let delegate = TestDelegate()
        navigator.addDelegate(delegate)
        let controller = InteractionController()
        // What screens hear while two transitions move one of them is not the point here.
        let overlaps = seed % 4 == 0
        for _ in 0..<8 {
            var finger: HeldFinger?
            // Something may be under way.
            delegate.controller = one(of: 4) == 0 ? controller : nil
            switch one(of: 6) {
            case 0: navigator.pop()
            case 1: navigator.push(all[one(of: 6)])
            case 2:
                finger = HeldFinger(glass, at: Point(100, 100))
                finger?.drag(to: Point(300, 100), over: .milliseconds(200))
            case 3 where overlaps:
                navigator.pop()
                glass.wait(.milliseconds(50))
                navigator.push(all[one(of: 6)])
            case 4: glass.flick(from: Point(100, 100), to: Point(300, 100))
            default: break
            }
            if one(of: 2) == 0 { glass.wait(.milliseconds(one(of: 300))) }
            let new = Array(all.shuffled(using: &numbers).prefix(1 + one(of: 6)))
            let isAnimated = one(of: 3) > 0
            navigator.replaceAll(with: new, animated: isAnimated)
            #expect(isAnimated || glass.stack == new.map(\.name))
            finger?.lift()
            if one(of: 2) == 0 { glass.settle() }
            if one(of: 3) == 0 {
                // Another one at once.
                navigator.replaceAll(with: new.reversed())
                glass.settle()
                #expect(glass.stack == new.reversed().map(\.name))
                navigator.replaceAll(with: new)
            }
            glass.settle()
            #expect(glass.stack == new.map(\.name))
            #expect(navigator.view.subviews.compactMap { ($0 as? ScreenView)?.screen?.name } == new.map(\.name))
            for screen in all {
                #expect(overlaps || screen.faults == [])
                #expect(overlaps || (screen === new.last ? screen.isHere : screen.isAway), "\(screen.name)")
                #expect((screen.navigator != nil) == new.contains { $0 === screen })
            }
        }
        // What is on it can be popped, down to the root.
        delegate.controller = nil
        let count = navigator.screens.count
        for left in stride(from: count - 1, to: 0, by: -1) {
            glass.drag(from: Point(100, 100), to: Point(450, 100))
            glass.settle()
            #expect(glass.stack.count == left && navigator.top.view.layer.isHidden == false)
        }
    }

    @Test(arguments: [false, true])
    func `a screen that was replaced and is still seen is neither the root nor gone back to`(
        inSheet: Bool
    ) {
        let glass = Glass()
        if inSheet { glass.stage.present(TestScreen("terms"), animated: false) }
        let navigator = glass.stage.frontNavigator
        let (old, new) = (navigator.root, TestScreen("new"))
        navigator.replaceAll(with: [new])
        #expect(navigator.root === new)
        glass.wait(.milliseconds(100))
        navigator.pop(to: old)
        navigator.popToRoot()
        navigator.goBack()
        glass.settle()
        #expect(inSheet ? glass.stage.sheets.isEmpty : navigator.screens.map(\.name) == ["new"])
    }

    @Test func `a pop to a screen leaves out a screen beneath it that is still leaving`() {
        let glass = Glass()
        let navigator = glass.stage.navigator!
        let (middle, top) = (TestScreen("middle"), TestScreen("top"))
        glass.push(TestScreen("leaves"))
        navigator.pop()
        glass.wait(.milliseconds(50))
        navigator.push(middle)
        navigator.push(top)
        navigator.pop(to: middle)
        glass.settle()
        #expect(glass.stack == ["home", "middle"])
    }

    @Test func `a push that replaces the stack cannot be driven back`() {
        let glass = Glass()
        glass.stage.navigator.replaceAll(with: [TestScreen("a"), TestScreen("b")])
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        glass.touch { $0.down(at: Point(300, 100)).drag(to: Point(500, 100), over: .milliseconds(100)).lift() }
        glass.settle()
        #expect(glass.stack == ["a", "b"])
    }

    @Test func `a screen that was popped comes forward again under a finger from the trailing edge`() {
        let glass = Glass { $0.trailing = .forward }
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(525, 100)).drag(to: Point(300, 100), over: .milliseconds(200)).lift() }
        #expect(glass.lines("gesture").contains { $0.contains("no screen was popped") })
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(400, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
        glass.touch { $0.down(at: Point(525, 100)).drag(to: Point(515, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
        glass.touch { $0.down(at: Point(525, 100)).drag(to: Point(300, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        #expect(glass.transitions.last == "push home hours finished")
    }

    /// Swipes forward from the trailing edge.
    private func goForward(_ glass: Glass) {
        glass.touch { $0.down(at: Point(525, 100)).drag(to: Point(300, 100), over: .milliseconds(200)).lift() }
        glass.settle()
    }

    @Test(arguments: [true, false]) func `nothing comes forward after the stack was replaced`(animated: Bool) {
        let glass = Glass { $0.trailing = .forward }
        let navigator = glass.stage.navigator!
        glass.push(TestScreen("hours"), TestScreen("room"))
        navigator.popToRoot(animated: animated)
        glass.settle()
        goForward(glass)
        #expect(glass.stack == ["home"])
        glass.push(TestScreen("hours"), TestScreen("room"))
        navigator.replaceAll(with: [navigator.root, navigator.screens[1]], animated: animated)
        glass.settle()
        goForward(glass)
        #expect(glass.stack == ["home", "hours"])
        // A screen that is popped after that does come forward.
        navigator.pop(animated: animated)
        glass.settle()
        goForward(glass)
        #expect(glass.stack == ["home", "hours"])
    }

    @Test func `a screen that still leaves when another is pushed does not come forward over that one`() {
        let glass = Glass { $0.trailing = .forward }
        let navigator = glass.stage.navigator!
        glass.push(TestScreen("hours"))
        navigator.pop()
        glass.wait(.milliseconds(50))
        navigator.push(TestScreen("room"))
        glass.settle()
        goForward(glass)
        #expect(glass.stack == ["home", "room"])
    }

    @Test func `a pop from the trailing edge goes the finger's way, where it is asked for`() {
        for style in [TrailingStyle.off, .pop] {
            let glass = Glass(pop: .edge) { $0.trailing = style }
            let hours = TestScreen("hours")
            glass.push(hours)
            let finger = HeldFinger(glass, at: Point(525, 100))
            finger.drag(to: Point(300, 100), over: .milliseconds(200))
            #expect((hours.view.layer.presentation.position.x < -500) == (style == .pop))
            end(glass, finger)
            #expect(glass.stack == (style == .pop ? ["home"] : ["home", "hours"]))
        }
    }
}
