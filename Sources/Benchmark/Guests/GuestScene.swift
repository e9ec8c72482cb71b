// A kiosk in its real loop whose pages are the windows of other programs, for `bezel benchmark guests`.

import Frames
import Geometry
import Glibc
import Layers
import Linux
import Logging
import Machine
import Run
import Stage

/// A running kiosk of 1920×1080 pixels at 60 Hz, without a screen, and a finger for it.
@MainActor
final class GuestScene {
    static let size = PixelSize(1920, 1080)
    static let panel = Panel(pixels: size, millimetres: Size(527, 296))

    let loop: EventLoop
    let stage: Stage
    let frameLoop: FrameLoop
    private let display: HeadlessDisplay
    private let first: StartScreens
    private let guests: GuestSession

    /// The pages of `folder`, which begins with the page `name` over its start page.
    init(_ folder: BenchmarkFolder, _ stack: [String], tuning: Tuning) throws(Failure) {
        let configuration = Self.configuration
        var log = Logger(label: "bezel")
        log.logLevel = .error
        let first = try StartScreens(kiosk: folder.path, on: configuration) { _ in }
        do { loop = try EventLoop() } catch { throw Failure(error) }
        display = HeadlessDisplay(size: Self.size, millihertz: 60_000, isReadAgain: false, loop: loop)
        stage = try first.stage(
            on: Self.panel, scale: 1, stack: stack, measured: nil, at: MonotonicClock.now())
        stage.compositor.tuning = tuning
        do throws(SystemError) {
            frameLoop = try FrameLoop(stage: stage, display: display, loop: loop, log: log)
        } catch { throw Failure(error) }
        guests = GuestSession({ first }, on: stage, frameLoop, configuration, loop: loop, log: log)
        self.first = first
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.web.browser = .chromium
        // Chromium has no sandbox for root, and shows pages of the benchmark alone.
        if geteuid() == 0 { configuration.web.arguments.append("--no-sandbox") }
        return configuration
    }

    /// The command for a Chromium that shows the page of `folder` by itself, without a kiosk that holds it to it.
    static func chromium(_ folder: BenchmarkFolder) throws(Failure) -> [String] {
        do {
            let command = try configuration.web.command(for: GuestProgram(.file(path: "\(folder.path)/scroll.html")))
            return command.words.dropLast().filter { $0 != "--remote-debugging-pipe" } + [command.page ?? ""]
        } catch { throw Failure(.failed, "\(error)") }
    }

    /// Begins to show frames.
    func start() { frameLoop.start() }

    /// Ends all programs.
    func close() {
        guests.close()
        // A flip that is under way is not reported to a frame loop that is gone.
        frameLoop.show(on: nil)
        display.close()
    }

    /// Runs the loop until `isDone`. Throws after `limit`, with `what` in the message.
    func run(_ what: String, within limit: Instant.Span = .seconds(60), until isDone: () -> Bool) throws(Failure) {
        let end = MonotonicClock.now() + limit
        while !isDone() {
            if MonotonicClock.now() > end { throw Failure(.failed, "\(what) did not happen in \(limit.seconds) s") }
            do { try loop.runOnce(until: end) } catch { throw Failure(error) }
        }
    }

    /// Runs the loop for `span`.
    func run(for span: Instant.Span) throws(Failure) {
        let end = MonotonicClock.now() + span
        do { while MonotonicClock.now() < end { try loop.runOnce(until: end) } } catch { throw Failure(error) }
    }

    /// The picture of a program that covers the screen; nil while there is none.
    var picture: Bitmap? {
        func search(_ layer: Layer) -> Bitmap? {
            if let bitmap = layer.contents, bitmap.size == Self.size { return bitmap }
            for sublayer in layer.sublayers { if let found = search(sublayer) { return found } }
            return nil
        }
        return search(stage.navigator.top.view.layer)
    }

    // MARK: Pops

    /// Opens the page `name` and waits until nothing moves.
    func open(_ name: String) throws(Failure) {
        let screen = try first.screen(name)
        frameLoop.change { $0.navigator.push(screen, animated: false) }
        try run("\(name) on the glass") { !stage.isBusy }
    }

    /// Pops the top page by a finger that drags it from the edge in a third of a second, and waits until it is gone.
    func pop() throws(Failure) {
        let name = stage.navigator.top.name
        let start = MonotonicClock.now()
        var step = 0
        var isDue: () -> Void = {}
        let timer = loop.timer { isDue() }
        defer { timer.cancel() }
        isDue = { [unowned self] in
            let position = Point(1 + 9 * Double(step), 150)
            let phase: TouchFrame.Phase = step == 0 ? .began : step == Self.steps ? .ended : .moved
            frameLoop.handle(
                TouchFrame(
                    time: MonotonicClock.now(), changes: [.init(contact: 1, phase: phase, position: position)]))
            step += 1
            if step <= Self.steps { timer.setDeadline(start + Self.scan * Int64(step)) }
        }
        isDue()
        try run("a pop of \(name)") { step > Self.steps && !stage.isBusy && stage.navigator.top.name != name }
    }

    /// A finger's places on its way, and the time between two of them: those of a panel of 120 Hz.
    private static let steps = 40
    private static let scan = Instant.Span(nanoseconds: 8_333_333)
}
