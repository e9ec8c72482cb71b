// A run: what is taken for it, how its parts are connected, and what is given back.

package import Calibration
import Frames
import Geometry
import Glibc
package import Linux
package import Logging
package import Machine
import Recordings
import Stage

/// A running kiosk or app with all that it holds: the seat and its touch panels, and a screen for each display.
package final class RunSession {
    package let command: RunCommand
    package let log: Logger
    /// What it logged last.
    let lines = LogLines()
    package let loop: EventLoop
    private let trace: RunTrace
    package var seat: Seat?
    private(set) var input: InputContext?
    package private(set) var screens: [RunScreen] = []
    /// The displays of KMS; nil where others show the picture.
    package var outputs: KMSOutputs?
    var hotplug: DisplayHotplug?
    /// Looks for missing displays again.
    var looking: Retry?
    /// Which screens were touched.
    private(set) var pairs = PanelPairs(folder: "")
    /// What was touched and cannot be kept, by the panel's place.
    package var touched: [String: String] = [:]
    /// The panels of which nobody knows on which screen they lie.
    var unpaired: Set<TouchDevice.ID> = []
    /// Those of which it was said that they are on no screen.
    var strays: Set<TouchDevice.ID> = []
    /// The record of each screen that has begun.
    private var records: [ScreenRecord] = []
    private var problem: Failure?
    /// How a calibration ended; nil when there was none.
    package var outcome: CalibrationSession.Outcome?
    /// The ways out of the screens; none where the machine's file has none.
    package var maintenance: [Maintenance] = []
    /// The PIN that is being compared.
    var passwordCheck: PasswordCheck?
    /// The program that was told to stop the machine.
    package var child: ChildProcess?
    /// What the kiosk ends for; nil when it is not to go on.
    var ending: Maintenance.Action?
    private var signals: EventLoop.Watch?
    private let service = ServiceLink()
    private var played: PlayedTouches?
    private var flight: FlightRecorder?
    /// Reads the kiosks of all screens and the machine's file anew; nil for an app.
    package private(set) var reload: KioskReload?
    private var control: ControlSession?

    package init(_ command: RunCommand) throws(Failure) {
        self.command = command
        var log = Logger.ofCommand()
        if command.debug.contains(.frames) { log.logLevel = .debug }
        self.log = lines.keeping(log)
        do { loop = try EventLoop() } catch { throw Failure(error) }
        trace = try RunTrace(command.trace)
        do {
            signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] in signalled($0) }
        } catch { throw Failure(error) }
    }

    /// Runs until a signal ends it, with one of `first` on each screen of `configuration`; by `calibrating` where it measures a
    /// panel.
    package func run(
        _ first: [FirstScreens], calibrating: CalibrationPlan? = nil, on configuration: Configuration
    ) throws(Failure) {
        pairs = PanelPairs(folder: configuration.pairsFolder)
        for (index, (first, configuration)) in zip(first, configuration.eachScreen).enumerated() {
            var command = command
            // What is asked for besides the files is asked of the first.
            if index > 0 { (command.stack, command.size, command.record, command.frameLimit) = ([], nil, nil, nil) }
            let screen = RunScreen(
                first, calibrating: calibrating, command, configuration, number: index + 1, loop: loop, log: log)
            screens.append(screen)
            connect(screen, configuration)
        }
        if calibrating == nil { openFlightRecorder() }
        try openDisplays(configuration)
        try openInput(configuration)
        for screen in screens {
            screen.input = input
            try screen.requirePanel()
        }
        try pair()
        input?.onEvent = { [unowned self] in heard($0) }
        watchFiles(configuration)
        if calibrating == nil { control = ControlSession(self, configuration) }
        for screen in screens { try screen.start() }
        if let screen = screens.first { try playTouches(on: screen) }
        service.wait(loop: loop) { [unowned self] in screens.allSatisfy { $0.display?.isAway ?? true } }
        do { try loop.run() } catch { problem = problem ?? Failure(error) }
        if let problem { throw problem }
    }

    /// Pages and settings that change are read anew.
    private func watchFiles(_ configuration: Configuration) {
        let all = zip(screens, configuration.eachScreen).enumerated().filter { $1.0.first.folder != nil }
        let read = all.map { number, pair in
            let screen = pair.0
            return KioskReload.Screen(number: number, shown: screen.first, machine: pair.1) { [unowned screen] in
                screen.show($0, within: KioskReload.patience)
            }
        }
        if read.isEmpty { return }
        do throws(SystemError) { reload = try KioskReload(read, command, loop: loop, log: log) } catch {
            log.error("changes of pages and settings are not noticed: \(error)")
        }
    }

    /// Keeps the newest touches and decisions for the case of a crash, where there is a folder for them.
    private func openFlightRecorder() {
        guard let folder = StateFolder.volatile(command.state), let lasting = StateFolder.lasting(command.state) else {
            return
        }
        mkdir(folder, 0o700)
        flight = FlightRecorder(
            folder: folder, reports: BoundedFolder(path: "\(lasting)/crashes", files: 20, bytes: 20 << 20), log: log)
    }

    /// Recorded touches come as from a panel, if that was asked for.
    private func playTouches(on screen: RunScreen) throws(Failure) {
        guard let path = command.play, let frameLoop = screen.frameLoop, let stage = screen.stage else { return }
        do throws(RecordingError) {
            let recording = try Recording.read(path: path, panelSize: stage.panel.millimetres)
            played = PlayedTouches(recording.inputs, loop: loop) { [unowned frameLoop] input in
                switch input {
                case .touches(let frame): frameLoop.handle(frame)
                case .presses(let frame): frameLoop.handle(frame)
                }
            }
        } catch { throw Failure(.wrongInput, "\(error)") }
    }

    /// SIGHUP reads pages and settings anew; where a terminal has hung up, it ends the run as the others do.
    private func signalled(_ signal: Int32) {
        var input = pollfd(fd: 0, events: 0, revents: 0)
        let hasHungUp = isatty(0) == 0 && poll(&input, 1, 0) > 0 && input.revents & Int16(POLLHUP) != 0
        guard signal == SIGHUP, let reload, !hasHungUp else {
            service.stopping()
            return loop.stop()
        }
        service.reloading(at: MonotonicClock.now())
        reload.readAnew { [service] in service.reloaded() }
    }

    /// Gives back whatever was taken, in the opposite order.
    package func close() {
        control?.close()
        input?.onEvent = nil
        input?.close()
        // After a failure, as after a crash, the next run goes on where this one was.
        if problem == nil {
            for screen in screens { screen.visit?.close() }
            flight?.close()
        }
        hotplug?.close()
        // What was drawn for a card's display has to go before the card does.
        outputs?.onVanish = { [unowned self] in screens[$0].close() }
        outputs?.close()
        for screen in screens { screen.close() }
        seat?.close()
        for record in records { record.close() }
        if let problem = trace.close() { log.error("\(problem)") }
        if !WholeFileWriter.shared.finish(within: .seconds(2)) {
            log.error("the disk stands still: not all state is kept")
        }
        LogOutput.flush()
    }

    /// Whether displays and panels that are not there are waited for: a service has nobody to tell.
    package var waits: Bool { command.waits || service.isManaged }

    /// The touch panels. A headless display can do without: there may be no seat at all.
    private func openInput(_ configuration: Configuration) throws(Failure) {
        // A compositor has the panels, and says what is touched.
        if !command.takesTouches || screens.contains(where: { $0.window != nil }) { return }
        if configuration.backend == .headless, configuration.devices == ["auto"] { return }
        let seat = try takeSeat()
        do {
            let input = try InputContext(
                seat: seat, loop: loop, filter: DeviceFilter(configuration.devices), buttons: configuration.buttons,
                panelSize: Panel(pixels: PixelSize(1920, 1080)).millimetres
            ) { [log] level, text in log.log(level: level.swiftLog, "\(text)") }
            self.input = input
            var refusals: [SystemError] = []
            input.onEvent = { event in
                if case .deviceFailed(_, _, let error) = event { refusals.append(error) }
            }
            try input.start()
            guard input.devices.isEmpty else { return }
            if let refusal = refusals.first { throw Failure(refusal) }
            let failure = Failure(
                .unavailable,
                "no touch panel (\(configuration.devices.joined(separator: ", "))): plug one in; "
                    + "\"bezel devices\" lists what is there, \"devices\" in bezel.toml names others")
            guard waits else { throw failure }
            log.warning("\(failure); it is waited for")
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
        case .touches(let frame, let id):
            if let screen = screens.first(where: { $0.has(id) }) { screen.handle(frame) } else { take(frame, of: id) }
        case .presses(let frame, let id):
            // A case has one set of buttons; those of a panel are its screen's.
            (screens.first { $0.has(id) } ?? screens.first)?.handle(frame)
        case .deviceAdded: pairAgain()
        case .deviceRemoved(let device):
            log.warning("touch panel gone: \(device.name)")
            for screen in screens { screen.remove(device) }
            pairAgain()
        case .deviceFailed(let path, let name, let error): log.error("touch panel \(name) \(path): \(error)")
        case .failed(let error): fail(Failure(error))
        }
    }

    /// Everything that follows `screen` or stands in the way of its touches, in order, from its first frame on.
    private func connect(_ screen: RunScreen, _ configuration: Configuration) {
        screen.onBegin = { [unowned self, unowned screen] () throws(Failure) in
            guard let stage = screen.stage, let frameLoop = screen.frameLoop else { return }
            // A recording is of one screen.
            let record = ScreenRecord(
                of: stage, hasInput: screen === screens.first, trace: trace, gestures: GestureLog(command.debug),
                flight: flight, recorder: try recorder(for: screen, configuration), log: log)
            records.append(record)
            frameLoop.add(record as any StageObserver)
            frameLoop.add(record as any FrameObserver)
            control?.add(screen, configuration)
            if let visit = screen.visit { frameLoop.add(visit) }
            if let calibration = stage.calibration {
                frameLoop.add(placing: calibration)
                calibration.onEnd = { [unowned self] outcome in
                    self.outcome = outcome
                    loop.stop()
                }
            } else if let table = configuration.maintenance {
                addMaintenance(table, to: screen)
            }
        }
        // What nobody asked for goes dark, but not before there is a picture.
        screen.onShown = { [unowned self, unowned screen] in
            outputs?.turnOffOthers()
            service.ready(on: screen.display?.name ?? "", loop: loop) { [unowned self] in
                screens.compactMap(\.frameLoop)
            }
        }
        screen.onFailure = { [unowned self] in refused($0) }
    }

    /// The recording of `screen`; nil where none was asked for.
    private func recorder(for screen: RunScreen, _ configuration: Configuration) throws(Failure) -> Recorder? {
        guard screen === screens.first, let path = command.record, let stage = screen.stage,
            let display = screen.display
        else { return nil }
        var header = RecordingHeader(
            screen: stage.panel.pixels, size: stage.panel.millimetres,
            refresh: 1e9 / Double(display.refreshInterval.nanoseconds),
            scale: configuration.scale == 1 ? nil : configuration.scale)
        if let measured = screen.record?.gestures { header.gestures = measured }
        header.hasArrivals = true
        return try Recorder(path: path, header: header)
    }

    func fail(_ failure: Failure) {
        problem = problem ?? failure
        service.failed(failure.description)
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
