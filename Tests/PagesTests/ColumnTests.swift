// How the blocks of a page lie below each other.

import Drawing
import Geometry
import Stage
import Testing

@testable import Pages

@Suite struct ColumnTests {
    private nonisolated static let theme = Theme(.paper, on: Panel(pixels: PixelSize(800, 480)))

    @Test(arguments: [1, 49, 50, 51, 120, 500, 5000])
    func `a long block of code is set in pieces, which meet as its lines do`(count: Int) throws {
        let lines = (0..<count).map { $0 % 7 == 3 ? "" : "    let line\($0) = \($0)" }
        let code = lines.joined(separator: "\n")
        let view = View()
        var column = Column(
            view: view, theme: Self.theme, language: "en", direction: .leftToRight, screenSize: Size(800, 480),
            open: { _ in })
        let place = SourcePlace(line: 1, column: 1)
        column.add([Block(.code(code), at: place), Block(.rule, at: place)])
        let pieces = view.subviews.compactMap { $0 as? TextView }
        #expect(pieces.count == (count + 49) / 50 && view.subviews.count == pieces.count + 1)
        for (upper, lower) in zip(pieces, pieces.dropFirst()) { #expect(upper.frame.maxY <= lower.frame.minY) }
        let first = try #require(pieces.first), last = try #require(pieces.last)
        var style = Self.theme.style(0.9)
        style.isMonospaced = true
        let whole = TextLayout(
            AttributedText(code, style, language: "en"), width: first.frame.width, alignment: .start, lineSpacing: 1.15)
        // Each piece begins on a whole pixel.
        #expect(abs(last.frame.maxY - first.frame.minY - whole.size.height) <= Double(pieces.count))
    }
}
