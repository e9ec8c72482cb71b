// The finish rule: its numbers, and second fingers.

import Geometry
import Stage
import Testing
import TouchScript

@Suite struct FinishRuleTests {
    @Test func `a second finger before the pop begins fails it, one after is ignored`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.touch { touch in
            var a = touch.down(at: Point(100, 100))
            var b = touch.down(at: Point(140, 140))
            touch.drag(&a, to: Point(300, 100), &b, to: Point(340, 140), over: .milliseconds(200))
            a.lift()
            b.lift()
        }
        #expect(glass.transitions == [])
        #expect(glass.lines("gesture").contains { $0.contains("a second finger came down") })
        glass.touch { touch in
            var a = touch.down(at: Point(100, 100))
            a = a.drag(to: Point(180, 100), over: .milliseconds(100))
            let b = touch.down(at: Point(140, 140))
            b.drag(to: Point(40, 140), over: .milliseconds(100)).lift()
            a.drag(to: Point(200, 100), over: .milliseconds(100)).lift()
        }
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `the rule's numbers`() {
        let rule = FinishRule(share: 1.0 / 3, limit: 60, velocityWeight: 0.3, slop: 2)
        func threshold(extent: Double, room: Double) -> Double {
            rule.verdict(on: .init(p: 10, peak: 10, velocity: 0, extent: extent, room: room)).threshold
        }
        #expect(threshold(extent: 527, room: 500) == 60)
        #expect(threshold(extent: 120, room: 500) == 40)
        #expect(threshold(extent: 527, room: 40) == 20)
        #expect(threshold(extent: 527, room: 8) == 6)
        let flick = FinishRule.Release(p: 10, peak: 10, velocity: 1000, extent: 300, room: 300, carryLimit: 10)
        #expect(!rule.verdict(on: flick).finishes)
    }
}
