// Cards and the index of a list under a finger.

import Bezel
import Geometry
import Pages
import Stage
import TestFolders
import TestRandomness
import Testing
import TouchScript

@testable import Machine

@Suite struct CardTests {
    private nonisolated static let panel = Panel(pixels: PixelSize(640, 360), millimetres: Size(527, 296))

    private final class Room {
        let folder = TemporaryFolder()
        let screens: StartScreens
        let stage: Stage

        init(_ home: String, settings: String = "") throws {
            folder.write(settings, to: "kiosk.toml")
            folder.write(home, to: "home.md")
            for number in 0..<6 { folder.write("# Page \(number)\n\n[h](home.md)", to: "page\(number).md") }
            screens = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
            stage = try screens.stage(on: CardTests.panel)
        }

        var content: View { stage.frontNavigator.top.view.content }
        var scroll: ScrollView? { content.subviews.first as? ScrollView }

        /// The views of a type called `name` on the page, which the module keeps to itself.
        func views(_ name: String, in view: View? = nil) -> [View] {
            let view = view ?? content
            return (String(describing: type(of: view)) == name ? [view] : [])
                + view.subviews.flatMap { views(name, in: $0) }
        }

        /// The place (mm on the panel) of `point` in `view`.
        func place(_ point: Point, in view: View) -> Point {
            var (point, here) = (point, Optional(view))
            while let view = here {
                point = view.frame.origin + (point - view.bounds.origin)
                here = view.superview
            }
            return CardTests.panel.millimetres(point)
        }

        func play(_ script: (TouchScript) -> Void) {
            let touch = TouchScript(start: stage.now + .milliseconds(10))
            script(touch)
            for frame in touch.frames { stage.handle(frame) }
        }

        func settle() { while let due = stage.nextDeadline { stage.advance(to: due) } }
    }

    private static let links = (0..<6).map { "- [Page \($0)](page\($0).md) words" }.joined(separator: "\n")

    @Test(arguments: ["kiosk", "page", "neither"]) func `a tap anywhere on a card or a row opens its page`(
        _ setting: String
    ) throws {
        let front = setting == "page" ? "+++\nrows = \"cards\"\n+++\n" : ""
        let name = setting == "neither" ? "RowView" : "CardView"
        let room = try Room(front + "# Home\n\n" + Self.links, settings: setting == "kiosk" ? "rows = \"cards\"\n" : "")
        #expect(room.views(name).count == 6)
        for number in 0..<6 {
            for share in [0.05, 0.5, 0.95] {
                let card = room.views(name)[number]
                room.scroll?.scroll(to: card.frame.minY - 20, along: .vertical, animated: false)
                let size = card.bounds.size
                room.play { $0.tap(at: room.place(Point(size.width * share, size.height * share), in: card)) }
                room.settle()
                #expect(room.stage.stackNames == ["home", "page\(number)"])
                room.stage.navigator.pop(animated: false)
            }
        }
    }

    private static let names = (0..<60).map {
        let letter = String(UnicodeScalar(UInt8(65 + $0 / 5)))
        return "- [\(letter)name \($0)](page\($0 % 6).md)"
    }.joined(separator: "\n")

    @Test func `a finger along the index moves the page to the letter beside it, and pulls or scrolls nothing else`()
        throws
    {
        let room = try Room("# Home\n\n" + Self.names)
        let (strip, scroll) = (try #require(room.views("IndexStrip").first), try #require(room.scroll))
        let rows = room.views("RowView")
        let height = strip.bounds.height
        for number in [11, 0, 5, 7] {
            room.play { touch in
                var finger = touch.down(at: room.place(Point(strip.bounds.width / 2, height / 2), in: strip))
                finger = finger.drag(
                    to: room.place(Point(strip.bounds.width / 2, (Double(number) + 0.5) * height / 12), in: strip),
                    over: .milliseconds(300))
                finger.hold(for: .milliseconds(100)).lift()
            }
            room.settle()
            let top = rows[number * 5].frame.minY - scroll.offset
            let end = scroll.ends.upperBound
            #expect((top >= 0 && top <= 30) || scroll.offset == end, "\(number): \(top)")
            #expect(room.stage.stackNames == ["home"])
        }
        room.play { $0.tap(at: room.place(Point(strip.bounds.width / 2, 2.5 * height / 12), in: strip)) }
        room.settle()
        #expect(abs(rows[10].frame.minY - scroll.offset) <= 30 && room.stage.stackNames == ["home"])
    }

    @Test func `a second finger on the index that one slides along pops no page`() throws {
        let room = try Room(Self.links, settings: "[gestures]\npop = \"full-screen\"\n")
        room.folder.write("# Long\n\n" + Self.names, to: "page1.md")
        let screens = try StartScreens(kiosk: room.folder.path, on: Configuration()) { _ in }
        room.stage.navigator.push(try screens.screen("page1"), animated: false)
        room.settle()
        let strip = try #require(room.views("IndexStrip").first)
        func place(_ x: Double, _ share: Double) -> Point {
            room.place(Point(x, strip.bounds.height * share), in: strip)
        }
        let middle = strip.bounds.width / 2
        // Leftwards there is no way back, so the second finger comes from the side of the strip and goes right.
        for holds in [true, false] {
            room.play { touch in
                let first = touch.down(at: place(middle, 0.2)).drag(to: place(middle, 0.6), over: .milliseconds(200))
                if !holds { first.lift() }
                let way = Vector(0.9 * (Self.panel.millimetres.width - place(2, 0).x), 0)
                touch.down(at: place(2, 0.4)).drag(to: place(2, 0.4) + way, over: .milliseconds(100)).lift()
            }
            #expect(!room.stage.movingScreens(at: room.stage.now).isEmpty == !holds)
        }
    }

    @Test func `in a sheet a finger along the index does not pull the sheet away`() throws {
        let room = try Room("# Home\n\n" + Self.names)
        room.stage.present(try room.screens.screen("home"), animated: false)
        for index in [true, false] {
            let strip = try #require(room.views("IndexStrip").first)
            // Beside the strip the same finger takes the sheet away.
            let x = index ? strip.bounds.width / 2 : -20
            room.play {
                $0.down(at: room.place(Point(x, 10), in: strip))
                    .drag(to: room.place(Point(x, strip.bounds.height), in: strip), over: .milliseconds(200)).lift()
            }
            room.settle()
            if index { room.scroll?.scroll(to: 0, along: .vertical, animated: false) }
            #expect(room.stage.stackNames == (index ? ["home", "home!"] : ["home"]))
        }
    }

    @Test func `a short list, or one whose page says so, has no index`() throws {
        #expect(try Room("+++\nindex = false\n+++\n" + Self.names).views("IndexStrip").isEmpty)
        #expect(try Room(Self.links).views("IndexStrip").isEmpty)
        #expect(try Room("+++\nrows = \"cards\"\n+++\n" + Self.names).views("IndexStrip").count == 1)
    }

    @Test(arguments: 0..<12) func `on another panel the page shows what it showed, in other columns`(_ seed: Int) throws
    {
        var random = SplitMix(UInt64(seed))
        let words = (0..<12).map { number in
            "## Part \(number)\n\n" + String(repeating: "Some words. ", count: 1 + random.below(60))
        }.joined(separator: "\n\n")
        let front = random.chance(2) ? "+++\nrows = \"cards\"\n+++\n" : ""
        let room = try Room(front + words + "\n\n" + Self.names)
        let scroll = try #require(room.scroll)
        let chosen = random.below(scroll.subviews.count - 20)
        scroll.scroll(to: scroll.subviews[chosen].frame.minY, along: .vertical, animated: false)
        /// The views that the glass shows.
        func shown() -> [Int] {
            let seen = Rect(0, scroll.offset - 1, scroll.bounds.width, scroll.bounds.height + 2)
            return scroll.subviews.indices.filter { scroll.subviews[$0].frame.intersects(seen) }
        }
        #expect(shown().contains(chosen))
        for panel in [
            Panel(pixels: PixelSize(360, 640), millimetres: Size(296, 527)),
            Panel(pixels: PixelSize(960, 540), millimetres: Size(1210, 680)), Self.panel,
        ] {
            let before = shown()
            room.stage.change(to: panel)
            #expect(!Set(before).isDisjoint(with: shown()), "\(before) \(shown())")
            #expect(room.views("IndexStrip").count == 1 && room.views("LetterBubble").count == 1)
        }
    }
}
