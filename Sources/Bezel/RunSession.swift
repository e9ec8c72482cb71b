// A run: what is taken for it, how its parts are connected, and what is given back.

import Geometry
import Glibc
import Linux
import Logging
import Stage

/// A running kiosk or app with all that it holds.
final class RunSession {
    let command: RunCommand
    let log: Logger
    let loop: EventLoop
    private let trace: BackgroundFile?
    var seat: Seat?
    var display: (any Display)?
    /// The display if it is a window: it has sizes that change, and the touches.
    var window: WaylandDisplay?
    var input: InputContext?
    var runtime: Runtime?
    private var stage: Stage?
    private var recorder: Recorder?
    private var start: Instant?
    private var problem: Failure?
    /// How a calibration ended; nil when there was none.
    var outcome: CalibrationSession.Outcome?
    private var signals: EventLoop.Watch?
    private let service = ServiceLink()

    init(_ command: RunCommand) throws(Failure) {
        self.command = command
        var log = Logger.ofCommand()
        if command.debug.contains(.frames) { log.logLevel = .debug }
        self.log = log
        do { loop = try EventLoop() } catch { throw Failure(error) }
        trace = try RunSession.traceFile(command.trace)
        do {
            signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] _ in
                service.stopping()
                loop.stop()
            }
        } catch { throw Failure(error) }
    }

    func run(_ screens: FirstScreens, on configuration: Configuration) throws(Failure) {
        var first = screens
        let screen = try openDisplay(configuration, title: screens.title)
        self.display = screen
        let input = try openInput(configuration, screen)
        let rotation = rotation(of: screen, configuration)
        let touchRotation = configuration.inputRotation ?? rotation
        let display = rotation == .none ? screen : TurnedDisplay(screen, by: rotation)
        self.display = display
        log.notice("display: \(display.name)")
        let panels = PanelStore(folder: configuration.panels ?? PanelStore.standardFolder)
        if let plan = first.calibration {
            first = first.with(try prepared(plan, panels, touchRotation), on: configuration)
        }
        let records = (input?.devices ?? []).map { device in
            first.calibration == nil ? adopt(device, from: panels) : first.calibration?.kept
        }
        let glasses = zip(input?.devices ?? [], records).map { ($1 ?? PanelRecord()).glass(reported: $0.millimetres) }
        let known =
            command.size.map { rotation.turned($0) }
            ?? glasses.lazy.compactMap { $0 }.first.map { touchRotation.turned($0) }
        let panel = Panel(pixels: display.size, millimetres: millimetres(known, display))
        if let input { (input.panelSize, input.rotation) = (panel.millimetres, touchRotation) }
        if let window { (window.panelSize, window.rotation) = (panel.millimetres, rotation) }
        let stage = try first.stage(
            on: panel, scale: configuration.scale, stack: command.stack, record: records.lazy.compactMap { $0 }.first,
            at: MonotonicClock.now())
        stage.slowMotion = command.slowMotion
        self.stage = stage
        let runtime = Runtime(stage: stage, display: display, loop: loop, log: log)
        if command.showsHUD {
            let panels = input?.devices.map(\.name) ?? []
            runtime.hud = HUD(
                on: stage, refresh: display.refreshInterval,
                whereabouts: ([display.name] + panels).joined(separator: "    "))
        }
        self.runtime = runtime
        let kiosk = first
        try connect(stage, runtime, configuration) { [unowned self, unowned stage] device in
            if stage.calibration != nil {
                input?.setCalibration(.identity, for: device.id)
            } else if let record = adopt(device, from: panels) {
                stage.gestures = kiosk.gestures(record)
            }
        }
        if let calibration = stage.calibration { connect(calibration, runtime) }
        runtime.start()
        do { try loop.run() } catch { throw Failure(error) }
        if let problem { throw problem }
    }

    /// Gives back whatever was taken, in the opposite order.
    func close() {
        input?.onEvent = nil
        input?.close()
        display?.close()
        seat?.close()
        recorder?.close()
        trace?.close()
        if let problem = recorder?.problem { log.error("\(problem)") }
        if let problem = trace?.problem { log.error("the trace ends early: \(problem)") }
    }

    /// The file that the trace goes to, or standard output for `-`. Another thread writes it.
    private static func traceFile(_ path: String?) throws(Failure) -> BackgroundFile? {
        guard let path else { return nil }
        let isOutput = path == "-"
        let descriptor = isOutput ? 1 : try openToWrite(path)
        do {
            return try BackgroundFile(
                descriptor: descriptor, closes: !isOutput, named: isOutput ? "standard output" : path)
        } catch { throw Failure(error) }
    }

    /// The touch panels. A headless display can do without: there may be no seat at all.
    private func openInput(_ configuration: Configuration, _ display: any Display) throws(Failure) -> InputContext? {
        // A compositor has the panels, and says what is touched.
        if window != nil || !command.takesTouches { return nil }
        if display is HeadlessDisplay, configuration.devices == ["auto"] { return nil }
        let seat = try takeSeat()
        do {
            let input = try InputContext(
                seat: seat, loop: loop, filter: DeviceFilter(configuration.devices),
                panelSize: display.millimetres ?? Panel(pixels: display.size).millimetres
            ) { [log] level, text in log.log(level: level.swiftLog, "\(text)") }
            self.input = input
            var refusals: [SystemError] = []
            input.onEvent = { event in
                if case .deviceFailed(_, _, let error) = event { refusals.append(error) }
            }
            try input.start()
            guard input.devices.isEmpty else { return input }
            if let refusal = refusals.first { throw Failure(refusal) }
            throw Failure(
                .unavailable,
                "no touch panel (\(configuration.devices.joined(separator: ", "))): plug one in; "
                    + "\"bezel devices\" lists what is there, \"devices\" in bezel.toml names others")
        } catch let failure as Failure {
            throw failure
        } catch let error as SystemError {
            throw Failure(error)
        } catch {
            throw Failure(.failed, "\(error)")
        }
    }

    /// The picture's extent: what is `known` of it, or what the display says.
    private func millimetres(_ known: Size?, _ display: any Display) -> Size {
        if let size = known ?? display.millimetres { return size }
        let assumed = Panel(pixels: display.size).millimetres
        log.warning(
            "neither panel nor display says how large it is; taken as 96 dpi, give it with --size, such as 527x296")
        return assumed
    }

    /// What is kept of `device`, whose axes lie from now on as was measured; nil, with a warning, when its file is wrong.
    func adopt(_ device: TouchDevice, from panels: PanelStore) -> PanelRecord? {
        log.notice("touch panel: \(device.name) \(device.devnode)")
        do throws(Failure) {
            guard let record = try panels.read(device.vendorProduct) else { return nil }
            log.notice("\(device.name) is calibrated: \(record.summary)")
            if let position = record.position { input?.setCalibration(position.matrix, for: device.id) }
            return record
        } catch {
            log.warning(
                "\(error)\nthe panel is used as if it were not calibrated; \"bezel calibrate\" measures it anew")
            return nil
        }
    }

    /// `adopt` is for a panel that is plugged in.
    private func connect(
        _ stage: Stage, _ runtime: Runtime, _ configuration: Configuration, adopt: @escaping (TouchDevice) -> Void
    ) throws(Failure) {
        if let path = command.record {
            let rate = 1e9 / Double(display?.refreshInterval.nanoseconds ?? 16_666_667)
            let scale = configuration.scale == 1 ? nil : configuration.scale
            let header = RecordingHeader(
                screen: stage.panel.pixels, size: stage.panel.millimetres, refresh: rate, scale: scale)
            recorder = try Recorder(path: path, header: header)
        }
        let gestures = GestureLog(command.debug)
        stage.onTrace = { [unowned self, unowned runtime] record in
            trace?.write(record.json(since: start ?? record.time) + "\n")
            gestures.note(record, since: start ?? record.time)
            runtime.hud?.note(record)
        }
        stage.onWarning = { [log] in log.warning("\($0)") }
        runtime.onTouches = { [unowned self] frame in
            if start == nil { start = frame.time }
            recorder?.write(frame)
        }
        runtime.onFrame = { [unowned self, unowned stage] number, instant in
            recorder?.writePresentation(of: number, at: instant, drawn: stage.now)
            if let limit = command.frameLimit, number >= limit { loop.stop() }
        }
        runtime.onFirstFrame = { [unowned self, unowned runtime] in
            log.notice("ready: the first frame is on the screen")
            service.ready([runtime], showing: display?.name ?? "", loop: loop)
        }
        runtime.onFailure = { [unowned self] in
            fail(($0 as? DisplayError).map { Failure($0) } ?? Failure(.failed, "\($0)"))
        }
        window?.onTouches = { [unowned runtime] frame in runtime.handle(frame) }
        runtime.readTouches = { [unowned self] in
            input?.read()
            window?.read()
        }
        input?.onEvent = { [unowned self, unowned runtime] event in
            switch event {
            case .touches(let frame, _): runtime.handle(frame)
            case .deviceAdded(let device): adopt(device)
            case .deviceRemoved(let device): log.warning("touch panel gone: \(device.name)")
            case .deviceFailed(let path, let name, let error): log.error("touch panel \(name) \(path): \(error)")
            }
        }
    }

    func fail(_ failure: Failure) {
        problem = problem ?? failure
        service.failed(failure.description)
        loop.stop()
    }

    /// The window has another size: every screen is built anew in it.
    func resized() {
        guard let runtime, let stage, let display, let window else { return }
        let before = stage.panel
        let pixels = display.size
        // Where the size was given, or nobody knows it, a pixel stays as large as it was.
        let sameDensity = Size(
            Double(pixels.width) / before.density(.horizontal), Double(pixels.height) / before.density(.vertical))
        let known = command.size == nil ? display.millimetres : nil
        let panel = Panel(pixels: pixels, millimetres: known ?? sameDensity)
        log.info("the window has another size: \(pixels.width)x\(pixels.height)")
        if recorder != nil {
            log.warning("the recording ends: it is of one size, and the window has another now")
            recorder?.close()
            recorder = nil
        }
        window.panelSize = panel.millimetres
        stage.change(to: panel)
        runtime.redraw()
    }
}

extension Linux.LogLevel {
    var swiftLog: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}
