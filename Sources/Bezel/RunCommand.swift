// `bezel run`: takes a seat, a display and the touch panels, and runs a kiosk or an app on them.

public import Geometry
import Glibc
import Linux
import Logging
import Stage

/// What `bezel run` is asked for.
public struct RunCommand {
    /// The machine's file; nil for /etc/bezel/bezel.toml, if it is there.
    public var configuration: String?
    /// Where the picture goes; nil for what the machine's file says.
    public var backend: Configuration.Backend?
    /// The extent of a headless display.
    public var screen = PixelSize(1920, 1080)
    /// The refreshes of a headless display in 1000 seconds.
    public var millihertz = 60_000
    /// The picture in millimetres; nil for what panel or display report.
    public var size: Size?
    /// The screens already pushed, root first.
    public var stack: [String] = []
    /// Where touches and frames are recorded; nil for nowhere.
    public var record: String?
    /// Where the trace goes: a file, `-` for standard output, nil for nowhere.
    public var trace: String?
    /// What is said in more detail on standard error.
    public var debug: [DebugTopic] = []
    /// The virtual terminal to take when devices are opened directly.
    public var tty: String?
    /// Whether to go on without a virtual terminal.
    public var allowNoVT = false
    /// Ends the run after so many frames; for measurements.
    public var frameLimit: Int?

    /// Nothing asked for yet.
    public init() {}

    /// Runs the kiosk in `folder`, or where that is nil the one that the machine's file names, until a signal ends it.
    public func run(kiosk folder: String?) throws(Failure) {
        let machine = try machineConfiguration()
        guard let folder = folder ?? machine.kiosk else {
            throw Failure(.usage, "no kiosk: give its folder, or write kiosk = \"…\" in \(Configuration.standardPath)")
        }
        let log = Logger(label: "bezel")
        try run(try FirstScreens(kiosk: folder, on: machine) { log.warning("\($0)") }, on: machine)
    }

    /// Runs `app` until a signal ends it.
    public func run(_ app: some App) throws(Failure) {
        let machine = try machineConfiguration()
        try run(FirstScreens(app, on: machine), on: machine)
    }

    private func run(_ first: FirstScreens, on machine: Configuration) throws(Failure) {
        let session = try RunSession(self)
        defer { session.close() }
        try session.run(first, on: machine)
    }
}

/// A running kiosk or app with all that it holds.
private final class RunSession {
    private let command: RunCommand
    private let log = Logger(label: "bezel")
    private let loop: EventLoop
    private let trace: TraceOutput
    private var seat: Seat?
    private var display: (any Display)?
    private var input: InputContext?
    private var runtime: Runtime?
    private var recorder: Recorder?
    private var start: Instant?
    private var problem: Failure?
    private var signals: EventLoop.Watch?

    init(_ command: RunCommand) throws(Failure) {
        self.command = command
        do { loop = try EventLoop() } catch { throw Failure(error) }
        trace = try TraceOutput(command.trace)
        do {
            signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] _ in loop.stop() }
        } catch { throw Failure(error) }
    }

    func run(_ first: FirstScreens, on configuration: Configuration) throws(Failure) {
        let display = try openDisplay(configuration)
        self.display = display
        log.notice("display: \(display.name)")
        let input = try openInput(configuration, display)
        let panel = Panel(pixels: display.size, millimetres: millimetres(input, display))
        input?.panelSize = panel.millimetres
        let stage = try first.stage(on: panel, stack: command.stack)
        let runtime = Runtime(stage: stage, display: display, loop: loop, log: log)
        self.runtime = runtime
        try connect(stage, runtime, panel)
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
        trace.close()
    }

    private func openDisplay(_ configuration: Configuration) throws(Failure) -> any Display {
        switch configuration.backend {
        case .headless:
            return HeadlessDisplay(
                size: command.screen, millihertz: command.millihertz, millimetres: command.size, loop: loop)
        case .drm, .auto:
            var options = KMSDisplay.Options()
            options.output = configuration.output
            if let mode = configuration.mode {
                guard let choice = ModeChoice(mode) else {
                    throw Failure(
                        .wrongInput, "mode must be \"preferred\" or such as \"1920x1080@60\", not \"\(mode)\"")
                }
                options.mode = choice
            }
            let seat = try takeSeat()
            do {
                let display = try KMSDisplay(seat: seat, loop: loop, options: options)
                display.onFailure = { [unowned self] in fail(Failure($0)) }
                seat.onLost = { [unowned self] reason in fail(Failure(.failed, "the seat is gone: \(reason)")) }
                seat.onDisable = { [unowned self, unowned display] in
                    display.pause()
                    input?.suspend()
                }
                seat.onEnable = { [unowned self, unowned display] in
                    do {
                        try display.resume()
                        try input?.resume()
                        runtime?.redraw()
                    } catch { log.error("\(error)") }
                }
                return display
            } catch { throw Failure(error) }
        }
    }

    private func takeSeat() throws(Failure) -> Seat {
        if let seat { return seat }
        var options = Seat.Options()
        options.tty = command.tty
        options.allowNoVT = command.allowNoVT
        do {
            let seat = try Seat(loop: loop, options: options)
            self.seat = seat
            for refusal in seat.refusals { log.info("seat: \(refusal)") }
            log.notice("seat: \(seat.provider.rawValue)\(seat.tty.map { " on \($0)" } ?? "")")
            return seat
        } catch { throw Failure(error) }
    }

    /// The touch panels. A headless display can do without: there may be no seat at all.
    private func openInput(_ configuration: Configuration, _ display: any Display) throws(Failure) -> InputContext? {
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

    private func millimetres(_ input: InputContext?, _ display: any Display) -> Size {
        if let size = command.size ?? input?.devices.lazy.compactMap(\.millimetres).first ?? display.millimetres {
            return size
        }
        let assumed = Panel(pixels: display.size).millimetres
        log.warning(
            "neither panel nor display says how large it is; taken as 96 dpi, give it with --size, such as 527x296")
        return assumed
    }

    private func connect(_ stage: Stage, _ runtime: Runtime, _ panel: Panel) throws(Failure) {
        if let path = command.record {
            let rate = 1e9 / Double(display?.refreshInterval.nanoseconds ?? 16_666_667)
            recorder = try Recorder(
                path: path, header: .init(screen: panel.pixels, size: panel.millimetres, refresh: rate))
        }
        let gestures = GestureLog(command.debug)
        stage.onTrace = { [unowned self] record in
            trace.write(record.json(since: start ?? record.time))
            trace.flush()
            gestures.note(record, since: start ?? record.time)
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
        runtime.onFirstFrame = { [log] in log.notice("ready: the first frame is on the screen") }
        runtime.onFailure = { [unowned self] in
            fail(($0 as? DisplayError).map { Failure($0) } ?? Failure(.failed, "\($0)"))
        }
        for device in input?.devices ?? [] { log.notice("touch panel: \(device.name) \(device.devnode)") }
        input?.onEvent = { [unowned self, unowned runtime] event in
            switch event {
            case .touches(let frame, _): runtime.handle(frame)
            case .deviceAdded(let device): log.notice("touch panel: \(device.name) \(device.devnode)")
            case .deviceRemoved(let device): log.warning("touch panel gone: \(device.name)")
            case .deviceFailed(let path, let name, let error): log.error("touch panel \(name) \(path): \(error)")
            }
        }
    }

    private func fail(_ failure: Failure) {
        problem = problem ?? failure
        loop.stop()
    }
}

extension RunCommand {
    /// What the machine's file says: the one that was named, the installed one if it is there, else the defaults; and
    /// over it, what was asked for here.
    private func machineConfiguration() throws(Failure) -> Configuration {
        let installed = access(Configuration.standardPath, R_OK) == 0 ? Configuration.standardPath : nil
        var machine = Configuration()
        if let path = configuration ?? installed { machine = try Configuration(path: path) }
        if let backend { machine.backend = backend }
        return machine
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
