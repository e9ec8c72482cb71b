// Scroll views with two axes, nested ones, and ones with insets around their content.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@Suite struct ScrollAxesTests {
    /// A view that scrolls both ways, in its middle.
    func plane() -> (Glass, ScrollView) {
        let scroll = ScrollView(axes: [.horizontal, .vertical])
        scroll.contentSize = Size(6000, 6000)
        let glass = Glass.showing(scroll)
        for axis in scroll.axes { scroll.setOffset(2000, along: axis) }
        return (glass, scroll)
    }

    /// How far the content has moved, in mm.
    func way(_ scroll: ScrollView, from start: Double = 2000) -> Vector {
        let panel = Glass.panel
        return Vector(
            (start - scroll.contentOffset.x) / panel.density(.horizontal),
            (start - scroll.contentOffset.y) / panel.density(.vertical))
    }

    @Test func `nearly straight along one axis it scrolls along that alone, also when the finger bends`() {
        let (glass, scroll) = plane()
        glass.touch {
            $0.down(at: Point(200, 100)).drag(to: Point(212, 102), over: .milliseconds(100))
                .drag(to: Point(262, 142), over: .milliseconds(200)).hold(for: .milliseconds(120)).lift()
        }
        glass.settle()
        #expect(abs(way(scroll).x - 60) < 0.5)
        #expect(way(scroll).y == 0)
    }

    @Test func `slantwise it scrolls along both axes`() {
        let (glass, scroll) = plane()
        glass.drag(from: Point(200, 100), to: Point(250, 150))
        glass.settle()
        #expect(abs(way(scroll).x - 48.6) < 0.3)
        #expect(abs(way(scroll).y - 48.6) < 0.3)
    }

    @Test func `without the lock it goes wherever the finger goes`() {
        let (glass, scroll) = plane()
        scroll.isDirectionalLockEnabled = false
        glass.touch {
            $0.down(at: Point(200, 100)).drag(to: Point(230, 102), over: .milliseconds(150))
                .drag(to: Point(230, 152), over: .milliseconds(200)).hold(for: .milliseconds(120)).lift()
        }
        glass.settle()
        #expect(way(scroll).x > 25 && way(scroll).y > 45)
    }

    @Test func `it decelerates and bands along both axes`() {
        let (glass, scroll) = plane()
        for axis in scroll.axes { scroll.setOffset(40, along: axis) }
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(200, 100)).drag(to: Point(260, 160), over: .milliseconds(200))
        glass.play(touch.frames)
        #expect(scroll.contentOffset.x < 0 && scroll.contentOffset.y < 0)
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(scroll.contentOffset == .zero)
        glass.flick(from: Point(300, 200), to: Point(260, 160))
        let (x, y) = (scroll.contentOffset.x, scroll.contentOffset.y)
        glass.settle()
        #expect(scroll.contentOffset.x > x + 100 && scroll.contentOffset.y > y + 100)
    }

    @Test func `at the top the offset is the inset, upwards`() {
        let scroll = ScrollView(axis: .vertical)
        scroll.contentInsets = Insets(top: 120, bottom: 80)
        scroll.contentSize = Size(500, 3000)
        let glass = Glass.showing(scroll)
        #expect(scroll.offset == -120)
        #expect(scroll.ends == -120...(3080 - scroll.bounds.height))
        glass.flick(from: Point(200, 100), to: Point(200, 160))
        glass.settle()
        #expect(scroll.offset == -120)
        scroll.scroll(to: 9999, along: .vertical, animated: false)
        #expect(scroll.offset == scroll.ends.upperBound.rounded())
    }

    @Test func `it scrolls to a place, at once or on its way, and no further than it can rest`() {
        let (glass, scroll) = plane()
        scroll.scroll(to: 700, along: .horizontal, animated: false)
        #expect(scroll.contentOffset.x == 700)
        scroll.scroll(to: 1000, along: .vertical)
        glass.wait(.milliseconds(100))
        #expect(scroll.offset < 2000 && scroll.offset > 1000)
        glass.settle()
        #expect(scroll.contentOffset == Vector(700, 1000))
        scroll.scroll(to: -50, along: .vertical)
        glass.settle()
        #expect(scroll.offset == 0)
    }

    // MARK: In one another

    /// A vertical view of 2000 px in the upper half of a vertical one of 3000 px.
    func nested() -> (Glass, outer: ScrollView, inner: ScrollView) {
        let outer = ScrollView(axis: .vertical)
        outer.contentSize = Size(1920, 3000)
        let inner = ScrollView(axis: .vertical)
        inner.frame = Rect(0, 0, 1920, 500)
        inner.contentSize = Size(1920, 2000)
        outer.addSubview(inner)
        return (Glass.showing(outer), outer, inner)
    }

    @Test func `the innermost that can move that way gets the finger, when it begins`() {
        let (glass, outer, inner) = nested()
        glass.drag(from: Point(200, 100), to: Point(200, 60))
        glass.settle()
        #expect(inner.offset > 100 && outer.offset == 0)
        inner.scroll(to: 1500, along: .vertical, animated: false)
        // At its end the inner one leaves the finger to the outer one.
        glass.drag(from: Point(200, 100), to: Point(200, 60))
        glass.settle()
        #expect(inner.offset == 1500 && outer.offset > 100)
        #expect(glass.gestures("failed").contains { $0.why == "at its end; a surrounding view can scroll" })
    }

    @Test func `it keeps the finger for the whole drag, and bands at its end`() {
        let (glass, outer, inner) = nested()
        inner.scroll(to: 1450, along: .vertical, animated: false)
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(200, 150)).drag(to: Point(200, 50), over: .milliseconds(300))
        glass.play(touch.frames)
        #expect(inner.offset > 1500 && outer.offset == 0)
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(inner.offset == 1500)
    }

    @Test func `when none can move that way the innermost bands`() {
        let (glass, outer, inner) = nested()
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(200, 60)).drag(to: Point(200, 120), over: .milliseconds(300))
        glass.play(touch.frames)
        #expect(inner.offset < -10 && outer.offset == 0)
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(inner.offset == 0)
    }

    @Test func `across one another each gets the fingers that go its way`() {
        let page = ScrollView(axis: .vertical)
        page.contentSize = Size(1920, 3000)
        let strip = ScrollView(axis: .horizontal)
        strip.frame = Rect(0, 0, 1920, 500)
        strip.contentSize = Size(5000, 500)
        page.addSubview(strip)
        let glass = Glass.showing(page)
        glass.drag(from: Point(300, 100), to: Point(240, 105))
        glass.settle()
        #expect(strip.offset > 150 && page.offset == 0)
        glass.drag(from: Point(300, 100), to: Point(295, 60))
        glass.settle()
        #expect(page.offset > 100)
        #expect(glass.stack == ["home", "page"])
    }
}
