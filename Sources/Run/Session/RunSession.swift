// A run: opens what it needs, connects its parts, and closes everything at the end.

package import Calibration
import Frames
import Geometry
import Glibc
package import Linux
import Logging
package import Machine
import Pages
import Recordings
import Stage

/// A running kiosk or app with everything that it holds: displays, touch panels, and a screen for each display.
@MainActor
package final class RunSession: ScreenOwner, ControlledRun {
    /// Why a run has ended, unless a signal ended it.
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
    let service = ServiceLink()
    let tasks: MainQueue?
    private var taskWatch: EventLoop.Watch?
    private var signals: EventLoop.Watch?
    private var played: PlayedTouches?
    /// The recording whose touches are played, as its file has it; nil for none.
    private let recording: [UInt8]?
    /// Reloads the kiosks of all screens and the machine's file; nil for an app.
    private var kioskReload: KioskReload?
    private var control: ControlSocket?
    private var accessibility: AccessibilityLink?
    private var guests: [GuestSession] = []
    private(set) var end: End?

    package init(_ command: RunCommand) throws(Failure) {
        self.command = command
        var log = Logger.ofCommand()
        if command.debug.contains(.frames) { log.logLevel = .debug }
        let lines = LogLines()
        self.log = lines.keeping(log)
        // Nothing is open yet. How large the panel is, the recording is told later.
        do throws(RecordingError) {
            recording = try command.play.map { path throws(RecordingError) in try Recording.contents(of: path) }
            if let path = command.play { _ = try Recording(contentsOf: recording ?? [], named: path) }
        } catch { throw Failure(.wrongInput, "\(error)") }
        do {
            loop = try EventLoop()
            tasks = try MainQueue()
        } catch { throw Failure(error) }
        records = try RunRecords(command, log: self.log)
        maintenance = MaintenanceSession(lines: lines, loop: loop, log: self.log)
        do {
            // Nothing that another program of this user sends by mistake ends the kiosk. (A terminal's SIGUSR1 is blocked and read.)
            for signal in [SIGUSR1, SIGUSR2, SIGPIPE] { Glibc.signal(signal, SIG_IGN) }
            taskWatch = try tasks?.watch(in: loop) { [unowned self] in runTasks() }
            signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] in signalled($0) }
        } catch { throw Failure(error) }
    }

    /// Whether SIGTERM and SIGINT end the process at once, as long as the loop does not run and cannot take them.
    func letsSignalsEndProcess(_ ends: Bool) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT] { sigaddset(&set, signal) }
        pthread_sigmask(ends ? SIG_UNBLOCK : SIG_BLOCK, &set, nil)
    }

    /// Runs until a signal ends it, with one element of `first` on each screen of `configuration`. `calibrating` is the plan of a
    /// run that calibrates a panel; nil for a kiosk or an app. `readSince` is when the files of both began to be read.
    package func run(
        _ first: [StartScreens], calibrating: CalibrationPlan? = nil, on configuration: Configuration,
        readSince: FileTime? = nil
    ) throws(Failure) {
        let pairer = PanelPairer(PanelPairs(folder: configuration.pairsFolder), log: log)
        self.pairer = pairer
        let state = calibrating == nil ? records.keepState() : nil
        for (index, (first, configuration)) in zip(first, configuration.eachScreen).enumerated() {
            var command = command
            // These options of the command line apply to the first screen only.
            if index > 0 { (command.stack, command.size, command.record, command.frameLimit) = ([], nil, nil, nil) }
            screens.append(
                RunScreen(
                    first, calibrating: calibrating, command, configuration, number: index + 1, state: state,
                    owner: self, loop: loop, log: log))
        }
        try displays.open(configuration)
        try openInput(configuration)
        for screen in screens { try screen.read(input) }
        try pairer.pair(input?.devices ?? [], on: screens)
        input?.onEvent = { [unowned self] in heard($0) }
        watchFiles(configuration, readSince)
        if calibrating == nil {
            control = ControlSocket(of: self, configuration, loop: loop, log: log)
            accessibility = AccessibilityLink(loop: loop, log: log)
        }
        for screen in screens { try screen.start() }
        if let screen = screens.first { try playTouches(on: screen) }
        service.wait(loop: loop) { [unowned self] in screens.allSatisfy { $0.display?.isAway ?? true } }
        do { try loop.run() } catch { keep(Failure(error)) }
        if case .failed(let failure) = end { throw failure }
    }

    /// Tasks of an app can go on, with something that none of its screens has decided.
    private func runTasks() {
        for screen in screens { screen.frameLoop?.runTasks() }
        // There may be no screen yet.
        tasks?.run()
    }

    /// Reloads pages and settings when they change.
    private func watchFiles(_ configuration: Configuration, _ readSince: FileTime?) {
        let all = zip(screens, configuration.eachScreen).enumerated().filter { $1.0.first.folder != nil }
        let read = all.map { number, pair in
            let screen = pair.0
            return KioskReload.Screen(number: number, shown: screen.first, machine: pair.1) { [unowned screen] in
                screen.show($0, within: KioskReload.patience)
            }
        }
        if read.isEmpty { return }
        do throws(SystemError) {
            kioskReload = try KioskReload(
                read, of: configuration.eachScreen.count, readSince: readSince, command, loop: loop, log: log
            ) { [command] folder, machine, last in
                Kiosk.load(
                    folder, machine: machine.tables, rules: machine.content, reader: command.reader(machine.content),
                    last: last)
            }
        } catch {
            log.error("changes of pages and settings are not detected: \(error)")
        }
    }

    /// Plays recorded touches as if a panel sent them, if the command names a recording.
    private func playTouches(on screen: RunScreen) throws(Failure) {
        guard let path = command.play, let recording, let frameLoop = screen.frameLoop, let stage = screen.stage else {
            return
        }
        do throws(RecordingError) {
            let recording = try Recording(contentsOf: recording, named: path, panelSize: stage.panel.millimetres)
            played = PlayedTouches(recording, loop: loop) { [unowned frameLoop] input in
                switch input {
                case .touches(let frame): frameLoop.handle(frame)
                case .presses(let frame): frameLoop.handle(frame)
                }
            }
        } catch { throw Failure(.wrongInput, "\(error)") }
    }

    /// Handles a signal. SIGHUP reloads pages and settings. The other signals end the run, and so does SIGHUP when the terminal has
    /// hung up, or for an app.
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

    /// How long the end of a run waits for a disk and a log that do not respond. A service then ends within two seconds in all.
    private static let longestEnd = Instant.Span.milliseconds(1800)
    /// The part of that time that is left for the log when the disk has used up the rest.
    private static let longestLogging = Instant.Span.milliseconds(500)

    /// Closes everything, in the reverse order of opening. `failure` is the reason of the run's end, if it failed.
    package func close(after failure: Failure? = nil) {
        if let failure, ![.usage, .wrongInput].contains(failure.code) { service.picture?.giveUp() }
        let end = MonotonicClock.now() + Self.longestEnd
        accessibility?.close()
        control?.close()
        for session in guests { session.close() }
        maintenance.close()
        input?.onEvent = nil
        input?.close()
        // After a failure, the next run continues where this one was, as after a crash.
        if !hasFailed {
            records.endTrace()
            for screen in screens { screen.visit?.close() }
            records.closeFlightRecorder()
        }
        displays.close()
        records.close()
        if !WholeFileWriter.shared.finish(within: end - Self.longestLogging - MonotonicClock.now()) {
            log.error("the disk does not respond: some state is not kept")
        }
        records.releaseState()
        LogOutput.flush(by: end)
    }

    /// Whether the run waits for missing displays and panels. A service does, because nobody would see its error.
    var waits: Bool { command.waits || service.isManaged }

    // MARK: Panels

    /// Opens the touch panels. A headless display does without them unless the machine's file names devices, because there may
    /// be no seat.
    private func openInput(_ configuration: Configuration) throws(Failure) {
        // A compositor reads the panels, and sends their touches.
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
            log.warning("\(failure); waiting for it")
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
            if let screen = screens.first(where: { $0.has(id) }) {
                screen.handle(frame)
            } else {
                handleUnpaired(frame, of: id)
            }
        case .presses(let frame, let id):
            // Buttons of a panel belong to its screen. All others, such as those of the case, belong to the first screen.
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

    /// Handles touches of a panel that lies on no screen.
    private func handleUnpaired(_ frame: TouchFrame, of id: TouchDevice.ID) {
        let device = input?.devices.first { $0.id == id }
        if pairer?.recordTouch(frame, of: device, on: screens) == true { pairAgain() }
    }

    private func pairAgain() {
        do { try pairer?.pair(input?.devices ?? [], on: screens) } catch { fail(error) }
    }

    /// Pairs the panels again after a display has come, because its properties may tell which panel lies on it.
    func foundDisplay() { if screens.count > 1, input != nil { pairAgain() } }

    // MARK: Screens

    /// Adds the observers of `screen` and the filters of its touches, in order, before its first frame.
    func began(_ screen: RunScreen) throws(Failure) {
        guard let stage = screen.stage, let frameLoop = screen.frameLoop else { return }
        let visits = try records.follow(screen, isFirst: screen === screens.first, loop: loop)
        control?.add(screen, visits)
        accessibility?.add(screen)
        if let visit = screen.visit { frameLoop.add(visit) }
        if let calibration = stage.calibration {
            frameLoop.add(placing: calibration)
            calibration.onEnd = { [unowned self] outcome in
                if !hasFailed { end = .calibrated(outcome) }
                loop.stop()
            }
            return
        }
        guests.append(
            GuestSession(
                { [unowned screen] in screen.first }, on: stage, frameLoop, screen.configuration, loop: loop, log: log))
        if let table = screen.configuration.maintenance {
            maintenance.add(table, on: stage, frameLoop, language: screen.first.language)
        }
    }

    func drew(_ screen: RunScreen) { displays.keepPicture() }

    func shown(_ screen: RunScreen) {
        // Other outputs are turned off only once there is a picture.
        displays.turnOffOthers()
        if screens.allSatisfy(\.isSeen) { service.picture?.shown() }
        service.ready(on: screen.display?.name ?? "", loop: loop) { [unowned self] in screens.compactMap(\.frameLoop) }
    }

    func failed(_ screen: RunScreen, _ failure: Failure) { displays.refused(failure) }

    // MARK: Requests of clients

    var panels: [PanelStatus] { (input?.devices ?? []).map { PanelStatus($0) } }

    var restarts: Int? { screens.compactMap(\.visit?.restarts).max() }

    var faults: [Fault] { kioskReload?.faults ?? screens.flatMap(\.first.faults) }

    var waitingKeys: [String] { kioskReload?.waiting ?? [] }

    /// Reloads the pages of every screen and the settings. Calls `answer` with notes for the client, or with the mistakes that there
    /// are.
    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void) {
        guard let kioskReload else {
            return answer(.failure(Failure(.failed, "an app's screens are part of its program: restart it")))
        }
        kioskReload.reload(answer)
    }

    /// Whether a thread reads pages, settings or a picture.
    package var isReading: Bool {
        kioskReload?.isReading == true || screens.contains { $0.frameLoop?.door?.isReading == true }
    }

    // MARK: Failures

    private var hasFailed: Bool { if case .failed = end { true } else { false } }

    /// Makes `failure` the reason for the end, unless there is a failure already.
    private func keep(_ failure: Failure) { if !hasFailed { end = .failed(failure) } }

    /// Ends the run because of `failure`.
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
