// What stands on a page begins at one margin, on every page of a panel.

import Geometry
import Layers
import Stage
import TestFolders
import Testing

@testable import Pages

@Suite struct PageMarginTests {
    private nonisolated static let glass = [
        (800, 480, 154.0, 86.0), (480, 800, 86, 154), (1920, 1080, 527, 296), (1080, 1920, 393, 698),
        (1920, 540, 650, 183), (3840, 2160, 1210, 680),
    ].map { Panel(pixels: PixelSize($0.0, $0.1), millimetres: Size($0.2, $0.3)) }

    /// The views of a page with `text`, in reading order, and the width of the screen.
    private static func views(
        _ text: String, on panel: Panel, _ direction: LayoutDirection, columns: Int? = nil, margin: Double = 0,
        rows: RowStyle = .list
    ) throws -> (views: [View], width: Double) {
        let folder = TestFolder(["home.md": text, "a.md": "# A"])
        for (name, width, height) in [("tall", 100, 400), ("wide", 400, 100), ("square", 300, 300)] {
            folder.write("\(name).png", TestPicture.png(width, height))
        }
        let blocks = try #require(folder.load()?.pages["home"]).blocks
        let (view, size) = (View(), Size(Double(panel.pixels.width), Double(panel.pixels.height)))
        var layout = PageLayout(
            view: view, theme: Theme(.paper, on: panel), language: "en", direction: direction, screenSize: size,
            columns: columns, rows: rows, margin: margin, open: { _ in })
        _ = layout.add(blocks)
        return (view.subviews, size.width)
    }

    /// The distance of `view` from the side where lines begin.
    private static func start(_ view: View, _ width: Double, _ direction: LayoutDirection) -> Double {
        direction == .leftToRight ? view.frame.minX : width - view.frame.maxX
    }

    @Test(arguments: glass, [LayoutDirection.leftToRight, .rightToLeft])
    func `headings of all pages begin at one distance from the side of the glass`(
        panel: Panel, direction: LayoutDirection
    ) throws {
        let (sections, cards) = ("# Title\n\n## One\n\nWords.\n\n## Two\n\nWords.\n", "# Title\n\n- [A](a.md)\n")
        let strip = IndexStrip.width(Theme(.paper, on: panel))
        let starts = try [
            Self.views("# Title\n\nWords.\n", on: panel, direction),
            Self.views("# Title\n\nWords.\n", on: panel, direction, margin: strip),
            Self.views(sections, on: panel, direction), Self.views(sections, on: panel, direction, columns: 1),
            Self.views(sections, on: panel, direction, margin: strip),
            Self.views(cards, on: panel, direction, rows: .cards),
        ].map { Self.start($0.views[0], $0.width, direction) }
        #expect(starts.allSatisfy { abs($0 - starts[0]) <= 1 }, "\(starts)")
    }

    @Test(arguments: glass, [LayoutDirection.leftToRight, .rightToLeft])
    func `pictures, codes and galleries begin where text begins`(panel: Panel, direction: LayoutDirection) throws {
        let pictures = [
            "![a](tall.png)", "![a](tall.png \"Words\")", "![a](wide.png)", "![a](qr:https://example.org \"Words\")",
            "![a](square.png \"fill\")",
        ]
        for picture in pictures {
            let (views, width) = try Self.views("# Title\n\n\(picture)\n", on: panel, direction)
            let starts = views.map { Self.start($0, width, direction) }
            #expect(starts.allSatisfy { abs($0 - starts[0]) <= 1 }, "\(picture): \(starts)")
            guard let block = views[1] as? PictureBlock else { continue }
            // The picture fills its view, so that what is seen begins there too.
            #expect(abs(block.shownFrame.width - block.bounds.width) <= 1.5, "\(picture)")
        }
        let (views, width) = try Self.views(
            "# Title\n\n![a](tall.png \"A\") ![b](wide.png)\n", on: panel, direction)
        let gallery = try #require(views[1] as? GalleryView)
        let strip = gallery.scroll
        let first = try #require(strip.subviews.first)
        let picture = try #require(first.subviews.first)
        let left = first.frame.minX + picture.frame.minX - strip.offset
        let start = direction == .leftToRight ? left : width - left - picture.frame.width
        #expect(abs(start - Self.start(views[0], width, direction)) <= 1, "\(start)")
    }

    @Test(arguments: Theme.Name.allCases, [LayoutDirection.leftToRight, .rightToLeft])
    func `what is seen of a code begins where text begins`(name: Theme.Name, direction: LayoutDirection) throws {
        let panel = Self.glass[2]
        let theme = Theme(name, on: panel)
        let code = Block(
            .qrCode(QRCode(text: "https://example.org", description: "", caption: "")),
            at: SourcePlace(line: 1, column: 1))
        let view = View()
        var layout = PageLayout(
            view: view, theme: theme, language: "en", direction: direction, screenSize: Size(1920, 1080), columns: nil,
            rows: .list, margin: 0, open: { _ in })
        _ = layout.add([Block(.heading(level: 1, [.text("A")]), at: SourcePlace(line: 1, column: 1)), code])
        let drawn = try #require(view.subviews[1] as? QRCodeView)
        // The border is white, and is not seen on a white page.
        let border = theme.background == .white ? Double(4 * drawn.moduleSide) : 0
        let start = Self.start(drawn, 1920, direction) + border
        #expect(abs(start - Self.start(view.subviews[0], 1920, direction)) <= 1)
    }
}
