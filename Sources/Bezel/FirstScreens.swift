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
    let gestures: (PanelRecord?) -> GestureSettings
    /// What is calibrated by these screens; nil for those of a kiosk or an app.
    let calibration: CalibrationPlan?
    /// The language of a kiosk's pages; nil when nothing is said.
    let language: String?
    private let memory: Int?
    /// The names of the screens on the stack where nothing else is asked for, root first.
    private let start: [String]
    /// A new screen of that name.
    private let screen: (String) throws(Failure) -> Screen

    /// The pages of the kiosk in `folder`. All that is wrong with it goes to `say`; throws when nothing can be shown.
    public init(kiosk folder: String, on machine: Configuration, say: (String) -> Void) throws(Failure) {
        let (loaded, diagnostics) = Kiosk.load(folder)
        guard let kiosk = loaded else {
            throw Failure(.wrongInput, diagnostics.map(\.description).joined(separator: "\n"))
        }
        for diagnostic in diagnostics { say(diagnostic.description) }
        let library = PageLibrary(kiosk: kiosk)
        calibration = nil
        title = kiosk.title ?? "Bezel"
        theme = kiosk.theme ?? .paper
        language = kiosk.language
        gestures = { machine.gestures(for: kiosk, on: $0) }
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
        language = nil
        gestures = { record in
            var gestures = machine.gestures(on: record)
            app.adjust(&gestures)
            return gestures
        }
        memory = machine.memory
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
        language = nil
        memory = machine.memory
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
        try stage(on: panel, scale: scale, stack: stack, record: nil)
    }

    /// The same on a panel of which `record` was measured, from `instant` on.
    func stage(
        on panel: Panel, scale: Double, stack: [String], record: PanelRecord?, at instant: Instant = .zero
    ) throws(Failure) -> Stage {
        let names = stack.isEmpty ? start : stack
        guard let first = names.first, !first.hasSuffix("!") else {
            throw Failure(.usage, "the first screen of a stack cannot be a sheet: \"\(names.first ?? "")\"")
        }
        let stage = Stage(
            panel: panel, theme: Theme(theme, on: panel, scale: scale), gestures: gestures(record),
            root: try screen(first), at: instant)
        stage.memory = memory
        for name in names.dropFirst() {
            if name.hasSuffix("!") {
                stage.present(try screen(String(name.dropLast())), animated: false)
            } else {
                stage.frontNavigator.push(try screen(name), animated: false)
            }
        }
        return stage
    }
}
