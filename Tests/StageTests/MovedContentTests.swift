// Taps on content that has just moved without a finger.

import Geometry
import Stage
import TestRandomness
import Testing
import TouchScript

@testable import Gestures

@Suite struct MovedContentTests {
    @Test
    func `a finger is meant for the old content exactly where another piece lies than before, and for a short time`() {
        var random = SplitMix(5)
        for _ in 0..<300 {
            // Rows below each other, of which some grow and push down the others.
            let heights = (0..<6).map { _ in 10.0 + Double(random.below(20)) }
            let grown = heights.map { $0 + (random.chance(3) ? Double(random.below(15)) : 0) }
            func rows(_ heights: [Double]) -> [Rect] {
                var top = 0.0
                return heights.map { height in
                    defer { top += height }
                    return Rect(0, top, 100, height)
                }
            }
            let (before, after) = (rows(heights), rows(grown))
            let (area, start) = (Rect(0, 20, 100, 60), Instant.zero + .seconds(5))
            let moved = MovedContent(before: before, after: after, in: area, at: start)
            for _ in 0..<20 {
                let point = Point(50, Double(random.below(110)) + 0.5)
                let (old, new) = (
                    before.firstIndex { $0.contains(point) }, after.firstIndex { $0.contains(point) }
                )
                let isOther = new.map { $0 != old || before[$0].minY != after[$0].minY } ?? false
                #expect(moved.isMissed(at: point, at: start) == (area.contains(point) && isOther))
                #expect(!moved.isMissed(at: point, at: start + MovedContent.reaction))
            }
        }
    }

    /// A page that a tap anywhere leaves for another one, and whose content was replaced 1 s after its start.
    private func glass() -> Glass {
        var glass: Glass!
        let home = ContentScreen("home") { content in
            let row = View()
            row.frame = content.bounds
            let tap = TapRecognizer()
            tap.onAction { _ in glass.stage.navigator.push(TestScreen("page")) }
            row.addRecognizer(tap)
            content.addSubview(row)
        }
        glass = Glass(root: home)
        glass.stage.advance(to: .zero + .seconds(1))
        glass.stage.contentIsNew()
        return glass
    }

    private func tap(_ glass: Glass, at milliseconds: Int) -> [String] {
        glass.play(
            [TouchFrame.Phase.began, .ended].enumerated().map { index, phase in
                TouchFrame(
                    time: .zero + .milliseconds(milliseconds + 50 * index),
                    changes: [.init(contact: 1, phase: phase, position: Point(200, 150))])
            })
        return glass.stack
    }

    @Test(arguments: [0, 30, 199, 200, 230]) func `after a reload taps wait for who has seen it`(delay: Int) {
        let glass = glass()
        #expect(tap(glass, at: 1000 + delay) == (delay < 200 ? ["home"] : ["home", "page"]))
        if delay < 200 {
            #expect(glass.lines("gesture").contains { $0.contains("the content under it has just moved") })
            #expect(tap(glass, at: 1600) == ["home", "page"])
        }
    }

    @Test func `a touch that is older than the change, and comes after it, was made before it`() {
        let glass = glass()
        #expect(tap(glass, at: 940) == ["home"])
    }

    @Test func `what moves under a finger is not dropped`() {
        let glass = glass()
        glass.push(TestScreen("page"))
        glass.touch { $0.down(at: Point(1, 150)).drag(to: Point(400, 150), over: .milliseconds(100)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
    }
}
