// Which sizes a screen can have.

import Geometry
import Testing

@Suite struct PanelTests {
    @Test(arguments: [
        (527.0, 296.0, true), (10, 10, true), (100_000, 5000, true), (9.9, 9.9, false), (0, 0, false),
        (-527, -296, false), (0.001, 0.001, false), (100_001, 50_000, false), (527, 20, false), (.nan, 296, false),
        (296, .nan, false), (.infinity, .infinity, false),
    ])
    func `a size is accepted if a screen can have it`(width: Double, height: Double, isBelieved: Bool) {
        let size = Size(width, height)
        #expect((Panel.believable(size) != nil) == isBelieved)
        #expect(Panel.believable(size).map { $0 == size } ?? true)
    }
}
