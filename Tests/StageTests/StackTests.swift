// What becomes of a stack that is changed while something moves: each case has one outcome, and nothing is stuck.

import Geometry
import Layers
import Stage
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

    @Test func `present during a pop: the sheet comes over both, and the finger keeps its screen`() {
        let (glass, finger) = dragged()
        glass.stage.present(TestScreen("terms"))
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        end(glass, finger)
        #expect(glass.stack == ["home", "hours"])
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
