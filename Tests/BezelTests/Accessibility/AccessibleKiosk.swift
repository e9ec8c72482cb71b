// An app in its real loop on an accessibility bus, and a screen reader on another thread.

import Accessibility
import Geometry
import Glibc
import Logging
import Testing

@testable import Bezel
@testable import Frames
@testable import Linux
@testable import Machine
@testable import Run
@testable import Stage

/// An app on a headless display. All of it lives on the thread that calls `run`; the client is on another one.
final class AccessibleKiosk: StageObserver {
    let bus: PrivateBus
    let loop: EventLoop
    let stage: Stage
    let display: HeadlessDisplay
    let frameLoop: FrameLoop
    let link: AccessibilityLink
    /// The touches that the stage took.
    private(set) var touches: [TouchFrame] = []
    /// The keys that the stage took.
    private(set) var presses: [PressFrame] = []
    /// The time that the processor worked for the deciding thread while it ran.
    private(set) var spent = Instant.Span.zero

    /// Begins `app`. The client's fingers wait for a display, as those of a panel do.
    init(_ app: some App, on bus: PrivateBus, at address: BusAddress? = nil) throws {
        self.bus = bus
        loop = try EventLoop()
        let (size, millimetres) = (PixelSize(1080, 1920), Size(296, 527))
        display = HeadlessDisplay(size: size, millihertz: 60_000, millimetres: millimetres, loop: loop)
        stage = try StartScreens(app, on: Configuration()).stage(
            on: Panel(pixels: size, millimetres: millimetres), at: MonotonicClock.now())
        frameLoop = try FrameLoop(stage: stage, display: display, loop: loop, log: Logger(label: "test"))
        link = try #require(
            AccessibilityLink(loop: loop, log: Logger(label: "test"), at: address ?? .accessibility(bus.address)))
        link.add(1, stage, frameLoop, language: { "de-CH" }) { [frameLoop] in
            frameLoop.handle($0)
        } handlePresses: { [frameLoop] in
            frameLoop.handle($0)
        }
        frameLoop.add(self)
        frameLoop.start()
    }

    func takes(_ touches: TouchFrame) { self.touches.append(touches) }
    func takes(_ presses: PressFrame) { self.presses.append(presses) }

    /// Runs the kiosk until `asking`, which has a thread of its own, is done, and returns its result. It gets a client and the kiosk.
    func run<Result: Sendable>(
        _ asking: @escaping @Sendable (BusClient, BusClient.Element) throws -> Result
    ) throws -> Result {
        let done = TestPipe()
        let address = bus.address
        let thread = Asking("", done.writer) { _ in
            let client = try BusClient(address)
            let kiosk = try client.wait { try client.applications().last }
            let found = try #require(kiosk)
            _ = try client.wait { try client.children(found).isEmpty ? nil : true }
            return try asking(client, found)
        }
        let watch = try loop.watch(done.reader) { [loop] _ in loop.stop() }
        thread.start()
        let before = Self.worked()
        try loop.run()
        spent = Self.worked() - before
        watch.cancel()
        return try thread.join()
    }

    /// How long the processor has worked for this thread.
    private static func worked() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Leaves the bus.
    func close() { link.close() }
}
