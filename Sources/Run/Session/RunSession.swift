// A run: what is taken for it, how its parts are connected, and what is given back.

package import Calibration
import Frames
import Geometry
import Glibc
package import Linux
import Logging
package import Machine
import Recordings
import Stage

/// A running kiosk or app with all that it holds: displays, touch panels, and a screen for each display.
package final class RunSession: ScreenOwner, ControlledRun {
    /// Why a run ends, where no signal ends it.
    enum End {
        case failed(Failure)
        /// A calibration has ended.
        case calibrated(CalibrationSession.Outcome)
    }

    let command: RunCommand
    let log: Logger
    package let loop: EventLoop
    package private(set) var screens: [RunScreen] = []
    private lazy var displays = Displays(of: self)
    private(set) var input: InputContext?
    private var pairer: PanelPairer?
    private let records: RunRecords
    let maintenance: MaintenanceSession
    private let service = ServiceLink()
    private var signals: EventLoop.Watch?
    private var played: PlayedTouches?
    /// Reads the kiosks of all screens and the machine's file anew; nil for an app.
    private var kioskReload: KioskReload?
    private var control: ControlSocket?
    private(set) var end: End?

    package init(_ command: RunCommand) throws(Failure) {
        self.command = command
        var log = Logger.ofCommand()
        if command.debug.contains(.frames) { log.logLevel = .debug }
        let lines = LogLines()
        self.log = lines.keeping(log)
        do { loop = try EventLoop() } catch { throw Failure(error) }
        records = try RunRecords(command, log: self.log)
        maintenance = MaintenanceSession(lines: lines, loop: loop, log: self.log)
        do {
            signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] in signalled($0) }
        } catch { throw Failure(error) }
    }

    /// Runs until a signal ends it, with one of `first` on each screen of `configuration`; by `calibrating` where it measures a
    /// panel.
    package func run(
        _ first: [StartScreens], calibrating: CalibrationPlan? = nil, on configuration: Configuration
    ) throws(Failure) {
        let pairer = PanelPairer(PanelPairs(folder: configuration.pairsFolder), log: log)
        self.pairer = pairer
        for (index, (first, configuration)) in zip(first, configuration.eachScreen).enumerated() {
            var command = command
            // What is asked for besides the files is asked of the first.
            if index > 0 { (command.stack, command.size, command.record, command.frameLimit) = ([], nil, nil, nil) }
            screens.append(
                RunScreen(
                    first, calibrating: calibrating, command, configuration, number: index + 1, owner: self, loop: loop,
                    log: log))
        }
        if calibrating == nil { records.openFlightRecorder() }
        try displays.open(configuration)
        try openInput(configuration)
        for screen in screens { try screen.read(input) }
        try pairer.pair(input?.devices ?? [], on: screens)
        input?.onEvent = { [unowned self] in heard($0) }
        watchFiles(configuration)
        if calibrating == nil { control = ControlSocket(of: self, configuration, loop: loop, log: log) }
        for screen in screens { try screen.start() }
        if let screen = screens.first { try playTouches(on: screen) }
        service.wait(loop: loop) { [unowned self] in screens.allSatisfy { $0.display?.isAway ?? true } }
        do { try loop.run() } catch { keep(Failure(error)) }
        if case .failed(let failure) = end { throw failure }
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
        do throws(SystemError) { kioskReload = try KioskReload(read, command, loop: loop, log: log) } catch {
            log.error("changes of pages and settings are not noticed: \(error)")
        }
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
        guard signal == SIGHUP, let kioskReload, !hasHungUp else {
            service.stopping()
            return loop.stop()
        }
        service.reloading(at: MonotonicClock.now())
        kioskReload.readAnew { [service] in service.reloaded() }
    }

    /// For so long the end of a run waits for a disk and for a log that stand still: a service ends within two seconds in all.
    private static let longestEnd = Instant.Span.milliseconds(1800)
    /// What remains of that for the log when the disk has taken the rest.
    private static let longestLogging = Instant.Span.milliseconds(500)

    /// Gives back whatever was taken, in the opposite order.
    package func close() {
        let end = MonotonicClock.now() + Self.longestEnd
        control?.close()
        maintenance.close()
        input?.onEvent = nil
        input?.close()
        // After a failure, as after a crash, the next run goes on where this one was.
        if !hasFailed {
            for screen in screens { screen.visit?.close() }
            records.closeFlightRecorder()
        }
        displays.close()
        records.close()
        if !WholeFileWriter.shared.finish(within: end - Self.longestLogging - MonotonicClock.now()) {
            log.error("the disk stands still: not all state is kept")
        }
        LogOutput.flush(by: end)
    }

    /// Whether displays and panels that are not there are waited for: a service has nobody to tell.
    var waits: Bool { command.waits || service.isManaged }

    // MARK: Panels

    /// The touch panels. A headless display can do without: there may be no seat at all.
    private func openInput(_ configuration: Configuration) throws(Failure) {
        // A compositor has the panels, and says what is touched.
        if !command.takesTouches || screens.contains(where: { $0.isWindow }) { return }
        if configuration.backend == .headless, configuration.devices == ["auto"] { return }
        let seat = try displays.takeSeat()
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

    /// Touches came from a panel that lies on no screen.
    private func take(_ frame: TouchFrame, of id: TouchDevice.ID) {
        let device = input?.devices.first { $0.id == id }
        if pairer?.take(frame, of: device, on: screens) == true { pairAgain() }
    }

    private func pairAgain() {
        do { try pairer?.pair(input?.devices ?? [], on: screens) } catch { fail(error) }
    }

    /// A display came. What it says of itself may tell which panel is its.
    func foundDisplay() { if screens.count > 1, input != nil { pairAgain() } }

    // MARK: Screens

    /// Everything that follows `screen` or stands in the way of its touches, in order, from its first frame on.
    func began(_ screen: RunScreen) throws(Failure) {
        guard let stage = screen.stage, let frameLoop = screen.frameLoop else { return }
        try records.follow(screen, isFirst: screen === screens.first)
        control?.add(screen)
        if let visit = screen.visit { frameLoop.add(visit) }
        if let calibration = stage.calibration {
            frameLoop.add(placing: calibration)
            calibration.onEnd = { [unowned self] outcome in
                if !hasFailed { end = .calibrated(outcome) }
                loop.stop()
            }
        } else if let table = screen.configuration.maintenance {
            maintenance.add(table, on: stage, language: screen.first.language)
        }
    }

    func shown(_ screen: RunScreen) {
        // What nobody asked for goes dark, but not before there is a picture.
        displays.turnOffOthers()
        service.ready(on: screen.display?.name ?? "", loop: loop) { [unowned self] in screens.compactMap(\.frameLoop) }
    }

    func failed(_ screen: RunScreen, _ failure: Failure) { displays.refused(failure) }

    // MARK: What clients ask for

    var panels: [PanelStatus] { (input?.devices ?? []).map { PanelStatus($0) } }

    var restarts: Int? { screens.compactMap(\.visit?.restarts).max() }

    /// Reads the pages of every screen and the settings anew, all or nothing. Calls `answer` with what is to be said of that.
    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void) {
        guard let kioskReload else {
            return answer(.failure(Failure(.failed, "an app's screens are part of its program: restart it")))
        }
        kioskReload.reload(answer)
    }

    /// Whether a thread reads pages and settings.
    package var isReading: Bool { kioskReload?.isReading == true }

    // MARK: Failures

    private var hasFailed: Bool { if case .failed = end { true } else { false } }

    /// Keeps `failure`, unless there was one before.
    private func keep(_ failure: Failure) { if !hasFailed { end = .failed(failure) } }

    /// The run ends because of `failure`.
    func fail(_ failure: Failure) {
        keep(failure)
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
