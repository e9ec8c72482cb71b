// A window under a compositor that does as it is told: its sizes and scales, several fingers, and its end.

import Geometry
import Glibc
import TestCompositor
import TestFolders
import Testing

@testable import Linux

/// One at a time: libwayland says what is wrong to the whole process.
@Suite(.serialized) struct WindowTests {
    /// A window and its compositor; the events of both take turns in `loop`.
    final class Scene {
        let loop: EventLoop
        let display: WaylandDisplay
        private let compositor: OpaquePointer
        private let folder = TemporaryFolder()
        private(set) var sizes: [PixelSize] = []
        private(set) var isClosed = false
        private(set) var isTaken = false
        private(set) var touches: [TouchFrame] = []

        init(scale: Int = 1, hasFractions: Bool = false) throws {
            compositor = try #require(compositor_start("\(folder.path)/socket", Int32(scale), hasFractions))
            loop = try EventLoop()
            var options = WaylandDisplay.Options()
            options.size = PixelSize(640, 400)
            options.socket = "\(folder.path)/socket"
            display = try WaylandDisplay(loop: loop, options: options) { _, text in Issue.record("\(text)") }
            display.panelSize = Size(320, 200)
            display.onResize = { [unowned self] in sizes.append(display.size) }
            display.onClose = { [unowned self] in isClosed = true }
            display.onTouches = { [unowned self] in touches.append($0) }
            display.onPresented = { [unowned self] _ in isTaken = true }
        }

        func end() {
            display.close()
            compositor_stop(compositor)
        }

        /// Has the compositor say these things in one breath.
        func say(_ lines: String...) { compositor_say(compositor, lines.joined(separator: "\n")) }

        /// Shows a frame, and waits until the compositor has taken it. Gives what the compositor got.
        func present(_ damage: PixelRect) throws -> String {
            isTaken = false
            _ = try #require(display.freeBuffer())
            display.present(damage: Region(damage))
            let line = try #require(said())
            try run { isTaken }
            return line
        }

        /// The next that the compositor got.
        func said() -> String? { compositor_wait(compositor, 1).map { String(cString: $0) } }

        /// Handles events until `isDone`.
        func run(until isDone: () -> Bool) throws {
            let end = MonotonicClock.now() + .seconds(10)
            while !isDone() {
                try #require(MonotonicClock.now() < end, "nothing has come")
                try loop.runOnce(until: end)
            }
        }
    }

    @Test func `a broken scale gives a buffer of as many pixels, and says how large the window is`() throws {
        let scene = try Scene(scale: 2, hasFractions: true)
        defer { scene.end() }
        #expect(scene.display.size == PixelSize(1280, 800))
        scene.say("scale 180")
        try scene.run { !scene.sizes.isEmpty }
        #expect(scene.sizes == [PixelSize(960, 600)])
        let first = try scene.present(PixelRect(0, 0, 960, 600))
        #expect(first == "commit buffer 960x600 scale 1 destination 640x400 damage 0,0 960x600")
        // 641 × 1.25 is 801.25; 333 × 1.25 is 416.25.
        scene.say("scale 150", "configure 641 333")
        try scene.run { scene.sizes.last == PixelSize(801, 416) }
        let second = try scene.present(PixelRect(1, 2, 3, 4))
        #expect(second == "commit buffer 801x416 scale 1 destination 641x333 damage 1,2 3x4")
    }

    @Test func `where a compositor knows whole scales alone, the output's is taken`() throws {
        let scene = try Scene(scale: 2)
        defer { scene.end() }
        #expect(scene.display.size == PixelSize(1280, 800))
        #expect(try scene.present(PixelRect(0, 0, 9, 9)) == "commit buffer 1280x800 scale 2 damage 0,0 9x9")
    }

    @Test func `what is drawn again in a turned picture is named where it lies in the window`() throws {
        let scene = try Scene()
        defer { scene.end() }
        let turned = TurnedDisplay(scene.display, by: .quarter)
        #expect(turned.size == PixelSize(400, 640))
        let surface = try #require(turned.freeBuffer()).surface
        #expect(surface.rotation == .quarter && surface.size == PixelSize(640, 400))
        try turned.present(damage: Region(PixelRect(10, 20, 30, 40)))
        #expect(scene.said() == "commit buffer 640x400 scale 1 damage 580,10 40x30")
        try scene.run { scene.isTaken }
    }

    @Test func `halves of pixels are rounded up`() {
        #expect(WaylandScale.pixels(PixelSize(333, 1), 180) == PixelSize(500, 2))
        #expect(WaylandScale.pixels(PixelSize(1366, 768), 120) == PixelSize(1366, 768))
    }

    @Test func `another size is another picture, and closing is said`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        scene.say("configure 500 300")
        try scene.run { !scene.sizes.isEmpty }
        #expect(scene.sizes == [PixelSize(500, 300)])
        #expect(scene.display.freeBuffer()?.age == 0)
        #expect(try scene.present(PixelRect(0, 0, 500, 300)) == "commit buffer 500x300 scale 1 damage 0,0 500x300")
        scene.say("close")
        try scene.run { scene.isClosed }
    }

    @Test func `a buffer that the compositor reads is not drawn in`() throws {
        let scene = try Scene()
        defer { scene.end() }
        for _ in 0..<2 { _ = try scene.present(PixelRect(0, 0, 1, 1)) }
        _ = try #require(scene.display.freeBuffer())
        scene.display.present(damage: Region(PixelRect(0, 0, 1, 1)))
        #expect(scene.display.freeBuffer() == nil)
        scene.say("release")
        try scene.run { scene.display.freeBuffer() != nil }
        #expect(scene.display.freeBuffer()?.age == 1)
    }

    /// A tenth from the left and a quarter from the top; then the middle.
    @Test(
        arguments: zip(
            PictureRotation.allCases, [Point(32, 50), Point(80, 180), Point(288, 150), Point(240, 20)]))
    func `fingers that come together are one frame, turned with the picture`(
        rotation: PictureRotation, place: Point
    ) throws {
        let scene = try Scene()
        defer { scene.end() }
        (scene.display.panelSize, scene.display.rotation) = (Size(320, 200), rotation)
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        let now = UInt32(truncatingIfNeeded: MonotonicClock.now().nanoseconds / 1_000_000)
        scene.say(
            "down \(now) 7 64 100", "down \(now) 9 320 200", "frame", "motion \(now) 9 320 200", "up \(now) 7", "frame")
        scene.say("cancel")
        try scene.run { scene.touches.count == 3 }
        let changes = scene.touches.map { $0.changes.map { "\($0.contact) \($0.phase)" } }
        #expect(changes == [["1 began", "2 began"], ["2 moved", "1 ended"], ["2 cancelled"]])
        let began = scene.touches[0].changes.map(\.position)
        #expect(abs(began[0].x - place.x) < 0.01 && abs(began[0].y - place.y) < 0.01, "\(began[0])")
        #expect(abs(began[1].x - 160) < 0.01 && abs(began[1].y - 100) < 0.01)
    }
}
