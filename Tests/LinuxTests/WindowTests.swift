// A window under a compositor that does as it is told: its sizes and scales, several fingers, and its end.

import Geometry
import Glibc
import TestCompositor
import TestFolders
import Testing

@testable import Linux

/// The tests run one at a time: libwayland reports errors to the whole process.
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
        private(set) var failures: [DisplayError] = []
        private var isRunning = true

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
            display.onFailure = { [unowned self] in failures.append($0) }
        }

        func end() {
            display.close()
            endCompositor()
        }

        /// Ends the compositor, which hangs up.
        func endCompositor() {
            if isRunning { compositor_stop(compositor) }
            isRunning = false
        }

        /// Lets a compositor that hangs go on.
        func wake() { compositor_wake(compositor) }

        /// Has the compositor send these events in one batch.
        func say(_ lines: String...) { compositor_say(compositor, lines.joined(separator: "\n")) }

        /// Shows a frame. Returns what the compositor got.
        func handOver(_ damage: PixelRect) throws -> String {
            isTaken = false
            _ = try #require(display.freeBuffer())
            display.present(damage: Region(damage))
            return try #require(said())
        }

        /// Shows a frame, and waits until the compositor has taken it. Returns what the compositor got.
        func present(_ damage: PixelRect) throws -> String {
            let line = try handOver(damage)
            try run { isTaken }
            return line
        }

        /// Waits until the window has received all that the compositor was told to send.
        func hear() throws {
            isClosed = false
            say("close")
            try run { isClosed }
        }

        /// How many objects of `interface` the compositor knows of, such as `2 wl_buffer`.
        func count(_ interface: String) -> String? {
            say("count \(interface)")
            return said()
        }

        /// The next line of what the compositor got.
        func said() -> String? { compositor_wait(compositor, 1).map { String(cString: $0) } }

        /// Handles events until `isDone`.
        func run(until isDone: () -> Bool) throws {
            let end = MonotonicClock.now() + .seconds(10)
            while !isDone() {
                try #require(MonotonicClock.now() < end, "no event has come")
                try loop.runOnce(until: end)
            }
        }
    }

    @Test func `a fractional scale gives a buffer of that many pixels, and says how large the window is`() throws {
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
        #expect(second == "commit buffer 801x416 scale 1 destination 641x333 damage 1,2 3x4 as promised")
    }

    @Test func `a fractional scale that comes after a frame takes the place of the whole one`() throws {
        let scene = try Scene(scale: 2, hasFractions: true)
        defer { scene.end() }
        #expect(try scene.present(PixelRect(0, 0, 9, 9)) == "commit buffer 1280x800 scale 2 damage 0,0 9x9")
        scene.say("scale 180")
        try scene.run { scene.sizes == [PixelSize(960, 600)] }
        let line = try scene.present(PixelRect(0, 0, 9, 9))
        #expect(line == "commit buffer 960x600 scale 1 destination 640x400 damage 0,0 9x9")
    }

    @Test func `a scale that changes no pixel needs no new picture`() throws {
        let scene = try Scene(scale: 2, hasFractions: true)
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 9, 9))
        scene.say("scale 240")
        scene.say("scale 120", "configure 1280 800")
        try scene.hear()
        #expect(scene.said() == "commit scale 1 destination 1280x800 as promised")
        #expect(scene.sizes.isEmpty)
    }

    @Test func `with a compositor that knows only whole scales, the output's is taken`() throws {
        let scene = try Scene(scale: 2)
        defer { scene.end() }
        #expect(scene.display.size == PixelSize(1280, 800))
        #expect(try scene.present(PixelRect(0, 0, 9, 9)) == "commit buffer 1280x800 scale 2 damage 0,0 9x9")
    }

    @Test func `the damage of a turned picture is given where it lies in the window`() throws {
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
        #expect(WaylandExtent(size: PixelSize(333, 1), scale: 180).pixels == PixelSize(500, 2))
        #expect(WaylandExtent(size: PixelSize(1366, 768), scale: 120).pixels == PixelSize(1366, 768))
    }

    @Test func `another size is another picture, and closing is reported`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        scene.say("configure 500 300")
        try scene.run { !scene.sizes.isEmpty }
        #expect(scene.sizes == [PixelSize(500, 300)])
        #expect(scene.display.freeBuffer()?.age == 0)
        let line = try scene.present(PixelRect(0, 0, 500, 300))
        #expect(line == "commit buffer 500x300 scale 1 damage 0,0 500x300 as promised")
        scene.say("close")
        try scene.run { scene.isClosed }
    }

    /// The compositor refuses a commit of another size than was acknowledged.
    @Test func `a size is acknowledged with the first frame that has it`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        // Maximized, then in full screen. Of two sizes in one batch only the last one counts.
        for (state, size) in [(1, PixelSize(800, 600)), (2, PixelSize(1920, 1080)), (2, PixelSize(1280, 720))] {
            scene.say("configure 300 200 \(state)", "configure \(size.width) \(size.height) \(state)")
            try scene.run { scene.sizes.last == size }
            let line = try scene.present(PixelRect(0, 0, 5, 5))
            #expect(line == "commit buffer \(size.width)x\(size.height) scale 1 damage 0,0 5x5 as promised")
        }
        #expect(scene.sizes.count == 3)
        try scene.hear()
        #expect(scene.failures.isEmpty)
    }

    @Test func `a size that the window has already is acknowledged at once`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        scene.say("configure 640 400 4")
        try scene.hear()
        #expect(scene.said() == "commit scale 1 as promised")
        #expect(scene.sizes.isEmpty)
        // The second size comes before a frame has the first, and the last committed buffer still has it.
        scene.say("configure 500 300")
        try scene.run { scene.sizes == [PixelSize(500, 300)] }
        scene.say("configure 640 400")
        try scene.run { scene.sizes.last == PixelSize(640, 400) }
        #expect(scene.said() == "commit scale 1 as promised")
        let line = try scene.present(PixelRect(0, 0, 640, 400))
        #expect(line == "commit buffer 640x400 scale 1 damage 0,0 640x400")
    }

    @Test func `a size that does not fit in memory is an error`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        scene.say("configure 2147483647 2147483647")
        try scene.run { !scene.failures.isEmpty }
        #expect(scene.failures.map(\.description).first?.contains("File too large") == true)
        #expect(scene.display.freeBuffer() == nil && scene.sizes.isEmpty)
    }

    @Test func `buffers of another size go as soon as the compositor no longer reads them`() throws {
        let scene = try Scene()
        defer { scene.end() }
        // Three of the window, and one of the pointer.
        #expect(scene.count("wl_buffer") == "4 wl_buffer")
        for width in 500..<520 {
            for _ in 0..<2 { _ = try scene.present(PixelRect(0, 0, 1, 1)) }
            scene.say("configure \(width) 300")
            try scene.run { scene.sizes.last?.width == width }
            // The compositor holds two of the old ones. The third was free.
            #expect(scene.count("wl_buffer") == "6 wl_buffer")
            scene.say("release")
            try scene.hear()
            #expect(scene.count("wl_buffer") == "4 wl_buffer")
        }
    }

    @Test func `a compositor that refuses the window is one error, and reading on finds no other`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        // libwayland dispatches none of the events before the error, and keeps them in its queue.
        scene.say("configure 500 300", "scale 180", "error")
        try scene.run { !scene.failures.isEmpty }
        scene.endCompositor()
        scene.display.read()
        #expect(scene.display.freeBuffer() == nil)
        #expect(scene.failures.count == 1)
        #expect(scene.failures.first?.description.contains("the test wants it") == true)
    }

    @Test func `a compositor that ends is one error`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        scene.endCompositor()
        try scene.run { !scene.failures.isEmpty }
        scene.display.read()
        #expect(scene.display.freeBuffer() == nil)
        #expect(scene.failures == [.failed("the compositor is gone, and with it the window and its touches")])
    }

    /// libwayland crashes where an object of a connection is destroyed after the connection.
    @Test(arguments: [("mute", nil), ("", "DP-9")])
    func `a window that does not open leaves nothing behind`(order: String, output: String?) throws {
        let folder = TemporaryFolder()
        let compositor = try #require(compositor_start("\(folder.path)/socket", 2, true))
        defer { compositor_stop(compositor) }
        compositor_say(compositor, order)
        let loop = try EventLoop()
        var options = WaylandDisplay.Options()
        (options.socket, options.output) = ("\(folder.path)/socket", output)
        options.timeLimit = .milliseconds(500)
        let error = #expect(throws: DisplayError.self) {
            _ = try WaylandDisplay(loop: loop, options: options) { _, text in Issue.record("\(text)") }
        }
        let text = try #require(error?.description)
        #expect(text.contains(output.map { "has no output \($0)" } ?? "has not answered in 0.5 s"), "\(text)")
    }

    @Test func `a window whose frames the compositor does not take is away, until one is taken`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        #expect(!scene.display.isAway)
        scene.say("hide")
        try scene.hear()
        _ = try scene.handOver(PixelRect(0, 0, 640, 400))
        #expect(!scene.display.isAway)
        try scene.run { scene.display.isAway }
        #expect(!scene.isTaken)
        // A frame of another size is not seen either.
        scene.say("configure 500 300")
        try scene.run { !scene.sizes.isEmpty }
        _ = try scene.handOver(PixelRect(0, 0, 500, 300))
        #expect(scene.display.isAway)
        scene.say("show")
        try scene.run { scene.isTaken }
        #expect(!scene.display.isAway)
    }

    @Test func `a window is not away because the compositor hangs`() throws {
        let scene = try Scene()
        defer { scene.end() }
        scene.say("hide")
        try scene.hear()
        _ = try scene.handOver(PixelRect(0, 0, 640, 400))
        scene.say("hang")
        #expect(scene.said() == "hanging")
        // The window set its timer earlier, so that one expires earlier.
        var isLate = false
        let timer = scene.loop.timer { isLate = true }
        timer.setDeadline(MonotonicClock.now() + WaylandVisibility.patience)
        try scene.run { isLate }
        #expect(!scene.display.isAway)
        scene.wake()
        try scene.run { scene.display.isAway }
    }

    @Test func `a window that the compositor suspends is away`() throws {
        let scene = try Scene()
        defer { scene.end() }
        _ = try scene.present(PixelRect(0, 0, 640, 400))
        scene.say("configure 640 400 9")
        try scene.run { scene.display.isAway }
        scene.say("configure 640 400")
        try scene.run { !scene.display.isAway }
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
        (scene.display.panelSize, scene.display.touchRotation) = (Size(320, 200), rotation)
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
