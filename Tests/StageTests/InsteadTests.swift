// Screens that stay when a visitor wants to leave, and do something else.

import Geometry
import Stage
import Testing
import TouchScript

@Suite struct InsteadTests {
    private final class Steps { var count = 0 }

    /// A glass with a screen that counts the steps that it goes back in itself, in a stack or as a sheet.
    private func glass(inSheet: Bool = false) -> (Glass, AskedScreen, Steps) {
        let (glass, order, steps) = (Glass(), AskedScreen(), Steps())
        order.answer = .instead("it goes back") { steps.count += 1 }
        if inSheet {
            glass.stage.present(order)
            glass.settle()
        } else {
            glass.push(order)
        }
        return (glass, order, steps)
    }

    /// Where a finger goes (mm from where it came down, one after the other), and whether the screen would have left.
    nonisolated static let ways: [(ways: [Double], leaves: Bool)] = [
        ([220], true), ([20], false), ([220, 10], false), ([220, 130], false), ([20, 220], true),
    ]

    @Test(arguments: [false, true], ways.indices)
    func `it does so when the finger lifts, where the screen would have left, once`(inSheet: Bool, way: Int) {
        let (ways, leaves) = Self.ways[way]
        for answersYes in [true, false] {
            let (glass, order, steps) = glass(inSheet: inSheet)
            if answersYes { order.answer = .yes }
            let start = inSheet ? Point(250, 50) : Point(100, 100)
            let finger = HeldFinger(glass, at: start)
            for way in ways {
                let goal = inSheet ? Point(start.x, start.y + way) : Point(start.x + way, start.y)
                finger.drag(to: goal, over: .milliseconds(300))
                #expect(steps.count == 0)
            }
            finger.lift()
            #expect(steps.count == (leaves && !answersYes ? 1 : 0))
            glass.settle()
            #expect(steps.count == (leaves && !answersYes ? 1 : 0))
            let isThere = inSheet ? !glass.stage.sheets.isEmpty : glass.stack == ["home", "order"]
            #expect(isThere == !(leaves && answersYes))
        }
    }

    @Test func `a finger that is taken away does nothing`() {
        let (glass, _, steps) = glass()
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(400, 100), over: .milliseconds(300))
        #expect(glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0 > 20)
        finger.cancel()
        glass.settle()
        #expect(steps.count == 0 && glass.stack == ["home", "order"])
    }

    @Test func `each throw of a page that swings back is a step`() {
        let (glass, _, steps) = glass()
        for throwing in 1...3 {
            glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(400, 100), over: .milliseconds(150)).lift() }
            #expect(steps.count == throwing)
            glass.stage.advance(to: glass.stage.now + .milliseconds(30))
        }
        glass.settle()
        #expect(glass.stack == ["home", "order"])
    }

    @Test func `the way back in the bar does so at once`() {
        let (glass, order, steps) = glass()
        glass.stage.navigator.goBack()
        #expect(steps.count == 1)
        order.answer = .yes
        glass.stage.navigator.goBack()
        glass.settle()
        #expect(steps.count == 1 && glass.stack == ["home"])
    }

    @Test func `code that pops does not ask`() {
        let (glass, _, steps) = glass()
        glass.stage.navigator.pop()
        glass.settle()
        #expect(steps.count == 0 && glass.stack == ["home"])
    }
}
