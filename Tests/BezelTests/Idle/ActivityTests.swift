// Which touches are a sign of a person.

import Geometry
import Testing

@testable import Run

@Suite struct ActivityTests {
    @Test(arguments: [2.0, 4]) func `a contact that stays within the slop of its panel is no sign`(slop: Double) {
        var detector = ActivityDetector()
        func isSign(_ phase: TouchFrame.Phase, _ x: Double) -> Bool {
            let change = TouchFrame.Change(contact: 1, phase: phase, position: Point(x, 0))
            return detector.isSign(TouchFrame(time: .zero, changes: [change]), slop: slop)
        }
        #expect(isSign(.began, 0))
        #expect(!isSign(.moved, slop - 0.1) && !isSign(.moved, 0.1 - slop))
        #expect(isSign(.moved, slop + 0.1))
        #expect(!isSign(.moved, slop + 0.2))
        #expect(isSign(.ended, slop + 0.2))
    }
}
