// A kiosk in virtual time whose page is the window of a client in the same process.

import CLinux
import CWayland
import CWaylandServer
import Frames
import Geometry
import Glibc
import Layers
import Linux
import Logging
import Stage
import TestFolders
import Testing

@testable import Guests

/// The frame loop, the house of guests and a display of 60 Hz, in a loop with a time of its own. The client's connection comes as it does
/// from systemd's service, and its requests and events go through the loop.
final class VirtualKiosk: FrameObserver {
    static let panel = Panel(pixels: PixelSize(60, 40), millimetres: Size(60, 40))
    static let refresh = DisplayMode(size: panel.pixels, millihertz: 60_000).refreshInterval

    /// A frame that came to the glass.
    struct Frame: Equatable {
        let begun: Instant
        let vblank: Instant
        let color: UInt32
    }

    let loop: EventLoop
    let display: HeadlessDisplay
    private(set) var frameLoop: FrameLoop!
    private var house: GuestHouse!
    private var listener: ListeningSocket
    private var service: PacketConnection?
    private let folder = TemporaryFolder()
    private(set) var client: TestClient!
    private(set) var window: TestWindow!
    /// The time that a frame takes to draw.
    let drawing: Instant.Span
    /// What happens when touches are read for a frame, before guests are; each once.
    var onReading: (() -> Void)?
    /// What happens once a frame is on its way; each once.
    var onHandedOver: (() -> Void)?
    private(set) var frames: [Frame] = []
    private var begun = Instant.zero

    init(drawing: Instant.Span) throws {
        self.drawing = drawing
        loop = try EventLoop(startingAt: .zero + .seconds(1))
        display = HeadlessDisplay(
            size: Self.panel.pixels, millihertz: 60_000, millimetres: Self.panel.millimetres, loop: loop)
        let page = GuestScreen(name: "guest", title: "", command: ["test"])
        page.isBarShown = false
        let stage = Stage(
            panel: Self.panel, theme: Theme(.paper, on: Self.panel), gestures: GestureSettings(), root: page)
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        listener = try ListeningSocket(path: "\(folder.path)/1", mode: 0o600, isOfPackets: true)
        frameLoop = try FrameLoop(
            stage: stage, display: display, loop: loop, log: log,
            readInput: { [unowned self] in
                let happens = onReading
                onReading = nil
                happens?()
            })
        let (loop, frameLoop) = (loop, frameLoop!)
        house = GuestHouse(
            loop: loop, launcher: .service(GuestSockets(in: folder.path)),
            output: GuestOutput(
                pixels: Self.panel.pixels, millimetres: Self.panel.millimetres, refresh: Self.refresh),
            command: { _ in GuestStart(["test"]) }, now: { loop.now }, log: { _ in },
            onChange: { frameLoop.showContents() })
        frameLoop.add(self)
        stage.guests = house
        frameLoop.start()
        // The program begins, and connects.
        let accepted = try #require(try listener.accept()).descriptor
        let service = PacketConnection(owning: accepted)
        self.service = service
        client = try TestClient(
            { file in
                try service.send(GuestMessage.connection.text, file)
                close(file)
            }, serve: { [unowned self] in pass(.milliseconds(1)) })
        client.exchange()
        window = TestWindow(client)
    }

    isolated deinit {
        house.close()
        frameLoop.show(on: nil)
        display.close()
        listener.close()
    }

    /// Runs the loop for `span` of its time.
    func pass(_ span: Instant.Span) { pass(until: loop.now + span) }

    func pass(until end: Instant) {
        while loop.now < end {
            do { try loop.runOnce(until: end) } catch { fatalError("\(error)") }
        }
        // What is ready now.
        while (try? loop.runOnce(until: end)) == true {}
    }

    /// The first vblank after `instant`.
    func vblank(after instant: Instant) -> Instant {
        let refresh = Self.refresh.nanoseconds
        return Instant(nanoseconds: (instant.nanoseconds / refresh + 1) * refresh)
    }

    // MARK: The client

    /// The client commits a frame of `color`, and notes when it is called for the next one, and when this one was seen. It reads nothing.
    func commit(_ color: UInt32) {
        // The compositor reads none of those before the last.
        let buffer = buffers.count < 4 ? window.buffer(Self.panel.pixels, color) : buffers.removeFirst()
        buffers.append(buffer)
        buffer.fill(buffer.size.bounds, color)
        wait()
        wl_surface_attach(window.surface, buffer.buffer, 0, 0)
        wl_surface_damage_buffer(window.surface, 0, 0, .max, .max)
        wl_surface_commit(window.surface)
        wl_display_flush(client.display)
    }

    /// The client commits a frame in which nothing has changed, and notes the same.
    func commitNothing() {
        wait()
        wl_surface_commit(window.surface)
        wl_display_flush(client.display)
    }

    /// Notes when the client is called for the frame after the next commit, and when that was seen.
    private func wait() {
        let this = Unmanaged.passUnretained(client).toOpaque()
        wl_callback_add_listener(wl_surface_frame(window.surface), Self.callbackListener, this)
        let presentation = presentation ?? client.bind(bezel_wp_presentation(), version: 1)
        self.presentation = presentation
        wp_presentation_feedback_add_listener(
            wp_presentation_feedback(presentation, window.surface), Self.feedbackListener, this)
    }
    private var buffers: [TestBuffer] = []
    private var presentation: OpaquePointer?

    /// What the client was told since the last call, but for sizes and buffers: `callback`, `seen NANOSECONDS`, `seen without a flip` and
    /// `discarded`.
    func told() -> [String] {
        client.read()
        return client.takeEvents().filter { $0 != "release" && !$0.hasPrefix("configure") }
    }

    private static let callbackListener = permanent(
        wl_callback_listener(done: { this, callback, _ in
            (listening(this) as TestClient).note("callback")
            wl_callback_destroy(callback)
        }))
    private static let feedbackListener = permanent(
        wp_presentation_feedback_listener(
            sync_output: { _, _, _ in },
            presented: { this, feedback, _, seconds, nanoseconds, _, _, _, flags in
                let isVSync = flags & WP_PRESENTATION_FEEDBACK_KIND_VSYNC.rawValue != 0
                let time = Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
                (listening(this) as TestClient).note(isVSync ? "seen \(time)" : "seen without a flip")
                wp_presentation_feedback_destroy(feedback)
            },
            discarded: { this, feedback in
                (listening(this) as TestClient).note("discarded")
                wp_presentation_feedback_destroy(feedback)
            }))

    // MARK: Frames

    func reads() {
        begun = loop.now
        house.reads()
    }

    func drew(frame number: Int, for presentation: Instant, at drawn: Instant) { loop.wait(until: loop.now + drawing) }

    func handedOver() {
        house.handedOver()
        let happens = onHandedOver
        onHandedOver = nil
        happens?()
    }

    func sawNothingNew() { house.sawNothingNew() }

    func presented(at instant: Instant) {
        let color = display.lastFrame.map { $0.base.load(as: UInt32.self) | 0xFF00_0000 } ?? 0
        frames.append(Frame(begun: begun, vblank: instant, color: color))
        house.presented(at: instant)
    }
}
