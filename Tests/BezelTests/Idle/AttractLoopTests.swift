// The attract loop: it moves, keeps little in memory, never looks different twice, and any touch leads to the start.

import Drawing
import Geometry
import Layers
import Stage
import TestRandomness
import Testing

@testable import Pages
@testable import Run

@Suite struct AttractLoopTests {
    private nonisolated static let names = ["a.png", "b.png", "c.png", "d.png"]
    /// Each picture is shown for 4 s.
    private static func settings(_ names: [String] = names, more: String = "") -> String {
        "home-after = \"60 s\"\n\(more)\n[attract]\npictures = \(names)\neach = \"4 s\"\n"
    }

    /// A picture of `width` by `height` pixels with a pattern that no other `seed` has.
    private nonisolated static func png(_ seed: Int, _ width: Int = 160, _ height: Int = 90) -> [UInt8] {
        let bitmap = Bitmap(size: PixelSize(width, height), isOpaque: true, filledWith: .black)
        for index in 0..<width * height {
            bitmap.pixels[index] = UInt32(truncatingIfNeeded: (index / 7 + seed) &* 2_654_435_761) | 0xFF00_0000
        }
        return bitmap.png()
    }

    private nonisolated static let pictures = Dictionary(
        uniqueKeysWithValues: names.enumerated().map { ($1, png($0, $0 == 2 ? 50 : 160)) })

    private static func room(_ settings: String = settings(), _ files: [String: [UInt8]] = pictures) throws -> IdleRoom
    {
        try IdleRoom(settings, files: files)
    }

    /// Lets time run in `room`, with a frame and the pictures that it needs each 50 ms. Calls `look` with each frame.
    private func play(_ room: IdleRoom, for seconds: Double, look: (FrameHash) -> Void = { _ in }) {
        for _ in 0..<Int(seconds / 0.05) {
            room.run(for: 0.05)
            var hash = room.hash()
            while room.stage.readSeenPictures() { hash = room.hash() }
            look(hash)
        }
    }

    @Test func `a touch at any moment leads to the start at once and presses nothing`() throws {
        var random = SplitMix(7)
        let room = try Self.room()
        let home = room.hash()
        for round in 0..<12 {
            room.run(for: 100)
            #expect(room.stack == [AttractScreen.name])
            // The fades are within 4 to 5.2 s, 8 to 9.2 s and so on.
            let moment = round < 6 ? Double(random.below(12000)) / 1000 : 4.1 + Double(random.below(900)) / 1000
            play(room, for: moment)
            var reached: [TouchFrame] = []
            room.onTouches = { reached.append($0) }
            _ = room.down(room.row(0), contact: 1000 + round)
            #expect(room.stack == ["home"], "at \(moment) s")
            room.send([.init(contact: 1000 + round, phase: .ended, position: room.row(0))])
            #expect(reached.isEmpty)
            room.onTouches = nil
            room.run(for: 2)
            #expect(room.stack == ["home"] && room.hash() == home && !room.stage.isMoving)
            // Pictures are kept for the first two frames, in case that the start shows them too.
            _ = room.hash()
            #expect(room.stage.picturesHere.isEmpty, "the loop leaves nothing in memory")
        }
        room.tap(room.row(0))
        room.run(for: 2)
        #expect(room.stack == ["home", "hours"])
    }

    @Test func `all pictures come in turn, and no more than two are in memory`() throws {
        let room = try Self.room()
        room.run(for: 61)
        var seen: Set<String> = []
        var most = 0
        play(room, for: 20) { _ in
            let here = room.stage.picturesHere
            seen.formUnion(here.map(\.name))
            most = max(most, here.count)
        }
        #expect(seen == Set(Self.names) && most == 2)
    }

    @Test func `the same time shows the same frames`() throws {
        func frames() throws -> [FrameHash] {
            let room = try Self.room()
            room.run(for: 61)
            var all: [FrameHash] = []
            play(room, for: 12) { all.append($0) }
            return all
        }
        let (one, other) = (try frames(), try frames())
        #expect(one == other)
        #expect(Set(one).count > 100, "it moves")
    }

    @Test func `between two steps nothing is due, and there are at most twenty steps a second`() throws {
        let room = try Self.room()
        room.run(for: 61)
        play(room, for: 1)
        // The first picture stands alone until 4 s.
        var steps = 0
        while let due = room.stage.nextDeadline, due < .zero + .seconds(63.9) {
            #expect(!room.stage.isMoving)
            room.run(for: (due - room.now).seconds)
            steps += 1
        }
        #expect(steps > 5 && steps <= 41)
    }

    @Test func `a changed picture comes when it is its turn, and the one that is shown stays until then`() throws {
        let room = try Self.room()
        room.run(for: 61)
        var last: FrameHash?
        play(room, for: 2) { last = $0 }
        try room.change("b.png", Self.png(77, 200, 90))
        #expect(room.stack == [AttractScreen.name])
        #expect(room.hash() == last)
        var sizes: Set<Int> = []
        play(room, for: 6) { _ in
            for case let slide as PictureView in room.stage.navigator.top.view.content.subviews {
                if slide.hasArrived, let picture = slide.picture, picture.name == "b.png" {
                    sizes.insert(picture.size.width)
                }
            }
        }
        #expect(sizes == [200] && room.warnings.isEmpty)
    }

    @Test func `other pictures take over in the middle of a fade, and without any the start comes`() throws {
        let room = try Self.room()
        room.run(for: 61)
        play(room, for: 4.4)
        try room.change("kiosk.toml", "[idle]\n" + Self.settings(["d.png"]))
        play(room, for: 12)
        #expect(room.stack == [AttractScreen.name] && room.stage.picturesHere.map(\.name) == ["d.png"])
        try room.change("kiosk.toml", "[idle]\nhome-after = \"60 s\"\n")
        #expect(room.stack == ["home"])
    }

    @Test func `a picture that cannot be read is skipped, with one warning`() throws {
        var files = Self.pictures
        for name in ["a.png", "c.png"] { files[name] = files[name].map { Array($0.prefix($0.count / 2)) } }
        let room = try Self.room(Self.settings(), files)
        room.run(for: 61)
        var shown: Set<String> = []
        play(room, for: 25) { _ in shown.formUnion(room.stage.picturesHere.map(\.name)) }
        #expect(shown == ["b.png", "d.png"])
        #expect(room.warnings.count == 2, "\(room.warnings)")
    }

    @Test func `without any readable picture the call stays, and nothing is tried again`() throws {
        let broken = Self.pictures.mapValues { Array($0.prefix($0.count / 2)) }
        let room = try Self.room(Self.settings(), broken)
        let home = room.hash()
        room.run(for: 61)
        play(room, for: 30)
        #expect(room.warnings.count == 4, "\(room.warnings)")
        #expect(room.stage.nextDeadline == nil && room.stack == [AttractScreen.name])
        #expect(room.hash() != home)
        room.tap(room.row(0))
        #expect(room.stack == ["home"])
    }

    @Test func `one picture alone moves to and fro without an end`() throws {
        let room = try Self.room(Self.settings(["a.png"]))
        room.run(for: 61)
        var frames: [FrameHash] = []
        play(room, for: 30) { frames.append($0) }
        #expect(room.stage.picturesHere.count == 1)
        #expect(Set(frames.suffix(60)).count > 10)
    }

    @Test func `the light goes out over the loop, and nothing moves in the dark`() throws {
        let room = try Self.room(Self.settings(more: "blank-after = \"100 s\""))
        room.run(for: 61)
        play(room, for: 45)
        #expect(room.lights == [false] && room.stage.nextDeadline == nil)
        #expect(room.stage.picturesHere.isEmpty)
    }

    @Test func `the call has words in every language in which the kiosk asks whether anybody is there`() {
        #expect(AttractWords.calls.map(\.language) == IdleWords.all.map(\.tag))
        #expect(Set(AttractWords.calls.map(\.text)).count == AttractWords.calls.count)
    }
}
