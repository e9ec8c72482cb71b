// Gathers the facts about the machine without changing anything, so that a running kiosk is not disturbed.

import Drawing
import Geometry
import Glibc
import Linux
import Machine
import Pages

/// Gathers the facts about this machine.
struct MachineSurvey {
    private var facts = MachineFacts()

    /// Surveys this machine. `path` is the machine's file; nil for the installed one, if that exists. `folder` is the kiosk's
    /// folder; nil for the one that the machine's file names. `panels` is the folder of the calibrations; nil for the one that
    /// the machine's file names, or else the standard folder. `content` reads the kiosk in other processes; nil reads it in this one.
    static func run(
        file path: String?, kiosk folder: String?, panels: String?, content: ContentProcess? = nil
    ) -> MachineFacts {
        var survey = MachineSurvey()
        survey.gather(file: path, kiosk: folder, panels: panels, content)
        return survey.facts
    }

    private mutating func gather(
        file path: String?, kiosk folder: String?, panels: String?, _ content: ContentProcess?
    ) {
        facts.host = Self.hostName()
        facts.account = Account.ofThisProcess()
        readConfiguration(path)
        let screens = facts.configuration.eachScreen.map { configuration in
            MachineFacts.ScreenFacts(
                configuration: configuration,
                kiosk: Self.kiosk(folder ?? configuration.kiosk, on: configuration, content),
                screen: Self.display(of: configuration))
        }
        (facts.configuration, facts.kiosk, facts.screen) = (
            screens[0].configuration, screens[0].kiosk, screens[0].screen
        )
        facts.otherScreens = Array(screens.dropFirst())
        surveyDevices()
        readRecords(panels ?? facts.configuration.panels ?? PanelStore.standardFolder)
        facts.seat = SeatSurvey.run()
        facts.fonts = FontFacts.survey(facts.kiosk?.kiosk)
        facts.clock = ClockState.current()
        facts.isOpen = schedule?.isOpen(at: time(nil))
        facts.light = facts.configuration.lightTable.map { table in
            Result { () throws(LightSensor.Failure) in try table.sensor.read() }
        }
        facts.units = UnitState.query(ServiceCheck.units)
        facts.programs = ProgramFacts.survey(
            facts.kiosk?.kiosk, facts.configuration.web, asRoot: WebTable.runsAsRoot)
        facts.fence = .survey()
        facts.processes = Processes.named(["bezel", "plymouthd"])
        facts.copy = CopyTime.measure(facts.mode.size)
    }

    private mutating func readConfiguration(_ path: String?) {
        let installed = access(Configuration.standardPath, F_OK) == 0 ? Configuration.standardPath : nil
        facts.file = path ?? installed
        guard let file = facts.file else { return }
        do throws(Failure) {
            if access(file, F_OK) == 0, access(file, R_OK) != 0 {
                throw Failure(
                    .noPermission, "\(file) may be read by root and the group bezel, not by \(facts.account.name)")
            }
            facts.configuration = try Configuration(path: file)
        } catch {
            facts.wrongConfiguration = error
        }
    }

    private static func kiosk(
        _ folder: String?, on configuration: Configuration, _ content: ContentProcess?
    ) -> MachineFacts.KioskFacts? {
        guard let folder else { return nil }
        let (loaded, diagnostics) = Kiosk.load(
            folder, machine: configuration.tables, rules: configuration.content, decodingPictures: true,
            reader: content?.reader(configuration.content))
        return MachineFacts.KioskFacts(folder: folder, kiosk: loaded, diagnostics: diagnostics)
    }

    private static func display(of configuration: Configuration) -> Result<DisplayProbe, DisplayError> {
        var options = KMSDisplay.Options()
        options.output = configuration.output
        options.mode = configuration.mode.flatMap { ModeChoice($0) } ?? .preferred
        options.format = configuration.format.pixelFormat
        options.usesPlanes = configuration.planes == .auto && configuration.buffers == 3
        return Result { () throws(DisplayError) in try DisplayProbe.probe(options) }
    }

    /// The hours in which the screen is lit, from the kiosk or else from the machine's file; nil if it is always lit.
    private var schedule: Schedule? {
        let table = facts.configuration.idleTable
        let idle = facts.kiosk?.kiosk?.idle.completed(by: table) ?? table
        return idle.schedule.map { Schedule(hours: $0) }
    }

    private mutating func surveyDevices() {
        if let name = getenv("WAYLAND_DISPLAY").map({ String(cString: $0) }), !name.isEmpty {
            let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
            let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
            facts.window = MachineFacts.WindowFacts(name: name, isReachable: access(path, R_OK | W_OK) == 0)
        }
        facts.cards = ((try? Card.paths()) ?? []).compactMap { NodeAccess($0) }
        if case .failure(.noDisplay) = facts.screen { facts.frameBuffers = FrameBufferProbe.all() }
        if facts.configuration.backend == .fbdev { facts.frameBuffers = FrameBufferProbe.all() }
        facts.devices = DeviceList()
        let filter = DeviceFilter(facts.configuration.devices)
        facts.panelNodes = facts.devices.panels.filter {
            filter.accepts(name: $0.name, vendorProduct: $0.vendorProduct, isTouchscreen: true)
        }.compactMap { NodeAccess($0.path) }
        facts.kernelOptions = SystemRoot().lines("/proc/cmdline").flatMap { $0.split(separator: " ").map(String.init) }
    }

    private mutating func readRecords(_ folder: String) {
        let store = PanelStore(folder: folder)
        for panel in facts.devices.panels {
            let key = PanelStore.key(of: panel)
            facts.records[key] = Result { () throws(Failure) in try store.read(key) }
        }
        // As the picture lies, which is as the kiosk draws it.
        let rotation = facts.configuration.rotation ?? (try? facts.screen.get().panelRotation) ?? .none
        let size = rotation.turned(facts.mode.size)
        facts.processor = TuningRecord.Place(
            processor: .ofThisMachine(), cores: Processor.runningCores, picture: size)
        let path = TuningRecord.path(in: folder, size)
        facts.tuning = Result { () throws(Failure) in try TuningRecord.read(path) }
    }

    private static func hostName() -> String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "this machine" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
