// How pictures fit into their frames, and their captions.

import Drawing
import Geometry
import Stage
import Testing

@testable import Pages

@Suite struct PictureFitTests {
    private nonisolated static let theme = Theme(.paper, on: Panel(pixels: PixelSize(1600, 900)))
    private nonisolated static let screen = Size(1600, 900)

    /// The views of the page `text`, which may show the pictures `name-WIDTHxHEIGHT.png`.
    private func views(_ text: String, _ pictures: [(String, PixelSize)], screen: Size = screen) throws -> [View] {
        let folder = TestFolder(["home.md": text])
        for (name, size) in pictures { folder.write(name, TestPicture.png(size.width, size.height)) }
        let page = try #require(folder.load()?.pages["home"])
        let view = View()
        var column = Column(
            view: view, theme: Self.theme, language: "en", direction: .leftToRight, screenSize: screen, open: { _ in })
        column.add(page.blocks)
        return view.subviews
    }

    @Test func `the words of a title are the fit, the caption, or both`() {
        func read(_ title: String) -> String {
            let title = PictureTitle(title)
            return "\(title.fit?.rawValue ?? "-") \(title.caption)"
        }
        #expect(read("") == "- ")
        #expect(read("fit") == "fit ")
        #expect(read(" Fill ") == "fill ")
        #expect(read("banner: The hall: at night ") == "banner The hall: at night")
        #expect(read("fit:") == "fit ")
        #expect(read("The hall: at night") == "- The hall: at night")
        #expect(read("fitting") == "- fitting")
        #expect(read(": fit") == "- : fit")
    }

    @Test func `sides after the fit say what stays in view, and check names what is meant`() throws {
        func focus(_ title: String) -> String {
            let title = PictureTitle(title)
            return "\(title.fit?.rawValue ?? "-") \(title.focus.x) \(title.focus.y) \(title.caption)"
        }
        #expect(focus("banner") == "banner 0.5 0.5 ")
        #expect(focus("banner left") == "banner 0.0 0.5 ")
        #expect(focus("Fill  Bottom RIGHT: The hall: at night") == "fill 1.0 1.0 The hall: at night")
        #expect(focus("fill top") == "fill 0.5 0.0 ")
        for caption in [
            "fill left right", "banner top top", "fit left", "left", "banner lefft: Words", "banner of the guild",
            "Fill it",
        ] {
            #expect(focus(caption) == "- 0.5 0.5 \(caption)")
        }
        let titles = ["fill left right", "fit left", "banner lefft: Words", "banner of the guild", "fill top: Words"]
        let folder = TestFolder(["home.md": titles.map { "![a](a.png \"\($0)\")\n" }.joined(separator: "\n")])
        folder.write("a.png", TestPicture.png(200, 100))
        #expect(
            folder.check() == """
                kiosk/home.md:1:1: warning: "fill left right" is shown as the caption of this picture; after "fill" write one side, or one of left and right and one of top and bottom
                kiosk/home.md:3:1: warning: "fit left" is shown as the caption of this picture; "fit" shows all of it, so no side can be chosen
                kiosk/home.md:5:1: warning: "banner lefft" is shown as the caption of this picture; did you mean "banner left"?
                """)
    }

    @Test(arguments: [
        "banner-left", "left banner", "bannner left", "left", "fill-left", "top left", "Banner, left",
        "banner left left",
        "fill left bottom top", "bannner left: Words",
    ])
    func `a title that seems to say how a picture fits is shown as it is and reported`(title: String) {
        let folder = TestFolder(["home.md": "![a](a.png \"\(title)\")\n"])
        folder.write("a.png", TestPicture.png(200, 100))
        #expect(folder.check().contains("is shown as the caption of this picture"))
        #expect(PictureTitle(title).fit == nil && PictureTitle(title).caption == title)
    }

    @Test(arguments: [
        "Left bank", "The top", "Fill it", "Banner of the guild", "Centre Pompidou", "Bottom of the pit", "Lefts", "",
        "The fit", "Top 10", "right now",
    ])
    func `captions are captions`(title: String) {
        let folder = TestFolder(["home.md": "![a](a.png \"\(title)\")\n"])
        folder.write("a.png", TestPicture.png(200, 100))
        #expect(folder.check() == "")
    }

    @Test func `the middle may be named`() {
        for word in ["center", "centre", "middle"] { #expect(PictureTitle("banner \(word)").fit == .banner) }
        #expect(PictureTitle("fill center left").focus == Point(0, 0.5))
    }

    @Test(arguments: [Size(1600, 900), Size(900, 1600)], [PixelSize(800, 100), PixelSize(100, 300)])
    func `the sides that a title names are never cut off`(screen: Size, size: PixelSize) throws {
        for fit in ["fill", "banner"] {
            for (sides, x, y) in [
                ("", 0.5, 0.5), (" left", 0, 0.5), (" right", 1, 0.5), (" top", 0.5, 0), (" bottom right", 1, 1),
            ] {
                let view = try #require(
                    try views("![Plan](plan.png \"\(fit)\(sides)\")\n", [("plan.png", size)], screen: screen).first
                        as? PictureBlock)
                let area = Rect(origin: .zero, size: view.frame.size)
                let place = try #require(view.picture).place(in: area, fit: view.fit, focus: view.focus)
                let (free, down) = (Int(area.width) - place.width, Int(area.height) - place.height)
                #expect(free <= 0 && down <= 0 && min(-free, -down) <= 1)
                #expect(abs(Double(place.x) - Double(free) * x) <= 1 && abs(Double(place.y) - Double(down) * y) <= 1)
                // What is asked for from the decoder is what is seen.
                view.layout()
                #expect(view.focus == Point(x, y))
            }
        }
    }

    /// The first picture of a page, for each shape from a tower to a strip, on a landscape and on a portrait screen: unless asked, little
    /// of it is cut off.
    @Test(arguments: [Size(1600, 900), Size(900, 1600), Size(1000, 1000)])
    func `the first picture of a page loses at most a fifth unless it is asked to`(screen: Size) throws {
        var banners = 0
        for shape in stride(from: 20, through: 900, by: 40) {
            let size = PixelSize(shape, 100)
            let view = try #require(
                try views("![Plan](plan.png)\n", [("plan.png", size)], screen: screen).first as? PictureBlock)
            let whole = try #require(view.picture).frame(in: Rect(origin: .zero, size: view.frame.size), fit: view.fit)
            let seen = view.shownFrame.width * view.shownFrame.height / (whole.width * whole.height)
            #expect(seen >= 0.799, "\(size)")
            if view.fit == .covering {
                banners += 1
                #expect(view.frame.width == screen.width && view.frame.minY == 0)
            } else {
                #expect(seen > 0.999 && view.frame.minY > 0 && view.frame.height <= screen.height * 0.72 + 1)
            }
        }
        #expect(banners > 0)
    }

    @Test func `a picture is shown as its title says, wherever it stands`() throws {
        let text = """
            ![a](a.png "fill")

            Words.

            ![a](a.png "banner")

            ![a](a.png "fit")

            > ![a](a.png "banner")

            """
        let pictures = try views(text, [("a.png", PixelSize(100, 100))]).compactMap { $0 as? PictureBlock }
        #expect(pictures.map(\.fit) == [.covering, .covering, .inside, .covering])
        #expect(pictures.map { $0.frame.width == Self.screen.width } == [false, true, false, false])
        #expect(pictures[1].frame.height == 360)
        #expect(pictures[0].frame.height == min(576, (pictures[0].frame.width * 0.625).rounded()))
    }

    @Test func `the words of a caption lie below their picture`() throws {
        let alone = try views("![a](a.png \"The ground floor\")\n\nNext.\n", [("a.png", PixelSize(300, 200))])
        #expect(alone.count == 3)
        let caption = try #require(alone[1] as? PictureCaption)
        #expect(caption.frame.minY >= alone[0].frame.maxY && caption.frame.maxY <= alone[2].frame.minY)
        #expect(caption.frame.height > 0)
        let gallery = try views(
            "![a](a.png \"One\") ![b](b.png) ![c](c.png \"fill: A longer one\")\n",
            [("a.png", PixelSize(300, 200)), ("b.png", PixelSize(300, 200)), ("c.png", PixelSize(900, 100))])
        let pages = try #require(gallery.first as? GalleryView).scroll.subviews
        #expect(pages.map(\.subviews.count) == [2, 1, 2])
        #expect(pages.allSatisfy { $0.subviews[0].frame.minX == 0 && $0.subviews[0].frame.minY == 0 })
        #expect(Set(pages.map { $0.subviews[0].frame.height }).count == 1)
        for page in pages where page.subviews.count == 2 {
            let (picture, words) = (page.subviews[0], page.subviews[1])
            #expect(words.frame.minY >= picture.frame.minY && words.frame.maxY <= page.bounds.height)
            #expect(words.frame.height > 0)
        }
        #expect((pages[2].subviews[0] as? PictureBlock)?.fit == .covering)
    }

    @Test func `check warns where much is cut off, and of titles that mean nothing`() {
        let folder = TestFolder([
            "home.md": """
            ![a](tall.png "banner")

            ![b](tall.png "fill: Words")

            ![c](wide.png "banner") ![d](wide.png)

            ![e](wide.png "\(String(repeating: "x", count: 600))")

            - ![f](wide.png "Words") [Home](home.md)

            ![g](tall.png "fit")

            """
        ])
        folder.write("tall.png", TestPicture.png(100, 400))
        folder.write("wide.png", TestPicture.png(300, 100))
        #expect(
            folder.check() == """
                kiosk/home.md:1:1: warning: "tall.png" is 100×400 pixels; a banner on a screen of 16:9 shows 6 % of its height and cuts off the rest: write "fit" to show all of it, or cut it to another shape
                kiosk/home.md:3:1: warning: "tall.png" is 100×400 pixels; "fill" shows 16 % of its height and cuts off the rest: write "fit" to show all of it, or cut it to another shape
                kiosk/home.md:5:1: warning: "banner" is for a picture in a paragraph of its own; here it means "fill"
                kiosk/home.md:7:1: the caption of this picture is left out: the title has more than 300 characters
                kiosk/home.md:9:3: warning: a row shows no caption below its picture; write "Words" after the link
                """)
    }

    private static let sections = "# Title\n\nSome words.\n\n## One\n\nWords.\n\n## Two\n\nWords.\n"

    /// The frames of the views of a page with sections below `head`, where there is room for two columns, and its picture.
    private func columns(
        _ head: String, _ picture: PixelSize, screen: Size, rest: String = Self.sections
    ) throws -> (PictureBlock, [Rect]) {
        let folder = TestFolder(["home.md": head + "\n\n" + rest])
        folder.write("a.png", TestPicture.png(picture.width, picture.height))
        let blocks = try #require(folder.load()?.pages["home"]).blocks
        let view = View()
        var layout = PageLayout(
            view: view, theme: Theme(.paper, on: Panel(pixels: PixelSize(Int(screen.width), Int(screen.height)))),
            language: "en", direction: .leftToRight, screenSize: screen, columns: nil, rows: .list, margin: 0,
            open: { _ in })
        _ = layout.add(blocks)
        let block = try #require(view.subviews.lazy.compactMap { $0 as? PictureBlock }.first)
        return (block, view.subviews.map(\.frame))
    }

    @Test func `on two columns a banner goes across both, and any other first picture stands beside the text`() throws {
        let wide = Size(1920, 1080)
        for (title, size) in [(" \"banner\"", PixelSize(300, 200)), ("", PixelSize(440, 100))] {
            let (banner, frames) = try columns("![a](a.png\(title))", size, screen: wide)
            #expect(banner.fit == .covering && banner.frame == Rect(0, 0, 1920, 432))
            #expect(frames.dropFirst().allSatisfy { $0.minY >= 432 })
        }
        for (title, fit) in [("", Picture.Fit.inside), (" \"fit\"", .inside), (" \"fill\"", .covering)] {
            let (picture, frames) = try columns("![a](a.png\(title))", PixelSize(300, 200), screen: wide)
            #expect(picture.fit == fit && picture.frame.width < wide.width / 2 && picture.frame.minY > 0)
            #expect(frames[1].minX >= picture.frame.maxX && frames[1].minY == picture.frame.minY, "the heading")
        }
        // Further down it divides the text.
        let (_, frames) = try columns(
            "# A\n\nWords.\n\n![a](a.png \"banner\")\n\nMore.", PixelSize(300, 200), screen: wide)
        #expect(frames[2].width == 1920 && frames[1].maxY <= frames[2].minY && frames[3].minY >= frames[2].maxY)
    }

    @Test func `one picture that is no banner stands beside a text without sections too`() throws {
        let text = "# Title\n\n" + String(repeating: "Some words that make a line or two of a column.\n\n", count: 6)
        let (picture, frames) = try columns("![a](a.png)", PixelSize(300, 200), screen: Size(1920, 1080), rest: text)
        #expect(picture.frame.width < 960)
        #expect(frames[1].minY == picture.frame.minY, "the heading")
        #expect(frames.dropFirst().allSatisfy { $0.minX >= picture.frame.maxX })
        // At the end too, and below the title then.
        let (last, before) = try columns(
            "# Title\n\nA line.\n\n- One\n- Two", PixelSize(300, 200), screen: Size(1920, 1080), rest: "![a](a.png)")
        #expect(before.dropFirst().dropLast().allSatisfy { $0.maxX <= last.frame.minX && $0.minY >= last.frame.minY })
        #expect(last.frame.minY >= before[0].maxY, "the title")
        // Two pictures illustrate what stands before and after them, where the glass has room for all below each other.
        let (first, _) = try columns(
            "![a](a.png)\n\nWords.\n\n![a](a.png)", PixelSize(300, 100), screen: Size(1920, 1080), rest: "Words.")
        #expect(first.frame.width > picture.frame.width)
        // Alone, or on glass without room, it has the whole column.
        let (alone, _) = try columns("![a](a.png)", PixelSize(300, 200), screen: Size(1920, 1080), rest: "")
        let (narrow, below) = try columns("![a](a.png)", PixelSize(300, 200), screen: Size(1080, 1920), rest: text)
        #expect(alone.frame.width > picture.frame.width)
        #expect(below.dropFirst().allSatisfy { $0.minY >= narrow.frame.maxY })
    }

    @Test func `on glass more than twice as wide as high, two columns have no banner`() throws {
        for title in ["", " \"banner\""] {
            let (picture, frames) = try columns("![a](a.png\(title))", PixelSize(880, 100), screen: Size(1920, 540))
            #expect(picture.frame.width < 960 && picture.fit == (title.isEmpty ? .inside : .covering))
            #expect(frames[1].minY > 0)
        }
    }

    @Test func `a caption of two columns stays with its picture`() throws {
        let (picture, frames) = try columns(
            "![a](a.png \"Words of a caption\")", PixelSize(300, 200), screen: Size(1920, 1080))
        #expect(frames[1].minX >= picture.frame.minX && frames[1].maxX <= picture.frame.maxX)
        #expect(frames[1].minY >= picture.frame.maxY && frames[2].minX >= picture.frame.maxX)
    }
}
