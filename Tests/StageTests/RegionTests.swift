// Regions: one call on a view decides between its content and all of the kiosk's own gestures.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct RegionTests {
    /// A stage with a page on top that holds one view, 400 mm wide from the left.
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

    @Test(arguments: [2.0, 250.0]) func `a claim keeps edge pop and full-screen pop from beginning, and names the view`(
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

    // MARK: Where a region is

    @Test func `a region on a scroll view stays where it is, one in its content goes with that`() {
        let scroll = ScrollView(axis: .vertical)
        let glass = Glass.showing(scroll)
        let density = Glass.density
        scroll.contentSize = Size(1920, 10_000)
        // From 50 to 100 mm below the top of what is seen.
        scroll.addGestureRegion(GestureRegion(.claim, area: Rect(0, 50 * density, 1920, 50 * density)))
        let field = View()
        field.frame = Rect(0, 200 * density, 1920, 40 * density)
        field.addGestureRegion(GestureRegion(.claim, area: Rect(0, 0, 1920, 20 * density)))
        scroll.addSubview(field)
        let top = 296 - scroll.bounds.height / density
        func isClaimed(_ y: Double) -> Bool {
            let before = glass.lines("gesture").count { $0.contains("claims the finger") }
            let finger = HeldFinger(glass, at: Point(200, top + y))
            finger.drag(to: Point(210, top + y), over: .milliseconds(100))
            finger.cancel()
            glass.settle()
            return glass.lines("gesture").count { $0.contains("claims the finger") } > before
        }
        for offset in [0.0, 60, 130, 1000] {
            scroll.setOffset(offset * density, along: .vertical)
            let field = 200 - offset...220 - offset
            for y in stride(from: 5.0, to: 250, by: 15) {
                #expect(isClaimed(y) == ((50..<100).contains(y) || field.contains(y)), "\(y) at \(offset)")
            }
        }
    }

    @Test func `the reserved edge is where lines begin, whatever is turned after it was reserved`() {
        let glass = Glass()
        let page = TestScreen("page")
        glass.push(page)
        let map = View()
        let pan = PanRecognizer(name: "map-pan")
        map.addRecognizer(pan)
        // Before the view is on any page.
        map.reserveLeadingEdge(width: 60)
        page.view.content.addSubview(map)
        func winner(_ x: Double, _ way: Double) -> String? {
            map.frame = Rect(origin: .zero, size: page.view.content.bounds.size)
            let before = glass.gestures("began").count
            let finger = HeldFinger(glass, at: Point(x, 150))
            finger.drag(to: Point(x + way, 150), over: .milliseconds(100))
            finger.cancel()
            glass.settle()
            return glass.gestures("began").dropFirst(before).first?.name
        }
        #expect(winner(40, 30) == "full-screen-pop" && winner(480, -30) == "map-pan")
        page.direction = .rightToLeft
        #expect(winner(40, 30) == "map-pan" && winner(487, -30) == "full-screen-pop")
        page.direction = nil
        glass.stage.direction = .rightToLeft
        #expect(winner(40, 30) == "map-pan" && winner(487, -30) == "full-screen-pop")
        glass.stage.change(to: PanelChangeTests.upright)
        #expect(winner(256, -30) == "full-screen-pop" && winner(200, -30) == "map-pan")
        glass.stage.direction = .leftToRight
        #expect(winner(40, 30) == "full-screen-pop" && winner(100, 30) == "map-pan")
    }

    // MARK: What a reserve wins over

    /// Gestures that could take the finger before it has moved far enough for a pop.
    nonisolated static let quick: [(String, @MainActor @Sendable () -> Recognizer)] = [
        (
            "press",
            {
                let press = LongPressRecognizer(name: "press")
                press.minimumDuration = .milliseconds(1)
                return press
            }
        ),
        (
            "touch",
            {
                let touch = TouchDownRecognizer(name: "touch")
                touch.prevents = { _ in true }
                return touch
            }
        ),
        (
            "drag",
            {
                let drag = PanRecognizer(name: "drag")
                drag.beginsAtTouchDown = true
                return drag
            }
        ),
    ]

    @Test(arguments: quick.indices, [true, false]) func `in a reserve nothing is quicker than a pop`(
        _ index: Int, isReserved: Bool
    ) {
        let (glass, map) = glass()
        if isReserved { map.addGestureRegion(GestureRegion(.reserve)) }
        map.addRecognizer(Self.quick[index].1())
        glass.touch {
            $0.down(at: Point(100, 150)).hold(for: .milliseconds(80))
                .drag(to: Point(300, 150), over: .milliseconds(150)).lift()
        }
        glass.settle()
        #expect(glass.stack == (isReserved ? ["home"] : ["home", "page"]))
        #expect(glass.gestures("began").map(\.name) == [isReserved ? "full-screen-pop" : Self.quick[index].0])
    }

    @Test(arguments: quick.indices) func `in a reserve nothing is quicker than a pull`(_ index: Int) {
        let field = View()
        let glass = Glass.showing(field, asSheet: true)
        field.addGestureRegion(GestureRegion(.reserve))
        field.addRecognizer(Self.quick[index].1())
        glass.touch {
            $0.down(at: Point(200, 100)).hold(for: .milliseconds(80))
                .drag(to: Point(200, 260), over: .milliseconds(150)).lift()
        }
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
        #expect(glass.lines("warning").isEmpty)
    }

    @Test func `in a reserve a tap is a tap`() {
        let glass = Glass()
        let page = TestScreen("page")
        glass.push(page)
        let tile = Tile(Rect(origin: .zero, size: page.view.content.bounds.size))
        page.view.content.addSubview(tile)
        tile.addGestureRegion(GestureRegion(.reserve))
        glass.touch { $0.down(at: Point(100, 150)).hold(for: .milliseconds(50)).lift() }
        glass.settle()
        #expect(tile.taps == 1 && glass.stack == ["home", "page"])
    }

    // MARK: Along an axis

    /// Which gesture begins when a finger moves over a page that scrolls `axes`, with `region`.
    private func begins(
        _ region: GestureRegion?, _ axes: [Axis], _ way: Vector, asSheet: Bool = false
    ) -> String? {
        let scroll = ScrollView(axes: axes)
        scroll.yieldsAtEnds = false
        let glass = Glass.showing(scroll, asSheet: asSheet)
        scroll.contentSize = Size(8000, 8000)
        for axis in axes { scroll.setOffset(2000, along: axis) }
        if let region { scroll.addGestureRegion(region) }
        let finger = HeldFinger(glass, at: Point(250, 150))
        finger.drag(to: Point(250, 150) + way, over: .milliseconds(100))
        finger.cancel()
        return glass.gestures("began").first?.name
    }

    private let right = Vector(40, 2)
    private let down = Vector(2, 40)

    @Test func `an exclusion along one axis leaves fingers that go along the other`() {
        for axes: [Axis] in [[.vertical], [.horizontal, .vertical]] {
            #expect(begins(GestureRegion(.exclude, along: .horizontal), axes, down) == "scroll")
            #expect(begins(GestureRegion(.exclude, along: .horizontal), axes, right) == nil)
            #expect(begins(GestureRegion(.exclude, along: .vertical), axes, down) == nil)
            #expect(begins(GestureRegion(.exclude), axes, down) == nil)
        }
        #expect(begins(GestureRegion(.exclude, along: .vertical), [.vertical], right) == "full-screen-pop")
        #expect(begins(GestureRegion(.exclude, along: .vertical), [.horizontal], right) == "scroll")
        #expect(begins(GestureRegion(.exclude, along: .horizontal), [.horizontal], right) == nil)
    }

    @Test func `a reserve along one axis leaves fingers that go along the other`() {
        #expect(begins(nil, [.horizontal], right) == "scroll")
        #expect(begins(GestureRegion(.reserve, along: .horizontal), [.horizontal], right) == "full-screen-pop")
        #expect(begins(GestureRegion(.reserve, along: .vertical), [.horizontal], right) == "scroll")
        #expect(begins(GestureRegion(.reserve, along: .horizontal), [.vertical], down) == "scroll")
        #expect(begins(nil, [.vertical], down, asSheet: true) == "scroll")
        #expect(
            begins(GestureRegion(.reserve, along: .vertical), [.vertical], down, asSheet: true) == "pull-to-dismiss")
        #expect(begins(GestureRegion(.reserve, along: .horizontal), [.vertical], down, asSheet: true) == "scroll")
    }

    @Test func `a claim along one axis leaves fingers that go along the other`() {
        #expect(begins(GestureRegion(.claim, along: .vertical), [.vertical], right) == "full-screen-pop")
        #expect(begins(GestureRegion(.claim, along: .horizontal), [.vertical], right) == nil)
    }

    // MARK: A slider's own

    @Test func `a slider keeps the regions that it was given, over its own`() {
        for kind: GestureRegion.Kind? in [nil, .reserve, .claim] {
            let slider = SliderView(value: 0.5, theme: Glass.theme)
            let glass = Glass.showing(View())
            slider.frame = Rect(300, 300, 1200, 80)
            glass.stage.navigator.top.view.content.addSubview(slider)
            if let kind { slider.addGestureRegion(GestureRegion(kind)) }
            // Beside the thumb a slider drags as a whole, but claims nothing; on the thumb it claims.
            let place = Glass.panel.millimetres(slider.superview!.frame.origin + (slider.frame.center - .zero))
            for _ in 0..<2 {
                let finger = HeldFinger(glass, at: place)
                finger.drag(to: place + Vector(30, 0), over: .milliseconds(100))
                #expect(glass.gestures("began").last?.name == (kind == .reserve ? "full-screen-pop" : "slider"))
                finger.cancel()
                glass.settle()
            }
        }
    }
}
