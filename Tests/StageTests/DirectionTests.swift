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

    // MARK: Forward between pages of different directions

    /// A stage with a page in front, and `popped` popped from over it; both with the given directions.
    private func forward(_ front: LayoutDirection, _ popped: LayoutDirection) -> (Glass, TestScreen) {
        let (lower, upper) = (TestScreen("front"), TestScreen("popped"))
        (lower.direction, upper.direction) = (front, popped)
        let glass = Glass(pop: .edge) {
            $0.trailing = .forward
            $0.isResampling = false
        }
        glass.push(lower, upper)
        glass.stage.navigator.pop(animated: false)
        return (glass, upper)
    }

    /// A place that is `distance` mm from the edge where text of `direction` ends.
    private func place(_ distance: Double, _ direction: LayoutDirection) -> Point {
        Point(direction == .leftToRight ? 527 - distance : distance, 100)
    }

    nonisolated static let pairs = LayoutDirection.allCases.flatMap { front in
        LayoutDirection.allCases.map { (front, $0) }
    }

    @Test(arguments: pairs) func `the page in front decides from which edge a popped page comes back`(
        front: LayoutDirection, popped: LayoutDirection
    ) {
        // Nothing comes from the other edge.
        let (glass, _) = forward(front, popped)
        let other = front == .leftToRight ? LayoutDirection.rightToLeft : .leftToRight
        glass.flick(from: place(1, other), to: place(250, other))
        glass.settle()
        #expect(!glass.stack.contains("popped"))
        let (again, back) = forward(front, popped)
        let finger = HeldFinger(again, at: place(1, front))
        finger.drag(to: place(201, front), over: .milliseconds(250))
        // On the side that it came from, its edge is where the finger is, less the slop.
        let x = back.view.layer.presentation.position.x / Glass.panel.density(.horizontal)
        #expect(abs(x - front.outwards * (527 - 198)) < 1)
        #expect(back.view.layer.edgeShadow?.edges == front.leading)
        #expect(back.view.isArmed)
        finger.lift()
        #expect(again.lastLength("room") == 526)
        again.settle()
        #expect(again.stack == ["home", "front", "popped"])
        // Its own way out is where its own text begins.
        again.flick(
            from: Point(popped == .leftToRight ? 1 : 526, 150), to: Point(popped == .leftToRight ? 300 : 227, 150))
        again.settle()
        #expect(again.stack == ["home", "front"])
    }

    @Test(arguments: pairs) func `a finger that brings it back and turns round leaves all as it was`(
        front: LayoutDirection, popped: LayoutDirection
    ) {
        let (glass, page) = forward(front, popped)
        for _ in 0..<2 {
            let finger = HeldFinger(glass, at: place(1, front))
            finger.drag(to: place(201, front), over: .milliseconds(250))
            finger.drag(to: place(120, front), over: .milliseconds(100))
            #expect(!page.view.isArmed)
            finger.lift()
            glass.settle()
            #expect(glass.stack == ["home", "front"])
        }
        // A page that is thrown from near its edge comes.
        glass.flick(from: place(1, front), to: place(40, front), over: .milliseconds(60))
        glass.settle()
        #expect(glass.stack == ["home", "front", "popped"])
    }

    @Test(arguments: pairs) func `a page that comes back can be caught and sent away`(
        front: LayoutDirection, popped: LayoutDirection
    ) {
        let (glass, _) = forward(front, popped)
        glass.flick(from: place(1, front), to: place(200, front), over: .milliseconds(150))
        glass.wait(.milliseconds(60))
        let finger = HeldFinger(glass, at: place(150, front))
        finger.drag(to: place(2, front), over: .milliseconds(150))
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home", "front"])
    }
}
