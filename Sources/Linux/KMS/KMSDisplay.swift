// A KMS output with dumb buffers: the CPU draws, and page flips show the result.

import CDRM
package import Geometry
import Glibc

/// One connector of a card, lit from its first frame until `close()`. `KMSOutputs` creates it when a display is plugged in.
package final class KMSDisplay: Display {
    /// Which output to use, and how.
    package struct Options: Sendable {
        /// The connector, such as `HDMI-A-1`; nil for the first connected one.
        package var output: String?
        /// The mode.
        package var mode = ModeChoice.preferred
        /// With three, a frame can be drawn while another waits for its vblank. Two use less memory. With one, frames are drawn
        /// into the visible buffer, so moving pictures tear.
        package var buffers = 3
        /// The pixel format; nil for the one that the driver supports, or prefers if it supports both.
        package var format: PixelFormat?
        /// Whether to use atomic commits if the driver supports them.
        package var allowsAtomic = true
        /// Whether to show transitions with planes if the driver supports them.
        package var usesPlanes = true

        /// The first connected output in its preferred mode.
        package init() {}
    }

    /// Such as `card0 HDMI-A-1 1920x1080@60`.
    package let name: String
    /// The mode's picture in pixels.
    package let size: PixelSize
    /// The picture in millimetres, from the display's EDID; nil if it is not stated.
    package let millimetres: Size?
    /// Time from one vblank to the next, from the mode's pixel clock.
    package let refreshInterval: Instant.Span
    /// Called with the kernel's timestamp of the flip that showed the frame.
    package var onPresented: ((Instant) -> Void)?
    /// Called when a queued frame was rejected after an earlier flip. `present` itself throws other rejections.
    package var onFailure: ((DisplayError) -> Void)?
    /// Called when this display pauses because the kernel denies access without notice from the seat.
    var onRefused: (() -> Void)?
    /// Called when a flip has not completed within `flipLimit`. The owner should call `relight()`.
    var onLost: (() -> Void)?
    /// Called with a sentence for the log about a problem that does not affect the picture.
    var onWarning: ((String) -> Void)?
    /// The card, such as `/dev/dri/card0`.
    package var path: String { card.path }
    /// The connector, such as `HDMI-A-1`.
    package let output: String
    /// The connector, as every display reports it.
    package var connector: String? { output }
    /// How far pictures must be turned to be upright on a panel that is mounted at an angle; nil if unknown.
    package let panelRotation: PictureRotation?
    /// The pixel format.
    package let format: PixelFormat
    /// Whether flips are atomic commits.
    package let isAtomic: Bool
    /// The planes that show transitions without drawing, or why there are none.
    package let planes: Result<PlaneSet, PlaneRefusal>
    /// The CRTC's index in the card's list.
    let crtcIndex: Int
    /// The planes that other displays must not use.
    let takenPlanes: Set<UInt32>
    /// Whether another session has the display. No buffer is free then.
    package var isPaused: Bool { if case .paused = chain.state { true } else { false } }
    /// Whether another session has the display, or its backlight is off.
    package var isAway: Bool { isPaused || isOff }

    private let card: Card
    private let target: PipeTarget
    private let hasMonotonicTimestamps: Bool
    private let pipe: any Pipe
    private var buffers: [DumbBuffer]
    private var chain: SwapChain
    private var isClosed = false
    private var isOff = false
    /// Identifies the flips of this display since its last pause. The kernel may still report earlier flips, with the ticket that
    /// they were submitted with.
    private var ticket: FlipTicket!
    private var wait = Wait.nothing
    /// Fires when a flip takes too long.
    private(set) var alarm: Timer!

    /// What the display is waiting for.
    private enum Wait {
        case nothing
        /// The flip that this display has submitted.
        case flip
        /// The end of another session's flip, or of a flip from before a pause, which keeps the card busy. The pending buffer is
        /// submitted again at each refresh, `tries` more times.
        case otherFlip(damage: Region?, tries: Int)
    }

    /// A flip takes a refresh or two, or some seconds on electronic paper. Linux itself gives up after ten seconds.
    static let flipLimit = Instant.Span.seconds(5)

    /// Allocates buffers for the chosen output, on a card of which this process is DRM master. The screen does not change before
    /// the first `present`. Planes in `taken` belong to other displays. This display takes its share of the remaining overlays,
    /// which `sharers` displays divide among them.
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

    /// Whether this display has the output and mode of `choice`.
    func shows(_ choice: OutputChoice) -> Bool {
        var (mine, other) = (target.timing, choice.target.timing)
        return choice.card === card && target.connector == choice.target.connector && target.crtc == choice.target.crtc
            && memcmp(&mine, &other, MemoryLayout<drmModeModeInfo>.size) == 0
    }

    /// Whether this display's picture reaches `connector`, the current state of its connector; true before the first frame.
    func isFed(_ connector: Connector) -> Bool {
        !pipe.isLit || connector.currentCRTC == target.crtc && connector.isLinkGood
    }

    /// A buffer for the next frame; nil while all are in use, or while another session has the display.
    package func freeBuffer() -> FrameBuffer? {
        // Until a mode is set, the screen may still show the pending buffer from before.
        guard !isOff, pipe.isLit || chain.state.pending == nil, let (buffer, age) = chain.free() else { return nil }
        return FrameBuffer(surface: buffers[buffer].surface, age: age)
    }

    /// Shows the buffer from the last `freeBuffer` at the next vblank, or after the pending flip. If another session has the
    /// display, the frame is shown when the display comes back.
    package func present(damage: Region) throws(DisplayError) {
        if let buffer = chain.present() { try show(buffer, damage: damage) }
    }

    /// Shows `picture` with planes at the next vblank; no other flip may be pending. The next presented frame removes the planes.
    /// Throws if the kernel rejects it; the screen then stays as it is.
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

    /// Another session takes the display. Nothing is shown until `resume()`. The card's owner drops DRM master.
    package func pause() {
        chain.pause()
        forgetFlip()
        pipe.isLit = false
    }

    /// This session has the display again. Shows the last frame.
    package func resume() throws(DisplayError) {
        if let buffer = chain.resume() { try show(buffer) }
        // The other session has turned the backlight on.
        if isOff { do throws(SystemError) { try pipe.turnOff() } catch { throw DisplayError(error) } }
    }

    /// Turns the CRTC off or on, unless another session has the display.
    package func setPower(_ isOn: Bool) throws -> Bool {
        guard !isClosed, isOn == isOff else { return true }
        if !isOn, !isPaused { do { try pipe.turnOff() } catch { throw DisplayError(error) } }
        isOff = !isOn
        forgetFlip()
        chain.darken()
        return true
    }

    /// Sets the mode again and shows the last frame, after the display was unplugged, its link failed, or a flip was lost. A
    /// pending flip is ignored from now on.
    func relight() throws(DisplayError) {
        if isPaused || isClosed || isOff { return }
        pause()
        if let buffer = chain.resume() { try show(buffer) }
    }

    /// Turns the display off: the screen goes dark and no CRTC drives it.
    func turnOff() { _ = drmModeSetCrtc(card.fd, target.crtc, 0, 0, 0, nil, 0, nil) }

    /// Whether `close()` leaves the picture on the screen, with all that the picture needs. Only the card's file has that then,
    /// which somebody else has open.
    var leavesPicture = false

    /// Frees the buffers, unless it leaves the picture. Else the caller must replace the picture on the screen first, or the screen
    /// goes dark.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        onPresented = nil
        alarm.cancel()
        if leavesPicture { for buffer in buffers { buffer.isLeft = true } }
        pipe.close(leavingPicture: leavesPicture)
        chain = SwapChain(count: 0)
        buffers = []
    }

    /// Shows `buffer`. `damage` is its difference from the picture on the screen; nil means that all of it may differ.
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
                // DRM master was revoked. The process that did it is about to announce that through the seat.
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

    /// Ignores a later report of the pending flip.
    private func forgetFlip() {
        ticket = FlipTicket(self)
        wait(for: .nothing)
    }

    /// The timer has fired: either a flip was lost, or a busy card may be free again.
    func waitedTooLong() {
        switch wait {
        case .nothing: break
        case .flip:
            onWarning?("\(name): a flip was lost; setting the mode again")
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
                // Two are enough to show pictures. Small video memories have no room for a third.
                if buffers.count >= 2 { break }
                let hint = buffers.isEmpty ? "" : "; \"buffers = \(buffers.count)\" in bezel.toml takes less memory"
                throw .failed("\(card.path): \(error)\(hint)")
            }
        }
        return buffers
    }
}

/// The user data of a flip event: the display that submitted the flip. The kernel keeps it until the event, even if the display
/// is released first.
private final class FlipTicket {
    private weak var display: KMSDisplay?

    init(_ display: KMSDisplay) { self.display = display }

    /// Submits a flip to the kernel in `body`, with this ticket as the user data.
    func handOver(_ body: (UnsafeMutableRawPointer) throws(SystemError) -> Void) throws(SystemError) {
        let held = Unmanaged.passRetained(self)
        do throws(SystemError) { try body(held.toOpaque()) } catch {
            held.release()
            throw error
        }
    }

    /// The flip that carried `pointer` is done.
    static func arrived(_ pointer: UnsafeMutableRawPointer, _ stamp: Instant) {
        let ticket = Unmanaged<FlipTicket>.fromOpaque(pointer).takeRetainedValue()
        // A closure that this calls may release the display.
        if let display = ticket.display { withExtendedLifetime(display) { display.flipped(ticket, stamp) } }
    }
}

extension Card {
    /// Reads the kernel's flip events and passes them to their displays.
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
