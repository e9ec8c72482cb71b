// Places on pictures: how they are read, and where they lie.

import Drawing
import Geometry
import Layers
import Stage
import TestFolders
import TestRandomness
import Testing

@testable import Pages

@Suite struct PicturePlaceTests {
    private nonisolated static func table(
        _ picture: String = "plan.png", at: String = #"["10 %", "20 %", "30 %", "40 %"]"#, page: String = "hall.md",
        _ more: String = ""
    ) -> String {
        "[[place]]\npicture = \"\(picture)\"\nat = \(at)\npage = \"\(page)\"\n\(more)"
    }

    private func folder(_ tables: String, _ body: String = "![Plan](plan.png)\n") -> TestFolder {
        let folder = TestFolder([
            "home.md": "+++\n\(tables)+++\n\(body)", "hall.md": "# The hall\n", "sub/room.md": "# The room\n",
        ])
        folder.write("plan.png", TestPicture.png(300, 200))
        return folder
    }

    @Test func `places are links of the page, in the order of the file`() throws {
        let folder = folder(
            Self.table()
                + Self.table(at: #"["0%", "0.5 %", "100 %", "99.5 %"]"#, page: "/sub/room.md", "sheet = true\n"),
            "![Plan](plan.png) ![Plan](/plan.png)\n")
        #expect(folder.check() == "")
        let page = try #require(folder.load()?.pages["home"])
        #expect(page.links.map(\.page) == ["hall", "sub/room", "hall", "sub/room"])
        #expect(page.links.prefix(2).map(\.presentation) == [.push, .sheet])
        #expect(page.links.prefix(2).map(\.place.line) == [5, 9])
        let areas = page.blocks.flatMap(\.pictures).flatMap(\.places).map(\.area)
        #expect(areas.prefix(2) == [Rect(0.1, 0.2, 0.3, 0.4), Rect(0, 0.005, 1, 0.995)])
    }

    @Test(arguments: [
        (table("plam.png"), "3:11: there is no picture \"plam.png\"; did you mean \"plan.png\"?"),
        (table(page: "hal.md"), "5:8: there is no page \"hal.md\"; did you mean \"hall.md\"?"),
        (table(page: "hall.md#door"), "5:8: no heading of the page has the anchor \"#door\""),
        (
            table(page: "https://example.org"),
            "5:8: a link leads to a page of the kiosk, not to the web: write a page example.md with the lines +++, title = "
                + "\"Example\", url = \"https://example.org\", hosts = [], +++, and link to (example.md)"
        ),
        (table(at: #"["10 %", "20 %", "30 %"]"#), "4:6: at is the left side, the top, the width and the height"),
        (table(at: #"["10 %", "20 %", "30 %", "40 mm"]"#), "4:6: at is the left side, the top, the width and the"),
        (table(at: #"["-1 %", "20 %", "30 %", "40 %"]"#), "4:6: at is the left side, the top, the width and the"),
        (table(at: #"["nan %", "inf %", "30 %", "40 %"]"#), "4:6: at is the left side, the top, the width and the"),
        (
            table(at: "[12, 30.5, 20, 10]"),
            "4:6: at counts in percent of the picture, not in pixels: write each number with its sign, such as at = [\"12 %\", \"30.5 %\", \"20 %\", \"10 %\"]"
        ),
        (table(at: "[0.1, 0.2, 0.3, 0.4]"), "4:6: at counts in percent of the picture"),
        (table(at: "[300, 20, 240, 10]"), "4:6: at counts in percent of the picture"),
        (table(at: "[1, \"2 %\", 3, 4]"), "4:7: at must be a list of texts such as [\"one\", \"two\"]; it holds 1"),
        (table(at: #"["10 %", "20 %", "0 %", "40 %"]"#), "4:6: the place has no width or no height"),
        (table(at: #"["80 %", "20 %", "30 %", "40 %"]"#), "4:6: the place ends outside of the picture"),
        (table("plan.png", "sheet = 1\n"), "6:9: sheet must be true or false, not 1"),
        (table("plan.png", "pages = 1\n"), "6:1: unknown key \"pages\" in [[place]]; did you mean \"page\"?"),
        ("[[place]]\npicture = \"plan.png\"\npage = \"hall.md\"\n", "2:1: at is missing, such as at = ["),
        (table("plan.png", "id = \"hall\"\n"), "6:6: at and id both say where the place lies"),
        (
            "[[place]]\npicture = \"plan.png\"\nid = \"hall\"\npage = \"hall.md\"\n",
            "4:6: an id is that of an element of an SVG; write at for other pictures"
        ),
        ("place = 1\n", "2:9: place must be tables, each written as [[place]]"),
    ])
    func `what is wrong is said at its place, and the page is shown without it`(tables: String, problem: String) {
        let folder = folder(tables, "![Plan](plan.png) [Hall](hall.md) [Room](sub/room.md)\n")
        let found = folder.check().split(separator: "\n")
        #expect(found.contains { $0.hasPrefix("kiosk/home.md:\(problem)") }, "\(found)")
        #expect(folder.load()?.pages["home"]?.blocks.isEmpty == false)
    }

    @Test(arguments: ["Words.\n", "- ![Plan](plan.png) [Hall](hall.md)\n"])
    func `a place on a picture that is not shown by itself is an error`(body: String) {
        let found = folder(Self.table(), "[Hall](hall.md) [Room](sub/room.md)\n\n" + body).check()
        #expect(
            found
                == "kiosk/home.md:3:11: nobody can tap this place, because the page does not show \"plan.png\"; show it outside of "
                + "rows and cards")
    }

    @Test func `more places than a hundred are left out`() throws {
        let folder = folder((0..<103).map { _ in Self.table() }.joined(), "![Plan](plan.png) [Room](sub/room.md)\n")
        let found = folder.check()
        #expect(found.contains("the page has more than 100 places; the others are left out"))
        #expect(!found.contains("unknown key"), "what is left out has no further mistakes")
        #expect(folder.load()?.pages["home"]?.blocks.flatMap(\.pictures)[0].places.count == 100)
    }

    /// An SVG in which each of the elements is one red rectangle: where it is drawn, there its place is.
    @Test(arguments: [
        (#"width="300" height="200""#, #"<rect id="hall" x="30" y="20" width="60" height="90" fill="red"/>"#),
        (
            #"width="300" height="200" viewBox="0 0 150 100""#,
            #"<g id="hall" transform="translate(10 20)"><path d="M5 6h30v20h-30z" fill="red"/></g>"#
        ),
        (
            #"width="300" height="200" viewBox="0 0 100 100""#,
            #"<rect id="hall" x="10" y="30" width="20" height="40" fill="red"/>"#
        ),
        (#"viewBox="-50 -50 300 200""#, #"<rect id="hall" x="-20" y="-40" width="90" height="70" fill="red"/>"#),
        (#"width="300" height="200""#, #"<rect id="hall" x="240" y="-30" width="200" height="90" fill="red"/>"#),
    ])
    func `an id names the place where its element is drawn`(size: String, element: String) throws {
        let folder = svgFolder(size, element, ["hall"])
        #expect(folder.check() == "")
        let picture = try #require(folder.load()?.pages["home"]?.blocks.flatMap(\.pictures).first)
        let area = try #require(picture.places.first).area
        let bitmap = try #require(picture.picture).bitmap()
        var drawn: (left: Int, top: Int, right: Int, bottom: Int) = (.max, .max, 0, 0)
        for y in 0..<bitmap.size.height {
            for x in 0..<bitmap.size.width
            where bitmap.pixels[y * bitmap.size.width + x] == Color(0xFF0000).premultiplied {
                drawn = (min(drawn.left, x), min(drawn.top, y), max(drawn.right, x + 1), max(drawn.bottom, y + 1))
            }
        }
        let (width, height) = (Double(bitmap.size.width), Double(bitmap.size.height))
        #expect(abs(area.minX * width - Double(drawn.left)) < 1 && abs(area.maxX * width - Double(drawn.right)) < 1)
        #expect(abs(area.minY * height - Double(drawn.top)) < 1 && abs(area.maxY * height - Double(drawn.bottom)) < 1)
    }

    private func svgFolder(_ size: String, _ elements: String, _ ids: [String]) -> TestFolder {
        let tables = ids.map { "[[place]]\npicture = \"plan.svg\"\nid = \"\($0)\"\npage = \"hall.md\"\n" }.joined()
        let folder = TestFolder(["home.md": "+++\n\(tables)+++\n![Plan](plan.svg)\n", "hall.md": "# The hall\n"])
        folder.write(
            "plan.svg", Array(#"<svg xmlns="http://www.w3.org/2000/svg" \#(size)>\#(elements)</svg>"#.utf8))
        return folder
    }

    @Test(arguments: [("Hall", "hall"), ("NORTH.Wing", "north.wing"), ("küche", nil), ("word", nil)])
    func `an id with other capitals is told the right one`(id: String, right: String?) {
        let elements =
            "<rect id='hall' width='9' height='9'/><rect id=\"north.wing\" width=\"9\" height=\"9\"/><desc class=\"word\"/>"
        let found = svgFolder(#"width="300" height="200""#, elements, [id]).check()
        #expect(found.hasSuffix("has the id \"\(id)\"" + (right.map { "; did you mean \"\($0)\"?" } ?? "")), "\(found)")
    }

    @Test func `what is wrong with an id is said`() {
        let elements =
            #"<rect id="hall" width="9" height="9" fill="none"/><rect id="away" x="400" width="9" height="9"/><g id="empty"/>"#
        let folder = svgFolder(#"width="300" height="200""#, elements, ["#hall", "room", "away", "empty", "", "a b"])
        #expect(
            folder.check() == """
                kiosk/home.md:8:6: no element of "plan.svg" has the id "room"
                kiosk/home.md:12:6: the element "away" of "plan.svg" has no area inside of the picture
                kiosk/home.md:16:6: the element "empty" of "plan.svg" has no area inside of the picture
                kiosk/home.md:20:6: id is the id of an element of the SVG, such as "hall" for <rect id="hall" …>
                kiosk/home.md:24:6: this id has a space, which no id may have; call the element otherwise in the SVG and here, \
                such as "a-b"
                """)
    }

    @Test(arguments: ["![Plan](plan.png)\n", "[Other](other.md)\n"])
    func `a picture that cannot be shown has one message, and the pages of its places none`(body: String) {
        let folder = folder((0..<5).map { _ in Self.table() }.joined(), body)
        folder.write("plan.png", Array("no picture".utf8))
        folder.write("other.md", Array("# Other\n".utf8))
        let found = folder.check().split(separator: "\n")
        let isShown = body.hasPrefix("!")
        #expect(found.count == 1 && found[0].contains("\"plan.png\" is not a picture that can be shown"), "\(found)")
        #expect(found.first?.hasPrefix("kiosk/home.md:\(isShown ? "23:1" : "3:11")") == true, "\(found)")
        // Once all is right, pages without a link are named again.
        folder.write("plan.png", TestPicture.png(300, 200))
        #expect(folder.check().contains("sub/room.md: warning: no page links to this one"))
    }

    @Test func `an answer about elements that no process can have given is none`() {
        var random = SplitMix(7)
        let size = PixelSize(30, 20)
        let text =
            #"<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect id="a" width="9" height="9"/></svg>"#
        let right = SVGAreas.search(SVGAreas.question(["a", "b"], size, in: Array(text.utf8))[...])
        #expect(SVGAreas.places(2, parsed: right) == [.area(Rect(0, 0, 0.3, 0.45)), .missing()])
        for count in 0..<right.count { #expect(SVGAreas.places(2, parsed: Array(right.prefix(count))) == nil) }
        for _ in 0..<2000 {
            let bytes = (0..<random.below(20)).map { _ in UInt8(random.below(256)) }
            for case .area(let area) in SVGAreas.places(1, parsed: bytes) ?? [] {
                #expect(!area.isEmpty && area.minX >= 0 && area.minY >= 0 && area.maxX <= 1 && area.maxY <= 1)
            }
        }
        for question in ["", "1 1", "0 0 1\na\n<svg/>", "9 9 -1\n", "9 9 101\n", "9 9 1\na\nno svg"] {
            #expect(SVGAreas.search(Array(question.utf8)[...]).isEmpty)
        }
    }

    /// Any pictures in any frames: a finger on what is seen of a place hits it, a finger far from all hits none, and each place that
    /// is seen has room for a fingertip.
    @Test(arguments: 0..<60) func `a place follows the cut of its picture`(seed: Int) throws {
        var random = SplitMix(UInt64(seed))
        func share() -> Double { Double(random.below(1000)) / 1000 }
        let size = PixelSize(20 + random.below(400), 20 + random.below(400))
        let folder = TestFolder()
        folder.write("plan.png", TestPicture.png(size.width, size.height))
        let picture = try Picture("plan.png", in: folder.path, followsLinks: false)
        let frame = Size(Double(20 + random.below(900)), Double(20 + random.below(900)))
        let place = SourcePlace(line: 1, column: 1)
        let marks = (0..<3).map { index in
            PicturePlace(
                area: Rect(share() * 0.9, share() * 0.9, 0.001 + share() * 0.09, 0.001 + share() * 0.09),
                link: Link(page: "hall\(index)", presentation: .push, place: place))
        }
        let shown = PagePicture(picture: picture, description: "", places: marks, place: place)
        let theme = Theme(.paper, on: Panel(pixels: PixelSize(800, 480)))
        let actions = PictureActions(open: { _ in }, enlarge: { _, _ in })
        let blocks = [
            PictureBlock(shown, theme: theme, heightLimit: frame.height, actions: actions),
            PictureBlock(shown, theme: theme, covering: frame, isBanner: true, actions: actions),
        ]
        for block in blocks {
            block.frame = Rect(origin: .zero, size: frame)
            let whole = picture.frame(in: block.frame, fit: block.fit)
            let window = block.frame.intersection(whole)
            let areas = marks.map { mark in
                Rect(
                    whole.minX + mark.area.minX * whole.width, whole.minY + mark.area.minY * whole.height,
                    mark.area.width * whole.width, mark.area.height * whole.height
                ).intersection(window)
            }
            for _ in 0..<50 {
                let point = Point(share() * frame.width, share() * frame.height)
                let hit = block.places?.hit(at: point)
                if let first = areas.firstIndex(where: { $0.contains(point) }) {
                    #expect(hit?.place == marks[first] && hit?.frame == areas[first])
                } else if let hit {
                    #expect(hit.frame.distance(to: Rect(point.x, point.y, 0, 0)) <= theme.fingertip)
                    #expect(min(hit.frame.width, hit.frame.height) < theme.fingertip)
                }
            }
            for area in areas where !area.isEmpty {
                let reach = theme.fingertip / 2 - 0.01
                for corner in [
                    Vector(-reach, -reach), Vector(reach, -reach), Vector(-reach, reach), Vector(reach, reach),
                ] {
                    #expect(block.places?.hit(at: area.center + corner) != nil)
                }
            }
        }
    }
}
