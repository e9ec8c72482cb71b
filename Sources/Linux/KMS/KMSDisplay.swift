// A KMS output with dumb buffers: drawn by the CPU, shown by page flips.

import CDRM
public import Geometry
import Glibc

/// One connector of one card, lit from its first frame until `close()`.
public final class KMSDisplay: Display {
    /// Which output, and how.
    public struct Options: Sendable {
        /// Such as `HDMI-A-1`; nil: the first that is connected.
        public var output: String?
        /// The mode.
        public var mode = ModeChoice.preferred
        /// Three let a frame be drawn while another waits for its vblank; two use less memory; one is drawn while it is
        /// seen, so moving pictures tear.
        public var buffers = 3
        /// The layout of pixels; nil for the one that the driver takes, and prefers if it takes both.
        public var format: PixelFormat?
        /// Whether atomic commits are used where the driver has them.
        public var allowsAtomic = true
        /// Whether transitions are shown by planes where the driver has them.
        public var usesPlanes = true

        /// The first connected output in the mode it prefers.
        public init() {}
    }

    /// Such as `card0 HDMI-A-1 1920x1080@60`.
    public let name: String
    /// The mode's picture in pixels.
    public let size: PixelSize
    /// The picture in millimetres, from the display's EDID; nil when it does not say.
    public let millimetres: Size?
    /// Time from one vblank to the next, from the mode's pixel clock.
    public let refreshInterval: Instant.Span
    /// Called with the kernel's timestamp of the flip that brought the frame to the glass.
    public var onPresented: ((Instant) -> Void)?
    /// Called when a frame that waited for another's flip was refused; `present` throws the other refusals itself.
    public var onFailure: ((DisplayError) -> Void)?
    /// The card, such as `/dev/dri/card0`.
    public var path: String { card.path }
    /// The connector, such as `HDMI-A-1`.
    public let output: String
    /// How far pictures have to be turned to be upright on a panel that is mounted otherwise; nil where nobody says.
    public let panelRotation: PictureRotation?
    /// The layout of pixels.
    public let format: PixelFormat
    /// Whether flips are atomic commits.
    public let isAtomic: Bool
    /// The planes that show transitions without drawing; or why there are none.
    public let planes: Result<PlaneSet, PlaneRefusal>
    /// Whether another session has the display; no buffer is free then.
    public var isPaused: Bool { if case .paused = chain.state { true } else { false } }
    /// Whether another session has the display, or its light is off.
    public var isAway: Bool { isPaused || isOff }

    private let card: Card
    private let connectorID: UInt32
    private let setsMaster: Bool
    private let hasMonotonicTimestamps: Bool
    private let pipe: any Pipe
    private let saved: SavedConsole?
    private var buffers: [DumbBuffer]
    private var chain: SwapChain
    private var watch: EventLoop.Watch?
    private var isClosed = false
    private var isOff = false
    /// The last marks the flips that count. The kernel may still report flips from before a pause, with the ticket they
    /// were handed over with.
    private var tickets: [FlipTicket] = []

    /// Finds the output, becomes DRM master and allocates buffers. Nothing changes on the glass before the first
    /// `present`.
    public init(seat: Seat, loop: EventLoop, options: Options = Options()) throws(DisplayError) {
        let choice = try OutputChoice.find(seat: seat, output: options.output, mode: options.mode)
        let (card, target) = (choice.card, choice.target)
        self.card = card
        output = choice.connector.name
        connectorID = choice.connector.id
        panelRotation = choice.connector.panelRotation
        size = choice.mode.size
        millimetres = choice.connector.millimetres
        refreshInterval = choice.mode.refreshInterval
        setsMaster = seat.provider == .direct
        hasMonotonicTimestamps = card.capability(DRM_CAP_TIMESTAMP_MONOTONIC) != 0
        saved = SavedConsole(card: card, crtc: target.crtc, connectors: choice.connectors)
        do throws(DisplayError) {
            try card.becomeMaster()
            format = try PixelFormat.scanout(options.format, on: card, for: target)
            buffers = try KMSDisplay.allocate(options.buffers, size, format, card)
        } catch {
            card.close()
            throw error
        }
        chain = SwapChain(count: buffers.count)
        let atomic = options.allowsAtomic ? AtomicPipe(target, format: format, driver: card.driver) : nil
        isAtomic = atomic != nil
        pipe = atomic ?? LegacyPipe(target)
        planes =
            options.usesPlanes
            ? atomic?.planes ?? .failure(PlaneRefusal("no atomic commits")) : .failure(PlaneRefusal("turned off"))
        name = "\(card.sysname) \(output) \(choice.mode)" + (format == .xrgb8888 ? "" : " \(format)")
        tickets = [FlipTicket(self)]
        do throws(SystemError) {
            watch = try loop.watch(card.fd) { [unowned self] readiness in
                if readiness.contains(.readable) { readEvents() } else { watch?.cancel() }
            }
        } catch {
            close()
            throw DisplayError(error)
        }
    }

    /// A buffer to draw the next frame in; nil while all wait for flips, or another session has the display.
    public func freeBuffer() -> FrameBuffer? {
        guard !isOff, let (buffer, age) = chain.free() else { return nil }
        return FrameBuffer(surface: buffers[buffer].surface, age: age)
    }

    /// Shows the buffer that `freeBuffer` gave last, at the next vblank, or after the flip that is still pending.
    /// Frames presented while another session has the display are shown when it comes back.
    public func present(damage: Region) throws {
        if let buffer = chain.present() { try show(buffer, damage: damage) }
    }

    /// Shows `picture` by planes at the next vblank; no other flip may be pending. The next frame that is presented takes
    /// the planes away. Throws when the kernel refuses; what is on the glass then stays there.
    public func present(_ picture: PlanePicture) throws(PlaneRefusal) {
        guard case .success(let planes) = planes, case .idle = chain.state, pipe.isLit, let ticket = tickets.last else {
            throw PlaneRefusal("the display is not ready for planes")
        }
        do throws(SystemError) {
            try planes.show(picture, userData: Unmanaged.passUnretained(ticket).toOpaque())
        } catch { throw PlaneRefusal("the driver refuses: \(error.reason)") }
    }

    /// Another session takes the display: nothing is shown until `resume()`.
    public func pause() {
        chain.pause()
        expireTicket()
        pipe.isLit = false
        if setsMaster { card.dropMaster() }
    }

    /// The display is ours again, and shows the last frame.
    public func resume() throws(DisplayError) {
        if setsMaster { try card.becomeMaster() }
        if let buffer = chain.resume() { try show(buffer) }
        // The other session had its light on.
        if isOff { do { try pipe.turnOff() } catch { throw DisplayError(error) } }
    }

    /// Turns the CRTC off or on; somebody else's, while another session has the display, is left alone.
    public func setPower(_ isOn: Bool) throws -> Bool {
        guard !isClosed, isOn == isOff else { return true }
        if !isOn, !isPaused { do { try pipe.turnOff() } catch { throw DisplayError(error) } }
        isOff = !isOn
        expireTicket()
        chain.darken()
        return true
    }

    /// Sets the mode anew and shows the last frame: for a display that was unplugged, or a link that failed.
    public func relight() throws(DisplayError) {
        if isPaused || isOff { return }
        chain.pause()
        expireTicket()
        pipe.isLit = false
        if let buffer = chain.resume() { try show(buffer) }
    }

    /// The connector as it is now, looked at anew; nil when it has gone.
    public func connector() -> Connector? { Connector(fd: card.fd, id: connectorID, probe: true) }

    /// Puts back what was on the console before, frees the buffers and closes the card.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        watch?.cancel()
        onPresented = nil
        // Another session's picture is not ours to replace.
        if !isPaused { saved?.restore() }
        pipe.close()
        chain = SwapChain(count: 0)
        buffers = []
        if setsMaster { card.dropMaster() }
        card.close()
    }

    /// Shows `buffer`, of which `damage` differs from what is on the glass; nil: all of it may.
    private func show(_ buffer: Int, damage: Region? = nil) throws(DisplayError) {
        guard !isClosed, let ticket = tickets.last else { fatalError("\(name) is closed") }
        do throws(SystemError) {
            try pipe.show(
                buffers[buffer].framebuffer, damage: damage, userData: Unmanaged.passUnretained(ticket).toOpaque())
        } catch {
            if error.errno == EACCES {
                // Master was taken away, and whoever did it is about to say so through the seat.
                pause()
                return
            }
            chain.refused()
            throw .failed("\(name): \(error)")
        }
    }

    /// The flips handed over so far do not count any more.
    private func expireTicket() { tickets.append(FlipTicket(self)) }

    private func readEvents() {
        var context = drmEventContext()
        context.version = DRM_EVENT_CONTEXT_VERSION
        context.page_flip_handler2 = { _, _, seconds, microseconds, _, ticket in
            guard let ticket else { return }
            let flip = Unmanaged<FlipTicket>.fromOpaque(ticket).takeUnretainedValue()
            flip.display.flipped(flip, seconds: seconds, microseconds: microseconds)
        }
        // A closure called from here may let go of the display; the tickets of further events are the display's.
        withExtendedLifetime(self) { _ = drmHandleEvent(card.fd, &context) }
    }

    private func flipped(_ ticket: FlipTicket, seconds: UInt32, microseconds: UInt32) {
        guard !isClosed, ticket === tickets.last else { return }
        let stamp = Instant(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000)
        let time = hasMonotonicTimestamps && stamp > .zero ? stamp : MonotonicClock.now()
        if let queued = chain.flipped() {
            do throws(DisplayError) { try show(queued) } catch { onFailure?(error) }
        }
        onPresented?(time)
    }

    private static func allocate(
        _ count: Int, _ size: PixelSize, _ format: PixelFormat, _ card: Card
    ) throws(DisplayError) -> [DumbBuffer] {
        var buffers: [DumbBuffer] = []
        while buffers.count < count {
            do throws(SystemError) {
                buffers.append(try DumbBuffer(fd: card.fd, size: size, format: format))
            } catch {
                // Two are enough to show; small video memories hold no third.
                if buffers.count >= 2 { break }
                let hint = buffers.isEmpty ? "" : "; \"buffers = \(buffers.count)\" in bezel.toml takes less memory"
                throw .failed("\(card.path): \(error)\(hint)")
            }
        }
        return buffers
    }
}

/// What a flip event carries: whose flip it was.
private final class FlipTicket {
    unowned let display: KMSDisplay
    init(_ display: KMSDisplay) { self.display = display }
}
