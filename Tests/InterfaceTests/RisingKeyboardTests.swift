// While the keyboard comes and goes, the page ends where the keyboard begins, in every frame.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Observable private final class Page {
    var focus: Int?
    var text = ""
    /// Whether something stands below what scrolls.
    var hasFooter = false
    var isList = false
}

@Suite struct RisingKeyboardTests {
    enum Kind: CaseIterable { case scroll, list, footer, listWithFooter }

    private func field(_ page: Page) -> some Element {
        TextField("Name", text: page.text) { page.text = $0 }.focused(page.focus, equals: 1) { page.focus = $0 }
    }

    private func screen(_ page: Page) -> BodyScreen {
        BodyScreen { [self] in
            Column(spacing: .px(0), alignment: .stretch) {
                if page.isList {
                    List {
                        field(page)
                        ForEach(0..<60, id: \.self) { Text("Row \($0)") }
                    }
                } else {
                    Scroll {
                        field(page)
                        for row in 0..<60 { Text("Row \(row)") }
                    }
                }
                if page.hasFooter { Text("The footer").padding(.em(0.5)) }
            }
        }
    }

    private func page(_ kind: Kind) -> Page {
        let page = Page()
        (page.isList, page.hasFooter) = (
            kind == .list || kind == .listWithFooter, kind == .footer || kind == .listWithFooter
        )
        return page
    }

    /// Where `view` is seen on the panel.
    private func shown(_ view: View) -> Rect {
        Rect(origin: view.panelOrigin, size: view.layer.presentation.bounds.size)
    }

    /// Looks at the frames of `span` from now on, and fails for one in which the page ends before what is below it, or goes on behind it.
    private func watch(
        _ glass: ElementGlass, _ screen: Screen, _ page: Page, for span: Instant.Span
    ) throws {
        let (stage, end) = (glass.stage, glass.stage.now + span)
        let views = ElementGlass.views(in: screen.view.content)
        let scroll = try #require(views.first { $0 is ScrollView })
        let footer = views.first { ($0 as? LabelView)?.text.string == "The footer" }
        while stage.now < end {
            stage.advance(to: stage.now + .milliseconds(8))
            let keys = stage.dock.map { shown($0.view).minY } ?? stage.panel.pixels.size.height
            let padding = footer == nil ? 0 : glass.stage.theme.em * 0.5
            let next = footer.map { shown($0).minY - padding } ?? keys
            // Each moving view is on a whole pixel.
            let range = -2.0...2
            let (end, below) = (shown(scroll).maxY, footer.map { shown($0).maxY + padding } ?? keys)
            #expect(range.contains(end - next), "at \(stage.now): it ends at \(end), next is \(next)")
            #expect(range.contains(below - keys), "at \(stage.now): the footer ends at \(below), next is \(keys)")
        }
    }

    @Test(arguments: Kind.allCases, [false, true])
    func `the page ends where the keyboard begins while that rises and sinks`(_ kind: Kind, _ isSheet: Bool) throws {
        let page = page(kind)
        let screen = screen(page)
        let glass = ElementGlass(isSheet ? BodyScreen { Text("Behind") } : screen)
        if isSheet {
            screen.isBarShown = false
            glass.stage.present(screen)
            glass.settle()
        }
        page.focus = 1
        try watch(glass, screen, page, for: .milliseconds(800))
        let dock = try #require(glass.stage.dock)
        #expect(shown(dock.view).maxY == 600)
        page.focus = nil
        try watch(glass, screen, page, for: .milliseconds(800))
        #expect(glass.stage.dock == nil)
    }

    @Test(arguments: Kind.allCases) func `it does when the keyboard is called back on its way`(_ kind: Kind) throws {
        let page = page(kind)
        let screen = screen(page)
        let glass = ElementGlass(screen)
        page.focus = 1
        try watch(glass, screen, page, for: .milliseconds(120))
        page.focus = nil
        try watch(glass, screen, page, for: .milliseconds(800))
        #expect(glass.stage.dock == nil)
        glass.settle()
        let scroll = try #require(glass.all(ScrollView.self).first)
        #expect(scroll.layer.presentation.bounds.size == scroll.bounds.size, "nothing is left over")
    }

    @Test(arguments: Kind.allCases, [0, 40, 120, 240])
    func `it is the same keyboard that rises again while it sinks`(_ kind: Kind, _ delay: Int) throws {
        let page = page(kind)
        let screen = screen(page)
        let glass = ElementGlass(screen)
        page.focus = 1
        try watch(glass, screen, page, for: .milliseconds(800))
        let first = try #require(glass.stage.dock)
        page.focus = nil
        try watch(glass, screen, page, for: .milliseconds(delay))
        page.focus = 1
        try watch(glass, screen, page, for: .milliseconds(800))
        #expect(glass.stage.dock === first)
        #expect(shown(first.view).maxY == 600)
        #expect(first.view.isUserInteractionEnabled)
        #expect(first.onLeave != nil, "the field hears when it leaves")
    }

    @Test(arguments: Kind.allCases, [false, true])
    func `the page ends there while a finger pulls the keyboard by its handle`(_ kind: Kind, _ isSheet: Bool) throws {
        for (share, leaves) in [(0.3, false), (0.8, true)] {
            let page = page(kind)
            let screen = screen(page)
            let glass = ElementGlass(isSheet ? BodyScreen { Text("Behind") } : screen)
            if isSheet {
                screen.isBarShown = false
                glass.stage.present(screen)
                glass.settle()
            }
            page.focus = 1
            try watch(glass, screen, page, for: .milliseconds(800))
            let dock = try #require(glass.stage.dock)
            let density = glass.stage.panel.density(.vertical)
            let start = Point(glass.stage.panel.millimetres.width / 2, (shown(dock.view).minY + 4) / density)
            let touch = TouchScript(rate: 60, start: glass.stage.now + .milliseconds(8))
            let way = Vector(0, share * dock.view.bounds.height / density)
            touch.down(at: start).drag(to: start + way, over: .milliseconds(400)).hold(for: .milliseconds(200)).lift()
            for frame in touch.frames {
                glass.stage.handle(frame)
                if frame.time != touch.frames.last?.time { try watch(glass, screen, page, for: .milliseconds(8)) }
            }
            try watch(glass, screen, page, for: .milliseconds(800))
            #expect((glass.stage.dock == nil) == leaves, "pulled by \(share)")
            #expect((page.focus == nil) == leaves)
        }
    }

    @Test(arguments: [0, 4, 7, 10, 13, 25, 40], [0.15, 0.3, 0.48])
    func `the field is seen again over a keyboard that was pulled and let go`(rows: Int, share: Double) throws {
        for panel in [
            Panel(pixels: PixelSize(1920, 1080), millimetres: Size(345, 194)),
            Panel(pixels: PixelSize(1024, 600), millimetres: Size(154, 90)),
            Panel(pixels: PixelSize(600, 1024), millimetres: Size(90, 154)),
        ] {
            try pull(rows, share, panel)
        }
    }

    private func pull(_ rows: Int, _ share: Double, _ panel: Panel) throws {
        let page = Page()
        let screen = BodyScreen {
            Scroll {
                for row in 0..<rows { Text("Row \(row)") }
                TextField("Name", text: page.text) { page.text = $0 }
                Button("Buy") {}
            }
        }
        let glass = ElementGlass(screen, bar: true, panel: panel)
        let input = try #require(glass.all(FieldView.self).first)
        input.beginEditing()
        glass.settle()
        let dock = try #require(glass.stage.dock)
        func isSeen() -> Bool { shown(input).maxY <= shown(dock.view).minY && shown(input).minY >= 0 }
        #expect(isSeen())
        let content = glass.screen.view.content
        let place = content.frame
        let density = glass.stage.panel.density(.vertical)
        let start = Point(glass.stage.panel.millimetres.width / 2, (shown(dock.view).minY + 4) / density)
        let touch = TouchScript(rate: 60, start: glass.stage.now + .milliseconds(8))
        let way = Vector(0, share * dock.view.bounds.height / density)
        touch.down(at: start).drag(to: start + way, over: .milliseconds(400)).hold(for: .milliseconds(300)).lift()
        for frame in touch.frames { glass.stage.handle(frame) }
        glass.settle()
        #expect(glass.stage.dock === dock && isSeen(), "\(shown(input)) over \(shown(dock.view))")
        // What scrolls is scrolled, and the page is not moved up over the keyboard instead.
        #expect(
            content.frame == place, "\(rows) rows, pulled by \(share): the page is at \(content.frame), was at \(place)"
        )
    }
}
