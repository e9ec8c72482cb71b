// Where a run's picture goes: the display that was asked for, or the best one there is.

import Geometry
import Glibc
import Linux
import Logging

extension RunSession {
    /// The display of the machine's file; for `auto` the first of a window, where WAYLAND_DISPLAY is set, and the screen
    /// that works. It says why the others did not.
    func openDisplay(_ configuration: Configuration, title: String) throws(Failure) -> any Display {
        guard configuration.backend == .auto else {
            do { return try open(configuration.backend, configuration, title) } catch { throw Failure(opening: error) }
        }
        let isUnderCompositor = getenv("WAYLAND_DISPLAY").map { $0[0] != 0 } ?? false
        let backends: [Configuration.Backend] = isUnderCompositor ? [.wayland, .drm, .fbdev] : [.drm, .fbdev]
        var refusals: [(backend: Configuration.Backend, failure: Failure)] = []
        for backend in backends {
            do {
                let display = try open(backend, configuration, title)
                for refusal in refusals { log.notice("no \(refusal.backend.rawValue): \(refusal.failure)") }
                return display
            } catch {
                refusals.append((backend, Failure(opening: error)))
                if backend != .wayland, !RunSession.mayGoOn(after: error) { break }
            }
        }
        throw refusals.count == 1 ? refusals[0].failure : Failure(refusals)
    }

    /// Whether another display may be tried: not where the screen is there but somebody else's, or was asked for what
    /// it cannot do.
    private static func mayGoOn(after error: any Error) -> Bool {
        switch error as? DisplayError {
        case .noDisplay, .noPermission: true
        case .busy, .failed, nil: false
        }
    }

    private func open(
        _ backend: Configuration.Backend, _ configuration: Configuration, _ title: String
    ) throws -> any Display {
        switch backend {
        case .headless:
            HeadlessDisplay(
                size: command.screen ?? PixelSize(1920, 1080), millihertz: command.millihertz,
                millimetres: command.size, format: configuration.format.pixelFormat ?? .xrgb8888,
                buffers: configuration.buffers, loop: loop)
        case .wayland: try openWindow(configuration, title)
        case .drm, .auto: try openScreen(configuration)
        case .fbdev: try openFrameBuffer(configuration)
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
        display.onFailure = { [unowned self] in fail(Failure($0)) }
        return display
    }

    private func openScreen(_ configuration: Configuration) throws -> KMSDisplay {
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
        let seat = try takeSeat()
        let display = try KMSDisplay(seat: seat, loop: loop, options: options)
        display.onFailure = { [unowned self] in fail(Failure($0)) }
        return display
    }

    /// A seat is needed all the same: it silences the console, and opens the touch panels.
    private func openFrameBuffer(_ configuration: Configuration) throws -> FrameBufferDisplay {
        _ = try takeSeat()
        return try FrameBufferDisplay(loop: loop, mayPan: configuration.buffers > 1)
    }

    /// Another session may come to the foreground, and go again.
    private func share(_ seat: Seat) {
        seat.onLost = { [unowned self] reason in fail(Failure(.failed, "the seat is gone: \(reason)")) }
        seat.onDisable = { [unowned self] in
            for screen in screens { screen.display?.pause() }
            input?.suspend()
        }
        seat.onEnable = { [unowned self] in
            do {
                for screen in screens { try screen.display?.resume() }
                try input?.resume()
            } catch { log.error("\(error)") }
            for screen in screens { screen.runtime?.redraw() }
        }
    }

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
}
