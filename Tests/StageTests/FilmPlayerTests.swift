// Animations on a stage: the frames by time, nothing while nobody sees them, and a page that is at rest all the same.

import Drawing
import Geometry
import Layers
import TestFolders
import Testing

@testable import Stage

/// A stage with an animation of three frames, 100 ms each.
private final class Cinema: PictureStage {
    let view: PictureView

    init(repeats: Int = 0, memory: Int? = nil) throws {
        let folder = TemporaryFolder()
        let gif = TestGIF.bytes(40, 20, frames: [(10, 10), (60, 10), (110, 10)], repeats: repeats)
        let picture = try Picture(folder.write(gif, to: "a.gif"))
        let view = PictureView(picture, description: "a film", theme: Self.theme)
        self.view = view
        let screen = ContentScreen("film") { content in
            view.frame = Rect(40, 0, 400, 100)
            content.addSubview(view)
        }
        super.init(root: screen, memory: memory)
        _ = stage.plan(at: .zero)
        let order = try #require(stage.nextPicture())
        stage.arrived(Arrival(order.read()), at: .zero)
    }

    /// The number of the frame in the middle of the view.
    var shown: UInt32? {
        let top = Int(view.screen!.view.content.frame.minY)
        let pixel = self[240, top + 50]
        return [10, 60, 110].firstIndex { TestGIF.color($0) == pixel }.map(UInt32.init)
    }

    var deadline: Int? { stage.nextDeadline.map { Int(($0 - Instant.zero).nanoseconds / 1_000_000) } }
}

@Suite struct FilmPlayerTests {
    @Test func `each frame comes when it is due, and nothing happens in between`() throws {
        let cinema = try Cinema()
        // It begins with the first picture that shows it.
        #expect(cinema.deadline == nil)
        var shown: [UInt32?] = []
        cinema.frame(at: 20)
        for due in [120, 220, 320, 420, 520] {
            shown.append(cinema.shown)
            #expect(cinema.deadline == due)
            cinema.frame(at: due)
        }
        #expect(shown == [0, 1, 2, 0, 1])
        // After a time without pictures it goes on with the frame of that time.
        cinema.frame(at: 20 + 3000 + 150)
        cinema.frame(at: 20 + 3000 + 150)
        #expect(cinema.shown == 1 && cinema.deadline == 20 + 3000 + 200)
    }

    @Test func `a page that moves this way is at rest`() throws {
        let cinema = try Cinema()
        cinema.frame(at: 0)
        #expect(cinema.deadline == 100)
        #expect(!cinema.stage.isMoving && !cinema.stage.isWaiting && cinema.stage.stateAtRest != nil)
    }

    @Test func `an animation that ends stays at its last frame and asks for nothing more`() throws {
        // Once, and once more.
        let cinema = try Cinema(repeats: 1)
        cinema.frame(at: 0)
        var times = 0
        while let due = cinema.deadline {
            cinema.frame(at: due)
            times += 1
            #expect(times < 10)
            if times >= 10 { return }
        }
        #expect(times == 5 && cinema.shown == 2)
        cinema.frame(at: 5000)
        #expect(cinema.shown == 2 && cinema.deadline == nil)
    }

    @Test func `what is covered, out of view or never drawn asks for no frame`() throws {
        let cinema = try Cinema()
        cinema.frame(at: 0)
        #expect(cinema.deadline == 100)
        // Dark: no picture is drawn, so one deadline is left.
        cinema.stage.advance(to: .zero + .milliseconds(100))
        #expect(cinema.deadline == nil)
        cinema.frame(at: 150)
        #expect(cinema.shown == 1 && cinema.deadline == 200)
        // Under another screen.
        let other = ContentScreen("other") { _ in }
        cinema.stage.navigator.push(other, animated: false)
        for time in [200, 210, 230] { cinema.frame(at: time) }
        #expect(cinema.deadline == nil)
        cinema.stage.navigator.pop(animated: false)
        cinema.frame(at: 900)
        cinema.frame(at: 900)
        #expect(cinema.deadline == 1000 && cinema.shown == 0)
        // Out of the view.
        cinema.view.frame = cinema.view.frame.offset(by: Vector(0, 2000))
        for time in [1000, 1010, 1100] { cinema.frame(at: time) }
        #expect(cinema.deadline == nil)
    }

    @Test func `the same times show the same pictures`() throws {
        let times = [0, 90, 100, 116, 200, 201, 450, 460, 700, 720]
        func hashes() throws -> [FrameHash] {
            let cinema = try Cinema()
            return times.map { cinema.frame(at: $0) }
        }
        let first = try hashes()
        #expect(try hashes() == first && Set(first).count == 3)
    }

    @Test func `an animation for which there is no memory stands still, with a warning`() throws {
        let enough = 2 * 3 * Bitmap.bytes(PixelSize(40, 20))
        let cinema = try Cinema(memory: enough - 1)
        cinema.frame(at: 0)
        #expect(cinema.deadline == nil && cinema.shown == 0)
        #expect(cinema.warnings.contains { $0.hasPrefix("the animation a.gif stands still") })
        #expect(try Cinema(memory: enough).warnings.contains { $0.contains("stands still") } == false)
    }

    @Test func `memory counts the frames and is given back`() throws {
        let cinema = try Cinema()
        cinema.frame(at: 0)
        let with = cinema.stage.memoryInUse
        cinema.stage.arrived(Arrival(leaving: cinema.stage.picturesHere[0]), at: .zero + .milliseconds(10))
        #expect(
            with - cinema.stage.memoryInUse == Bitmap.bytes(PixelSize(200, 100)) + 3 * Bitmap.bytes(PixelSize(40, 20)))
    }
}
