// Regions: one call on a view decides between its content and all of the kiosk's own gestures.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct RegionTests {
    /// A stage with a page on top that holds one view in its middle, 200 to 400 mm from the left.
    func glass(_ regions: GestureRegion...) -> (Glass, View) {
        let glass = Glass()
        let page = TestScreen("page")
        glass.push(page)
        let density = Glass.panel.density(.horizontal)
        let map = View()
        map.layer.name = "map"
        map.frame = Rect(0, 0, 400 * density, page.view.content.bounds.height)
        page.view.content.addSubview(map)
        for region in regions { map.addGestureRegion(region) }
        return (glass, map)
    }

    func swipe(_ glass: Glass, from x: Double) -> [String] {
        glass.touch { $0.down(at: Point(x, 150)).drag(to: Point(x + 100, 150), over: .milliseconds(100)).lift() }
        glass.settle()
        return glass.stack
    }

    @Test(arguments: [2.0, 250.0]) func `a claim keeps edge pop and full-screen pop from beginning, and says who`(
        _ x: Double
    ) {
        let (glass, _) = glass(GestureRegion(.claim))
        #expect(swipe(glass, from: x) == ["home", "page"])
        #expect(glass.lines("gesture").contains { $0.contains("map claims the finger") })
        #expect(swipe(glass, from: 410) == ["home"])
    }

    @Test func `a region can be a part of a view`() {
        let density = Glass.panel.density(.horizontal)
        let (glass, _) = glass(GestureRegion(.claim, area: Rect(200 * density, 0, 100 * density, 2000)))
        #expect(swipe(glass, from: 250) == ["home", "page"])
        #expect(swipe(glass, from: 150) == ["home"])
    }

    @Test func `the innermost view decides`() {
        let (glass, map) = glass(GestureRegion(.claim))
        let inner = View()
        inner.frame = Rect(origin: .zero, size: map.bounds.size)
        inner.addGestureRegion(GestureRegion(.reserve))
        map.addSubview(inner)
        #expect(swipe(glass, from: 250) == ["home"])
    }

    @Test func `in a reserve the pop wins over what drags in the content`() {
        for isReserved in [false, true] {
            let (glass, map) = glass()
            let pan = PanRecognizer(name: "map-pan")
            map.addRecognizer(pan)
            if isReserved { map.reserveLeadingEdge(width: 100) }
            #expect(swipe(glass, from: 60) == (isReserved ? ["home"] : ["home", "page"]))
            let loser = isReserved ? "full-screen-pop began; map-pan requires it to fail" : "map-pan began"
            #expect(glass.lines("gesture").contains { $0.contains(loser) })
        }
    }

    @Test func `a claim holds for pull to dismiss too, and an exclusion for scrolling`() throws {
        let glass = Glass()
        let terms = TestScreen("terms", contentHeight: 3000)
        glass.stage.present(terms)
        glass.settle()
        let scroll = try #require(terms.scroll)
        scroll.addGestureRegion(GestureRegion(.claim))
        glass.touch { $0.down(at: Point(250, 100)).drag(to: Point(250, 250), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
        scroll.addGestureRegion(GestureRegion(.exclude))
        glass.touch { $0.down(at: Point(250, 250)).drag(to: Point(250, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(scroll.offset == 0)
    }
}
