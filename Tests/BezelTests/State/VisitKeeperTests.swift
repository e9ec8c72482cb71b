// After a crash the same page comes back, unless that page is the one that crashes, or the visit is over.

import Geometry
import Glibc
import Linux
import Logging
import TestFolders
import TestRandomness
import Testing

@testable import Bezel
@testable import Machine
@testable import Pages
@testable import Run
@testable import Stage

@Suite struct VisitKeeperTests {
    /// The runs of one kiosk, one after the other, in one folder.
    private final class Runs {
        let folder = TemporaryFolder()
        /// Second 0. The loop's timers only know the present.
        let start = Instant(nanoseconds: MonotonicClock.now().nanoseconds / 1_000_000 * 1_000_000)
        var pages: Set<String> = ["home", "hours", "terms"]
        var homeAfter: Instant.Span? = .seconds(60)
        let log = LogLines()

        /// A run that begins at `second`, shows `stack`, and is killed. Returns what it began with.
        func run(
            at second: Double, showing stack: [String]? = nil, touched: Double? = nil, for seconds: Double = 0,
            boot: String = "a", endsWell: Bool = false, screen: Int = 1
        ) throws -> VisitState? {
            let loop = try EventLoop()
            let keeper = VisitKeeper(
                folder: folder.path, screen: screen, loop: loop,
                log: log.keeping(Logger(label: "test")), boot: boot)
            let restored = keeper.restore(at: start + .seconds(second), from: screens)
            let shown = VisitState(
                stack: stack ?? restored?.stack ?? ["home"],
                touched: start + .seconds(touched ?? second))
            keeper.now = { shown }
            keeper.scheduleCheck()
            try loop.runOnce(until: MonotonicClock.now())
            if endsWell { keeper.close() }
            #expect(WholeFileWriter.shared.finish(within: .seconds(60)))
            return restored
        }

        /// The pages, with `home` at the start.
        var screens: StartScreens {
            var idle = IdleTable()
            idle.homeAfter = homeAfter
            return StartScreens(
                title: "Test", theme: .paper, start: ["home"], on: Configuration(), idle: idle,
                gestures: { _ in GestureSettings() }
            ) { [pages] name throws(Failure) in
                if pages.contains(name) { return Screen(name: name, title: name) }
                throw Failure(.wrongInput, "there is no page \"\(name)\"")
            }
        }

        /// The names of the files.
        var names: [String] {
            ((try? SystemFiles.names(folder.path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
        }
        var text: String { folder.lines(of: "visit.toml").joined(separator: "\n") }
    }

    @Test func `the same pages come back`() throws {
        let runs = Runs()
        let stack = ["home", "sub/a \"strange\"\\page\u{7}", "terms!", "hours"]
        runs.pages.insert(stack[1])
        #expect(try runs.run(at: 1000, showing: stack) == nil)
        #expect(try runs.run(at: 1001)?.stack == stack)
        #expect(try runs.run(at: 1002, showing: ["home"])?.stack == stack)
        #expect(try runs.run(at: 1003)?.stack == ["home"])
    }

    @Test func `what a visitor has set with sliders comes back, as far as it can still be set`() throws {
        let folder = TemporaryFolder()
        folder.write(
            Array("[slider.year]\nsteps = [1850, 1900]\n[slider.floor]\nfrom = -1\nto = 3\n".utf8),
            to: "kiosk/kiosk.toml")
        folder.write(Array("![](slider:year)\n\n![](slider:floor)\n".utf8), to: "kiosk/home.md")
        let screens = try StartScreens(kiosk: "\(folder.path)/kiosk", on: Configuration()) { Issue.record("\($0)") }
        for (set, expected) in [
            (["year": 1900, "floor": -1], ["year": 1900, "floor": -1]), (["year": 1901, "gone": 1], [:]), ([:], [:]),
        ] {
            let state = VisitState(stack: ["home"], sliders: set, touched: MonotonicClock.now())
            folder.write(Array(state.text(boot: "a").utf8), to: "visit.toml")
            #expect(try VisitState(path: "\(folder.path)/visit.toml", boot: "a")?.sliders == set)
            let loop = try EventLoop()
            let keeper = VisitKeeper(
                folder: folder.path, screen: 1, loop: loop, log: Logger(label: "test"), boot: "a")
            #expect(keeper.restore(at: MonotonicClock.now(), from: screens)?.sliders == expected)
        }
    }

    @Test func `a run that ends as it should leaves nothing`() throws {
        let runs = Runs()
        _ = try runs.run(at: 1000, showing: ["home", "hours"], endsWell: true)
        #expect(try runs.run(at: 1001) == nil)
    }

    @Test
    func `at the third crash with one page on top the kiosk goes home, and another page starts from the beginning`()
        throws
    {
        let runs = Runs()
        _ = try runs.run(at: 1000, showing: ["home", "hours"])
        #expect(try runs.run(at: 1001)?.stack == ["home", "hours"])
        #expect(try runs.run(at: 1002)?.stack == ["home", "hours"])
        #expect(try runs.run(at: 1003) == nil)
        // Another page starts from the beginning: it may crash as often.
        #expect(try runs.run(at: 1004, showing: ["home", "terms"]) != nil)
        #expect(try runs.run(at: 1005)?.stack == ["home", "terms"])
        #expect(try runs.run(at: 1006)?.stack == ["home", "terms"])
        #expect(try runs.run(at: 1007) == nil)
    }

    @Test func `a page that was shown for a minute after a crash is no longer suspect`() throws {
        #expect(VisitKeeper.proof == .seconds(60))
        for isProven in [true, false] {
            let runs = Runs()
            runs.homeAfter = nil
            _ = try runs.run(at: 0, showing: ["home", "hours"])
            // The minute of a run that began at second -60 is over. That of a run at second 1000 is yet to come.
            #expect(try runs.run(at: isProven ? -60 : 1000, touched: 0)?.crashes == 1)
            #expect(runs.text.contains("crashes = \(isProven ? 0 : 1)\n"))
            #expect(try runs.run(at: 1001)?.crashes == (isProven ? 1 : 2))
            #expect(try runs.run(at: 1002)?.stack == (isProven ? ["home", "hours"] : nil))
            if isProven { #expect(try runs.run(at: 1003) == nil) }
        }
    }

    @Test func `each screen has a file of its own`() throws {
        let runs = Runs()
        _ = try runs.run(at: 1000, showing: ["home", "hours"])
        _ = try runs.run(at: 1000, showing: ["home", "terms"], screen: 2)
        #expect(runs.names == ["visit-2.toml", "visit.toml"])
        #expect(try runs.run(at: 1001)?.stack == ["home", "hours"])
        #expect(try runs.run(at: 1001, screen: 2)?.stack == ["home", "terms"])
        _ = try runs.run(at: 1002, endsWell: true)
        #expect(runs.names == ["visit-2.toml"])
    }

    @Test func `restarts are counted from the last intended start on`() throws {
        let runs = Runs()
        _ = try runs.run(at: 1000, showing: ["home", "hours"])
        #expect(runs.text.hasSuffix("restarts = 0"))
        for (second, restarts) in [(1001.0, 1), (1002, 2), (1003, 3), (1004, 4)] {
            _ = try runs.run(at: second)
            #expect(runs.text.hasSuffix("restarts = \(restarts)"), "also when it begins at the start")
        }
        _ = try runs.run(at: 1005, endsWell: true)
        _ = try runs.run(at: 1006)
        #expect(runs.text.hasSuffix("restarts = 0"))
    }

    @Test func `a page that crashes before anything else happens is left as well`() throws {
        let runs = Runs()
        _ = try runs.run(at: 1000, showing: ["home", "hours"])
        runs.homeAfter = nil
        let loop = try EventLoop()
        var restored: [[String]?] = []
        for _ in 0..<4 {
            let keeper = VisitKeeper(
                folder: runs.folder.path, screen: 1, loop: loop, log: Logger(label: "test"), boot: "a")
            restored.append(keeper.restore(at: MonotonicClock.now(), from: runs.screens)?.stack)
        }
        #expect(restored == [["home", "hours"], ["home", "hours"], nil, nil])
    }

    @Test
    func `a page that is gone is skipped, a sheet stays a sheet, and the start takes the place of a root that is gone`()
        throws
    {
        let runs = Runs()
        _ = try runs.run(at: 1000, showing: ["home", "gone", "terms!"])
        #expect(try runs.run(at: 1001)?.stack == ["home", "terms!"])
        #expect(
            runs.log.all.filter { $0.contains("skipped") } == [
                "warning: page \"gone\" is skipped: it cannot be shown any more"
            ])
        #expect(try runs.run(at: 1002, showing: ["home", "gone!", "terms"]) != nil)
        #expect(try runs.run(at: 1003)?.stack == ["home", "terms!"])
        #expect(try runs.run(at: 1004, showing: ["gone", "terms"]) != nil)
        #expect(try runs.run(at: 1005)?.stack == ["home", "terms"])
        runs.pages = []
        #expect(try runs.run(at: 1006) == nil)
    }

    @Test func `a visit is over when its time is, also after a crash, and when the machine restarts`() throws {
        let runs = Runs()
        _ = try runs.run(at: 1000, showing: ["home", "hours"], touched: 990)
        #expect(try runs.run(at: 1049, touched: 990)?.touched == runs.start + .seconds(990))
        #expect(try runs.run(at: 1050) == nil)
        _ = try runs.run(at: 2000, showing: ["home", "hours"])
        #expect(try runs.run(at: 2001, boot: "b") == nil)
        runs.homeAfter = nil
        _ = try runs.run(at: 3000, showing: ["home", "hours"])
        #expect(try runs.run(at: 900_000)?.stack == ["home", "hours"])
    }

    @Test func `a file that is broken anywhere leads to the start and never to a crash`() throws {
        let runs = Runs()
        _ = try runs.run(at: 1000, showing: ["home", "hours"])
        let text = runs.text
        for length in 0..<text.utf8.count {
            runs.folder.write(Array(text.utf8.prefix(length)), to: "visit.toml")
            let found = try runs.run(at: 1001, showing: ["home"])?.stack
            #expect(found == nil || found == ["home", "hours"], "\(length)")
        }
        var random = SplitMix(1)
        for _ in 0..<200 {
            var bytes = Array(text.utf8)
            for _ in 0..<3 { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            runs.folder.write(bytes, to: "visit.toml")
            _ = try runs.run(at: 1001, showing: ["home"])
        }
        runs.folder.write([UInt8(ascii: "#"), 0xFF], to: "visit.toml")
        _ = try runs.run(at: 1001, showing: ["home"])
        let said = runs.log.all.filter {
            $0.contains("cannot be read, so the kiosk begins at the start; nothing is to be done")
        }
        #expect(said.last?.contains("visit.toml:1: ") == true && !runs.log.all.contains { $0.contains("UTF-8") })
    }

    @Test func `touches are written now and then, and only during a visit`() throws {
        let folder = TemporaryFolder()
        let loop = try EventLoop()
        let keeper = VisitKeeper(folder: folder.path, screen: 1, loop: loop, log: Logger(label: "test"), boot: "a")
        var state = VisitState(stack: ["home"])
        keeper.now = { state }
        var written: [Double?] = []
        for second in [Double?.none, 1, 2, 5.9, 6, 10, 11, nil] {
            state.touched = second.map { .zero + .seconds($0) }
            keeper.scheduleCheck()
            try loop.runOnce(until: MonotonicClock.now())
            written.append(keeper.kept?.touched.map { Double($0.nanoseconds) / 1e9 })
        }
        #expect(written == [nil, 1, 1, 1, 6, 6, 11, nil])
    }
}
