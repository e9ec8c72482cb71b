// Pops of pages that other programs draw, against pops of a picture, for `bezel benchmark guests`.

import Frames
import Geometry
import Glibc
import Guests
import Layers
import Linux
import Machine
import Stage

/// Pops of three pages in turn, by a finger from the edge, and the vblanks that they miss: of a picture, of a picture over a program that
/// shows something new all the time, and of that program. A program takes processor time whether it is seen or not, so while the picture
/// alone is popped the same program works as hard and is not seen. What else runs on the machine disturbs all three alike.
@MainActor
struct GuestPops {
    /// The pops of one page.
    struct Count {
        var (missed, frames) = (0, 0)
    }

    private(set) var (picture, above, program) = (Count(), Count(), Count())

    /// How often each page is popped.
    private static let pops = 20
    /// What the program shows at least, in frames a second, before anything is counted.
    private static let leastRate = 40

    /// Pops the pages of `folder`, of which `name` is that of the program. `hidden` are the words of a program that works as hard while
    /// that page is not seen; nil where its own program goes on as before.
    init(_ name: String, in folder: BenchmarkFolder, tuning: Tuning, hidden words: [String]? = nil) throws(Failure) {
        let scene = try GuestScene(folder, ["home", name], tuning: tuning)
        defer { scene.close() }
        let frames = FrameCount()
        scene.frameLoop.add(frames)
        let hidden: HiddenProgram?
        if let words { hidden = try HiddenProgram(words, in: scene) } else { hidden = nil }
        defer { hidden?.close() }
        if let hidden { scene.frameLoop.add(hidden) }
        scene.start()
        try Self.wait(scene, frames)
        func pop(_ count: inout Count) throws(Failure) {
            try scene.run(for: .milliseconds(500))
            let before = (scene.frameLoop.missed, frames.count)
            try scene.pop()
            count.missed += scene.frameLoop.missed - before.0
            count.frames += frames.count - before.1
        }
        try scene.pop()
        // The first round shows everything for the first time, and tells the frame clock what takes how long.
        for round in 0...Self.pops {
            if round == 1 { (picture, above, program) = (Count(), Count(), Count()) }
            hidden?.isShown = true
            try scene.open("picture")
            try pop(&picture)
            hidden?.isShown = false
            try scene.open(name)
            try scene.open("picture")
            try pop(&above)
            try pop(&program)
        }
    }

    /// Waits until the program on the glass shows something new all the time.
    private static func wait(_ scene: GuestScene, _ frames: FrameCount) throws(Failure) {
        for _ in 0..<60 {
            let before = frames.count
            try scene.run(for: .seconds(1))
            if frames.count >= before + leastRate { return }
        }
        throw Failure(.failed, "\(scene.stage.navigator.top.name) shows less than \(leastRate) frames a second")
    }

    /// The rows for a program that messages call `what`. Of two counts of rare events with the same mean, one in twenty is larger than the
    /// other by more than twice the root of their sum.
    func rows(_ what: String) -> [BenchmarkCommand.Row] {
        func row(_ name: String, _ count: Count, _ goal: Double?) -> BenchmarkCommand.Row {
            BenchmarkCommand.Row(
                name: "\(Self.pops) pops of \(name): vblanks missed", value: Double(count.missed), unit: "vblanks",
                goal: goal, details: [("frames", Double(count.frames))])
        }
        func goal(_ count: Count) -> Double {
            Double(picture.missed) + 2 * Double(picture.missed + count.missed).squareRoot()
        }
        return [
            row("a picture, while \(what) is not seen", picture, nil),
            row("a picture over \(what)", above, goal(above)), row(what, program, goal(program)),
        ]
    }
}

/// Counts the frames on the glass.
private final class FrameCount: FrameObserver {
    private(set) var count = 0
    func presented(at instant: Instant) { count += 1 }
}

/// A program whose windows no page shows, and that is told of every frame as if one did.
@MainActor
private final class HiddenProgram: FrameObserver {
    /// Whether it is told of frames, and so draws its next.
    var isShown = true
    private let server: GuestServer
    private var process: GuestProcess?

    /// Starts `words`.
    init(_ words: [String], in scene: GuestScene) throws(Failure) {
        let panel = GuestScene.panel
        let server = GuestServer(
            output: GuestOutput(
                pixels: panel.pixels, millimetres: panel.millimetres, scale: GuestView.scale(on: panel),
                refresh: DisplayMode(size: panel.pixels, millihertz: 60_000).refreshInterval))
        self.server = server
        do throws(SystemError) {
            try server.start(in: scene.loop)
            process = try GuestProcess(
                words, by: .child(program: WorkerProcess.thisProgram), loop: scene.loop,
                onConnection: { server.connect($0) }, onEnd: { _ in })
        } catch { throw Failure(error) }
    }

    func close() {
        process?.end()
        server.close()
    }

    func handedOver() { if isShown { server.handedOver() } }
    func presented(at instant: Instant) { if isShown { server.presented(at: instant) } }
}
