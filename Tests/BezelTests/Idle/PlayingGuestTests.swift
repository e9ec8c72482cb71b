// A page whose program plays a film: the kiosk waits for the visitor who looks at it, and not for ever.

import Geometry
import Pages
import Testing

@testable import Bezel
@testable import Run
@testable import Stage

@Suite struct PlayingGuestTests {
    private let cinema = SpeakingHouse()

    /// A visitor has opened the page with the film, and it plays if `isPlaying`.
    private func room(_ idle: String, isPlaying: Bool = true) throws -> IdleRoom {
        let page = Array("+++\ntitle = \"Film\"\napp = [\"film\"]\n+++\n".utf8)
        let room = try IdleRoom(idle, files: ["film.md": page])
        room.stage.guests = cinema
        room.tap(Point(400, 290))
        room.stage.navigator.push(try room.screen("film"))
        room.run(for: 1)
        tell(.playing(isPlaying), room)
        return room
    }

    private func tell(_ news: GuestNews, _ room: IdleRoom) {
        cinema.place?.report(news)
        for arrival in room.stage.arrivals.take() { room.stage.arrived(arrival, at: room.now) }
    }

    @Test func `a film of four minutes is seen to its end, and then the visitor is asked`() throws {
        let room = try room("home-after = \"60 s\"\nblank-after = \"90 s\"")
        room.run(for: 240)
        #expect(room.stack == ["home", "film"] && room.stage.cover == nil && room.lights.isEmpty)
        tell(.playing(false), room)
        room.run(for: 39)
        #expect(room.stage.cover == nil)
        room.run(for: 2)
        #expect(room.stage.cover is StillThereCard)
        room.run(for: 20)
        #expect(room.stack == ["home"])
    }

    @Test func `without a film the same page is left in time`() throws {
        let room = try room("home-after = \"60 s\"", isPlaying: false)
        room.run(for: 70)
        #expect(room.stack == ["home"])
    }

    @Test func `a film that was left running ends the visit all the same`() throws {
        let room = try room("home-after = \"60 s\"\nattract = \"hello\"\nblank-after = \"2000 s\"")
        room.run(for: 600)
        #expect(room.stack == ["home", "film"])
        room.run(for: 70)
        #expect(room.stack == ["hello"] && !room.stage.isPlaying)
        room.run(for: 2000)
        #expect(room.lights == [false])
    }

    @Test func `a film that begins while the visitor is asked takes the card away`() throws {
        let room = try room("home-after = \"60 s\"", isPlaying: false)
        room.run(for: 45)
        #expect(room.stage.cover is StillThereCard)
        tell(.playing(true), room)
        room.run(for: 1)
        #expect(room.stage.cover == nil && room.stack == ["home", "film"])
        room.run(for: 300)
        #expect(room.stage.cover == nil && room.stack == ["home", "film"])
    }

    @Test func `a film on a page that was left holds nothing`() throws {
        let room = try room("home-after = \"60 s\"")
        room.stage.navigator.pop()
        room.run(for: 70)
        #expect(!room.stage.isPlaying && room.attendant.lastTouch == nil)
    }
}
