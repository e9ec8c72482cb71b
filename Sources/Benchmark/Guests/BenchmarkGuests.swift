// `bezel benchmark guests`: measures what the window of another program costs the kiosk, and how soon its frames are seen.

import Frames
import Geometry
import Glibc
import Guests
import Layers
import Linux
import Machine
import Stage

/// A program with a window of 1920×1080 pixels commits a frame at each refresh, all of which is new (`BenchmarkWindow`). The kiosk runs as
/// always: its loop, frame clock, stage and compositor, but no screen.
@MainActor
struct BenchmarkGuests {
    private let program: String
    private let tuning: Tuning

    static func rows() throws(Failure) -> [BenchmarkCommand.Row] {
        guard let path = realpath("/proc/self/exe", nil) else { throw Failure(.failed, "/proc is not there") }
        defer { free(path) }
        let guests = BenchmarkGuests(
            program: String(cString: path), tuning: TuningMeasurement(size: GuestScene.size).record.tuning)
        return try guests.cost() + guests.delay() + guests.pops()
    }

    /// A folder with the window at `pace`, whose frames are written to the file `report` in it.
    private func folder(_ pace: BenchmarkWindow.Pace) throws(Failure) -> BenchmarkFolder {
        try BenchmarkFolder.guests { path in
            [program, "benchmark", "guests", "--window", "\(path)/report", "--pace", pace.rawValue]
        }
    }

    // MARK: What a frame costs

    /// The processor time of all threads of the kiosk for a frame, against that of a memcpy of the frame. Blocks of frames with and without
    /// the memcpy follow each other, which is made right before the kiosk plans its own frame: there the client's pixels are as cold.
    private func cost() throws(Failure) -> [BenchmarkCommand.Row] {
        let folder = try folder(.answering)
        let scene = try GuestScene(folder, ["home", "window"], tuning: tuning)
        defer { scene.close() }
        let meter = CostMeter(scene)
        scene.frameLoop.add(meter)
        scene.start()
        try scene.run("the window") { scene.picture != nil }
        try scene.run(for: .seconds(2))
        var (ratios, costs, copies, frames) = ([Double](), [Double](), [Double](), 0)
        for _ in 0..<Self.blocks {
            let copied = try meter.measure(Self.frames, copying: true)
            let bare = try meter.measure(Self.frames, copying: false)
            copies.append(copied.copy)
            costs.append(bare.whole)
            ratios.append(bare.whole / copied.copy)
            frames += 2 * Self.frames
        }
        let median = BenchmarkComposite.median
        return [
            BenchmarkCommand.Row(
                name: "memcpy of a frame of 1920x1080, processor time", value: median(copies) * 1000, unit: "ms"),
            BenchmarkCommand.Row(
                name: "a full-screen window at 60 frames a second, processor time of the kiosk for a frame",
                value: median(ratios), unit: "× memcpy", goal: 1.3,
                details: [
                    ("ms", median(costs) * 1000), ("frames a second", meter.rate),
                    ("vblanks missed", Double(scene.frameLoop.missed)),
                ]),
        ]
    }

    private static let blocks = 9
    private static let frames = 60

    // MARK: How soon a frame is seen

    private func delay() throws(Failure) -> [BenchmarkCommand.Row] {
        var rows: [BenchmarkCommand.Row] = []
        for pace in [BenchmarkWindow.Pace.answering, .anytime] {
            let folder = try folder(pace)
            let scene = try GuestScene(folder, ["home", "window"], tuning: tuning)
            let watch = StartWatch()
            scene.frameLoop.add(watch)
            scene.start()
            defer { scene.close() }
            try scene.run("the window") { scene.picture != nil }
            try scene.run(for: .seconds(3))
            let begun = MonotonicClock.now()
            try scene.run(for: .seconds(10))
            let commits = Self.commits("\(folder.path)/report", after: begun)
            guard commits.count > 100 else { throw Failure(.failed, "the window has shown \(commits.count) frames") }
            rows += Self.rows(pace, commits, lead: watch.lead(after: begun))
        }
        return rows
    }

    /// When frames were committed and seen.
    private static func commits(_ report: String, after begun: Instant) -> [(committed: Instant, seen: Instant)] {
        SystemFiles.lines(report).compactMap { line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 2, numbers[0] > begun.nanoseconds else { return nil }
            return (Instant(nanoseconds: numbers[0]), Instant(nanoseconds: numbers[1]))
        }
    }

    /// `lead` is how long before its vblank the frame clock begins a frame.
    private static func rows(
        _ pace: BenchmarkWindow.Pace, _ commits: [(committed: Instant, seen: Instant)], lead: Instant.Span
    ) -> [BenchmarkCommand.Row] {
        // The headless display has its vblanks at the multiples of its refresh.
        let refresh = DisplayMode(size: GuestScene.size, millihertz: 60_000).refreshInterval.nanoseconds
        func vblank(after instant: Instant) -> Int64 { instant.nanoseconds / refresh + 1 }
        let counts = commits.map { Double($0.seen.nanoseconds / refresh - $0.committed.nanoseconds / refresh) }.sorted()
        let more = commits.map { Double($0.seen.nanoseconds / refresh - vblank(after: $0.committed + lead)) }
        let ages = commits.map { ($0.seen - $0.committed).seconds * 1000 }.sorted()
        func at(_ share: Double, _ values: [Double]) -> Double {
            values[min(values.count - 1, Int(share * Double(values.count)))]
        }
        let when = pace == .answering ? "committed when the last frame was shown" : "committed at any time"
        return [
            BenchmarkCommand.Row(
                name: "\(when): vblanks from the commit to the one that shows it, median", value: at(0.5, counts),
                unit: "vblanks", goal: pace == .answering ? 1 : nil,
                details: [("p99", at(0.99, counts)), ("ms", at(0.5, ages)), ("p99, ms", at(0.99, ages))]),
            BenchmarkCommand.Row(
                name: "\(when): frames in 100 that come later than the frame clock needs",
                value: 100 * Double(more.count { $0 > 0 }) / Double(more.count), unit: "", goal: 1,
                details: [("of", Double(more.count)), ("the clock begins before the vblank, ms", lead.seconds * 1000)]),
        ]
    }

    // MARK: Pops

    private func pops() throws(Failure) -> [BenchmarkCommand.Row] {
        let folder = try folder(.steady)
        let window = try GuestPops("window", in: folder, tuning: tuning)
        let rows = window.rows("a window that changes 60 times a second")
        guard Browser.chromium.isInstalled else {
            return rows + [
                BenchmarkCommand.Row(
                    name: "pops of a web page that scrolls: not measured: chromium is not installed", value: 0,
                    unit: "rows")
            ]
        }
        let web = try GuestPops("web", in: folder, tuning: tuning, hidden: try GuestScene.chromium(folder))
        return rows + web.rows("a page that scrolls in Chromium")
    }
}

/// Measures what frames cost in processor time.
private final class CostMeter: FrameObserver {
    private let scene: GuestScene
    private let targets: [UnsafeMutableRawPointer]
    private var isCopying = false
    private var (frames, copying) = (0, Instant.Span.zero)
    /// The frames a second in the last measurement.
    private(set) var rate = 0.0

    init(_ scene: GuestScene) {
        self.scene = scene
        let bytes = 4 * GuestScene.size.width * GuestScene.size.height
        // As many as the display has, in memory of the same kind: that of bitmaps has large pages, which a display's has not.
        targets = (0..<3).map { _ in
            let target = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
            target.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
            return target
        }
    }

    isolated deinit { for target in targets { target.deallocate() } }

    /// The seconds that a frame takes all threads of this process, and those of the memcpy before it.
    func measure(_ count: Int, copying isCopying: Bool) throws(Failure) -> (whole: Double, copy: Double) {
        self.isCopying = isCopying
        // Begins with a frame.
        (frames, copying) = (0, .zero)
        try scene.run("a frame") { frames > 0 }
        (frames, copying) = (0, .zero)
        let (start, clock) = (ProcessorClock.ofProcess(), MonotonicClock.now())
        try scene.run("\(count) frames") { frames >= count }
        let whole = ProcessorClock.ofProcess() - start
        rate = Double(frames) / (MonotonicClock.now() - clock).seconds
        return (whole.seconds / Double(frames), copying.seconds / Double(frames))
    }

    func reads() {
        guard isCopying, let picture = scene.picture else { return }
        let start = ProcessorClock.now()
        let target = targets[frames % targets.count]
        for row in 0..<picture.size.height {
            let bytes = 4 * picture.size.width
            memcpy(target + row * bytes, picture.pixels + row * picture.pitch, bytes)
        }
        copying = copying + (ProcessorClock.now() - start)
    }

    func presented(at instant: Instant) { frames += 1 }
}

/// Notes how long before its vblank each frame is begun.
private final class StartWatch: FrameObserver {
    private var begun = Instant.zero
    private var leads: [(begun: Instant, lead: Instant.Span)] = []

    func reads() { begun = MonotonicClock.now() }
    func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {
        leads.append((begun, presentation - begun))
    }

    /// What one frame in a hundred exceeds.
    func lead(after instant: Instant) -> Instant.Span {
        let sorted = leads.filter { $0.begun > instant }.map(\.lead).sorted()
        return sorted.isEmpty ? .zero : sorted[sorted.count * 99 / 100]
    }
}
