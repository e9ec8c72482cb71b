// Sheets that rest at several heights.

import FoundationEssentials
import Geometry
import Layers
import Stage
import Testing
import TouchScript

@Suite struct DetentTests {
    struct Vectors: Decodable {
        struct Case: Decodable {
            let test: String
            let anchors: [String: Double]
            let current_state: String
            let project_momentum: Bool
            let position: Double
            let velocity: Double
            let expected: String
        }
        let vectors: [Case]
    }

    @Test func `a sheet goes to the detent that FloatingPanel's own tests expect, in all 265 cases`() throws {
        let path = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        let data = try Data(contentsOf: URL(filePath: "/\(path)/Fixtures/floatingpanel_target_vectors.json"))
        let vectors = try JSONDecoder().decode(Vectors.self, from: data).vectors
        #expect(vectors.count == 265)
        for one in vectors {
            let current = try #require(one.anchors[one.current_state])
            let target = DetentRule(projectsMomentum: one.project_momentum).target(
                stops: one.anchors.values.sorted(), current: current, position: one.position, velocity: one.velocity)
            #expect(target == one.anchors[one.expected], "\(one)")
        }
    }

    /// A stage with a sheet at rest at the lower of two detents, 100 and 250 mm.
    func presented(_ screen: TestScreen = TestScreen("order")) -> Glass {
        let glass = Glass()
        screen.detents = [.height(100), .height(250)]
        glass.stage.present(screen)
        glass.settle()
        return glass
    }

    /// Where the sheet's top is, in mm from the top of the panel.
    func top(_ glass: Glass) -> Double {
        let place = glass.stage.sheets[0].navigator.view.layer.presentation.position.y
        return (place / Glass.panel.density(.vertical)).rounded()
    }

    @Test func `a sheet comes to its lowest detent, is pulled up to the next, and down again`() {
        let glass = presented()
        #expect(top(glass) == 196)
        glass.touch { $0.down(at: Point(250, 205)).drag(to: Point(250, 105), over: .milliseconds(400)).lift() }
        glass.settle()
        #expect(top(glass) == 46)
        glass.touch { $0.down(at: Point(250, 50)).drag(to: Point(250, 150), over: .milliseconds(400)).lift() }
        glass.settle()
        #expect(top(glass) == 196)
        #expect(glass.stage.sheets.count == 1)
        #expect(glass.transitions.contains("dismiss order home settling between its detents"))
    }

    @Test func `below the lowest detent the finish rule decides, by the way from there`() {
        let glass = presented()
        glass.touch { $0.down(at: Point(250, 205)).drag(to: Point(250, 105), over: .milliseconds(400)).lift() }
        glass.settle()
        // 160 mm down from the upper detent are 10 below the lower: too little, whatever the way before.
        glass.touch {
            $0.down(at: Point(250, 50)).drag(to: Point(250, 212), over: .milliseconds(600)).hold(
                for: .milliseconds(200)
            )
            .lift()
        }
        glass.settle()
        #expect(top(glass) == 196)
        glass.touch {
            $0.down(at: Point(250, 205)).drag(to: Point(250, 250), over: .milliseconds(600)).hold(
                for: .milliseconds(200)
            )
            .lift()
        }
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `in one movement content is scrolled only when the sheet is as high as it goes`() throws {
        let order = TestScreen("order", contentHeight: 3000)
        let glass = presented(order)
        let scroll = try #require(order.scroll)
        let finger = HeldFinger(glass, at: Point(250, 280))
        finger.drag(to: Point(250, 180), over: .milliseconds(300))
        #expect(scroll.offset == 0)
        finger.drag(to: Point(250, 100), over: .milliseconds(300))
        // 180 mm, less the slop: 150 for the sheet, 28 for the content.
        #expect(abs(scroll.offset / Glass.panel.density(.vertical) - 28) < 0.2)
        finger.hold(for: .milliseconds(200))
        finger.lift()
        glass.settle()
        #expect(top(glass) == 46)
    }
}
