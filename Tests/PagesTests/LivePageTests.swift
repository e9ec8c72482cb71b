// A page with values on a stage: when it wakes, and what stays where it is.

import Drawing
import Geometry
import Gestures
import Layers
import Stage
import Testing

@testable import Pages

@Suite struct LivePageTests {
    /// 17 June 2026, 10:30:20 UTC, at the start of the stage.
    private static let clock = WallClock(nanoseconds: 1_781_692_220_000_000_000, at: .zero, zone: .init(offsets: []))

    private func stage(_ page: String, _ files: [String: String] = [:]) throws -> (Stage, PageScreen, PageLibrary) {
        let folder = TestFolder(files.merging(["home.md": page]) { $1 })
        let library = PageLibrary(kiosk: try #require(folder.load()))
        let screen = try #require(library.screen(named: "home"))
        let panel = Panel(pixels: PixelSize(800, 480))
        let stage = Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: screen,
            values: StageValues(clock: Self.clock))
        return (stage, screen, library)
    }

    @Test func `the time wakes the stage once a minute, and a page without values never`() throws {
        let (stage, screen, library) = try stage("# Home\n{{time}}")
        for minute in 0..<5 {
            let due = try #require(stage.nextDeadline)
            #expect(due == Instant.zero + .seconds(40) + .seconds(Double(60 * minute)))
            stage.advance(to: due)
        }
        #expect(!stage.isWaiting && library.values(of: screen.page, on: stage).text(of: .time) == "10:35")
        let (still, own, _) = try self.stage("# Home\nNo time.")
        #expect(still.nextDeadline == nil && own.page.name == "home")
    }

    @Test func `a dark stage does not wake, and is right when it is lit`() throws {
        let (stage, screen, library) = try stage("# At {{time}}\nText")
        #expect(screen.title == "At 10:30")
        stage.isAsleep = true
        #expect(stage.nextDeadline == nil)
        stage.advance(to: .zero + .seconds(7200))
        stage.isAsleep = false
        #expect(screen.title == "At 12:30" && stage.nextDeadline != nil)
        withExtendedLifetime(library) {}
    }

    @Test func `the clock can be set backwards`() throws {
        let (stage, screen, library) = try stage("# At {{time}}\nText")
        let back = WallClock(nanoseconds: 1_781_600_000_000_000_000, at: .zero, zone: .init(offsets: []))
        stage.arrived(Arrival(back), at: .zero + .seconds(1))
        #expect(screen.title == "At 08:53" && stage.nextDeadline == .zero + .seconds(40))
        withExtendedLifetime(library) {}
    }

    @Test func `new values of a file change the cells, and more rows the layout; the scroll position stays`() throws {
        let long = String(repeating: "Text that goes on.\n\n", count: 60)
        let (stage, screen, library) = try stage("# Home\n![D](d.csv)\n\n" + long, ["d.csv": "time,to\n10:40,Ulm\n"])
        let scroll = try #require(screen.view.content.subviews.compactMap { $0 as? ScrollView }.first)
        scroll.offset = 100
        func cells() -> [View] { scroll.subviews.filter { ($0 as? any LiveView)?.placeholders.isEmpty == false } }
        func bring(_ rows: [[String]], at seconds: Double) {
            var file = DataFile()
            (file.columns, file.rows) = (["time", "to"], rows)
            stage.arrived(Arrival(ArrivalRecord.File(name: "d.csv", value: file.text)), at: .zero + .seconds(seconds))
            stage.advance(to: .zero + .seconds(seconds + 2))
        }
        let (end, before) = (scroll.contentSize.height, cells())
        bring([["10:50", "Jena"]], at: 1)
        #expect(scroll.contentSize.height == end)
        #expect(!before.isEmpty && zip(cells(), before).allSatisfy { $0 === $1 })
        bring([["10:50", "Jena"], ["10:55", "Ulm"]], at: 5)
        #expect(scroll.contentSize.height > end)
        #expect(scroll.offset >= 100)
        #expect(library.values(of: screen.page, on: stage).text(of: .value(file: "d.csv", path: "1.to")) == "Ulm")
    }

    @Test func `a stage that only follows the clock is at rest`() throws {
        let (stage, _, library) = try stage("# At {{time}}\nText")
        #expect(stage.nextDeadline != nil && stage.stateAtRest?.stack == ["home"])
        withExtendedLifetime(library) {}
    }

    @Test func `under a finger cells change at once, and rows come when it lifts`() throws {
        let long = String(repeating: "Text that goes on.\n\n", count: 60)
        let (stage, screen, library) = try stage("# Home\n![D](d.csv)\n\n" + long, ["d.csv": "time\n10:40\n"])
        let scroll = try #require(screen.view.content.subviews.compactMap { $0 as? ScrollView }.first)
        func touch(_ phase: TouchFrame.Phase, _ y: Double, at milliseconds: Int) {
            stage.handle(
                TouchFrame(
                    time: .zero + .milliseconds(milliseconds),
                    changes: [.init(contact: 1, phase: phase, position: Point(60, y))]))
        }
        touch(.began, 100, at: 1000)
        for step in 1...10 { touch(.moved, 100 - 4 * Double(step), at: 1000 + 10 * step) }
        // The content catches up with the finger.
        stage.advance(to: .zero + .milliseconds(1190))
        let (offset, end) = (scroll.offset, scroll.contentSize.height)
        #expect(offset > 0)
        var file = DataFile()
        (file.columns, file.rows) = (["time"], [["10:50"], ["10:55"]])
        stage.arrived(
            Arrival(ArrivalRecord.File(name: "d.csv", value: file.text)), at: .zero + .milliseconds(1200))
        stage.advance(to: .zero + .milliseconds(1900))
        #expect(scroll.contentSize.height == end && scroll.offset == offset)
        let table = try #require(scroll.subviews.compactMap { $0 as? TableView }.first)
        let setter = TextSetter(theme: stage.theme, language: "en", values: screen.values)
        // What can be seen is what is true, so there is nothing to refresh.
        #expect(table.refresh(setter) && screen.values.text(of: table.placeholders[0]) == "10:50")
        touch(.moved, 40, at: 1950)
        #expect(scroll.offset > offset)
        touch(.ended, 40, at: 2100)
        stage.advance(to: .zero + .milliseconds(2400))
        #expect(scroll.contentSize.height > end)
        withExtendedLifetime(library) {}
    }

    @Test func `rows that are gone stay under a finger, and leave when it lifts`() throws {
        let rows = (0..<30).map { "10:\(10 + $0)\n" }.joined()
        let (stage, screen, library) = try stage("# Home\n![D](d.csv)\n\nBelow.", ["d.csv": "time\n\(rows)"])
        let scroll = try #require(screen.view.content.subviews.compactMap { $0 as? ScrollView }.first)
        func table() throws -> TableView { try #require(scroll.subviews.compactMap { $0 as? TableView }.first) }
        func pixels() throws -> [UInt32] {
            let view = try table()
            let bitmap = Bitmap(
                size: PixelSize(Int(view.bounds.width), Int(view.bounds.height)), isOpaque: true, filledWith: .white)
            let parts = [view] + view.subviews.flatMap { [$0] + $0.subviews }
            for part in parts { part.draw(on: Canvas(bitmap)) }
            return Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.size.width * bitmap.size.height))
        }
        func touch(_ phase: TouchFrame.Phase, at milliseconds: Int) {
            stage.handle(
                TouchFrame(
                    time: .zero + .milliseconds(milliseconds),
                    changes: [.init(contact: 1, phase: phase, position: Point(60, 100))]))
        }
        let (before, height) = try (pixels(), scroll.contentSize.height)
        touch(.began, at: 1000)
        var file = DataFile()
        (file.columns, file.rows) = (["time"], [["10:50"]])
        stage.arrived(
            Arrival(ArrivalRecord.File(name: "d.csv", value: file.text)), at: .zero + .milliseconds(1200))
        stage.advance(to: .zero + .milliseconds(3000))
        #expect(try pixels() == before && scroll.contentSize.height == height)
        touch(.ended, at: 3100)
        stage.advance(to: .zero + .milliseconds(3600))
        #expect(scroll.contentSize.height < height)
        withExtendedLifetime(library) {}
    }

    @Test func `the values follow the language on the screen`() throws {
        let (stage, screen, library) = try stage(
            "# On {{date}}\nText",
            ["kiosk.toml": "language = \"en\"\nlanguages = [\"en\", \"de\"]", "home.de.md": "# Am {{date}}\nText"])
        #expect(screen.title == "On 17 June 2026")
        stage.show(in: "de", because: "test")
        #expect(screen.title == "Am 17. Juni 2026")
        stage.show(in: nil, because: "test")
        #expect(screen.title == "On 17 June 2026")
        withExtendedLifetime(library) {}
    }

    /// A page with a table of a file between two rows, and what taps on it open.
    private final class Board {
        let stage: Stage
        let library: PageLibrary
        private let scroll: ScrollView

        init(_ made: (Stage, PageScreen, PageLibrary)) throws {
            (stage, library) = (made.0, made.2)
            scroll = try #require(made.1.view.content.subviews.compactMap { $0 as? ScrollView }.first)
            show(rows: 1, at: 100)
        }

        /// The file has `count` rows at `time` (ms), and a second later.
        func show(rows count: Int, at time: Int) {
            var file = DataFile()
            (file.columns, file.rows) = (["to"], (0..<count).map { ["City \($0)"] })
            let instant = Instant.zero + .milliseconds(time)
            stage.arrived(Arrival(ArrivalRecord.File(name: "d.csv", value: file.text)), at: instant)
            stage.advance(to: instant)
        }

        /// The middle (mm) of the row that leads to `page`.
        func place(of page: String) throws -> Point {
            let rows = scroll.subviews.compactMap { $0 as? RowView }
            let frame = rows[try #require(["above", "below", "last"].firstIndex(of: page))].frame
            let origin = scroll.convert(fromPanel: .zero)
            let density = stage.panel.density(.vertical)
            return Point(
                (frame.minX + frame.width / 2 - origin.x) / density,
                (frame.minY + frame.height / 2 - origin.y) / density)
        }

        /// What a tap at `point` opens whose finger comes down at `time` (ms).
        func tap(at point: Point, time: Int, lift: Int = 60) -> [String] {
            for (phase, time) in [(TouchFrame.Phase.began, time), (.ended, time + lift)] {
                stage.handle(
                    TouchFrame(
                        time: .zero + .milliseconds(time), changes: [.init(contact: 1, phase: phase, position: point)]))
            }
            return Array(stage.stackNames.dropFirst())
        }
    }

    private func board() throws -> Board {
        try Board(
            stage(
                "# Home\n- [Above](above.md)\n\n![D](d.csv)\n\n- [Below](below.md)\n- [Last](last.md)\n",
                ["above.md": "# A", "below.md": "# B", "last.md": "# L", "d.csv": "to\nCity 0\n"]))
    }

    @Test(arguments: [0, 1, 50, 150, 199, 200, 400])
    func `a tap just after rows have moved opens nothing that was not there before`(delay: Int) throws {
        for page in ["above", "below", "last"] {
            let board = try board()
            let old = try board.place(of: page)
            board.show(rows: 2, at: 5000)
            let new = try board.place(of: page)
            #expect((new.y > old.y + 1) == (page != "above"))
            // What has stayed where it was can be tapped at once.
            let opens = page == "above" || delay >= 200
            #expect(board.tap(at: new, time: 5000 + delay) == (opens ? [page] : []), "\(page)")
            // A little later everything can.
            if !opens { #expect(board.tap(at: new, time: 6000) == [page]) }
        }
    }

    @Test
    func `the time counts from the picture that shows the new rows, and a finger that was down before is not lost`()
        throws
    {
        let board = try board()
        board.show(rows: 2, at: 5000)
        board.stage.willPresent(at: .zero + .milliseconds(5150))
        let point = try board.place(of: "below")
        #expect(board.tap(at: point, time: 5340) == [])
        // Further pictures of it change nothing.
        board.stage.willPresent(at: .zero + .milliseconds(5349))
        #expect(board.tap(at: point, time: 5420) == ["below"])
    }

    @Test func `rows that change their texts alone do not move`() throws {
        let board = try board()
        board.show(rows: 1, at: 5000)
        #expect(board.tap(at: try board.place(of: "below"), time: 5001) == ["below"])
    }

    @Test func `an abbreviation at the end of a sentence has one full stop`() {
        var values = LiveValues(language: "de")
        values.now = (Self.clock.seconds(at: .zero), Self.clock.zone)
        let until = Placeholder.until(CivilTime(values.now!.zone.local(at: values.now!.seconds + 7200).description)!)
        for (rest, expected) in [(". Und", "2 Std. Und"), (" noch", "2 Std. noch"), ("", "2 Std.")] {
            let inlines: [Inline] = [.placeholder(until)] + (rest.isEmpty ? [] : [.text(rest)])
            #expect(values.plainText(of: inlines) == expected)
            let set = TextSetter(
                theme: Theme(.paper, on: Panel(pixels: PixelSize(800, 480))), language: "de", values: values
            )
            .paragraph(inlines)
            #expect(set.attributed.string == expected)
        }
    }

    @Test func `a page has the closed days of the kiosk, unless it names some itself`() throws {
        let folder = TestFolder([
            "kiosk.toml": "hours = [\"10:00-18:00\"]\nclosed = [\"06-17\"]", "home.md": "{{open}} [a](a.md) [b](b.md)",
            "a.md": "+++\nhours = [\"09:00-12:00\"]\n+++\n{{open}}",
            "b.md": "+++\n[hours]\nopen = [\"09:00-12:00\"]\nclosed = []\n+++\n{{open}}",
        ])
        #expect(folder.check() == "")
        let (stage, _, _) = try stage("# Home\nText")
        let library = PageLibrary(kiosk: try #require(folder.load()))
        let texts = try ["home", "a", "b"].map {
            library.values(of: try #require(library.kiosk.page($0)), on: stage).text(of: .open)
        }
        #expect(texts == ["closed, opens tomorrow at 10:00", "closed, opens tomorrow at 09:00", "open until 12:00"])
    }

    @Test func `a kiosk says which clock its pages have`() throws {
        let kiosk = try #require(TestFolder(["kiosk.toml": "clock = \"12 h\"", "home.md": "# Home\n{{time}}"]).load())
        let page = try #require(kiosk.page("home"))
        #expect(PageLibrary(kiosk: kiosk).values(of: page, on: nil).clock == .twelve)
    }
}
