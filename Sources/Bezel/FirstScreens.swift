// The first screens of a stage: pages of a kiosk's folder, or an app's own.

public import Geometry
import Pages
public import Stage

/// What is shown when a stage begins, how it looks, and how gestures behave there. `RunCommand` and `ReplayCommand` make
/// their stages of it; so can a test.
public struct FirstScreens {
    /// What people call it: a kiosk's title, an app's name.
    let title: String
    private let theme: Theme.Name
    /// How gestures behave, on a panel of which that was measured.
    let gestures: (MeasuredGestures?) -> GestureSettings
    /// What is calibrated by these screens; nil for those of a kiosk or an app.
    let calibration: CalibrationPlan?
    /// What happens when nobody touches the panel.
    let idle: IdleTable
    /// The folder of its pages; nil for what has none.
    let folder: String?
    /// The language of its pages; nil where nothing is said.
    let language: String?
    private let memory: Int?
    /// The names of the screens on the stack where nothing else is asked for, root first.
    private let start: [String]
    /// A new screen of that name.
    let screen: (String) throws(Failure) -> Screen

    /// The pages of the kiosk in `folder`. All that is wrong with it goes to `say`; throws when nothing can be shown.
    public init(kiosk folder: String, on machine: Configuration, say: (String) -> Void) throws(Failure) {
        try self.init(kiosk: folder, on: machine, isStrict: false, say: say)
    }

    /// The same; where it `isStrict`, anything wrong is a reason to show nothing of it.
    init(kiosk folder: String, on machine: Configuration, isStrict: Bool, say: (String) -> Void) throws(Failure) {
        let (loaded, diagnostics) = Kiosk.load(folder)
        let isWrong = isStrict && diagnostics.contains { $0.severity == .error }
        guard let kiosk = loaded, !isWrong else {
            throw Failure(.wrongInput, diagnostics.map(\.description).joined(separator: "\n"))
        }
        for diagnostic in diagnostics { say(diagnostic.description) }
        let library = PageLibrary(kiosk: kiosk)
        calibration = nil
        title = kiosk.title ?? "Bezel"
        theme = kiosk.theme ?? .paper
        gestures = { machine.gestures(for: kiosk, on: $0) }
        var idle = kiosk.idle.completed(by: machine.idleTable)
        if let attract = idle.attract, kiosk.pages[attract] == nil {
            say(
                "\(kiosk.folder): there is no page \"\(attract)\", which the machine's file names to attract people; there are \(library.names)"
            )
            idle.attract = nil
        }
        self.idle = idle
        self.folder = folder
        language = kiosk.language
        memory = machine.memory
        start = kiosk.start
        screen = { name throws(Failure) in
            if let screen = library.screen(named: name) { return screen }
            throw Failure(.wrongInput, "\(kiosk.folder): there is no page \"\(name)\"; there are \(library.names)")
        }
    }

    /// The screens of `app`.
    public init(_ app: some App, on machine: Configuration) {
        title = AppName.ofThisProcess
        calibration = nil
        theme = app.theme
        gestures = { measured in
            var gestures = machine.gestures(on: measured)
            app.adjust(&gestures)
            return gestures
        }
        memory = machine.memory
        idle = machine.idleTable
        (folder, language) = (nil, nil)
        let root = app.root().name
        start = [root]
        screen = { name throws(Failure) in
            if name == root { return app.root() }
            if let screen = app.screen(named: name) { return screen }
            throw Failure(.wrongInput, "there is no screen \"\(name)\"; the root is \"\(root)\"")
        }
    }

    /// The pages of the calibration `plan`. No finger leads back there: they all have something to measure.
    init(_ plan: CalibrationPlan, theme: Theme.Name = .paper, on machine: Configuration) {
        title = "Bezel"
        calibration = plan
        self.theme = theme
        memory = machine.memory
        idle = IdleTable()
        (folder, language) = (nil, nil)
        gestures = { _ in
            var gestures = machine.gestures()
            (gestures.pop, gestures.trailing) = (.off, .off)
            return gestures
        }
        start = ["calibration"]
        screen = { _ in CalibrationSession(plan).firstScreen() }
    }

    /// The same for a plan that is known better by now.
    func with(_ plan: CalibrationPlan, on machine: Configuration) -> FirstScreens {
        FirstScreens(plan, theme: theme, on: machine)
    }

    /// A new stage on `panel`, with everything `scale` times as large as usual. `stack` names the screens already pushed,
    /// root first; one that ends in `!` is presented as a sheet, and those after it are on the sheet's stack. Throws when a
    /// screen is not there.
    public func stage(on panel: Panel, scale: Double = 1, stack: [String] = []) throws(Failure) -> Stage {
        try stage(on: panel, scale: scale, stack: stack, measured: nil)
    }

    /// The same on a panel of which so much was `measured`, from `instant` on.
    func stage(
        on panel: Panel, scale: Double, stack: [String], measured: MeasuredGestures?, at instant: Instant = .zero
    ) throws(Failure) -> Stage {
        let names = stack.isEmpty ? start : stack
        guard let first = names.first, !first.hasSuffix("!") else {
            throw Failure(.usage, "the first screen of a stack cannot be a sheet: \"\(names.first ?? "")\"")
        }
        let stage = Stage(
            panel: panel, theme: Theme(theme, on: panel, scale: scale), gestures: gestures(measured),
            root: try screen(first), at: instant)
        stage.memory = memory
        try put(names.dropFirst(), on: stage)
        return stage
    }

    /// Puts the screens called `names` on `stage` in place of everything that is there, as in `stage(on:)`; none: those at
    /// the start.
    func begin(anew stage: Stage, names: [String] = []) throws(Failure) {
        let names = names.isEmpty ? start : names
        stage.begin(with: try screen(names[0]))
        try put(names.dropFirst(), on: stage)
    }

    /// Shows these instead of what is on `stage`: the screens of the same names that are still there, from the first on, scrolled as far as before; where the
    /// first has gone, the start. Looks and settings are these from now on.
    func replace(on stage: Stage, scale: Double, record: PanelRecord?) throws(Failure) {
        let shown = StageState(stack: stage.stackNames, offsets: stage.scrollOffsets)
        let names = shown.stack.prefix { name in
            has(name.hasSuffix("!") ? String(name.dropLast()) : name)
        }
        dress(stage, scale, record)
        try begin(anew: stage, names: Array(names))
        if !names.isEmpty { stage.scroll(to: shown) }
    }

    /// Whether there is a screen of that name.
    func has(_ name: String) -> Bool { (try? screen(name)) != nil }

    /// Looks and settings of these screens for `stage`, from now on.
    func dress(_ stage: Stage, _ scale: Double, _ record: PanelRecord?) {
        stage.theme = Theme(theme, on: stage.panel, scale: scale)
        stage.gestures = gestures(record?.gestures)
        stage.memory = memory
    }

    private func put(_ names: ArraySlice<String>, on stage: Stage) throws(Failure) {
        for name in names {
            if name.hasSuffix("!") {
                stage.present(try screen(String(name.dropLast())), animated: false)
            } else {
                stage.frontNavigator.push(try screen(name), animated: false)
            }
        }
    }
}
