// Pull to dismiss in its three ways, over each kind of content.

import Geometry
import Layers
import Stage
import Testing
import TouchScript

@Suite struct SheetStyleTests {
    /// What lies in the sheet, all over.
    enum Filling: String, CaseIterable, Sendable {
        case plain, scrollView, list, sideBySide, bothAxes, galleryPage
    }

    /// A sheet at rest that holds `filling`, and the scroll view under a finger at 250 mm from the left; nil in plain content.
    func sheet(_ filling: Filling, _ style: PullStyle) -> (Glass, ScrollView?) {
        var found: ScrollView?
        func scroll(_ axes: [Axis], _ frame: Rect) -> ScrollView {
            let view = ScrollView(axes: axes)
            view.frame = frame
            view.contentSize = Size(axes.contains(.horizontal) ? 6000 : frame.width, 5000)
            return view
        }
        let page = ContentScreen("terms") { content in
            let area = Rect(origin: .zero, size: content.bounds.size)
            switch filling {
            case .plain: break
            case .scrollView: found = scroll([.vertical], area)
            case .list:
                found = ListView(count: 10_000, estimatedRowHeight: 80) { _, _ in Tile(Rect(0, 0, 10, 80)) }
                found?.frame = area
            case .sideBySide:
                let half = Size(area.width / 2, area.height)
                content.addSubview(scroll([.vertical], Rect(origin: Point(half.width, 0), size: half)))
                found = scroll([.vertical], Rect(origin: .zero, size: half))
            case .bothAxes: found = scroll([.horizontal, .vertical], area)
            case .galleryPage:
                let pages = (0..<3).map { _ in scroll([.vertical], Rect(0, 0, 1400, area.height - 60)) }
                let gallery = GalleryView(
                    pages: pages, pageSize: Size(1400, area.height - 60), gap: 20, theme: Glass.theme)
                gallery.frame = area
                content.addSubview(gallery)
                found = pages[0]
                return
            }
            if let found { content.addSubview(found) }
        }
        let glass = Glass(pop: .edge) { $0.pull = style }
        glass.stage.present(page, animated: false)
        glass.push()
        return (glass, found)
    }

    /// How far the sheet is pulled, in mm; 0 at rest.
    func pulled(_ glass: Glass) -> Double { glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0 }

    @Test(arguments: Filling.allCases, PullStyle.allCases)
    func `a long pull down with the content at its top dismisses`(filling: Filling, style: PullStyle) {
        let (glass, scroll) = sheet(filling, style)
        glass.drag(from: Point(250, 100), to: Point(252, 250))
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
        #expect(scroll?.offset ?? 0 == 0)
    }

    @Test(arguments: Filling.allCases, PullStyle.allCases)
    func `a short pull goes back, and nothing has scrolled`(filling: Filling, style: PullStyle) {
        let (glass, scroll) = sheet(filling, style)
        let finger = HeldFinger(glass, at: Point(250, 100))
        finger.drag(to: Point(250, 115), over: .milliseconds(300))
        #expect(abs(pulled(glass) - 13) < 0.5)
        finger.hold(for: .milliseconds(200))
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
        #expect(scroll?.offset ?? 0 == 0)
    }

    @Test(arguments: Filling.allCases, PullStyle.allCases)
    func `upwards the content scrolls and the sheet stays`(filling: Filling, style: PullStyle) {
        let (glass, scroll) = sheet(filling, style)
        let finger = HeldFinger(glass, at: Point(250, 250))
        finger.drag(to: Point(250, 150), over: .milliseconds(300))
        #expect(pulled(glass) == 0)
        if let scroll { #expect(abs(scroll.offset / Glass.density - 98) < 0.5) }
        finger.hold(for: .milliseconds(200))
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
    }

    @Test(arguments: Filling.allCases.filter { $0 != .plain }, PullStyle.allCases)
    func `downwards in content that is scrolled, the content comes back before anything else`(
        filling: Filling, style: PullStyle
    ) throws {
        let (glass, found) = sheet(filling, style)
        let scroll = try #require(found)
        scroll.scroll(to: 100 * Glass.density, along: .vertical, animated: false)
        let start = scroll.offset / Glass.density
        let finger = HeldFinger(glass, at: Point(250, 80))
        finger.drag(to: Point(250, 142), over: .milliseconds(300))
        #expect(abs(scroll.offset / Glass.density - (start - 60)) < 0.5)
        #expect(pulled(glass) == 0)
        finger.drag(to: Point(250, 222), over: .milliseconds(300))
        // Of 140 mm, 100 are for the content. The rest is the sheet's where the two share the finger.
        if style == .continuous {
            #expect(scroll.offset == 0)
            #expect(abs(pulled(glass) - (140 - start)) < 0.5)
        } else {
            #expect(scroll.offset < 0)
            #expect(pulled(glass) == 0)
        }
        finger.hold(for: .milliseconds(200))
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
        #expect(scroll.offset == 0)
    }

    @Test(arguments: Filling.allCases.filter { $0 != .plain })
    func `continuous: one finger goes scroll, sheet, scroll, sheet, with no jump`(filling: Filling) throws {
        let (glass, found) = sheet(filling, .continuous)
        let scroll = try #require(found)
        let finger = HeldFinger(glass, at: Point(250, 200))
        var last = (scroll: 0.0, sheet: 0.0)
        var largest = 0.0
        func go(to y: Double) {
            finger.drag(to: Point(250, y), over: .milliseconds(400))
            let here = (scroll: scroll.offset / Glass.density, sheet: pulled(glass))
            largest = max(largest, abs((here.sheet - here.scroll) - (last.sheet - last.scroll)))
            last = here
        }
        go(to: 178)
        #expect(abs(last.scroll - 20) < 0.5 && last.sheet == 0)
        go(to: 238)
        #expect(last.scroll == 0 && abs(last.sheet - 40) < 0.5)
        go(to: 188)
        #expect(abs(last.scroll - 10) < 0.5 && last.sheet == 0)
        go(to: 292)
        #expect(last.scroll == 0 && abs(last.sheet - 94) < 0.5)
        // No step is longer than the finger's: 104 mm.
        #expect(largest < 104.5)
        finger.hold(for: .milliseconds(200))
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test(arguments: Filling.allCases.filter { $0 != .plain }, PullStyle.allCases)
    func `a fling that brings the content to its top is no dismissal`(filling: Filling, style: PullStyle) throws {
        let (glass, found) = sheet(filling, style)
        let scroll = try #require(found)
        scroll.scroll(to: 60 * Glass.density, along: .vertical, animated: false)
        glass.flick(from: Point(250, 100), to: Point(250, 150), over: .milliseconds(40))
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
        #expect(scroll.offset == 0)
    }

    @Test(arguments: PullStyle.allCases)
    func `of two scroll views side by side, the one under the finger counts`(style: PullStyle) throws {
        let (glass, found) = sheet(.sideBySide, style)
        let left = try #require(found)
        left.scroll(to: 100 * Glass.density, along: .vertical, animated: false)
        glass.drag(from: Point(400, 100), to: Point(400, 250))
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
        #expect(abs(left.offset / Glass.density - 100) < 0.5)
    }

    @Test(arguments: PullStyle.allCases)
    func `the bar always pulls, whatever the content is doing`(style: PullStyle) throws {
        let (glass, found) = sheet(.scrollView, style)
        try #require(found).scroll(to: 100 * Glass.density, along: .vertical, animated: false)
        glass.drag(from: Point(250, 30), to: Point(250, 200))
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test(arguments: PullStyle.allCases)
    func `separate and decline never go back to scrolling, and band above the rest`(style: PullStyle) throws {
        guard style != .continuous else { return }
        let (glass, found) = sheet(.scrollView, style)
        let scroll = try #require(found)
        let finger = HeldFinger(glass, at: Point(250, 150))
        finger.drag(to: Point(250, 200), over: .milliseconds(300))
        #expect(abs(pulled(glass) - 48) < 0.5)
        finger.drag(to: Point(250, 60), over: .milliseconds(300))
        #expect(scroll.offset == 0)
        #expect(pulled(glass) < 0 && pulled(glass) > -24)
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
    }

    @Test(arguments: Filling.allCases, PullStyle.allCases)
    func `a sheet on a sheet: only the topmost is pulled`(filling: Filling, style: PullStyle) {
        let (glass, _) = sheet(filling, style)
        glass.stage.present(TestScreen("second"), animated: false)
        glass.drag(from: Point(250, 100), to: Point(250, 260))
        glass.settle()
        #expect(glass.stage.sheets.map(\.navigator.root.name) == ["terms"])
        glass.drag(from: Point(250, 100), to: Point(250, 260))
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `continuous: nested scroll views and the sheet share one finger, the innermost that can move first`()
        throws
    {
        let outer = ScrollView(axis: .vertical)
        let inner = ScrollView(axis: .vertical)
        let page = ContentScreen("terms") { content in
            outer.frame = Rect(origin: .zero, size: content.bounds.size)
            outer.contentSize = Size(content.bounds.width, content.bounds.height + 30 * Glass.density)
            inner.frame = Rect(0, 0, content.bounds.width, content.bounds.height)
            inner.contentSize = Size(content.bounds.width, content.bounds.height + 40 * Glass.density)
            content.addSubview(outer)
            outer.addSubview(inner)
        }
        let glass = Glass(pop: .edge)
        glass.stage.present(page, animated: false)
        func places() -> [Double] {
            [inner.offset / Glass.density, outer.offset / Glass.density, pulled(glass)].map { $0.rounded() }
        }
        let finger = HeldFinger(glass, at: Point(250, 200))
        // Upwards by 60 and the slop: 40 for the inner, 20 for the outer.
        finger.drag(to: Point(250, 138), over: .milliseconds(300))
        #expect(places() == [40, 20, 0])
        // Downwards by 90: the inner comes back by 40, the outer by 20, the sheet goes 30.
        finger.drag(to: Point(250, 228), over: .milliseconds(300))
        #expect(places() == [0, 0, 30])
        finger.drag(to: Point(250, 193), over: .milliseconds(300))
        #expect(places() == [5, 0, 0])
        finger.hold(for: .milliseconds(200))
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
    }
}
