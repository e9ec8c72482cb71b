// While the keyboard sinks, nothing on the page moves further than the keyboard does, in any frame.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import TestRandomness
import Testing
import TouchScript

@testable import Interface

@Observable private final class TypedPage {
    var focus: Int?
    var text = "Ada"
}

@Suite struct SinkingKeyboardTests {
    /// Where the page is.
    enum Place: CaseIterable { case root, pushed, fullSheet, lowSheet, twoHeights }
    /// What is around the field.
    enum Content: CaseIterable { case scroll, list, footer, panes, nested, column, area }
    /// What lets the keyboard go.
    enum Closing: CaseIterable { case key, flick, pull, app, enter, push, sheet }

    /// Panels of several shapes, some of them so low that the page does without its bar.
    private static let panels = [
        ElementGlass.panel, Panel(pixels: PixelSize(1024, 600), millimetres: Size(154, 90)),
        Panel(pixels: PixelSize(1920, 1080), millimetres: Size(345, 194)),
        Panel(pixels: PixelSize(600, 1024), millimetres: Size(90, 154)),
        Panel(pixels: PixelSize(800, 480), millimetres: Size(154, 86)),
    ]

    /// A page with a field in it.
    private final class Page: Screen, Declared {
        let model = TypedPage()
        let kind: Content
        private let rows: (before: Int, after: Int)
        private let zoom: Double

        init(_ kind: Content, rows: (before: Int, after: Int), zoom: Double) {
            (self.kind, self.rows, self.zoom) = (kind, rows, zoom)
            super.init(name: "page", title: "Page")
        }

        override func adjust(_ theme: inout Theme) { theme.em = (theme.em * zoom).rounded() }

        @ElementBuilder private var field: Elements {
            if kind == .area {
                TextArea("Words", text: model.text) { [model] in model.text = $0 }
                    .focused(model.focus, equals: 1) { [model] in model.focus = $0 }
            } else {
                TextField("Name", text: model.text) { [model] in model.text = $0 }
                    .focused(model.focus, equals: 1) { [model] in model.focus = $0 }
            }
            Button("Buy") { [model] in model.focus = nil }
        }

        @ElementBuilder private var scrolled: Elements {
            for row in 0..<rows.before { Text("Row \(row)") }
            field
            for row in 0..<rows.after { Text("Last row \(row)") }
        }

        @ElementBuilder var body: Elements {
            switch kind {
            case .scroll, .area: Scroll { scrolled }
            case .list:
                List {
                    ForEach(0..<rows.before, id: \.self) { Text("Row \($0)") }
                    field
                    ForEach(100..<100 + rows.after, id: \.self) { Text("Row \($0)") }
                }
            case .footer:
                Column(spacing: .px(0), alignment: .stretch) {
                    Scroll { scrolled }
                    Text("The footer").padding(.em(0.5))
                }
            case .panes:
                Row {
                    Scroll { scrolled }
                    List { ForEach(0..<40, id: \.self) { Text("Thing \($0)") } }
                }
            case .nested:
                Scroll {
                    for row in 0..<rows.before { Text("Row \(row)") }
                    Scroll { scrolled }.frame(height: .em(9))
                    for row in 0..<rows.after { Text("Last row \(row)") }
                }
            case .column:
                Column {
                    Text("Above")
                    Spacer()
                    field
                }
            }
        }
    }

    /// Where views are seen on the panel.
    private struct Look {
        /// The top of each view (px).
        var tops: [ObjectIdentifier: Double] = [:]
        /// The views of which something is seen.
        var seen: Set<ObjectIdentifier> = []
        /// The top of the keyboard (px), or the end of the glass.
        var keyboard = 0.0
    }

    private func look(at page: Page, on stage: Stage, _ names: inout [ObjectIdentifier: String]) -> Look {
        var look = Look()
        look.keyboard = stage.dock?.view.panelOrigin.y ?? stage.panel.pixels.size.height
        func visit(_ view: View, isHidden: Bool) {
            let isHidden = isHidden || !view.layer.isSeen
            let key = ObjectIdentifier(view)
            look.tops[key] = view.panelOrigin.y
            names[key] = "\(type(of: view)) \((view as? LabelView)?.text.string ?? "")"
            let rect = view.seenRect
            let isSeen = !isHidden && rect.width > 0 && rect.height > 1 && rect.minY < look.keyboard - 1
            // What is not drawn is not seen itself.
            if isSeen, view.drawsContents { look.seen.insert(key) }
            for inner in view.subviews { visit(inner, isHidden: isHidden) }
        }
        visit(page.view, isHidden: false)
        return look
    }

    /// Fails for views that have moved from `old` to `new` by more than the keyboard has.
    private func compare(
        _ old: Look, _ new: Look, _ names: [ObjectIdentifier: String], by share: Double, _ place: String
    ) {
        // Up to four of them are rounded, one in another.
        let way = abs(new.keyboard - old.keyboard)
        let most = way * share + 4
        var worst = (0.0, "")
        for key in old.seen.union(new.seen) {
            guard let before = old.tops[key], let after = new.tops[key] else { continue }
            if abs(after - before) > max(most, worst.0) { worst = (abs(after - before), names[key] ?? "") }
        }
        #expect(worst.0 == 0, "\(place): \(worst.1) moved by \(worst.0), the keyboard to \(new.keyboard) by \(way)")
        // What comes into sight comes from beside.
        for key in new.seen.subtracting(old.seen) where names[key]?.hasPrefix("BarView") == true {
            #expect(abs((new.tops[key] ?? 0) - (old.tops[key] ?? 0)) <= most, "\(place): the bar blinks")
        }
    }

    @Test(arguments: Place.allCases, Content.allCases)
    func `the page moves with the keyboard`(_ place: Place, _ content: Content) throws {
        var random = SplitMix(
            UInt64(Place.allCases.firstIndex(of: place)! * 100 + Content.allCases.firstIndex(of: content)!))
        for closing in Closing.allCases {
            for panel in [Self.panels[1], Self.panels[random.below(Self.panels.count)]] {
                let rows = (before: random.below(14), after: [0, 1, 3, 12][random.below(4)])
                // A column that does not scroll has too little room for large text.
                let zoom = content == .column ? 1 : [1, 1, 1.5][random.below(3)]
                let page = Page(content, rows: rows, zoom: zoom)
                page.isBarShown = !random.chance(4)
                page.direction = random.chance(3) ? .rightToLeft : nil
                try watch(
                    page, place, closing, on: panel,
                    "\(place) \(content) \(closing), \(rows), zoom \(zoom), bar \(page.isBarShown), \(panel.pixels)")
            }
        }
    }

    private func watch(_ page: Page, _ place: Place, _ closing: Closing, on panel: Panel, _ name: String) throws {
        let root = place == .root ? page : BodyScreen { Text("Behind") }
        let glass = ElementGlass(root, bar: page.isBarShown, panel: panel)
        let stage = glass.stage
        switch place {
        case .root: break
        case .pushed: root.navigator?.push(page)
        case .fullSheet: stage.present(page)
        case .lowSheet:
            page.detents = [.share(0.4)]
            stage.present(page)
        case .twoHeights:
            page.detents = [.share(0.4), .share(0.8)]
            stage.present(page)
        }
        glass.settle()
        page.model.focus = 1
        glass.settle()
        let keyboard = try #require(stage.dock)
        let (across, down) = (panel.density(.horizontal), panel.density(.vertical))
        func millimetres(_ point: Point) -> Point { Point(point.x / across, point.y / down) }
        var names: [ObjectIdentifier: String] = [:]
        var last = look(at: page, on: stage, &names)
        func seen() {
            let next = look(at: page, on: stage, &names)
            // A sheet at its lower height goes on below the glass, where it has room for what was scrolled over the keyboard.
            compare(last, next, names, by: place == .twoHeights ? 2 : 1, "\(name) at \(stage.now)")
            last = next
        }
        func play(_ script: (TouchScript) -> Void) {
            let touch = TouchScript(rate: 120, start: stage.now + .milliseconds(8))
            script(touch)
            for frame in touch.frames {
                stage.handle(frame)
                stage.advance(to: stage.now)
                seen()
            }
        }
        let handle = millimetres(Point(panel.pixels.size.width / 2, keyboard.view.panelOrigin.y + 4 * down))
        switch closing {
        case .key:
            let key = try #require(stage.key { $0 == .hide })
            let corner = key.panelOrigin
            play { $0.tap(at: millimetres(Point(corner.x + key.bounds.width / 2, corner.y + key.bounds.height / 2))) }
        case .flick: play { $0.down(at: handle).drag(to: handle + Vector(0, 14), over: .milliseconds(60)).lift() }
        case .pull:
            let way = Vector(0, 0.7 * keyboard.view.bounds.height / down)
            play {
                $0.down(at: handle).drag(to: handle + way, over: .milliseconds(300)).hold(for: .milliseconds(200))
                    .lift()
            }
        case .app: page.model.focus = nil
        case .enter:
            let field = try #require(
                ElementGlass.views(in: page.view.content).lazy.compactMap { $0 as? FieldView }.first)
            if page.kind == .area { page.model.focus = nil } else { field.take(.enter) }
        case .push: page.navigator?.push(BodyScreen { Text("Next") })
        case .sheet: stage.present(BodyScreen { Text("Over it") })
        }
        let end = stage.now + .milliseconds(900)
        while stage.now < end {
            stage.advance(to: stage.now + .milliseconds(8))
            seen()
        }
        #expect(stage.dock == nil, "\(name): it is gone")
    }
}
