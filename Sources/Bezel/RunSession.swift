// A run: what is taken for it, how its parts are connected, and what is given back.

import Geometry
import Glibc
import Linux
import Logging
import Stage

/// A running kiosk or app with all that it holds: the seat and its touch panels, and a screen for each display.
final class RunSession {
    let command: RunCommand
    let log: Logger
    /// What it logged last.
    let lines = LogLines()
    let loop: EventLoop
    private let traceFile: BackgroundFile?
    var seat: Seat?
    private(set) var input: InputContext?
    private(set) var screens: [RunScreen] = []
    private var recorder: Recorder?
    private var start: Instant?
    private var problem: Failure?
    /// How a calibration ended; nil when there was none.
    var outcome: CalibrationSession.Outcome?
    /// The ways out of the screens; none where the machine's file has none.
    var maintenance: [Maintenance] = []
    /// The PIN that is being compared.
    var passwordCheck: PasswordCheck?
    /// The program that was told to stop the machine.
    var child: ChildProcess?
    /// What the kiosk ends for; nil when it is not to go on.
    var ending: Maintenance.Action?
    private var gate = RecordingGate()
    private var signals: EventLoop.Watch?
    /// Reads the kiosk and the machine's file anew; nil for an app.
    private(set) var reload: KioskReload?

    init(_ command: RunCommand) throws(Failure) {
        self.command = command
        var log = Logger(label: "bezel")
        if command.debug.contains(.frames) { log.logLevel = .debug }
        self.log = lines.keeping(log)
        do { loop = try EventLoop() } catch { throw Failure(error) }
        traceFile = try RunSession.traceFile(command.trace)
        do {
            signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] in signalled($0) }
        } catch { throw Failure(error) }
    }

    func run(_ first: FirstScreens, on configuration: Configuration) throws(Failure) {
        let screen = RunScreen(first, command, configuration, loop: loop, log: log)
        screens = [screen]
        connect(screen)
        screen.take(try openDisplay(configuration, title: first.title))
        try openInput(configuration, screen)
        screen.input = input
        try screen.begin(input?.devices ?? [])
        if let calibration = screen.stage?.calibration, let runtime = screen.runtime { connect(calibration, runtime) }
        try openRecorder(configuration, screen)
        if let table = configuration.maintenance, first.calibration == nil { addMaintenance(table, to: screen) }
        input?.onEvent = { [unowned self] in heard($0) }
        if first.folder != nil {
            do throws(SystemError) {
                reload = try KioskReload(first, command, configuration, loop: loop, log: log) { [unowned self] next in
                    for screen in screens { screen.show(next, within: KioskReload.patience) }
                }
            } catch { log.error("changes of pages and settings are not noticed: \(error)") }
        }
        for screen in screens { screen.runtime?.start() }
        do { try loop.run() } catch { throw Failure(error) }
        if let problem { throw problem }
    }

    /// SIGHUP reads pages and settings anew; where a terminal has hung up, it ends the run as the others do.
    private func signalled(_ signal: Int32) {
        var input = pollfd(fd: 0, events: 0, revents: 0)
        let hasHungUp = isatty(0) == 0 && poll(&input, 1, 0) > 0 && input.revents & Int16(POLLHUP) != 0
        guard signal == SIGHUP, let reload, !hasHungUp else { return loop.stop() }
        reload.readAnew()
    }

    /// Gives back whatever was taken, in the opposite order.
    func close() {
        input?.onEvent = nil
        input?.close()
        for screen in screens { screen.display?.close() }
        seat?.close()
        recorder?.close()
        traceFile?.close()
        if let problem = recorder?.problem { log.error("\(problem)") }
        if let problem = traceFile?.problem { log.error("the trace ends early: \(problem)") }
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
    private func openInput(_ configuration: Configuration, _ screen: RunScreen) throws(Failure) {
        // A compositor has the panels, and says what is touched.
        guard screen.window == nil, let display = screen.display else { return }
        if display is HeadlessDisplay, configuration.devices == ["auto"] { return }
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
            guard input.devices.isEmpty else { return }
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

    private func heard(_ event: InputEvent) {
        switch event {
        case .touches(let frame, _): for screen in screens { screen.runtime?.handle(frame) }
        case .deviceAdded(let device): for screen in screens { screen.add(device) }
        case .deviceRemoved(let device): log.warning("touch panel gone: \(device.name)")
        case .deviceFailed(let path, let name, let error): log.error("touch panel \(name) \(path): \(error)")
        }
    }

    /// What `screen` decides, takes and draws is written down, and when it fails the run does.
    private func connect(_ screen: RunScreen) {
        let gestures = GestureLog(command.debug)
        screen.onTrace = { [unowned self, unowned screen] record in
            // Where a key was hit is what was typed.
            if screen.stage?.isPrivate == true, record.kind == "gesture" || record.kind == "touch" { return }
            let start = start ?? record.time
            traceFile?.write(record.json(since: start) + "\n")
            gestures.note(record, since: start)
        }
        screen.onTouches = { [unowned self, unowned screen] frame in
            if start == nil { start = frame.time }
            guard let open = gate.pass(frame, isPrivate: screen.stage?.isPrivate == true) else { return }
            recorder?.write(open)
        }
        screen.onFrame = { [unowned self] number, instant, drawn in
            recorder?.writePresentation(of: number, at: instant, drawn: drawn)
            if let limit = command.frameLimit, number >= limit { loop.stop() }
        }
        screen.onResize = { [unowned self] in
            guard let recorder else { return }
            log.warning("the recording ends: it is of one size, and the screen has another now")
            recorder.close()
            self.recorder = nil
        }
        screen.onFailure = { [unowned self] in fail($0) }
    }

    private func openRecorder(_ configuration: Configuration, _ screen: RunScreen) throws(Failure) {
        guard let path = command.record, let stage = screen.stage, let display = screen.display else { return }
        var header = RecordingHeader(
            screen: stage.panel.pixels, size: stage.panel.millimetres,
            refresh: 1e9 / Double(display.refreshInterval.nanoseconds),
            scale: configuration.scale == 1 ? nil : configuration.scale)
        if let measured = screen.record?.gestures { header.gestures = measured }
        recorder = try Recorder(path: path, header: header)
    }

    func fail(_ failure: Failure) {
        problem = problem ?? failure
        loop.stop()
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
