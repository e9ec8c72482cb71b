// What visitors do is counted as it happens, and nothing of a single visit stays.

import Geometry
import Pages
import Stage
import TestRandomness
import Testing

@testable import Machine
@testable import Run

@Suite struct VisitFollowerTests {
    /// A kiosk in virtual time whose visits are followed.
    private final class Visits {
        let room: IdleRoom
        let follower: VisitFollower
        /// The transitions by links that were finished.
        var links = 0
        /// How often counts were new.
        private(set) var news = 0

        init(_ idle: String, start: String = "", files: [String: [UInt8]] = [:]) throws {
            let room = try IdleRoom(idle, start: start, files: files)
            self.room = room
            var onCount: () -> Void = {}
            let pause: Instant.Span = idle.isEmpty ? VisitFollower.longestPause : .seconds(60)
            follower = VisitFollower(
                room.stage, isVisited: { [unowned room] in room.attendant.lastTouch != nil }, pause: { pause },
                language: { [unowned room] in (room.stage.frontNavigator.top as? PageScreen)?.language ?? "" },
                onCount: { onCount() })
            room.onTouches = { [unowned self] in follower.takes($0) }
            room.stage.onTrace = { [unowned self] record in
                follower.decided(record)
                let isLink = ["push", "present"].contains(record.text("operation") ?? "")
                if record.kind == "transition", record.text("phase") == "finished", isLink { links += 1 }
            }
            onCount = { [unowned self] in news += 1 }
        }

        func sum(_ page: String) -> VisitCounts.Sum? { follower.total.pages[.init(language: "en", name: page)] }
    }

    @Test func `a visit is counted with its pages, its ways and its time`() throws {
        let visits = try Visits("home-after = \"60 s\"")
        let room = visits.room
        room.run(for: 30)
        #expect(visits.follower.total.isEmpty, "nobody has touched it")
        let start = room.now
        room.tap(room.row(0))
        room.run(for: 10)
        #expect(room.stack == ["home", "hours"])
        // Another page of the same name above it, and back.
        room.tap(room.row(0))
        room.run(for: 10)
        #expect(room.stack == ["home", "hours", "hours"])
        room.drag(from: Point(2, 150), to: Point(400, 150))
        let last = room.now
        room.run(for: 200)
        #expect(room.stack == ["home"])
        let counts = visits.follower.total
        #expect(counts.visits == ["en": .init(count: 1, time: last - start)])
        #expect(visits.sum("home")?.count == 1 && visits.sum("hours")?.count == 1)
        #expect(counts.ways[.init(language: "en", from: "home", to: "hours")] == 1)
        #expect(counts.ways[.init(language: "en", from: "hours", to: "hours")] == 1)
        // The first page was on top until the second had come to rest.
        let home = try #require(visits.sum("home")).time.seconds
        #expect((0.1...2).contains(home))
        #expect(try #require(visits.sum("hours")).time.seconds > 18)
        // The next visitor.
        room.tap(Point(260, 250))
        room.run(for: 200)
        #expect(visits.follower.total.visits["en"]?.count == 2)
        #expect(visits.sum("home")?.count == 2)
    }

    @Test func `without a rule that ends visits, a long pause does`() throws {
        let visits = try Visits("")
        for pause in [10.0, 119, 125, 1000] {
            visits.room.tap(Point(260, 250))
            visits.room.run(for: pause)
        }
        visits.room.tap(Point(260, 250))
        #expect(visits.follower.total.visits["en"]?.count == 3)
        visits.follower.end()
        let time = try #require(visits.follower.total.visits["en"]).time.seconds
        #expect((129...131).contains(time), "the pauses between visits count for nobody: \(time)")
    }

    @Test func `whatever visitors do, pages and ways agree with what was shown`() throws {
        var random = SplitMix(7)
        for _ in 0..<10 {
            let visits = try Visits("home-after = \"60 s\"\nattract = \"hello\"")
            var taken = VisitCounts()
            for _ in 0..<30 {
                visits.room.play(&random)
                if random.below(6) == 0 { visits.room.run(for: 100) }
                if random.below(4) == 0 { taken.add(visits.follower.take()) }
            }
            visits.room.run(for: 200)
            visits.follower.end()
            taken.add(visits.follower.take())
            let counts = visits.follower.total
            #expect(taken == counts, "what is taken in parts is the whole")
            let number = counts.visits.values.reduce(0) { $0 + $1.count }
            #expect(counts.ways.values.reduce(0, +) <= visits.links)
            #expect(counts.pages.values.reduce(0) { $0 + $1.count } >= number)
            // The time of all pages is that of the visits, but for the last movement of each.
            let pages = counts.pages.values.reduce(0) { $0 + $1.time.seconds }
            let whole = counts.visits.values.reduce(0) { $0 + $1.time.seconds }
            #expect(pages >= whole - 0.001 && pages <= whole + 2 * Double(number))
            #expect(counts.pages.keys.allSatisfy { ["home", "hours", "terms", "hello"].contains($0.name) })
        }
    }

    @Test func `the list of languages is no page, and choosing there is no way`() throws {
        let texts = Dictionary(uniqueKeysWithValues: ["de", "fr"].map { ("home.\($0).md", Array("# \($0)".utf8)) })
        let visits = try Visits(
            "home-after = \"60 s\"", start: "languages = [\"en\", \"de\", \"fr\"]", files: texts)
        let room = visits.room
        let stage = room.stage
        let button = try #require(stage.navigator.top.trailingView)
        var middle = Point(button.bounds.width / 2, button.bounds.height / 2)
        var view: View? = button
        while let inner = view {
            middle = middle + (inner.frame.origin - inner.bounds.origin)
            view = inner.superview
        }
        room.tap(stage.panel.millimetres(middle))
        room.run(for: 5)
        #expect(stage.stackNames.last?.hasPrefix("lang:") == true, "\(stage.stackNames)")
        room.tap(Point(260, 4))
        room.run(for: 200)
        let counts = visits.follower.total
        #expect(counts.ways.isEmpty && counts.pages.keys.map(\.name) == ["home"], "\(counts.pages.keys)")
    }

    @Test func `an app that gives its screens any names fills no memory`() {
        var counts = VisitCounts()
        for number in 0..<5000 {
            counts.add(.init(count: 1), of: .init(language: "en", name: "page \(number)"))
            counts.add(1, of: .init(language: "en", from: "page \(number)", to: "page \(number + 1)"))
            counts.add(visits: .init(count: 1), in: "language \(number)")
        }
        #expect(counts.pages.count == VisitCounts.mostPages + 1)
        #expect(counts.ways.count == VisitCounts.mostWays + 1)
        #expect(counts.visits.count == VisitCounts.mostLanguages + 1)
        #expect(counts.pages.values.reduce(0) { $0 + $1.count } == 5000)
    }
}
