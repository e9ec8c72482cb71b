// Words in any script begin at the side of the page where its lines begin.

import Drawing
import Geometry
import Layers
import Stage
import Testing

@testable import Pages

@Suite struct PageSideTests {
    /// Short words in each kind of block; WORDS stands for them.
    private static let blocks = [
        "WORDS", "# WORDS", "### WORDS", "> WORDS", "- WORDS", "1. WORDS", "- [ ] WORDS", "- [WORDS](a.md)",
        "- [WORDS](a.md) WORDS",
        "![WORDS](slider:year)",
    ]

    @Test(
        arguments: [LayoutDirection.leftToRight, .rightToLeft],
        ["hours", "ساعة", "海水", "12:30", "ساعة hours", "hours ساعة"])
    func `words begin where lines begin, in whatever direction they are read`(
        direction: LayoutDirection, words: String
    ) throws {
        let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
        let theme = Theme(.paper, on: panel, scale: 1)
        for (block, rows) in Self.blocks.flatMap({ block in RowStyle.allCases.map { (block, $0) } }) {
            let text = block.replacing("WORDS", with: words)
            let blocks = LayoutTrial(language: "en", direction: direction).blocks(of: Array(text.utf8)[...])
            let view = View()
            var values = LiveValues(language: "en")
            values.sliders = ["year": SliderTable(steps: [1, 2], start: 1)]
            var layout = PageLayout(
                view: view, theme: theme, language: "en", direction: direction, screenSize: Size(1920, 1080),
                columns: 1,
                rows: rows, margin: 0, values: values, open: { _ in })
            _ = layout.add(blocks)
            let shown = try #require(view.subviews.last { $0 is any BlockView }, "\(text)")
            let ink = try #require(Self.ink(of: shown, theme), "\(text)")
            let near = direction == .rightToLeft ? Int(shown.bounds.width) - ink.upperBound : ink.lowerBound
            #expect(Double(near) < 1.5 * theme.em, "\(text) as \(rows): \(ink) of \(shown.bounds.width)")
        }
    }

    @Test(
        arguments: ["ar", "he", "fa", "en"],
        ["12:00", "ساعة 12:00", "ساعة", "12 %", "ساعة (12)", "tram", "12:00–18:00", "شارع 5"])
    func `the mark of a footnote stands where the text goes on`(language: String, words: String) throws {
        let theme = Theme(.paper, on: Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296)), scale: 1)
        let link = Link(page: "a", presentation: .sheet, place: SourcePlace(line: 1, column: 1))
        let set = TextSetter(theme: theme, language: language).paragraph([.text(words), .note(link, number: 1)])
        let layout = TextLayout(set.attributed, width: 1000)
        let mark = try #require(layout.bounds(ofRun: set.attributed.runs.count - 1).first)
        let before = try #require(layout.bounds(ofRun: 0).first)
        if set.attributed.isRightToLeft {
            #expect(mark.maxX <= before.minX + 1, "\(mark) \(before)")
        } else if language == "en" {
            #expect(mark.minX >= before.maxX - 1, "\(mark) \(before)")
        }
    }

    @Test(
        arguments: [LayoutDirection.leftToRight, .rightToLeft], ["ساعة البحر ", "the tide clock "])
    func `lines of several begin below each other, at the side from which they are read`(
        direction: LayoutDirection, words: String
    ) throws {
        let panel = Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527))
        let theme = Theme(.paper, on: panel, scale: 1)
        let isArabic = words != "the tide clock "
        func ink(_ text: String) throws -> (start: Double, end: Double) {
            let blocks = LayoutTrial(language: "en", direction: direction).blocks(of: Array(text.utf8)[...])
            let view = View()
            var layout = PageLayout(
                view: view, theme: theme, language: "en", direction: direction, screenSize: Size(1080, 1920),
                columns: 1,
                rows: .list, margin: 0, open: { _ in })
            _ = layout.add(blocks)
            let shown = try #require(view.subviews.last { $0 is TextView })
            // The last line, which is not full.
            let line = 1.2 * theme.em
            let ink = try #require(Self.ink(of: shown, theme, from: shown.bounds.height - line))
            let (left, right) = (Double(ink.lowerBound), shown.bounds.width - Double(ink.upperBound))
            return isArabic ? (right, left) : (left, right)
        }
        for mark in ["", "> ", "- ", "# "] {
            // Full lines begin at their own side.
            let many = try ink(mark + String(repeating: words, count: 20))
            #expect(many.start < theme.em, "\(mark)\(many)")
            // A line, and lines that are broken by hand, stand where the lines of the page begin.
            let few = try ink(mark + (mark == "# " ? words : words + "\\\n" + words))
            #expect((isArabic == (direction == .rightToLeft) ? few.start : few.end) < theme.em, "\(mark)\(few)")
        }
    }

    /// The columns of `view` in which words are drawn, and marks beside them.
    private static func ink(of view: View, _ theme: Theme, from top: Double = 0) -> ClosedRange<Int>? {
        let (width, height) = (Int(view.bounds.width), Int(view.bounds.height))
        let bitmap = Bitmap(size: PixelSize(width, height), isOpaque: true, filledWith: .black)
        view.draw(on: Canvas(bitmap))
        func pixel(_ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * width + x] }
        // In a card, above its words is its ground, without the round corners. A row has lines at its top and at its bottom.
        let edge = view is CardView ? Int(0.5 * theme.em) : view is RowView ? 4 : 0
        let ground = pixel(width / 2, edge)
        let rows = max(edge, Int(top))..<(height - edge)
        let columns = (0..<width).filter { x in rows.contains { pixel(x, $0) != ground } }
        guard let first = columns.first, let last = columns.last else { return nil }
        return first...last
    }
}
