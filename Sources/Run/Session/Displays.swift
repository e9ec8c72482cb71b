// The displays of a run: those that were asked for, or the best there are, and those that come and go.

import Geometry
import Glibc
import Linux
import Logging
import Machine

/// Opens the displays of a run, and gives them to its screens. Holds the seat through which they are opened.
final class Displays {
    private unowned let session: RunSession
    private var seat: Seat?
    /// The displays of KMS; nil where others show the picture.
    private var outputs: KMSOutputs?
    private var hotplug: DisplayHotplug?
    /// Looks for missing displays again.
    private var looking: Retry?

    /// No displays of `session` yet.
    init(of session: RunSession) { self.session = session }

    private var screens: [RunScreen] { session.screens }
    private var command: RunCommand { session.command }
    private var loop: EventLoop { session.loop }
    private var log: Logger { session.log }

    // MARK: The beginning

    /// The display of the machine's file; for `auto` the first of a window, where WAYLAND_DISPLAY is set, and the screen
    /// that works. It says why the others did not. Where there is none yet, and one is waited for, it comes later.
    func open(_ configuration: Configuration) throws(Failure) {
        do throws(Failure) { try openBackend(configuration) } catch {
            guard session.waits, error.code == .unavailable, outputs != nil else { throw error }
            log.warning("\(error); it is waited for")
        }
        if outputs != nil { listen() }
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

    /// Whether another display may be tried: not where the screen is there but somebody else's, or was asked for what
    /// it cannot do. Where a card's display is waited for, the card's console is no display.
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
            // What a display says of itself may tell which panel is its.
            session.foundDisplay()
        }
        outputs.onVanish = { [unowned self] in screens[$0].hide() }
        outputs.onRelight = { [unowned self] in screens[$0].redraw() }
        outputs.onWarning = { [log] in log.warning("\($0)") }
        try outputs.look()
    }

    private func kmsOptions(_ configuration: Configuration) throws(Failure) -> KMSDisplay.Options {
        var options = KMSDisplay.Options()
        options.output = configuration.output
        // Planes take memory, and fewer buffers are for machines that have none to spare.
        options.usesPlanes = configuration.planes == .auto && configuration.buffers == 3
        if let mode = configuration.mode {
            guard let choice = ModeChoice(mode) else {
                throw Failure(.wrongInput, "mode must be \"preferred\" or such as \"1920x1080@60\", not \"\(mode)\"")
            }
            options.mode = choice
        }
        options.buffers = configuration.buffers
        options.format = configuration.format.pixelFormat
        return options
    }

    /// Looks at the plugs whenever udev says that something changed.
    private func listen() {
        do throws(SystemError) {
            let hotplug = try DisplayHotplug(loop: loop)
            hotplug.onHotplug = { [unowned self] _ in look { outputs throws(DisplayError) in try outputs.look() } }
            self.hotplug = hotplug
        } catch {
            log.warning("displays that are plugged in or out will not be noticed: \(error)")
        }
    }

    /// A frame could not be shown: the display may have gone, and nobody has said so yet.
    func refused(_ failure: Failure) {
        guard let outputs else { return session.fail(failure) }
        let before = outputs.displays.map { $0.map { ObjectIdentifier($0) } }
        look { outputs throws(DisplayError) in try outputs.look() }
        if before == outputs.displays.map({ $0.map { ObjectIdentifier($0) } }) { session.fail(failure) }
    }

    /// That there is no display is no failure any more once the run has begun. A plug that was looked at for nothing is
    /// looked at again: some screens say that they are there before they can say what they are.
    private func look(isAgain: Bool = false, _ body: (KMSOutputs) throws(DisplayError) -> Void) {
        guard let outputs else { return }
        if !isAgain { looking?.reset() }
        do throws(DisplayError) { try body(outputs) } catch {
            guard case .noDisplay(let text) = error else { return session.fail(Failure(error)) }
            if !isAgain { log.info("\(text)") }
        }
        guard outputs.displays.contains(where: { $0 == nil }) else { return }
        if looking == nil { looking = Retry(loop: loop) { [unowned self] in lookAgain() } }
        looking?.again()
    }

    private func lookAgain() -> Bool {
        look(isAgain: true) { outputs throws(DisplayError) in try outputs.look() }
        return true
    }

    /// A seat is needed all the same: it silences the console, and opens the touch panels.
    private func openFrameBuffer(_ configuration: Configuration) throws -> FrameBufferDisplay {
        _ = try takeSeat()
        return try FrameBufferDisplay(loop: loop, mayPan: configuration.buffers > 1)
    }

    /// Another session may come to the foreground, and go again.
    private func share(_ seat: Seat) {
        seat.onLost = { [unowned self] reason in session.fail(Failure(.failed, "the seat is gone: \(reason)")) }
        seat.onDisable = { [unowned self] in
            outputs?.pause()
            for screen in screens { screen.display?.pause() }
            session.input?.suspend()
        }
        seat.onEnable = { [unowned self] in
            look { outputs throws(DisplayError) in try outputs.resume() }
            do {
                for screen in screens { try screen.display?.resume() }
            } catch { log.error("\(error)") }
            // Who cannot hear begins anew.
            do throws(SystemError) { try session.input?.resume() } catch { session.fail(Failure(error)) }
            for screen in screens { screen.redraw() }
        }
    }

    /// The seat, taken when it is needed first.
    func takeSeat() throws(Failure) -> Seat {
        if let seat { return seat }
        var options = Seat.Options()
        options.tty = command.tty
        options.allowNoVT = command.allowNoVT
        do {
            let seat = try Seat(loop: loop, options: options)
            self.seat = seat
            share(seat)
            for refusal in seat.refusals { log.info("seat: \(refusal)") }
            log.notice("seat: \(seat.provider.rawValue)\(seat.tty.map { " on \($0)" } ?? "")")
            return seat
        } catch { throw Failure(error) }
    }

    /// Gives back displays and seat. What was drawn for a card's display has to go before the card does.
    func close() {
        hotplug?.close()
        outputs?.onVanish = { [unowned self] in screens[$0].close() }
        outputs?.close()
        for screen in screens { screen.close() }
        seat?.close()
    }

    /// What nobody asked for goes dark.
    func turnOffOthers() { outputs?.turnOffOthers() }
}
