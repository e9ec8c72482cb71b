// Right to left: the way back is on the other side, and everything that moves goes the other way.

import Geometry
import Layers
import Stage
import Testing
import TouchScript

@Suite struct DirectionTests {
    @Test func `right to left, the edge pop begins at the right edge and the screen leaves to the left`() {
        let glass = Glass(pop: .edge) { $0.isResampling = false }
        glass.stage.direction = .rightToLeft
        let hours = TestScreen("hours")
        glass.push(hours)
        let finger = HeldFinger(glass, at: Point(525.5, 150))
        finger.drag(to: Point(325.5, 150), over: .milliseconds(250))
        let density = Glass.panel.density(.horizontal)
        #expect(abs(hours.view.layer.presentation.position.x + 198 * density) < 1e-6)
        #expect(hours.view.layer.edgeShadow?.edges == .right)
        let lower = glass.stage.navigator.root.view.layer.presentation
        #expect(lower.position.x > 0 && lower.position.x < 0.3 * 1920)
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home"])
        #expect(glass.lastLength("room") == 525.5)
    }

    @Test func `right to left, a finger from the left does not pop, and room and zone count from the right`() {
        let glass = Glass()
        glass.stage.direction = .rightToLeft
        let hours = TestScreen("hours")
        hours.popZone = 40
        glass.push(hours)
        glass.touch { $0.down(at: Point(2, 150)).drag(to: Point(300, 150), over: .milliseconds(250)).lift() }
        glass.touch { $0.down(at: Point(400, 150)).drag(to: Point(100, 150), over: .milliseconds(250)).lift() }
        #expect(glass.lines("gesture").contains { $0.contains("began 127.0 mm from the leading edge") })
        #expect(glass.transitions == [])
        glass.touch { $0.down(at: Point(500, 150)).drag(to: Point(100, 150), over: .milliseconds(250)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `the top screen's direction decides`() {
        let glass = Glass(pop: .edge)
        let arabic = TestScreen("arabic")
        arabic.direction = .rightToLeft
        glass.push(TestScreen("hours"), arabic)
        glass.touch { $0.down(at: Point(526, 150)).drag(to: Point(300, 150), over: .milliseconds(250)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        glass.touch { $0.down(at: Point(1, 150)).drag(to: Point(300, 150), over: .milliseconds(250)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `right to left, the way back in the bar is at the right`() {
        let glass = Glass()
        glass.stage.direction = .rightToLeft
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(5, 5)).hold(for: .milliseconds(50)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        glass.touch { $0.down(at: Point(522, 5)).hold(for: .milliseconds(50)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
    }
}
