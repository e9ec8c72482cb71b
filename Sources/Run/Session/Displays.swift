// The displays of a run: the configured ones or else the best available, and changes when displays are plugged in or out.

import Geometry
import Glibc
import Linux
import Logging
import Machine

/// Opens the displays of a run, and assigns them to its screens. Holds the seat through which they are opened.
@MainActor
final class Displays {
    private unowned let session: RunSession
    private var seat: Seat?
    /// The outputs of KMS; nil with another backend.
    private var outputs: KMSOutputs?
    private var hotplug: DisplayHotplug?
    /// Probes for missing displays again.
    private var retry: Retry?

    /// Creates an instance for `session`, without displays.
    init(of session: RunSession) { self.session = session }

    private var screens: [RunScreen] { session.screens }
    private var command: RunCommand { session.command }
    private var loop: EventLoop { session.loop }
    private var log: Logger { session.log }

    // MARK: The beginning

    /// Opens the displays of `configuration`. For `auto`, tries a window if WAYLAND_DISPLAY is set, then KMS, then the frame
    /// buffer, and logs why the backends before the first that works do not. If there is no display yet and the run waits for
    /// one, returns without it.
    func open(_ configuration: Configuration) throws(Failure) {
        do throws(Failure) { try openBackend(configuration) } catch {
            guard session.waits, error.code == .unavailable, outputs != nil else { throw error }
            log.warning("\(error); waiting for it")
        }
    }

    private func openBackend(_ configuration: Configuration) throws(Failure) {
        guard configuration.backend == .auto else {
            do { return try open(configuration.backend, on: configuration) } catch { throw Failure(opening: error) }
        }
        let isUnderCompositor = getenv("WAYLAND_DISPLAY").map { $0[0] != 0 } ?? false
        let backends: [Configuration.Backend] = isUnderCompositor ? [.wayland, .drm, .fbdev] : [.drm, .fbdev]
        var refusals: [(backend: Configuration.Backend, failure: Failure)] = []
        for backend in backends {
            do {
                try open(backend, on: configuration)
                for refusal in refusals { log.notice("no \(refusal.backend.rawValue): \(refusal.failure)") }
                return
            } catch {
                refusals.append((backend, Failure(opening: error)))
                if backend != .wayland, !mayGoOn(after: error) { break }
            }
        }
        throw refusals.count == 1 ? refusals[0].failure : Failure(refusals)
    }

    /// Whether the next backend may be tried after `error`. It may not if another process has the screen, or if the screen
    /// cannot do what is configured. If the run waits for the display of a graphics card, the card's console is no substitute.
    private func mayGoOn(after error: any Error) -> Bool {
        switch error as? DisplayError {
        case .noDisplay: !session.waits || (try? Card.paths())?.isEmpty != false
        case .noPermission: true
        case .busy, .failed, nil: false
        }
    }

    private func open(_ backend: Configuration.Backend, on configuration: Configuration) throws {
        let screen = screens[0]
        switch backend {
        case .headless:
            screen.show(
                on: HeadlessDisplay(
                    size: command.screen ?? PixelSize(1920, 1080), millihertz: command.millihertz,
                    millimetres: command.size, format: configuration.format.pixelFormat ?? .xrgb8888,
                    buffers: configuration.buffers, loop: loop))
        case .wayland: screen.show(on: try openWindow(configuration, screen.first.title))
        case .drm, .auto: try openOutputs(configuration)
        case .fbdev: screen.show(on: try openFrameBuffer(configuration))
        }
    }

    private func openWindow(_ configuration: Configuration, _ title: String) throws -> WaylandDisplay {
        var options = WaylandDisplay.Options()
        options.title = title
        options.appID = AppName.ofThisProcess
        options.size = command.screen
        options.output = configuration.output
        let display = try WaylandDisplay(loop: loop, options: options) { [log] level, text in
            log.log(level: level.swiftLog, "\(text)")
        }
        display.onClose = { [unowned self] in loop.stop() }
        display.onFailure = { [unowned self] in session.fail(Failure($0)) }
        return display
    }

    private func openOutputs(_ configuration: Configuration) throws {
        let outputs = KMSOutputs(
            seat: try takeSeat(), loop: loop, options: try configuration.eachScreen.map(kmsOptions),
            isStrict: !session.waits)
        self.outputs = outputs
        outputs.onAppear = { [unowned self] index, display in
            display.onFailure = { [unowned self] in refused(Failure($0)) }
            screens[index].show(on: display)
            // The properties of the display may tell which panel lies on it.
            session.foundDisplay()
        }
        outputs.onVanish = { [unowned self] in screens[$0].hide() }
        outputs.onRelight = { [unowned self] in screens[$0].redraw() }
        outputs.onWarning = { [log] in log.warning("\($0)") }
        outputs.onLose = { [unowned self] in keptPicture?.forget() }
        // A display that comes while the outputs are probed is noticed.
        listen()
        try outputs.probe()
    }

    /// What keeps the picture on the glass after this process; nil where nothing can. Without a keeper of the seat the console
    /// gets the glass back in any case.
    private var keptPicture: KeptPicture? { seat?.isKept == true ? session.service.picture : nil }

    /// From now on what the card shows stays on the glass when this process ends.
    func keepPicture() { if let card = outputs?.descriptor { keptPicture?.keep(card) } }

    private func kmsOptions(_ configuration: Configuration) throws(Failure) -> KMSDisplay.Options {
        var options = KMSDisplay.Options()
        options.output = configuration.output
        // Planes take memory, and fewer buffers are for machines that have none to spare.
        options.usesPlanes = configuration.planes == .auto && configuration.buffers == 3
        if let mode = configuration.mode {
            guard let choice = ModeChoice(mode) else {
                throw Failure(
                    .wrongInput, "mode must be \"preferred\" or one such as \"1920x1080@60\", not \"\(mode)\"")
            }
            options.mode = choice
        }
        options.buffers = configuration.buffers
        options.format = configuration.format.pixelFormat
        return options
    }

    /// Probes the connectors whenever udev reports a change.
    private func listen() {
        do throws(SystemError) {
            let hotplug = try DisplayHotplug(loop: loop)
            hotplug.onHotplug = { [unowned self] _ in
                updateOutputs { outputs throws(DisplayError) in try outputs.probe() }
            }
            self.hotplug = hotplug
        } catch {
            log.warning("displays that are plugged in or out are not detected: \(error)")
        }
    }

    /// Handles a frame that could not be shown. The display may be unplugged, with no event from udev yet.
    func refused(_ failure: Failure) {
        guard let outputs else { return session.fail(failure) }
        let before = outputs.displays.map { $0.map { ObjectIdentifier($0) } }
        updateOutputs { outputs throws(DisplayError) in try outputs.probe() }
        if before == outputs.displays.map({ $0.map { ObjectIdentifier($0) } }) { session.fail(failure) }
    }

    /// Lets `body` probe or resume the outputs. A missing display is no failure once the run has begun. If a picture has no
    /// display, probes again later: some screens report that they are connected before they can be queried.
    private func updateOutputs(isRetry: Bool = false, _ body: (KMSOutputs) throws(DisplayError) -> Void) {
        guard let outputs else { return }
        if !isRetry { retry?.reset() }
        do throws(DisplayError) { try body(outputs) } catch {
            guard case .noDisplay(let text) = error else { return session.fail(Failure(error)) }
            if !isRetry { log.info("\(text)") }
        }
        guard outputs.displays.contains(where: { $0 == nil }) else { return }
        if retry == nil { retry = Retry(loop: loop) { [unowned self] in probeAgain() } }
        retry?.again()
    }

    private func probeAgain() -> Bool {
        updateOutputs(isRetry: true) { outputs throws(DisplayError) in try outputs.probe() }
        return true
    }

    /// Opens the frame buffer. It needs no seat, but the seat silences the console and opens the touch panels.
    private func openFrameBuffer(_ configuration: Configuration) throws -> FrameBufferDisplay {
        _ = try takeSeat()
        return try FrameBufferDisplay(loop: loop, mayPan: configuration.buffers > 1)
    }

    /// Pauses displays and input while another session is in the foreground, and fails when the seat is gone.
    private func share(_ seat: Seat) {
        seat.onLost = { [unowned self] reason in session.fail(Failure(.failed, "the seat is gone: \(reason)")) }
        seat.onDisable = { [unowned self] in
            outputs?.pause()
            for screen in screens { screen.display?.pause() }
            session.input?.suspend()
        }
        seat.onEnable = { [unowned self] in
            updateOutputs { outputs throws(DisplayError) in try outputs.resume() }
            do {
                for screen in screens { try screen.display?.resume() }
            } catch { log.error("\(error)") }
            // A kiosk that cannot read its panels ends, so that it is started again.
            do throws(SystemError) { try session.input?.resume() } catch { session.fail(Failure(error)) }
            for screen in screens { screen.redraw() }
        }
    }

    /// The seat. The first call opens it.
    func takeSeat() throws(Failure) -> Seat {
        if let seat { return seat }
        var options = Seat.Options()
        options.tty = command.tty
        options.allowNoVT = command.allowNoVT
        options.keeper = session.service.seatKeeper
        do {
            let seat = try Seat(loop: loop, options: options)
            self.seat = seat
            share(seat)
            for refusal in seat.refusals { log.info("seat: \(refusal)") }
            log.notice("seat: \(seat.provider.rawValue)\(seat.tty.map { " on \($0)" } ?? "")")
            return seat
        } catch { throw Failure(error) }
    }

    /// Closes the displays and the seat. The buffers of a card's display must be released before the card is closed.
    func close() {
        hotplug?.close()
        outputs?.onVanish = { [unowned self] in screens[$0].close() }
        outputs?.close(leavingPicture: keptPicture?.isKept == true)
        keptPicture?.leave()
        for screen in screens { screen.close() }
        seat?.close()
    }

    /// Turns off outputs that show no picture of the kiosk.
    func turnOffOthers() { outputs?.turnOffOthers() }
}
