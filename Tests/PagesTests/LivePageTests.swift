// A page with values on a stage: when it wakes, and what stays where it is.

import Drawing
import Geometry
import Gestures
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
            #expect(due == .zero + .seconds(40) + .seconds(Double(60 * minute)))
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
}
