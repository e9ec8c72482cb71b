// Scrolling: the finger brings the content, let go it decelerates, and at an end it gives and comes back.

import Geometry
import Stage
import Testing
import TouchScript

@Suite struct ScrollTests {
    func scrolling() -> (Glass, ScrollView) {
        let page = TestScreen("page", contentHeight: 5000)
        let glass = Glass(root: page)
        return (glass, page.scroll!)
    }
    var density: Double { Glass.panel.density(.vertical) }

    @Test func `the content follows the finger, less the slop`() {
        let (glass, scroll) = scrolling()
        glass.touch {
            $0.down(at: Point(250, 250)).drag(to: Point(250, 198), over: .milliseconds(300)).hold(
                for: .milliseconds(100)
            ).lift()
        }
        #expect(abs(scroll.offset / density - 50) < 1e-6)
    }

    @Test func `let go it keeps 0.998 of its velocity each millisecond`() throws {
        let (glass, scroll) = scrolling()
        glass.touch { $0.down(at: Point(250, 250)).drag(to: Point(250, 200), over: .milliseconds(100)).lift() }
        let start = scroll.offset
        glass.settle()
        // v / k with k = −1000·ln 0.998; it stops early, below 8 px/s.
        let way = 500 * density / 2.002
        #expect(abs(scroll.offset - start - way) < 8)
        #expect(scroll.offset == scroll.offset.rounded())
    }

    @Test func `past its end it gives like a rubber band and comes back`() {
        let (glass, scroll) = scrolling()
        let touch = TouchScript(start: .zero)
        let finger = touch.down(at: Point(250, 100)).drag(to: Point(250, 202), over: .milliseconds(200))
        glass.play(touch.frames)
        let pull = 100 * density
        let height = scroll.bounds.height
        #expect(abs(scroll.offset + (1 - 1 / (pull * 0.55 / height + 1)) * height) < 1e-6)
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(scroll.offset == 0)
    }

    @Test func `a fling to the end swings past it and rests there`() {
        let (glass, scroll) = scrolling()
        glass.touch { $0.down(at: Point(250, 50)).drag(to: Point(250, 45), over: .milliseconds(20)).lift() }
        glass.touch { $0.down(at: Point(250, 280)).drag(to: Point(250, 10), over: .milliseconds(60)).lift() }
        var furthest = 0.0
        while let end = glass.stage.nextDeadline {
            glass.stage.advance(to: min(end, glass.stage.now + .milliseconds(4)))
            furthest = max(furthest, scroll.offset)
        }
        #expect(furthest > scroll.ends.upperBound)
        #expect(scroll.offset == scroll.ends.upperBound.rounded())
    }

    @Test func `a touch stops it and begins to scroll at once`() {
        let (glass, scroll) = scrolling()
        glass.touch { $0.down(at: Point(250, 250)).drag(to: Point(250, 200), over: .milliseconds(60)).lift() }
        glass.touch { touch in
            touch.wait(.milliseconds(100))
            touch.down(at: Point(250, 150)).hold(for: .milliseconds(300)).lift()
        }
        let stopped = scroll.offset
        #expect(stopped > 50 * density)
        glass.settle()
        #expect(abs(scroll.offset - stopped) < 1)
    }

    @Test func `an edge pop wins over a scroll, which is told why`() {
        let glass = Glass()
        glass.push(TestScreen("page", contentHeight: 5000))
        glass.touch { $0.down(at: Point(2, 150)).drag(to: Point(200, 150), over: .milliseconds(200)).lift() }
        #expect(glass.stage.movingScreens(at: glass.stage.now).first?.0 == "page")
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a vertical drag scrolls and does not pop`() {
        let page = TestScreen("page", contentHeight: 5000)
        let glass = Glass()
        glass.push(page)
        glass.touch { $0.down(at: Point(200, 250)).drag(to: Point(230, 150), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "page"])
        #expect((page.scroll?.offset ?? 0) > 90 * density)
    }
}
