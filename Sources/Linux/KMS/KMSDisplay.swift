// A KMS output with dumb buffers: drawn by the CPU, shown by page flips.

import CDRM
public import Geometry
import Glibc

/// One connector of a card, lit from its first frame until `close()`. `KMSOutputs` makes it when a display is plugged in.
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
    /// Called when this is paused because it may show nothing any more, and nobody has said why.
    var onRefused: (() -> Void)?
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
    /// The CRTC's place in the card's list.
    let crtcIndex: Int
    /// The planes that no other display may use.
    let takenPlanes: Set<UInt32>
    /// Whether another session has the display; no buffer is free then.
    public var isPaused: Bool { if case .paused = chain.state { true } else { false } }
    /// Whether another session has the display, or its light is off.
    public var isAway: Bool { isPaused || isOff }

    private let card: Card
    private let target: PipeTarget
    private let hasMonotonicTimestamps: Bool
    private let pipe: any Pipe
    private var buffers: [DumbBuffer]
    private var chain: SwapChain
    private var isClosed = false
    private var isOff = false
    /// Marks the flips that count. The kernel may still report flips from before a pause, with the ticket they were handed
    /// over with.
    private var ticket: FlipTicket!

    /// Allocates buffers for what was chosen, on a card of which this process is DRM master. Nothing changes on the glass
    /// before the first `present`. Of the card's planes, those in `taken` are other displays', and of the overlays that
    /// are left this is one of `sharers` to want some.
    init(
        _ choice: OutputChoice, options: Options, sharers: Int = 1, taken: Set<UInt32> = []
    ) throws(DisplayError) {
        let (card, target) = (choice.card, choice.target)
        self.card = card
        self.target = target
        crtcIndex = choice.crtcIndex
        output = choice.connector.name
        panelRotation = choice.connector.panelRotation
        size = choice.mode.size
        millimetres = choice.connector.millimetres
        refreshInterval = choice.mode.refreshInterval
        hasMonotonicTimestamps = card.capability(DRM_CAP_TIMESTAMP_MONOTONIC) != 0
        format = try PixelFormat.scanout(options.format, on: card, for: target)
        buffers = try KMSDisplay.allocate(options.buffers, size, format, card)
        chain = SwapChain(count: buffers.count)
        let atomic =
            options.allowsAtomic
            ? AtomicPipe(target, format: format, driver: card.driver, sharers: sharers, taken: taken) : nil
        isAtomic = atomic != nil
        takenPlanes = atomic?.takenPlanes ?? []
        pipe = atomic ?? LegacyPipe(target)
        planes =
            options.usesPlanes
            ? atomic?.planes ?? .failure(PlaneRefusal("no atomic commits")) : .failure(PlaneRefusal("turned off"))
        name = "\(card.sysname) \(output) \(choice.mode)" + (format == .xrgb8888 ? "" : " \(format)")
        ticket = FlipTicket(self)
    }

    /// Whether this shows what `choice` is.
    func shows(_ choice: OutputChoice) -> Bool {
        var (mine, other) = (target.timing, choice.target.timing)
        return choice.card === card && target.connector == choice.target.connector && target.crtc == choice.target.crtc
            && memcmp(&mine, &other, MemoryLayout<drmModeModeInfo>.size) == 0
    }

    /// Whether what this shows arrives at `connector`, its own as it is now; true before the first frame.
    func isFed(_ connector: Connector) -> Bool {
        !pipe.isLit || connector.currentCRTC == target.crtc && connector.isLinkGood
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
        guard case .success(let planes) = planes, case .idle = chain.state, pipe.isLit else {
            throw PlaneRefusal("the display is not ready for planes")
        }
        do throws(SystemError) {
            try ticket.handOver { userData throws(SystemError) in try planes.show(picture, userData: userData) }
        } catch { throw PlaneRefusal("the driver refuses: \(error.reason)") }
    }

    /// Another session takes the display: nothing is shown until `resume()`. Whoever has the card drops DRM master.
    public func pause() {
        chain.pause()
        ticket = FlipTicket(self)
        pipe.isLit = false
    }

    /// The display is ours again, and shows the last frame.
    public func resume() throws(DisplayError) {
        if let buffer = chain.resume() { try show(buffer) }
        // The other session had its light on.
        if isOff { do throws(SystemError) { try pipe.turnOff() } catch { throw DisplayError(error) } }
    }

    /// Turns the CRTC off or on; somebody else's, while another session has the display, is left alone.
    public func setPower(_ isOn: Bool) throws -> Bool {
        guard !isClosed, isOn == isOff else { return true }
        if !isOn, !isPaused { do { try pipe.turnOff() } catch { throw DisplayError(error) } }
        isOff = !isOn
        ticket = FlipTicket(self)
        chain.darken()
        return true
    }

    /// Sets the mode anew and shows the last frame: for a display that was unplugged, or a link that failed.
    func relight() throws(DisplayError) {
        if isPaused || isClosed || isOff { return }
        pause()
        if let buffer = chain.resume() { try show(buffer) }
    }

    /// Turns the display off: the glass is dark, and nothing feeds it.
    func turnOff() { _ = drmModeSetCrtc(card.fd, target.crtc, 0, 0, 0, nil, 0, nil) }

    /// Frees the buffers. What is on the glass has to be replaced before, or it goes dark.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        onPresented = nil
        pipe.close()
        chain = SwapChain(count: 0)
        buffers = []
    }

    /// Shows `buffer`, of which `damage` differs from what is on the glass; nil: all of it may.
    private func show(_ buffer: Int, damage: Region? = nil) throws(DisplayError) {
        guard !isClosed else { fatalError("\(name) is closed") }
        do throws(SystemError) {
            try ticket.handOver { userData throws(SystemError) in
                try pipe.show(buffers[buffer].framebuffer, damage: damage, userData: userData)
            }
        } catch {
            if error.errno == EACCES {
                // Master was taken away, and whoever did it is about to say so through the seat.
                pause()
                onRefused?()
                return
            }
            chain.refused()
            throw error.isAbsence ? .noDisplay("\(name) is gone: \(error)") : .failed("\(name): \(error)")
        }
    }

    fileprivate func flipped(_ ticket: FlipTicket, _ stamp: Instant) {
        guard !isClosed, ticket === self.ticket else { return }
        let time = hasMonotonicTimestamps && stamp > .zero ? stamp : MonotonicClock.now()
        if let queued = chain.flipped() {
            do throws(DisplayError) { try show(queued) } catch {
                onFailure?(error)
                return
            }
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

/// What a flip event carries: whose flip it was. The kernel holds it until the event, however long the display lives.
private final class FlipTicket {
    private weak var display: KMSDisplay?

    init(_ display: KMSDisplay) { self.display = display }

    /// Hands a flip to the kernel by `body`, which gets this as its user data.
    func handOver(_ body: (UnsafeMutableRawPointer) throws(SystemError) -> Void) throws(SystemError) {
        let held = Unmanaged.passRetained(self)
        do throws(SystemError) { try body(held.toOpaque()) } catch {
            held.release()
            throw error
        }
    }

    /// The flip that carried `pointer` has happened.
    static func arrived(_ pointer: UnsafeMutableRawPointer, _ stamp: Instant) {
        let ticket = Unmanaged<FlipTicket>.fromOpaque(pointer).takeRetainedValue()
        // A closure called from there may let go of the display.
        if let display = ticket.display { withExtendedLifetime(display) { display.flipped(ticket, stamp) } }
    }
}

extension Card {
    /// Hears what the kernel says of flips, and tells their displays.
    func readEvents() {
        var context = drmEventContext()
        context.version = DRM_EVENT_CONTEXT_VERSION
        context.page_flip_handler2 = { _, _, seconds, microseconds, _, ticket in
            guard let ticket else { return }
            FlipTicket.arrived(
                ticket, Instant(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000))
        }
        _ = drmHandleEvent(fd, &context)
    }
}
