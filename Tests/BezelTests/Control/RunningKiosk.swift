// A kiosk that runs headless in its real loop, and a client on another thread.

import Geometry
import Glibc
import Logging
import Pages
import TestFolders
import Testing
import TouchScript

@testable import Bezel
@testable import Frames
@testable import Linux
@testable import Machine
@testable import Run
@testable import Stage

/// The sample kiosk on a headless display, with its control socket in a folder of its own. All of it lives on the thread that
/// calls `run`; `asking` runs on another one.
final class RunningKiosk: StageObserver, ControlledRun {
    let folder = TemporaryFolder()
    var socket: String { "\(folder.path)/control" }
    let loop: EventLoop
    let stage: Stage
    let display: HeadlessDisplay
    let frameLoop: FrameLoop
    let screen: ScreenMonitor
    let control: ControlHandler
    private let idle: IdleSession
    let panels: [PanelStatus] = []
    var restarts: Int?
    var faults: [Fault] = []
    var waitingKeys: [String] = []
    let server: ControlServer
    /// The kiosk's decisions.
    private(set) var trace: [TraceRecord] = []
    /// How often something other than touches and time has changed the stage.
    private(set) var changes = 0

    init(
        limits: StreamConnection.Limits = .init(), policy: ControlPolicy = ControlPolicy(),
        size: PixelSize = PixelSize(640, 360), mode: UInt32? = nil, hasScreen: Bool = true,
        strangerPatience: Instant.Span = ControlServer.strangerPatience, log: Logger = Logger(label: "test")
    ) throws {
        loop = try EventLoop()
        display = HeadlessDisplay(size: size, millihertz: 60_000, millimetres: Size(527, 296), loop: loop)
        let first = try StartScreens(kiosk: "\(repository)/config/museum", on: Configuration()) { _ in }
        let panel = Panel(pixels: size, millimetres: Size(527, 296))
        stage = try first.stage(on: panel, scale: 1, stack: [], measured: nil, at: MonotonicClock.now())
        frameLoop = try FrameLoop(stage: stage, display: display, loop: loop, log: Logger(label: "test"))
        idle = try IdleSession(
            first, on: stage, frameLoop, display, PageChange(of: stage, frameLoop, loop: loop), Configuration(),
            last: nil,
            loop: loop, log: log)
        screen = ScreenMonitor(
            number: 1, stage: stage, frameLoop: frameLoop, idle: idle, scale: 1, kept: .seconds(120), pages: { first },
            display: { [display] in display })
        control = ControlHandler(log: Logger(label: "test"), start: MonotonicClock.now())
        if hasScreen { control.add(screen) }
        let socket = try ListeningSocket(path: "\(folder.path)/control", mode: mode ?? policy.mode)
        server = try ControlServer(
            socket, loop: loop, policy: policy, log: log, limits: limits, strangerPatience: strangerPatience)
        server.onRequest = { [control] in control.handle($0, $1) }
        control.run = self
        frameLoop.add(admitting: idle)
        frameLoop.add(self)
        frameLoop.start()
    }

    /// How long a reload takes.
    var reloadTime = Instant.Span.zero
    private var reloading: Linux.Timer?

    func reload(_ answer: @escaping (Swift.Result<[String], Failure>) -> Void) {
        if reloadTime == .zero { return answer(.success([])) }
        reloading = loop.timer { answer(.success([])) }
        reloading?.setDeadline(MonotonicClock.now() + reloadTime)
    }

    func decided(_ record: TraceRecord) { trace.append(record) }

    func changedFromOutside() { changes += 1 }

    /// Runs the kiosk until `asking`, which has a thread of its own, is done, and returns its result.
    func run<Result: Sendable>(_ asking: @escaping @Sendable (String) throws -> Result) throws -> Result {
        let done = TestPipe()
        let thread = Asking(socket, done.writer, asking)
        let watch = try loop.watch(done.reader) { [loop] _ in loop.stop() }
        thread.start()
        try loop.run()
        watch.cancel()
        return try thread.join()
    }

    /// Plays `frames`, whose times count from now, into the running loop, and returns when all is at rest, or `isOver`.
    func play(_ frames: [TouchFrame], until isOver: (Stage) -> Bool = { $0.stateAtRest != nil }) throws {
        var rest = frames[...]
        let start = MonotonicClock.now() + .milliseconds(5)
        var next: () -> Void = {}
        let timer = loop.timer { next() }
        func schedule() { timer.setDeadline(rest.first.map { start + ($0.time - .zero) }) }
        next = { [unowned self] in
            while let frame = rest.first, start + (frame.time - .zero) <= MonotonicClock.now() {
                frameLoop.handle(TouchFrame(time: start + (frame.time - .zero), changes: frame.changes))
                rest.removeFirst()
            }
            schedule()
        }
        schedule()
        while !rest.isEmpty || !isOver(stage) {
            try loop.runOnce(until: MonotonicClock.now() + .milliseconds(100))
        }
        timer.cancel()
    }
}

/// A thread that asks. (Swift's own thread pool has no thread to spare for a blocking call.)
nonisolated final class Asking<Result: Sendable>: @unchecked Sendable {
    private let socket: String
    private let done: Int32
    private let body: @Sendable (String) throws -> Result
    private var outcome: Swift.Result<Result, any Error>?
    private var thread = pthread_t()

    init(_ socket: String, _ done: Int32, _ body: @escaping @Sendable (String) throws -> Result) {
        (self.socket, self.done, self.body) = (socket, done, body)
    }

    func start() {
        let context = Unmanaged.passRetained(
            Box { [self] in
                outcome = Swift.Result { try body(socket) }
                var byte: UInt8 = 1
                _ = write(done, &byte, 1)
            }
        ).toOpaque()
        let failure = pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, context)
        guard failure == 0 else { fatalError("pthread_create") }
    }

    func join() throws -> Result {
        pthread_join(thread, nil)
        return try outcome!.get()
    }
}

nonisolated private final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
}

/// A client that may send anything.
nonisolated struct Asker: Sendable {
    /// The answer's line and what follows it.
    struct Answer: Sendable {
        let line: String
        let body: [UInt8]
        var isDone: Bool { line.contains(#""done":true"#) }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Sends `line` and waits for the answer; nil when the kiosk closes instead.
    static func ask(_ socket: String, _ line: String, on connection: LocalConnection? = nil) throws -> Answer? {
        let connection = try connection ?? LocalConnection(to: socket, seconds: 20)
        try connection.send(Array((line + "\n").utf8))
        return try answer(on: connection)
    }

    static func answer(on connection: LocalConnection) throws -> Answer? {
        guard let line = try connection.line() else { return nil }
        let count = (try? JSONValue(reading: line))?["bytes"]?.integer ?? 0
        return Answer(line: String(decoding: line, as: UTF8.self), body: try connection.bytes(count))
    }

    static func request(_ verb: ControlVerb, _ adjust: (inout ControlRequest) -> Void = { _ in }) -> String {
        var request = ControlRequest(verb)
        adjust(&request)
        return String(decoding: request.line.dropLast(), as: UTF8.self)
    }

    static func ask(
        _ socket: String, _ verb: ControlVerb, _ adjust: (inout ControlRequest) -> Void = { _ in }
    ) throws -> Answer? {
        try ask(socket, request(verb, adjust))
    }
}

/// A pipe that closes its ends when it is released.
nonisolated final class TestPipe {
    let reader: Int32
    let writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fatalError("pipe") }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }
}
