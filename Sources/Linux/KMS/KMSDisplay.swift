// A KMS output with dumb buffers: drawn by the CPU, shown by page flips.

import CDRM
package import Geometry
import Glibc

/// One connector of a card, lit from its first frame until `close()`. `KMSOutputs` makes it when a display is plugged in.
package final class KMSDisplay: Display {
    /// Which output, and how.
    package struct Options: Sendable {
        /// Such as `HDMI-A-1`; nil: the first that is connected.
        package var output: String?
        /// The mode.
        package var mode = ModeChoice.preferred
        /// Three let a frame be drawn while another waits for its vblank; two use less memory; one is drawn while it is
        /// seen, so moving pictures tear.
        package var buffers = 3
        /// The layout of pixels; nil for the one that the driver takes, and prefers if it takes both.
        package var format: PixelFormat?
        /// Whether atomic commits are used where the driver has them.
        package var allowsAtomic = true
        /// Whether transitions are shown by planes where the driver has them.
        package var usesPlanes = true

        /// The first connected output in the mode it prefers.
        package init() {}
    }

    /// Such as `card0 HDMI-A-1 1920x1080@60`.
    package let name: String
    /// The mode's picture in pixels.
    package let size: PixelSize
    /// The picture in millimetres, from the display's EDID; nil when it does not say.
    package let millimetres: Size?
    /// Time from one vblank to the next, from the mode's pixel clock.
    package let refreshInterval: Instant.Span
    /// Called with the kernel's timestamp of the flip that brought the frame to the glass.
    package var onPresented: ((Instant) -> Void)?
    /// Called when a frame that waited for another's flip was refused; `present` throws the other refusals itself.
    package var onFailure: ((DisplayError) -> Void)?
    /// Called when this is paused because it may show nothing any more, and nobody has said why.
    var onRefused: (() -> Void)?
    /// Called when a flip has not happened within `flipLimit`: it is time for `relight()`.
    var onLost: (() -> Void)?
    /// Called with a sentence for the log about a problem that does not stop the picture.
    var onWarning: ((String) -> Void)?
    /// The card, such as `/dev/dri/card0`.
    package var path: String { card.path }
    /// The connector, such as `HDMI-A-1`.
    package let output: String
    /// The connector, as every display says it.
    package var connector: String? { output }
    /// How far pictures have to be turned to be upright on a panel that is mounted otherwise; nil where nobody says.
    package let panelRotation: PictureRotation?
    /// The layout of pixels.
    package let format: PixelFormat
    /// Whether flips are atomic commits.
    package let isAtomic: Bool
    /// The planes that show transitions without drawing; or why there are none.
    package let planes: Result<PlaneSet, PlaneRefusal>
    /// The CRTC's place in the card's list.
    let crtcIndex: Int
    /// The planes that no other display may use.
    let takenPlanes: Set<UInt32>
    /// Whether another session has the display; no buffer is free then.
    package var isPaused: Bool { if case .paused = chain.state { true } else { false } }
    /// Whether another session has the display, or its light is off.
    package var isAway: Bool { isPaused || isOff }

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
    private var wait = Wait.nothing
    /// Rings when the wait has been too long.
    private(set) var alarm: Timer!

    /// The event that the display waits for.
    private enum Wait {
        case nothing
        /// The flip that the kernel has taken.
        case flip
        /// The end of a flip of another session, or of this one before a pause: the card is busy with it. The pending buffer is
        /// handed over again at each refresh, `tries` more times.
        case otherFlip(damage: Region?, tries: Int)
    }

    /// A flip takes a refresh or two, and some seconds on electronic paper. Linux itself gives up after ten seconds.
    static let flipLimit = Instant.Span.seconds(5)

    /// Allocates buffers for what was chosen, on a card of which this process is DRM master. Nothing changes on the glass
    /// before the first `present`. Of the card's planes, those in `taken` are other displays', and of the overlays that
    /// are left this is one of `sharers` to want some.
    init(
        _ choice: OutputChoice, options: Options, loop: EventLoop, sharers: Int = 1, taken: Set<UInt32> = []
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
        alarm = loop.timer { [unowned self] in waitedTooLong() }
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
    package func freeBuffer() -> FrameBuffer? {
        // Until a mode is set, the glass may show a buffer that was on it before.
        guard !isOff, pipe.isLit || chain.state.pending == nil, let (buffer, age) = chain.free() else { return nil }
        return FrameBuffer(surface: buffers[buffer].surface, age: age)
    }

    /// Shows the buffer that `freeBuffer` gave last, at the next vblank, or after the flip that is still pending.
    /// Frames presented while another session has the display are shown when it comes back.
    package func present(damage: Region) throws(DisplayError) {
        if let buffer = chain.present() { try show(buffer, damage: damage) }
    }

    /// Shows `picture` by planes at the next vblank; no other flip may be pending. The next frame that is presented takes
    /// the planes away. Throws when the kernel refuses; what is on the glass then stays there.
    package func present(_ picture: PlanePicture) throws(PlaneRefusal) {
        guard case .success(let planes) = planes, case .idle = chain.state, pipe.isLit else {
            throw PlaneRefusal("the display is not ready for planes")
        }
        do throws(SystemError) {
            try ticket.handOver { userData throws(SystemError) in try planes.show(picture, userData: userData) }
        } catch { throw PlaneRefusal("the driver refuses: \(error.reason)") }
        chain.presentPlanes()
        wait(for: .flip)
    }

    /// Another session takes the display: nothing is shown until `resume()`. Whoever has the card drops DRM master.
    package func pause() {
        chain.pause()
        forgetFlip()
        pipe.isLit = false
    }

    /// The display is ours again, and shows the last frame.
    package func resume() throws(DisplayError) {
        if let buffer = chain.resume() { try show(buffer) }
        // The other session had its light on.
        if isOff { do throws(SystemError) { try pipe.turnOff() } catch { throw DisplayError(error) } }
    }

    /// Turns the CRTC off or on; somebody else's, while another session has the display, is left alone.
    package func setPower(_ isOn: Bool) throws -> Bool {
        guard !isClosed, isOn == isOff else { return true }
        if !isOn, !isPaused { do { try pipe.turnOff() } catch { throw DisplayError(error) } }
        isOff = !isOn
        forgetFlip()
        chain.darken()
        return true
    }

    /// Sets the mode anew and shows the last frame: for a display that was unplugged, a link that failed, or a flip that was
    /// lost. A flip that was under way does not count any more.
    func relight() throws(DisplayError) {
        if isPaused || isClosed || isOff { return }
        pause()
        if let buffer = chain.resume() { try show(buffer) }
    }

    /// Turns the display off: the glass is dark, and nothing feeds it.
    func turnOff() { _ = drmModeSetCrtc(card.fd, target.crtc, 0, 0, 0, nil, 0, nil) }

    /// Frees the buffers. What is on the glass has to be replaced before, or it goes dark.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        onPresented = nil
        alarm.cancel()
        pipe.close()
        chain = SwapChain(count: 0)
        buffers = []
    }

    /// Shows `buffer`, of which `damage` differs from what is on the glass; nil: all of it may.
    private func show(_ buffer: Int, damage: Region? = nil) throws(DisplayError) {
        guard !isClosed else { fatalError("\(name) is closed") }
        let wasLit = pipe.isLit
        defer { if !wasLit, pipe.isLit { for refusal in pipe.refusals { onWarning?("\(name): \(refusal)") } } }
        do throws(SystemError) {
            try ticket.handOver { userData throws(SystemError) in
                try pipe.show(buffers[buffer].framebuffer, damage: damage, userData: userData)
            }
            wait(for: .flip)
        } catch {
            if error.errno == EACCES {
                // Master was taken away, and whoever did it is about to say so through the seat.
                pause()
                onRefused?()
                return
            }
            if error.errno == EBUSY {
                // The other flip ends at one of the next vblanks.
                var left = Int(KMSDisplay.flipLimit.nanoseconds / refreshInterval.nanoseconds)
                if case .otherFlip(_, let tries) = wait { left = tries - 1 }
                return wait(for: .otherFlip(damage: damage, tries: left))
            }
            wait(for: .nothing)
            chain.refused()
            throw error.isAbsence ? .noDisplay("\(name) is gone: \(error)") : .failed("\(name): \(error)")
        }
    }

    fileprivate func flipped(_ ticket: FlipTicket, _ stamp: Instant) {
        guard !isClosed, ticket === self.ticket else { return }
        let time = hasMonotonicTimestamps && stamp > .zero ? stamp : MonotonicClock.now()
        wait(for: .nothing)
        if let queued = chain.flipped() {
            do throws(DisplayError) { try show(queued) } catch {
                onFailure?(error)
                return
            }
        }
        onPresented?(time)
    }

    private func wait(for wait: Wait) {
        self.wait = wait
        switch wait {
        case .nothing: alarm.setDeadline(nil)
        case .flip: alarm.setDeadline(MonotonicClock.now() + KMSDisplay.flipLimit)
        case .otherFlip: alarm.setDeadline(MonotonicClock.now() + refreshInterval)
        }
    }

    /// A report of the flip under way does not count any more.
    private func forgetFlip() {
        ticket = FlipTicket(self)
        wait(for: .nothing)
    }

    /// The alarm rings: a flip was lost, or a busy card may be free again.
    func waitedTooLong() {
        switch wait {
        case .nothing: break
        case .flip:
            onWarning?("\(name): a flip has not happened; the mode is set anew")
            onLost?()
        case .otherFlip(let damage, let tries):
            guard let buffer = chain.state.pending else { return }
            guard tries > 0 else {
                forgetFlip()
                chain.refused()
                onFailure?(.busy("\(name): the card is busy with a flip that does not end, so no frame can be shown"))
                return
            }
            do throws(DisplayError) { try show(buffer, damage: damage) } catch { onFailure?(error) }
        }
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
