// Whatever is seen on a page, words, marks and lines, stands on the edges of the page's text.

import Drawing
import Geometry
import Layers
import Stage
import TestFolders
import Testing

@testable import Pages

@Suite struct TextEdgeTests {
    private static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
    private static let theme = Theme(.paper, on: panel)

    /// The views of a page with `text`, in reading order.
    private static func views(
        _ text: String, _ direction: LayoutDirection, rows: RowStyle = .list, columns: Int = 1
    ) throws -> [View] {
        let folder = TestFolder(["home.md": text, "a.md": "# A"])
        folder.write("wide.png", TestPicture.png(400, 100))
        let blocks = try #require(folder.load()?.pages["home"]).blocks
        let view = View()
        var layout = PageLayout(
            view: view, theme: theme, language: "en", direction: direction, screenSize: Size(1920, 1080),
            columns: columns, rows: rows, margin: 0, open: { _ in })
        _ = layout.add(blocks)
        return view.subviews
    }

    /// The columns of the page in which something is drawn between `top` and `bottom` in `view`, measured from the side where lines
    /// begin.
    private static func ink(
        _ view: View, _ direction: LayoutDirection, from top: Double, to bottom: Double
    ) throws -> (start: Double, end: Double) {
        let (width, height) = (Int(view.bounds.width), Int(view.bounds.height))
        let bitmap = Bitmap(size: PixelSize(width, height), isOpaque: true, filledWith: .black)
        view.layout()
        view.draw(on: Canvas(bitmap))
        let blank = Bitmap(size: PixelSize(1, 1), isOpaque: true, filledWith: .black)
        Canvas(blank).fill(theme.background)
        let (pixels, ground) = (bitmap.pixels, blank.pixels[0])
        func isDrawn(_ x: Int) -> Bool { (Int(top)..<Int(bottom)).contains { pixels[$0 * width + x] != ground } }
        let (first, last) = try (
            #require((0..<width).first(where: isDrawn)), #require((0..<width).last(where: isDrawn))
        )
        let (left, right) = (view.frame.minX + Double(first), view.frame.minX + Double(last + 1))
        return direction == .leftToRight ? (left, right) : (1920 - right, 1920 - left)
    }

    /// The two sides of what is seen of the words of `view`, without the lines at the top and at the bottom of a row.
    private static func words(_ view: View, _ direction: LayoutDirection) throws -> (start: Double, end: Double) {
        try ink(view, direction, from: 4, to: view.bounds.height - 4)
    }

    @Test(
        arguments: ["- [HHHH](a.md)", "- HHHH: **12**", "- [HHHH](a.md) [Map](a.md \"action\")"],
        [(LayoutDirection.leftToRight, "HHHH"), (.rightToLeft, "ששש")])
    func `words of rows begin where those of a paragraph begin`(
        row: String, script: (direction: LayoutDirection, word: String)
    ) throws {
        let text = "# \(script.word)\n\n\(script.word)\n\n\(row)\n".replacing("HHHH", with: script.word)
        for columns in [1, 2] {
            let views = try Self.views(text, script.direction, columns: columns)
            let paragraph = try Self.words(views[1], script.direction).start
            views[2].layout()
            let shown = (views[2] as? SwipeRow)?.content ?? views[2]
            shown.frame = views[2].frame
            #expect(abs(try Self.words(shown, script.direction).start - paragraph) <= 2, "\(row)")
        }
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `chevrons and the lines between rows end where the page's text ends`(direction: LayoutDirection) throws {
        let views = try Self.views("# A\n\n- [A](a.md)\n- [A](a.md)\n", direction)
        let (heading, row) = (views[0].frame, views[1])
        let (left, right) = (heading.minX, heading.maxX)
        let end = direction == .leftToRight ? right : 1920 - left
        #expect(abs(try Self.words(row, direction).end - end) <= 1)
        let lines = try Self.ink(row, direction, from: 0, to: 1)
        #expect(abs(lines.end - end) <= 1 && abs(lines.end - lines.start - heading.width) <= 1)
        // The row that a finger presses reaches further, by as much at both sides.
        #expect(row.frame.minX < left && left - row.frame.minX == row.frame.maxX - right)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `the words below the ground of a card begin where the card begins`(direction: LayoutDirection) throws {
        let word = direction == .leftToRight ? "HHHH" : "ששש"
        let text = "- ![](wide.png) [\(word)](a.md)\n- [\(word)](a.md) \(word)\n"
        for card in try Self.views(text, direction, rows: .cards) {
            let start = direction == .leftToRight ? card.frame.minX : 1920 - card.frame.maxX
            let below = (card.bounds.width * 0.62).rounded() + 2
            let words = try Self.ink(card, direction, from: below, to: card.bounds.height)
            #expect(abs(words.start - start) <= 3)
        }
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `the dots of a gallery stand where the page in view begins`(direction: LayoutDirection) throws {
        let gallery = try #require(
            try Self.views("![a](wide.png) ![b](wide.png)\n", direction).first as? GalleryView)
        gallery.layout()
        let (dots, page) = (try #require(gallery.subviews.last), try #require(gallery.scroll.subviews.first))
        let shown = page.frame.offset(by: Vector(-gallery.scroll.offset, 0))
        let first = direction == .leftToRight ? shown.minX : shown.maxX
        #expect(abs((direction == .leftToRight ? dots.frame.minX : dots.frame.maxX) - first) <= 1)
    }

    @Test(arguments: [
        "- [A](a.md)", "- [A](a.md)\\\n  below", "- [A long title that wraps and wraps again and again](a.md)\\\n  b",
    ])
    func `pictures of rows have one size, however high the row`(row: String) throws {
        let rows = [row, "- [Short](a.md)"].map { $0.replacing("- [", with: "- ![p](wide.png) [") }
        let views = try Self.views(rows.joined(separator: "\n"), .leftToRight)
        let pictures = views.compactMap { $0 as? RowView }.flatMap(\.subviews).compactMap { $0 as? PictureView }
        #expect(pictures.count == 2 && Set(pictures.map(\.frame.size)).count == 1)
    }

    @Test(arguments: [(2, 3), (2, 4), (3, 4), (4, 2), (5, 3), (7, 2)])
    func `cards of one page stand on one grid, which ends where the text ends`(first: Int, second: Int) throws {
        func list(_ count: Int) -> String { (0..<count).map { "- [Card \($0)](a.md)" }.joined(separator: "\n") }
        let text = list(first) + "\n\n## More\n\n" + list(second)
        let cards = try Self.views(text, .leftToRight, rows: .cards, columns: 2).compactMap { $0 as? CardView }
        #expect(cards.count == first + second && Set(cards.map(\.frame.width)).count == 1)
        let most = Set(cards.map(\.frame.minX))
        let longest = Set((first > second ? cards.prefix(first) : cards.suffix(second)).map(\.frame.minX))
        #expect(most == longest, "the shorter list has its edges below those of the longer one")
        let end = try #require(Self.views("- [A](a.md)\n", .leftToRight, columns: 2).first)
        #expect(end.frame.width > 0)
    }
}
