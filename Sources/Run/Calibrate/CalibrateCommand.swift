// `bezel calibrate`: measures a touch panel where it stands, or from recordings of its touches.

package import Calibration
import Geometry
import Glibc
import Linux
package import Machine
import Pages
import Recordings
import Stage

/// The options of `bezel calibrate`.
package struct CalibrateCommand {
    /// The options of the run, among them the machine's file, the size of the screen, and the folder of the calibrations.
    package var run = RunCommand()
    /// The steps to run, such as `position`; empty for every step that is needed.
    package var steps: [String] = []
    /// The panel's name or its `vid:pid`; nil for the only panel.
    package var panel: String?
    /// The edges from which fingers swipe in, such as `left`; empty for those that the machine's file uses.
    package var edges: [String] = []
    /// The path of the udev rule; nil for none.
    package var rule: String?
    /// The language, such as `de`; nil to ask on the panel.
    package var language: String?
    /// The recordings of swipes over the edges that are measured instead of a panel.
    package var recordings: [String] = []
    /// The recordings of drags that begin near an edge but are meant for the page.
    package var drags: [String] = []
    /// The path of the picture of the distributions; nil for none.
    package var report: String?
    /// The path of the file for the results from recordings; nil for none. With a folder in `run`, they are also stored there.
    package var output: String?
    /// Whether the output is JSON.
    package var isJSON = false

    /// Creates the command with default options.
    package init() {}

    /// Calibrates. Passes the results from recordings, or the paths of the saved files, to `answer`, and warnings to `say`.
    @MainActor package func run(answer: (String) -> Void, say: (String) -> Void) throws(Failure) {
        if !recordings.isEmpty { return try measureRecordings(answer, say) }
        if !drags.isEmpty || report != nil || output != nil {
            throw Failure(.usage, "--drags, --report and --output belong to --from: recordings to measure")
        }
        switch try measure() {
        case .kept(let paths)?: for path in paths { answer("kept in \(path)") }
        case .left(let why)?: throw Failure(.failed, "nothing is saved: \(why)")
        case nil: throw Failure(.failed, "nothing is saved: the calibration was ended early")
        }
    }

    /// Calibrates the panel of this machine. Returns the outcome; nil if a signal ended the calibration.
    @MainActor package func measure() throws(Failure) -> CalibrationSession.Outcome? {
        if !run.stack.isEmpty { throw Failure(.usage, "--stack names screens of a kiosk; a calibration has --step") }
        var machine = try run.machineConfiguration()
        if let panel { machine.devices = [panel] }
        machine = try oneScreen(of: machine)
        // The pages have the theme of the kiosk on this panel.
        let reader = run.reader(machine.content)
        let kiosk = machine.kiosk.flatMap { Kiosk.load($0, rules: machine.content, reader: reader).0 }
        let theme = kiosk?.theme?.base ?? .paper
        let plan = try plan(on: machine)
        let screens = StartScreens(plan, theme: theme, on: machine)
        let session = try RunSession(run)
        defer { session.close() }
        try session.run([screens], calibrating: plan, on: machine)
        switch session.end {
        case .calibrated(let outcome): return outcome
        case .failed, nil: return nil
        }
    }

    /// The configuration of the screen on which the panel to calibrate lies.
    private func oneScreen(of machine: Configuration) throws(Failure) -> Configuration {
        guard machine.screens.count > 1 else { return machine.eachScreen[0] }
        let list = DeviceList()
        let filter = DeviceFilter(machine.devices)
        let lying = zip(list.panels, PanelPairing.answers(for: list, on: machine)).filter { panel, _ in
            filter.accepts(name: panel.name, vendorProduct: panel.vendorProduct, isTouchscreen: true)
        }
        let screens = Set(lying.compactMap(\.1.screen))
        guard screens.count == 1, let screen = screens.first else {
            throw Failure(
                .usage, "there are several screens; name the panel with --panel, and run the kiosk once to pair it")
        }
        return machine.onScreen(screen)
    }

    /// The pages on which a replay plays a recording. They save nothing.
    @MainActor package func screens() throws(Failure) -> StartScreens {
        StartScreens(try plan(on: Configuration()), on: Configuration())
    }

    /// The plan, without the properties of the panel.
    @MainActor package func plan(on machine: Configuration) throws(Failure) -> CalibrationPlan {
        var plan = CalibrationPlan()
        var wanted: Set<CalibrationPlan.Step> = []
        for name in steps {
            guard let step = CalibrationPlan.Step(rawValue: name) else {
                throw wrong("step", name, CalibrationPlan.Step.allCases.map(\.rawValue))
            }
            wanted.insert(step)
        }
        plan.steps = wanted.isEmpty ? nil : wanted
        plan.edges = try edgeNames(on: machine)
        plan.size = run.size
        plan.rule = rule
        if let language {
            guard let words = CalibrationWords(tag: language) else {
                throw wrong("language", language, CalibrationWords.all.map(\.tag))
            }
            plan.language = words
        }
        return plan
    }

    private func edgeNames(on machine: Configuration) throws(Failure) -> [PanelRecord.EdgeName] {
        var names: [PanelRecord.EdgeName] = []
        for text in edges {
            guard let name = PanelRecord.EdgeName(rawValue: text) else {
                throw wrong("edge", text, PanelRecord.EdgeName.allCases.map(\.rawValue))
            }
            if !names.contains(name) { names.append(name) }
        }
        if !names.isEmpty { return names }
        return machine.gestures().trailing == .off ? [.left] : [.left, .right]
    }

    private func wrong(_ what: String, _ text: String, _ all: [String]) -> Failure {
        Failure(.usage, "there is no \(what) \"\(text)\"; there are \(all.joined(separator: ", "))")
    }

    // MARK: Recordings

    @MainActor private func measureRecordings(_ answer: (String) -> Void, _ say: (String) -> Void) throws(Failure) {
        if let rule, !steps.contains("position") {
            throw Failure(.usage, "\(rule): a rule for udev needs the position; give --step position as well")
        }
        let plan = try plan(on: try run.machineConfiguration())
        var measured = RecordedCalibration(plan)
        for path in recordings { try measured.add(try read(path, say), named: path) }
        for path in drags { try measured.add(drags: try read(path, say), named: path) }
        try measured.finish()
        let report = CalibrationReport(measured)
        for line in isJSON ? [report.json] : report.lines { answer(line) }
        if let path = self.report { try write(CalibrationPicture(measured).text + "\n", to: path) }
        var record = measured.record
        record.date = CalibrationPlan.today
        if let output { try write(record.text, to: output) }
        if let folder = run.panels {
            guard let panel, panel.contains(":") else {
                throw Failure(.usage, "\(folder): say which panel it is, such as --panel 222a:0001")
            }
            let store = PanelStore(folder: folder)
            try store.write(record.completed(by: try store.read(panel)), for: panel)
            say("kept in \(store.path(of: panel))")
        }
        if let rule, let position = record.position {
            try UdevRule(panel: panel ?? "0000:0000", name: record.name, matrix: position.matrix).write(to: rule)
        }
    }

    private func read(_ path: String, _ say: (String) -> Void) throws(Failure) -> Recording {
        let recording: Recording
        do { recording = try Recording.read(path: path, panelSize: run.size) } catch {
            throw Failure(.wrongInput, "\(error)")
        }
        for warning in recording.warnings { say("\(warning)") }
        return recording
    }
}
