// Sliders on pages: what they set, what follows them, and what is refused.

import Geometry
import Settings
import Stage
import Testing

@testable import Pages

@Suite struct PageSliderTests {
    nonisolated static let settings = """
        [gestures]
        pop = "full-screen"
        [slider.year]
        from = 1850
        to = 2000
        step = 50
        start = 1900
        [slider.floor]
        steps = [-1, 0, 7]

        """
    private nonisolated static let page = """
        # In {{year}}

        ![Year](slider:year)

        ![Town](town-{{year}}.png)

        | {{year}} | What happened |
        |---|---|
        | 1850 | A lighthouse is built. |
        | 2000 | In {{year}} **all** of it is a [museum](home.md). |

        Long ago, in {{year}}, there was nobody here.

        """
    private nonisolated static let pictures = [1850, 1900, 1950, 2000].map { "town-\($0).png" }

    private func glass(
        _ page: String = page, settings: String = settings, sheet: Bool = false, panel: Panel = PageGlass.panel
    ) throws -> PageGlass {
        try PageGlass(
            ["kiosk.toml": settings, "home.md": "[page](page.md)\n\nIt is {{year}}.\n", "page.md": page],
            pictures: Self.pictures, stack: ["home", sheet ? "page!" : "page"], panel: panel)
    }

    private func check(_ page: String, settings: String = settings, pictures: [String] = pictures) -> String {
        let folder = TestFolder(["kiosk.toml": settings, "home.md": page])
        for picture in pictures { folder.writePicture(picture) }
        return folder.check()
    }

    /// The lines of `found` without the warning that no page has the slider of the floors.
    private static func withoutUnused(_ found: String) -> [Substring] {
        found.split(separator: "\n").filter { !$0.contains("no page has the slider \"floor\"") }
    }

    private func value(_ glass: PageGlass, _ name: String = "year") throws -> Int? {
        try glass.page.values.value(ofSlider: name)
    }

    // MARK: What is written

    @Test func `a slider that no page has is warned of, once all pages are known`() {
        let page = "In {{year}}\n"
        func says(_ page: String) -> [Substring] {
            check(page).split(separator: "\n").filter { $0.contains("no page has the slider") }
        }
        #expect(
            says(page).first.map { String($0) } == "kiosk/kiosk.toml:3:1: warning: no page has the slider \"year\": "
                + "write ![…](slider:year) into a paragraph of its own, or remove it")
        #expect(says(page).count == 2 && says("> ![Year](slider:year)\n\n- a\n\n  ![](slider:floor)\n") == [])
        #expect(says("![](slider:year)").count == 1)
        // The page that cannot be shown may have it.
        #expect(says("+++\n[]\n+++\n" + page) == [])
    }

    @Test(arguments: ["fill", "banner", "fit", "Fill: The town", "The town"])
    func `a word that pictures of a slider do not follow is warned of`(title: String) {
        let page = "![Year](slider:year)\n\n![Town](town-{{year}}.png \"\(title)\")\n\n![](slider:floor)\n"
        let found = check(page).split(separator: "\n").filter { $0.contains("has no effect") }
        #expect(found.count == (["fit", "The town"].contains(title) ? 0 : 1), "\(found)")
        #expect(found.allSatisfy { $0.hasPrefix("kiosk/home.md:3:1: warning: \"\(title.lowercased().prefix(4))") })
    }

    @Test func `a slider, a picture and a table of texts are read as such`() throws {
        let folder = TestFolder(["kiosk.toml": Self.settings, "home.md": Self.page])
        for picture in Self.pictures { folder.writePicture(picture) }
        let page = try #require(folder.load()?.pages["home"])
        let read = outline(page.blocks)
        #expect(read.contains("slider year Year"))
        #expect(read.contains("with year\n  from 1850 picture \"Town\" 20×10\n  from 1900"))
        #expect(read.contains("from 1850 paragraph A lighthouse is built."))
        #expect(page.pictureFiles.count == 4 && page.links.count == 1)
        #expect(!page.followsClock)
        #expect(Self.withoutUnused(folder.check()) == [])
    }

    @Test func `each mistake has one message at its place`() {
        for (page, place, words) in [
            ("![Year](slider:yaer)", "1:1", "there is no slider \"yaer\"; did you mean (slider:year)?"),
            ("![Guests](slider:guests)", "1:1", "; write into kiosk.toml [slider.guests]"),
            ("![](slider:)", "1:1", "; write into kiosk.toml [slider.year]"),
            (
                "![Hour](slider:Hour)", "1:1",
                "such as hour: write (slider:hour), and into kiosk.toml [slider.hour] with"
            ),
            ("![Hour](slider:Top_Hour)", "1:1", "write (slider:top-hour), and into kiosk.toml [slider.top-hour] with"),
            ("![Hour](slider:Time)", "1:1", "write (slider:year), and into kiosk.toml [slider.year] with"),
            ("In {{yeer}}", "1:4", "did you mean {{year}}?"),
            ("![T](town-{{yeer}}.png)", "1:1", "did you mean {{year}}?"),
            ("![T](town-{{year}}-{{floor}}.png)", "1:1", "only one slider, such as {{year}}"),
            ("![T](city-{{year}}.png)", "1:1", "there is no picture \"city-1850.png\""),
            ("- ![T](town-{{year}}.png) [Home](home.md)", "1:3", "stands in a paragraph of its own"),
            ("- ![T](slider:year) [Home](home.md)", "1:3", "a slider stands in a paragraph of its own"),
            ("[![T](town-{{year}}.png)](home.md)", "1:2", "stands in a paragraph of its own, and leads nowhere"),
            ("| {{year}} | a | b |\n|-|-|-|\n| 1850 | x | y |", "1:1", "has two columns"),
            ("| {{year}} | a |\n|-|-|\n| soon | x |", "3:1", "the first cell must be a whole number"),
            ("| {{year}} | a |\n|-|-|\n| 1850 | x |\n| 1850 | y |", "4:1", "a text from 1850 on already"),
        ] {
            let found = check(page).split(separator: "\n")
            #expect(
                found.contains { $0.hasPrefix("kiosk/home.md:\(place): ") && $0.contains(words) }, "\(page): \(found)")
        }
    }

    @Test func `each mistake in the settings has one message, and the slider is left out`() {
        for (table, words) in [
            ("[slider.year]\nfrom = 1850\nto = 1850", "to must be greater than from"),
            ("[slider.year]\nfrom = 1850\nto = 1999\nstep = 50", "1950 would do"),
            ("[slider.year]\nfrom = 0\nto = 100", "at most 100 steps"),
            ("[slider.year]\nfrom = 1850", "to is missing"),
            ("[slider.year]\nsteps = [3, 2]", "each greater than the one before"),
            (
                "[slider.year]\nsteps = [3, \"x\"]",
                "2:13: steps must be a list of whole numbers from -1000000 to 1000000; it holds \"x\""
            ),
            ("[slider.year]\nsteps = [3, 1e3]", "2:13: steps must be a list of whole numbers"),
            ("[slider.year]\nsteps = [3, 2000000]", "it holds 2000000"),
            ("[slider.year]\nsteps = [1, 2]\nfrom = 1", "remove from"),
            ("[slider.year]\nfrom = 1\nto = 3\nstart = 5", "start must be one of the steps, 1, 2 or 3, not 5"),
            ("[slider.time]\nfrom = 1\nto = 3", "{{time}} is something else already"),
            (
                "[slider.Hour]\nfrom = 1\nto = 3",
                "a slider's name has small letters from a to z, digits and hyphens, such as hour"
            ),
            ("[slider]\nyear = 5", "must be a table"), ("slider = 5", "must be a table"),
            ("[slider.year]\nfrom = 1\nto = 3\ncolour = 1", "unknown key \"colour\""),
            ("[slider.year]\nfrom = \"a\"\nto = 3", "from must be a whole number"),
        ] {
            let found = check("# Home\n", settings: table, pictures: []).split(separator: "\n")
            #expect(found.count == 1 && found[0].contains(words), "\(table): \(found)")
        }
        let many = (0..<18).map { "[slider.s\($0)]\nfrom = 1\nto = 2\n" }.joined()
        #expect(check("# Home\n", settings: many, pictures: []).split(separator: "\n").count == 2)
    }

    @Test(arguments: [
        "[slider.year]\nfrom = 1850\nto = 2000\nstep = 40", "[slider.year]\nfrom = 2\nto = 1",
        "[slider.year]\nfrom = 1",
        "[slider.year]\nsteps = [3, 2]", "[slider.year]\nfrom = \"a\"\nto = 3", "[slider]\nyear = 5",
    ])
    func `a slider that is left out for its mistake is not reported on pages too`(settings: String) throws {
        let found = check(Self.page, settings: settings).split(separator: "\n")
        #expect(found.count == 1 && found[0].contains("kiosk.toml"), "\(found)")
        let glass = try glass(settings: settings)
        #expect(glass.all(PageSliderView.self).isEmpty && !glass.all(TextView.self).isEmpty)
        // A name that no table has is a mistake of the page.
        #expect(check("In {{yaer}}", settings: settings).contains("did you mean {{year}}?"))
    }

    @Test func `a slider whose name is wrong, or that is one too many, is not reported on pages too`() {
        let many = (0..<18).map { "[slider.s\($0 + 10)]\nfrom = 1\nto = 2\n" }.joined()
        let wrong = "[slider.Year]\nfrom = 1\nto = 3"
        for (settings, name, count) in [(wrong, "Year", 1), (wrong, "year", 1), (many, "s27", 2)] {
            let found = check("![S](slider:\(name))\n\nIn {{\(name)}}\n", settings: settings).split(separator: "\n")
            #expect(found.count == count && found.allSatisfy { $0.contains("kiosk.toml") }, "\(found)")
        }
        // What has a meaning of its own keeps it.
        let word = check("{{time}}\n\n{{until}}\n", settings: "[slider.until]\nfrom = 1\nto = 3")
        #expect(word.contains("{{until}} is something else already") && word.contains("needs a date"))
    }

    @Test func `a kiosk whose settings cannot be read does not complain of its sliders`() {
        let found = check("![Year](slider:year) {{year}}", settings: "[slider.year\n", pictures: []).split(
            separator: "\n")
        #expect(found.count == 1 && found[0].contains("kiosk.toml"), "\(found)")
    }

    @Test func `variants of a page have a limit, which is said once`() {
        let text = "![N](slider:n)\n\n" + (0..<3).map { _ in "![T](t{{n}}.png)\n\n" }.joined()
        let pictures = (1...100).map { "t\($0).png" }
        let found = check(text, settings: "[slider.n]\nfrom = 1\nto = 100\n", pictures: pictures).split(separator: "\n")
        #expect(found.count == 1 && found[0].contains("more than 200 pictures and texts"), "\(found)")
    }

    // MARK: What a finger does

    @Test func `a drag sets the number, and everything that shows it follows under the finger`() throws {
        let glass = try glass()
        let (slider, view) = (
            try #require(glass.all(SliderView.self).first), try #require(glass.all(PageSliderView.self).first)
        )
        #expect(try value(glass) == 1900 && glass.page.title == "In 1900")
        let (frame, layouts) = (glass.frame(of: slider), glass.all(TextView.self).map(ObjectIdentifier.init))
        // From the thumb, a third of the way along, to the end.
        let start = Point(frame.minX + 3 + (frame.width - 6) / 3, frame.center.y)
        glass.drag(from: start, by: Vector(frame.width, 0))
        #expect(try value(glass) == 2000 && glass.page.title == "In 2000" && slider.value == 1)
        #expect(glass.names == ["home", "page"])
        #expect(view.bounds.height >= glass.stage.theme.fingertip)
        let stepped = glass.all(VariantView.self)
        #expect(stepped.map(\.shown) == [3, 1])
        // Nothing was laid out anew.
        #expect(glass.all(TextView.self).map(ObjectIdentifier.init) == layouts)
    }

    @Test func `the page below shows the number too when it comes back`() throws {
        let glass = try glass()
        glass.stage.set("year", to: 1850)
        glass.pass()
        glass.stage.navigator.pop()
        glass.pass()
        #expect(try glass.page.values.plainText(of: [.placeholder(.slider("year"))]) == "1850")
        #expect(glass.names == ["home"])
    }

    @Test func `the thumb wins and loses as the table of conflicts says`() throws {
        for (sheet, isThumb, way, pops) in [
            (false, true, Vector(60, 0), false), (false, false, Vector(60, 0), false),
            (true, true, Vector(60, 0), false),
            (true, true, Vector(1, 150), true), (true, false, Vector(60, 3), false),
        ] {
            let glass = try glass(sheet: sheet)
            let slider = try #require(glass.all(SliderView.self).first)
            let frame = glass.frame(of: slider)
            let thumb = frame.minX + 3 + (frame.width - 6) / 3
            glass.drag(from: Point(isThumb ? thumb : frame.center.x, frame.center.y), by: way)
            #expect((glass.names == ["home"]) == pops, "sheet \(sheet), thumb \(isThumb), \(way)")
            #expect(try pops || value(glass) != 1900)
        }
        // From the edge of the glass, the track gives way.
        let glass = try glass(
            "![Year](slider:year)\n", panel: Panel(pixels: PixelSize(400, 700), millimetres: Size(60, 105)))
        let frame = glass.frame(of: try #require(glass.all(SliderView.self).first))
        glass.drag(from: Point(0.5, frame.center.y), by: Vector(50, 0))
        #expect(glass.names == ["home"])
    }

    @Test func `a vertical drag scrolls`() throws {
        let glass = try glass(Self.page + (0..<80).map { "Paragraph \($0)\n\n" }.joined())
        let slider = try #require(glass.all(SliderView.self).first)
        glass.drag(from: glass.middle(of: slider), by: Vector(1, -60))
        #expect(try value(glass) == 1900)
        #expect(try #require(glass.all(ScrollView.self).first).offset > 50)
    }

    @Test(arguments: [false, true])
    func `a tap on the track sets the number there, and more lies where lines end`(rightToLeft: Bool) throws {
        let front = "+++\ndirection = \"right-to-left\"\n+++\n"
        let glass = try glass((rightToLeft ? front : "") + Self.page)
        let frame = glass.frame(of: try #require(glass.all(SliderView.self).first))
        for (share, expected) in [(0.03, 1850), (0.97, 2000), (0.64, 1950), (0.4, 1900)] {
            glass.tap(
                Point(rightToLeft ? frame.maxX - share * frame.width : frame.minX + share * frame.width, frame.center.y)
            )
            #expect(try value(glass) == expected)
        }
    }

    @Test func `two sliders of a number agree`() throws {
        let glass = try glass("![A](slider:floor)\n\ntext\n\n![B](slider:floor)\n")
        let sliders = glass.all(SliderView.self)
        let frame = glass.frame(of: sliders[0])
        glass.tap(Point(frame.maxX - 2, frame.center.y))
        #expect(sliders.map(\.value) == [1, 1])
        #expect(try value(glass, "floor") == 7)
    }

    // MARK: Visits

    @Test func `a visit ends at the start, and a state brings everything back`() throws {
        let glass = try glass()
        glass.stage.set("year", to: 2000)
        glass.pass()
        let state = try #require(glass.stage.stateAtRest)
        #expect(state.sliders == ["year": 2000])
        #expect([String: Int](sliderTexts: state.sliders.sliderTexts) == state.sliders)
        let home = try #require(glass.library.screen(named: "home"))
        glass.stage.begin(with: home)
        #expect(glass.stage.sliders.isEmpty && home.values.value(ofSlider: "year") == 1900)
        let again = try #require(glass.library.screen(named: "page"))
        try glass.stage.begin(with: again, sliders: state.sliders) { () throws(Problem) in }
        #expect(again.values.value(ofSlider: "year") == 2000 && again.title == "In 2000")
    }

    private struct Problem: Error {}

    @Test func `a number that is no step any more is the start`() throws {
        let glass = try glass()
        glass.stage.set("year", to: 1937)
        glass.stage.set("nobody", to: 5)
        #expect(try value(glass) == 1900)
        for index in 0..<40 { glass.stage.set("n\(index)", to: 1) }
        #expect(glass.stage.sliders.count == Stage.mostSliders)
        #expect([String: Int](sliderTexts: ["year=1900", "x", "=", "a=b", "floor=-1"]) == ["year": 1900, "floor": -1])
    }
}
