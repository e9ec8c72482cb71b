// `bezel benchmark frames`: counts what the frames of a transition allocate, on their whole way from the touch to the display.

import Frames
import Geometry
import Glibc
import Linux
import Logging
import Machine
import Stage

/// A page that a finger moves to and fro, run by the frame loop of every kiosk: its timers, the stage, the frame clock, planning,
/// drawing, and the display. The page is shown once on a headless display, and once on the screen by planes, if there is one.
///
/// Allocations are those that this thread makes in the C library. `Tests/Allocations/allocations` preloads the counter.
/// Without it, only Swift objects are counted.
@MainActor
struct BenchmarkFrames {
    fileprivate static let warmUp = 2000
    /// The scans of the panel for each refresh of the display.
    private static let scans: Int64 = 2

    /// Counts `frames` frames, at least a thousand, once every kind of frame has been seen.
    static func rows(kiosk: String, frames: Int) throws(Failure) -> [BenchmarkCommand.Row] {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw Failure(error) }
        let memory = HeadlessDisplay(size: PixelSize(640, 360), millihertz: 1_000_000, loop: loop)
        defer { memory.close() }
        let drawn = try counted(frames, of: kiosk, on: memory, loop)
        return rows("drawn", drawn.calls, frames) + (try planeRows(kiosk, frames, loop))
    }

    /// The same on the screen. If the screen has no planes or cannot be taken, the row says why.
    private static func planeRows(_ kiosk: String, _ frames: Int, _ loop: EventLoop) throws(Failure)
        -> [BenchmarkCommand.Row]
    {
        let seat: Seat
        do {
            seat = try Seat(loop: loop)
        } catch { return [missing("\(error)")] }
        defer { seat.close() }
        let outputs = KMSOutputs(seat: seat, loop: loop, options: [.init()])
        do { try outputs.probe() } catch { return [missing("\(error)")] }
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

    fileprivate struct Calls {
        /// The calls of the first thousand frames, of the last thousand, and of all.
        var (first, last, all) = (RuntimeCalls(), RuntimeCalls(), RuntimeCalls())
        /// Nil when no counter is preloaded.
        var allocations: Int?
    }

    /// Moves both screens with nothing between them, which all planes can show.
    private final class Slide: NavigatorDelegate {
        func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? { .slide }
    }

    /// The calls that the frames made, and the path by which the frames reached the screen.
    private static func counted(
        _ frames: Int, of kiosk: String, look: (any NavigatorDelegate)? = nil, on display: any Display,
        _ loop: EventLoop
    ) throws(Failure) -> (calls: Calls, path: PicturePath) {
        let first = try StartScreens(kiosk: kiosk, on: Configuration()) { _ in }
        let stage = try first.stage(
            on: Panel(pixels: display.size, millimetres: Size(527, 296)), scale: 1, stack: ["home", "hours"],
            measured: nil, at: MonotonicClock.now())
        if let look { stage.navigator.addDelegate(look) }
        var log = Logger(label: "bezel")
        log.logLevel = .warning
        let frameLoop: FrameLoop
        do throws(SystemError) {
            frameLoop = try FrameLoop(stage: stage, display: display, loop: loop, log: log)
        } catch { throw Failure(error) }
        let finger = BenchmarkFinger(on: frameLoop, every: display.refreshInterval / scans, loop)
        let counter = FrameCounter(frames, finger, loop)
        frameLoop.add(counter)
        frameLoop.start()
        do { try loop.run() } catch { throw Failure(error) }
        finger.end()
        let path = frameLoop.picturePath
        // Detach the display, so that a pending flip is not reported to a frame loop that is gone.
        frameLoop.show(on: nil)
        if let problem = counter.problem { throw problem }
        return withExtendedLifetime(look) { (counter.calls, path) }
    }

    private static func rows(_ name: String, _ calls: Calls, _ frames: Int) -> [BenchmarkCommand.Row] {
        func counts(_ calls: RuntimeCalls) -> Double { Double(calls.retains + calls.releases) }
        var rows = [
            BenchmarkCommand.Row(
                name: "\(name): Swift objects made in \(frames) frames", value: Double(calls.all.objects), unit: "",
                goal: 0),
            // The number of retains and releases depends on the picture. The last frames may have at most one hundredth more
            // than the first.
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
                    name: "\(name): allocations: no counter is preloaded, see Tests/Allocations/allocations", value: 0,
                    unit: "rows"
                ))
        }
        return rows
    }
}

/// Counts the calls and allocations of a number of frames, after the frames in which everything happens for the first time.
private final class FrameCounter: FrameObserver {
    private let frames: Int
    private let finger: BenchmarkFinger
    private let loop: EventLoop
    private(set) var calls = BenchmarkFrames.Calls()
    private(set) var problem: Failure?
    private var (before, beforeLast) = (0, RuntimeCalls())
    private var hasBegun = false

    /// Counts `frames` frames, then stops `loop`. `finger` moves from the first frame on.
    init(_ frames: Int, _ finger: BenchmarkFinger, _ loop: EventLoop) {
        (self.frames, self.finger, self.loop) = (frames, finger, loop)
    }

    func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {
        let count = number - BenchmarkFrames.warmUp
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

    func presented(at instant: Instant) {
        if hasBegun { return }
        hasBegun = true
        finger.begin()
    }

    func refused(_ error: DisplayError) {
        problem = Failure(error)
        loop.stop()
    }
}

/// A finger that takes a page by its edge and moves it evenly to and fro across the middle, once per scan of the panel. At
/// first it moves farther, so that every counted frame is like one before it, even when its position was predicted too far
/// ahead.
@MainActor
private final class BenchmarkFinger {
    private let frameLoop: FrameLoop
    private let interval: Instant.Span
    /// All touches, made before anything is counted: `first` is used once, then `way` again and again.
    private let first: [[TouchFrame.Change]]
    private let way: [[TouchFrame.Change]]
    private var number = 0
    private var timer: Linux.Timer?

    init(on frameLoop: FrameLoop, every interval: Instant.Span, _ loop: EventLoop) {
        self.frameLoop = frameLoop
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
        frameLoop.handle(TouchFrame(time: MonotonicClock.now(), changes: [down]))
        timer?.setDeadline(MonotonicClock.now() + interval)
    }

    func end() { timer?.cancel() }

    private func move() {
        let now = MonotonicClock.now()
        frameLoop.handle(TouchFrame(time: now, changes: number < first.count ? first[number] : way[number % way.count]))
        number += 1
        timer?.setDeadline(now + interval)
    }
}
