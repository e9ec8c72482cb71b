// Long pages: their pieces are those of the whole page, and nothing on the glass moves when a piece is measured.

import Geometry
import Gestures
import Layers
import Stage
import TestRandomness
import Testing

@testable import Pages

/// Markdown of all kinds of blocks.
struct RandomPage {
    private var random: SplitMix
    private nonisolated static let words = [
        "tide", "a", "harbour", "moon", "and", "the", "clock", "海水每天两次", "ساعة", "Donaudampfschifffahrt", "9 €",
        "**water**", "`code`",
    ]

    init(_ seed: Int) { random = SplitMix(UInt64(seed)) }

    mutating func text(_ most: Int) -> String {
        (0...random.below(most)).map { _ in Self.words[random.below(Self.words.count)] }.joined(separator: " ")
    }

    mutating func list(_ depth: Int) -> String {
        let (indent, isNumbered) = (String(repeating: "   ", count: depth), random.chance(3))
        return (0...random.below(5)).map { number in
            let mark = isNumbered ? "\(number + 8). " : "- " + (random.chance(4) ? "[x] " : "")
            let inner = depth < 3 && random.chance(3) ? "\n" + list(depth + 1) : ""
            return indent + mark + (inner.isEmpty || random.chance(2) ? text(20) : "") + inner
        }.joined(separator: "\n")
    }

    mutating func rows(_ count: Int) -> String {
        (0..<count).map { number in
            "- [Row \(number) \(text(5))](p\(number % 10).md)" + (random.chance(2) ? " " + text(12) : "")
        }.joined(separator: "\n")
    }

    mutating func block() -> String {
        switch random.below(14) {
        case 0: "# " + text(4)
        case 1: "## " + text(9)
        case 2: "### " + text(9)
        case 3, 4: rows(1 + random.below(9))
        case 5, 6: list(0)
        case 7: "> " + text(30) + "\n>\n> ## " + text(3) + "\n>\n> " + rows(2).replacing("\n", with: "\n> ")
        case 8: "| a | b |\n|---|---|\n| \(text(5)) | \(text(9)) |"
        case 9: "```\n" + (0..<random.below(130)).map { "line \($0)" }.joined(separator: "\n") + "\n```"
        case 10: "---"
        default: text(120)
        }
    }

    /// Paragraphs of some words.
    static func plain(_ count: Int) -> String { (0..<count).map { "Paragraph \($0)." }.joined(separator: "\n\n") }

    mutating func blocks(_ count: Int) -> String { (0..<count).map { _ in block() }.joined(separator: "\n\n") }
}

extension String {
    /// These blocks, and a line below which another list begins.
    var closed: [String] { ["\(self)\n\n---"] }
}

@Suite struct LongPageTests {
    private nonisolated static let glass = [
        (800, 480, 154.0, 86.0), (480, 800, 86, 154), (1920, 1080, 527, 296), (1080, 1920, 393, 698),
    ].map { Panel(pixels: PixelSize($0.0, $0.1), millimetres: Size($0.2, $0.3)) }

    private struct Place: Hashable {
        let type: String
        let frame: Rect

        init(_ view: View, _ top: Double) {
            (type, frame) = ("\(Swift.type(of: view))", view.frame.offset(by: Vector(0, top)))
        }
    }

    /// The bars of quotations, joined where they meet.
    private static func bars(_ places: [Place]) -> [Rect] {
        var bars: [Rect] = []
        for bar in places.map(\.frame).filter({ $0.height > $0.width }).sorted(by: {
            ($0.minX, $0.minY) < ($1.minX, $1.minY)
        }) {
            if let last = bars.last, last.minX == bar.minX, bar.minY <= last.maxY {
                bars[bars.count - 1] = Rect(
                    last.minX, last.minY, last.width, max(last.maxY, bar.maxY) - last.minY)
            } else {
                bars.append(bar)
            }
        }
        return bars
    }

    @Test(arguments: 0..<60) func `the pieces lie below each other as on the page that is laid out whole`(_ seed: Int) {
        var page = RandomPage(seed)
        let direction: LayoutDirection = seed % 3 == 0 ? .rightToLeft : .leftToRight
        let blocks = LayoutTrial(language: "en", direction: direction).blocks(of: Array(page.blocks(12).utf8)[...])
        let panel = Self.glass[seed % Self.glass.count]
        let theme = Theme(.paper, on: panel, scale: seed % 5 == 0 ? 2 : 1)
        let size = Size(Double(panel.pixels.width), Double(panel.pixels.height))
        let rows: RowStyle = seed % 4 == 1 ? .cards : .list
        func layout(_ view: View) -> PageLayout {
            PageLayout(
                view: view, theme: theme, language: "en", direction: direction, screenSize: size, columns: 1,
                rows: rows, margin: 0, open: { _ in })
        }
        let view = View()
        var exact = layout(view)
        _ = exact.add(blocks)
        let expected = view.subviews.map { Place($0, 0) }
        let long = LongPage(
            blocks, text: TextSetter(theme: theme, language: "en"), screenSize: size, direction: direction, rows: rows,
            makeLayout: layout)
        var (y, found, estimated) = (0.0, [Place](), 0.0)
        for (index, estimate) in long.estimates.enumerated() {
            let view = long.view(of: index)
            found += view.subviews.map { Place($0, y) }
            for (place, part) in view.placed {
                // A long code block goes on in further pieces.
                if long.placed[place] == index { #expect(exact.placed[place]?.frame.minY == y + part.frame.minY) }
                #expect(long.placed[place].map { $0 <= index } == true)
            }
            y += view.bounds.height
            estimated += estimate
        }
        #expect(y == exact.end)
        let isFill: (Place) -> Bool = { $0.type == "FillView" }
        #expect(found.filter { !isFill($0) } == expected.filter { !isFill($0) })
        let (bars, whole) = (Self.bars(found.filter(isFill)), Self.bars(expected.filter(isFill)))
        #expect(bars.count == whole.count)
        for (bar, one) in zip(bars, whole) {
            // The bar that is drawn at once is rounded up.
            #expect(bar.origin == one.origin && abs(bar.height - one.height) <= 1 && bar.width == one.width)
        }
        #expect(Set(exact.placed.keys) == Set(long.placed.keys))
        #expect(estimated > 0.5 * y && estimated < 2 * y, "\(estimated) for \(y)")
    }

    @Test(arguments: 0..<20) func `in two columns nothing is lost and nothing overlaps`(_ seed: Int) {
        var page = RandomPage(seed)
        let text = (0..<12).map { _ in "## Heading\n\n" + page.blocks(1) }.joined(separator: "\n\n")
        let blocks = LayoutTrial(language: "en", direction: .leftToRight).blocks(of: Array(text.utf8)[...])
        let panel = Panel(pixels: PixelSize(3840, 2160), millimetres: Size(1210, 680))
        let (theme, size) = (Theme(.paper, on: panel), Size(3840, 2160))
        func layout(_ view: View) -> PageLayout {
            PageLayout(
                view: view, theme: theme, language: "en", direction: .leftToRight, screenSize: size, columns: nil,
                rows: seed % 2 == 0 ? .cards : .list, margin: 0, open: { _ in })
        }
        // The mark of an item without words may be higher than the item.
        func isMark(_ view: View) -> Bool { view.bounds.width < 4 * theme.em }
        let (whole, pieces) = (View(), View())
        var exact = layout(whole)
        _ = exact.add(blocks)
        let long = LongPage(
            blocks, text: TextSetter(theme: theme, language: "en"), screenSize: size, direction: .leftToRight,
            rows: seed % 2 == 0 ? .cards : .list, makeLayout: layout)
        var y = 0.0
        for index in long.pieces.indices {
            let view = long.view(of: index)
            for inner in view.subviews where !isMark(inner) {
                #expect(inner.frame.minY >= 0 && inner.frame.maxY <= view.bounds.height)
            }
            y += view.bounds.height
            pieces.addSubview(view)
        }
        func types(_ views: [View]) -> [String] { views.map { "\(type(of: $0))" }.filter { $0 != "FillView" } }
        #expect(types(pieces.subviews.flatMap(\.subviews)) == types(whole.subviews))
        for piece in pieces.subviews {
            let frames = piece.subviews.filter { !($0 is FillView || isMark($0)) }.map(\.frame)
            for (index, frame) in frames.enumerated() {
                for other in frames[(index + 1)...] { #expect(!frame.intersects(other), "\(frame) \(other)") }
            }
        }
        #expect(long.pieces.contains { if case .columns = $0.content { true } else { false } })
    }
}
