// `bezel benchmark frames`: what the frames of a transition ask of memory, on their whole way from the touch to the display.

import Geometry
import Glibc
import Linux
import Logging
import Stage

/// A page that a finger moves to and fro, run by the runtime of every kiosk: its timers, the stage, the frame clock, plan
/// and drawing, and the display. Once on a display without glass, and once on the screen, by planes, where there is one.
///
/// Allocations are those of the C library, of this thread, which a counter counts that has to be preloaded
/// (`tools/allocations`); without it those of Swift objects alone are known.
struct BenchmarkFrames {
    private static let warmUp = 2000
    /// The panel's scans for each refresh of the display.
    private static let scans: Int64 = 2

    /// Counts so many `frames`, a thousand at least, once all kinds of them have been seen.
    static func rows(kiosk: String, frames: Int) throws(Failure) -> [BenchmarkCommand.Row] {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw Failure(error) }
        let memory = HeadlessDisplay(size: PixelSize(640, 360), millihertz: 1_000_000, loop: loop)
        defer { memory.close() }
        let drawn = try counted(frames, of: kiosk, on: memory, loop)
        return rows("drawn", drawn.calls, frames) + (try planeRows(kiosk, frames, loop))
    }

    /// The same on the screen. Where it has no planes, or cannot be taken, the row says why.
    private static func planeRows(_ kiosk: String, _ frames: Int, _ loop: EventLoop) throws(Failure)
        -> [BenchmarkCommand.Row]
    {
        let seat: Seat
        do {
            seat = try Seat(loop: loop)
        } catch { return [missing("\(error)")] }
        defer { seat.close() }
        let outputs = KMSOutputs(seat: seat, loop: loop, options: [.init()])
        do { try outputs.look() } catch { return [missing("\(error)")] }
        defer { outputs.close() }
        guard let display = outputs.displays[0] else { return [missing("no display")] }
        if case .failure(let why) = display.planes { return [missing(why.description)] }
        let shown = try counted(frames, of: kiosk, look: Slide(), on: display, loop)
        if case .drawn(let why) = shown.path { return [missing(why)] }
        return rows("by \(shown.path)", shown.calls, frames)
    }

    private static func missing(_ why: String) -> BenchmarkCommand.Row {
        BenchmarkCommand.Row(name: "by planes: not counted: \(why)", value: 0, unit: "rows")
    }

    // MARK: The frames

    private struct Calls {
        /// Of the first thousand frames, of the last, and of all.
        var (first, last, all) = (RuntimeCalls(), RuntimeCalls(), RuntimeCalls())
        /// nil where no counter is preloaded.
        var allocations: Int?
    }

    /// Both screens move and nothing lies between them: what all planes can show.
    private final class Slide: NavigatorDelegate {
        func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? { .slide }
    }

    /// What the frames asked for, and how they came to the glass.
    private static func counted(
        _ frames: Int, of kiosk: String, look: (any NavigatorDelegate)? = nil, on display: any Display,
        _ loop: EventLoop
    ) throws(Failure) -> (calls: Calls, path: PicturePath) {
        let first = try FirstScreens(kiosk: kiosk, on: Configuration()) { _ in }
        let stage = try first.stage(
            on: Panel(pixels: display.size, millimetres: Size(527, 296)), scale: 1, stack: ["home", "hours"],
            measured: nil, at: MonotonicClock.now())
        if let look { stage.navigator.addDelegate(look) }
        var log = Logger(label: "bezel")
        log.logLevel = .warning
        let runtime = Runtime(stage: stage, display: display, loop: loop, log: log)
        var calls = Calls()
        var (before, beforeLast) = (0, RuntimeCalls())
        runtime.onFrame = { number, _ in
            let count = number - warmUp
            if count == 0 {
                before = AllocationCounter.count ?? 0
                RuntimeCalls.start()
            }
            if count == 1000 { calls.first = RuntimeCalls.soFar }
            if count == frames - 1000 { beforeLast = RuntimeCalls.soFar }
            if count == frames {
                calls.all = RuntimeCalls.stop()
                calls.last = calls.all - beforeLast
                calls.allocations = AllocationCounter.count.map { $0 - before }
                loop.stop()
            }
        }
        var problem: Failure?
        runtime.onFailure = {
            problem = Failure(.failed, "\($0)")
            loop.stop()
        }
        let finger = BenchmarkFinger(on: runtime, every: display.refreshInterval / scans, loop)
        runtime.onFirstFrame = { finger.begin() }
        runtime.start()
        do { try loop.run() } catch { throw Failure(error) }
        finger.end()
        let path = runtime.picturePath
        // A flip that is under way is told to nobody who has gone.
        runtime.show(on: nil)
        if let problem { throw problem }
        return withExtendedLifetime(look) { (calls, path) }
    }

    private static func rows(_ name: String, _ calls: Calls, _ frames: Int) -> [BenchmarkCommand.Row] {
        func counts(_ calls: RuntimeCalls) -> Double { Double(calls.retains + calls.releases) }
        var rows = [
            BenchmarkCommand.Row(
                name: "\(name): Swift objects made in \(frames) frames", value: Double(calls.all.objects), unit: "",
                goal: 0),
            // Their number is the picture's; that of later frames may not be more than a hundredth above.
            BenchmarkCommand.Row(
                name: "\(name): retains and releases, the last thousand frames", value: counts(calls.last) / 1000,
                unit: "a frame", reference: "the first thousand",
                ratio: counts(calls.last) / max(1, counts(calls.first)),
                goal: (counts(calls.first) / 1000 * 1.01).rounded(.up)),
        ]
        if let allocations = calls.allocations {
            rows.append(
                BenchmarkCommand.Row(
                    name: "\(name): allocations in \(frames) frames", value: Double(allocations), unit: "", goal: 0))
        } else {
            rows.append(
                BenchmarkCommand.Row(
                    name: "\(name): allocations: no counter is preloaded, see tools/allocations", value: 0, unit: "rows"
                ))
        }
        return rows
    }
}

/// A finger that takes a page by its edge and moves it evenly to and fro across the middle, as often as a panel scans; at
/// first farther, so that every frame is like one that was before, also when it was predicted by too much.
private final class BenchmarkFinger {
    private let runtime: Runtime
    private let interval: Instant.Span
    /// All that it does, made before anything is counted: first once there and back, then again and again.
    private let first: [[TouchFrame.Change]]
    private let way: [[TouchFrame.Change]]
    private var number = 0
    private var timer: Linux.Timer?

    init(on runtime: Runtime, every interval: Instant.Span, _ loop: EventLoop) {
        self.runtime = runtime
        self.interval = interval
        func way(_ count: Int, from start: Double, to end: Double) -> [[TouchFrame.Change]] {
            (0..<count).map { step in
                let x = end + (start - end) * abs(2 * Double(step) / Double(count) - 1)
                return [TouchFrame.Change(contact: 1, phase: .moved, position: Point(x, 150))]
            }
        }
        first = way(2048, from: 10, to: 510)
        self.way = way(1024, from: 140, to: 360)
        timer = loop.timer { [unowned self] in move() }
    }

    func begin() {
        let down = TouchFrame.Change(contact: 1, phase: .began, position: Point(1, 150))
        runtime.handle(TouchFrame(time: MonotonicClock.now(), changes: [down]))
        timer?.setDeadline(MonotonicClock.now() + interval)
    }

    func end() { timer?.cancel() }

    private func move() {
        let now = MonotonicClock.now()
        runtime.handle(TouchFrame(time: now, changes: number < first.count ? first[number] : way[number % way.count]))
        number += 1
        timer?.setDeadline(now + interval)
    }
}
