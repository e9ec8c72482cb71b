// A stage in its real loop that records itself, and a gate with which a test decides when pictures have been read.

import Drawing
import Geometry
import Glibc
import Layers
import Logging
import TestFolders

@testable import Bezel
@testable import Frames
@testable import Linux
@testable import Machine
@testable import Recordings
@testable import Replay
@testable import Stage

/// Lets as many callers through as it was opened for; the others wait. Safe to use from any thread.
nonisolated final class Gate: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    init(open count: Int = 0) { sem_init(semaphore, 0, UInt32(count)) }
    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }
    func open(for count: Int = 1) { for _ in 0..<count { sem_post(semaphore) } }
    func pass() { while sem_wait(semaphore) != 0 {} }
}

/// A running stage on a headless display, what it recorded, and the hash of each frame that was seen.
final class ArrivingKiosk: StageObserver, FrameObserver {
    nonisolated static let panel = Panel(pixels: PixelSize(480, 270), millimetres: Size(527, 296))

    let loop: EventLoop
    let stage: Stage
    let display: HeadlessDisplay
    private(set) var frameLoop: FrameLoop!
    /// The recording so far.
    private(set) var text = ""
    private(set) var hashes: [Int: FrameHash] = [:]
    private var records: [TraceRecord] = []
    private(set) var arrivals: [ArrivalRecord] = []
    /// Called when a frame is on the glass, with its number.
    var onFrame: ((Int) -> Void)?
    private var writer: RecordingWriter!
    private var start: Instant?
    private var firstTouch: Instant?

    init(
        _ first: StartScreens, readPicture: @escaping @Sendable (PictureOrder) -> ReadPicture = { $0.read() }
    ) throws {
        loop = try EventLoop()
        let panel = Self.panel
        display = HeadlessDisplay(size: panel.pixels, millihertz: 60_000, millimetres: panel.millimetres, loop: loop)
        stage = try first.stage(on: panel, scale: 1, stack: [], measured: nil, at: MonotonicClock.now())
        frameLoop = try FrameLoop(
            stage: stage, display: display, loop: loop, log: Logger(label: "test"), readPicture: readPicture)
        var header = RecordingHeader(screen: panel.pixels, size: panel.millimetres, refresh: 60)
        header.hasArrivals = true
        writer = try RecordingWriter(header: header) { [unowned self] in text += $0 }
        frameLoop.add(self as any StageObserver)
        frameLoop.add(self as any FrameObserver)
        frameLoop.start()
    }

    /// Tasks of Swift's thread pool run after all tests that wait for that pool, so the time limit is long.
    private static let patience = Instant.Span.seconds(1800)

    /// Runs the loop until `isDone`.
    func run(until isDone: () -> Bool) throws {
        let limit = MonotonicClock.now() + Self.patience
        while !isDone() {
            if MonotonicClock.now() > limit { throw Stuck() }
            try loop.runOnce(until: MonotonicClock.now() + .milliseconds(50))
        }
    }

    func takes(_ touches: TouchFrame) {
        firstTouch = firstTouch ?? touches.time
        try? writer.write(touches)
    }

    func takes(_ arrival: ArrivalRecord) {
        if start == nil { start = arrival.time }
        arrivals.append(arrival)
        try? writer.write(arrival)
    }

    func decided(_ record: TraceRecord) { records.append(record) }

    func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {
        if start == nil { start = presentation }
        try? writer.writePresentation(of: number, at: presentation, drawn: drawn)
    }

    func presented(at instant: Instant) {
        if let frame = display.lastFrame { hashes[frameLoop.frames] = FrameHash(of: frame) }
        onFrame?(frameLoop.frames)
    }

    struct Stuck: Error {}

    /// The trace, with times from the instant at which a reader of the recording begins to count.
    var trace: [String] { records.map { $0.json(since: firstTouch ?? start ?? .zero) } }

    /// How many pictures have arrived.
    var pictures: Int { arrivals.count { if case .picture = $0.what { true } else { false } } }

    /// Runs the loop until no more frames are drawn: pictures that have arrived fade in first.
    func runToRest() throws {
        var seen = -1
        while seen != frameLoop.frames {
            seen = frameLoop.frames
            let end = MonotonicClock.now() + .milliseconds(500)
            try run { stage.stateAtRest != nil && MonotonicClock.now() >= end }
        }
    }

    /// Whether no picture that it needs is still being read.
    var hasRead: Bool { frameLoop.door?.isReading == false }

    /// Plays `frames`, whose times count from now, as if from a panel, and runs the loop until all is at rest.
    func play(_ frames: [TouchFrame]) throws {
        var rest = frames[...]
        let start = MonotonicClock.now() + .milliseconds(5)
        var next: () -> Void = {}
        let timer = loop.timer { next() }
        next = { [unowned self] in
            while let frame = rest.first, start + (frame.time - .zero) <= MonotonicClock.now() {
                frameLoop.handle(TouchFrame(time: start + (frame.time - .zero), changes: frame.changes))
                rest.removeFirst()
            }
            timer.setDeadline(rest.first.map { start + ($0.time - .zero) })
        }
        timer.setDeadline(start)
        try run { rest.isEmpty && stage.stateAtRest != nil }
        timer.cancel()
    }

    /// The frames and the trace of a replay of the recording `text` on `first`.
    static func replay(
        _ text: String, on first: StartScreens, prepare: (Stage) -> Void = { _ in },
        drawing wanted: @escaping (Int) -> Bool = { _ in true }
    ) throws -> (hashes: [Int: FrameHash], trace: [String], stage: Stage) {
        let recording = try Recording(contentsOf: Array(text.utf8), named: "recording")
        let stage = try first.stage(on: panel, at: recording.begin)
        var (hashes, trace): ([Int: FrameHash], [String]) = ([:], [])
        stage.onTrace = { trace.append($0.json(since: .zero)) }
        prepare(stage)
        var replay = Replay(recording, on: stage, patience: patience)
        replay.picturesWanted = wanted
        replay.onPicture = { hashes[$0.number] = FrameHash(of: $0.surface) }
        replay.run()
        return (hashes, trace, stage)
    }
}

/// A kiosk whose only page has pictures one below the other.
final class PictureKiosk {
    let folder = TemporaryFolder()

    init(_ count: Int) throws {
        var page = "# Pictures\n\n"
        for index in 0..<count {
            page += "A paragraph that stands between two pictures.\n\n![Picture \(index)](picture-\(index).png)\n\n"
            let bitmap = Bitmap(
                size: PixelSize(320, 140), isOpaque: true, filledWith: Color(UInt32(0x203040 + index * 0x050B07)))
            Canvas(bitmap).fill(Rect(20, 20, 100, 60), Color(0xE0A458))
            try bitmap.writePNG(to: "\(folder.path)/picture-\(index).png")
        }
        folder.write(page, to: "home.md")
        folder.write("title = \"Pictures\"\nstart = [\"home\"]\n", to: "kiosk.toml")
    }

    func screens() throws -> StartScreens { try StartScreens(kiosk: folder.path, on: Configuration()) { _ in } }
}
