// Views that scroll page by page.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct PagingTests {
    /// Five pages as wide as the panel, with `page` in view. Nothing pops from the middle.
    func pager(page: Int = 0, pop: PopStyle = .edge) -> (Glass, ScrollView) {
        let scroll = ScrollView(axes: [.horizontal], isPaging: true)
        scroll.contentSize = Size(5 * 1920, 500)
        let glass = Glass.showing(scroll, pop: pop)
        scroll.setOffset(Double(page) * 1920, along: .horizontal)
        return (glass, scroll)
    }

    @Test func `a flick leads to the next page, however hard, and no further`() {
        for speed in [300.0, 2000, 6000] {
            let (glass, scroll) = pager(page: 1)
            glass.flick(from: Point(400, 150), to: Point(400 - speed * 0.06, 150), over: .milliseconds(60))
            glass.settle()
            #expect(scroll.offset == 2 * 1920, "at \(speed) mm/s")
            #expect(scroll.page == 2)
        }
    }

    @Test func `a short slow drag goes back, a long one leads on, also at rest`() {
        let (glass, scroll) = pager(page: 1)
        glass.drag(from: Point(400, 150), to: Point(350, 150))
        glass.settle()
        #expect(scroll.offset == 1920)
        // No panel asks for more than the finish limit of a pop, 60 mm.
        glass.drag(from: Point(400, 150), to: Point(335, 150))
        glass.settle()
        #expect(scroll.offset == 2 * 1920)
    }

    @Test func `thrown back it returns to where it came from`() {
        let (glass, scroll) = pager(page: 1)
        glass.touch {
            $0.down(at: Point(400, 150)).drag(to: Point(300, 150), over: .milliseconds(300))
                .drag(to: Point(340, 150), over: .milliseconds(40)).lift()
        }
        glass.settle()
        #expect(scroll.offset == 1920)
    }

    @Test func `a page that is caught on its way leads to the next but one when flicked again`() {
        let (glass, scroll) = pager()
        for _ in 0..<2 {
            glass.flick(from: Point(400, 150), to: Point(300, 150), over: .milliseconds(60))
            glass.wait(.milliseconds(200))
        }
        glass.settle()
        #expect(scroll.offset == 2 * 1920)
    }

    @Test func `a settle starts with the finger's velocity and does not swing beyond its page`() {
        let (glass, scroll) = pager(page: 1)
        let density = Glass.panel.density(.horizontal)
        glass.flick(from: Point(400, 150), to: Point(325, 150), over: .milliseconds(60))
        let start = scroll.offset
        glass.wait(Instant.Span(nanoseconds: 100_000))
        #expect(abs((scroll.offset - start) / 0.0001 / (1250 * density) - 1) < 0.01)
        var largest = scroll.offset
        while let due = glass.stage.nextDeadline {
            glass.stage.advance(to: min(due, glass.stage.now + .milliseconds(4)))
            largest = max(largest, scroll.offset)
        }
        #expect(largest <= 2 * 1920)
    }

    @Test func `past the last page it bands and comes back`() {
        let (glass, scroll) = pager(page: 4)
        glass.flick(from: Point(400, 150), to: Point(300, 150))
        #expect(scroll.offset > 4 * 1920)
        glass.settle()
        #expect(scroll.offset == 4 * 1920)
    }

    @Test func `a gallery keeps its page in the middle and a dot for each`() throws {
        let pages = (0..<4).map { _ in View() }
        let gallery = GalleryView(pages: pages, pageSize: Size(900, 500), gap: 20, theme: Glass.theme)
        let glass = Glass.showing(gallery)
        let dots = try #require(gallery.subviews.last).subviews
        #expect(dots.count == 4)
        #expect(dots.map { $0.subviews[0].layer.opacity > 0.8 } == [true, false, false, false])
        // On the glass: the page's place less the offset.
        #expect(pages[0].frame.minX - gallery.scroll.offset == 510)
        glass.flick(from: Point(350, 100), to: Point(270, 100))
        glass.settle()
        #expect(pages[1].frame.minX - gallery.scroll.offset == 510)
        #expect(dots.map { $0.subviews[0].layer.opacity > 0.8 } == [false, true, false, false])
        #expect(glass.gestures("began").map(\.name) == ["page"])
    }
}
