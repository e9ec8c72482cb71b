// The first screens of a stage: the pages of a kiosk's folder, or the screens of an app.

package import Geometry
package import Pages
import Settings
package import Stage

/// The screens with which a stage begins, their looks, and their gesture settings. `RunCommand` and `ReplayCommand`
/// make their stages from it, and so can a test.
@MainActor
package struct StartScreens {
    /// The title of the kiosk or the name of the app.
    package let title: String
    /// The look.
    package let theme: ThemeTable
    /// The gesture settings on a panel with the given measurements.
    package let gestures: (MeasuredGestures?) -> GestureSettings
    /// The settings for when the panel is not touched.
    package let idle: IdleTable
    /// The folder of the pages. Nil for an app.
    package let folder: String?
    /// The pages and settings of the folder. Nil for an app.
    package let kiosk: Kiosk?
    /// The mistakes in the folder, with what is shown instead.
    package let faults: [Fault]
    /// The language of the pages. Nil when none is set.
    package let language: String?
    /// What the pages may cost.
    package let content: ContentRules
    let memory: Int?
    /// What an app changes of the theme.
    private var adjustTheme: (inout Theme) -> Void = { _ in }
    /// The machine's settings with which the screens were made; nil for an app.
    private let machine: Configuration?
    /// The pages of the kiosk. Nil for an app.
    let library: PageLibrary?
    /// The distance from which the screen is read. Nil for the usual one.
    package var readingDistance: Length?
    /// The most screens that are given by names. All stacks of pages together have fewer.
    private static let deepestStack = 1024
    /// The names of the screens on the stack at the start, root first.
    let start: [String]
    /// Makes a new screen with the given name, in the given language; nil for the default language.
    private let make: (String, String?) throws(Failure) -> Screen

    /// Loads the pages of the kiosk in `folder`, whose texts and pictures `reader` reads, or this process. Passes diagnostics to `say`. Throws when the kiosk
    /// has nothing to show.
    package init(
        kiosk folder: String, on machine: Configuration, reader: ContentReader? = nil,
        say: (String) -> Void
    ) throws(Failure) {
        try self.init(
            Kiosk.load(folder, machine: machine.tables, rules: machine.content, reader: reader), in: folder,
            on: machine, say: say)
        for fault in faults { say(fault.description) }
    }

    /// Makes screens of `loaded`, the kiosk that was read from `folder`, in its own theme or in `theme`. Passes warnings to `say`. Throws
    /// when the kiosk has nothing to show.
    package init(
        _ loaded: LoadedKiosk, in folder: String, on machine: Configuration, theme: ThemeTable? = nil,
        say: (String) -> Void
    ) throws(Failure) {
        let (loaded, diagnostics) = loaded
        guard let kiosk = loaded else {
            // The mistakes come first: with the start page left out, other pages have warnings that no page links to them.
            throw Failure(
                diagnostics.filter { $0.severity == .error } + diagnostics.filter { $0.severity != .error })
        }
        self.kiosk = kiosk
        faults = kiosk.faults(in: diagnostics)
        for diagnostic in diagnostics where diagnostic.severity != .error { say(diagnostic.description) }
        let library = PageLibrary(kiosk: kiosk)
        self.library = library
        title = kiosk.title ?? "Bezel"
        self.theme = theme ?? kiosk.theme ?? ThemeTable()
        gestures = { machine.gestures(for: kiosk, on: $0) }
        var idle = kiosk.idle.completed(by: machine.idleTable)
        if let problem = kiosk.problem(ofAttractingPageOf: machine) {
            say(problem.description)
            idle.attract = nil
        }
        if kiosk.idle.attract == nil, idle.attract != nil, idle.homeAfter == nil {
            say("in the machine's file \(IdleTable.attractionNeedsHome)")
        }
        self.idle = idle
        self.folder = folder
        language = kiosk.language
        (memory, content, readingDistance) = (machine.memory, machine.content, machine.readingDistance)
        self.machine = machine
        start = kiosk.start
        make = { name, language throws(Failure) in
            if let screen = library.screen(named: name, in: language) { return screen }
            if let picture = library.picture(named: name, in: language) { return picture }
            if name == LanguageScreen.name, let list = library.languageScreen() { return list }
            if name == AttractScreen.name, let loop = library.attractScreen() { return loop }
            throw Failure(.wrongInput, "\(kiosk.folder): \(library.absence(of: name.withoutControls))")
        }
    }

    /// Screens of an app. `screen` makes a screen by its name, and `start` names the first ones. `theme` sets the
    /// looks, `gestures` the gesture settings, and `idle` what happens when the panel is not touched.
    package init(
        title: String, theme: Theme.Name, start: [String], on machine: Configuration, idle: IdleTable,
        adjust: @escaping (inout Theme) -> Void = { _ in },
        gestures: @escaping (MeasuredGestures?) -> GestureSettings, screen: @escaping (String) throws(Failure) -> Screen
    ) {
        (self.title, self.theme, self.start, self.idle) = (title, ThemeTable(base: theme), start, idle)
        (self.gestures, adjustTheme) = (gestures, adjust)
        make = { name, _ throws(Failure) in try screen(name) }
        (memory, content, readingDistance) = (machine.memory, machine.content, machine.readingDistance)
        (folder, language, kiosk, library, faults, self.machine) = (nil, nil, nil, nil, [], nil)
    }

    /// A new screen with the given name, in `language`; nil for the default language. Throws when there is none.
    package func screen(_ name: String, in language: String? = nil) throws(Failure) -> Screen {
        try make(name, language)
    }

    /// The names of the pages that `program` shows, in alphabetical order; empty for an app.
    package func pages(showing program: GuestProgram) -> [String] { library?.pages(showing: program) ?? [] }

    /// The programs of all pages, each once; empty for an app.
    package var programs: [GuestProgram] { library?.programs ?? [] }

    /// The programs of pages that begin with the kiosk.
    package var programsAtBoot: [GuestProgram] { library?.programsAtBoot ?? [] }

    /// The languages that visitors can choose, in their order; empty where there is only one, and for an app.
    package var languages: [String] { kiosk.map { $0.languages.isChoice ? $0.languages.all : [] } ?? [] }

    /// The language that visitors get when they ask for `tag`: nil for the default language. Throws when they cannot choose it.
    package func choice(_ tag: String) throws(Failure) -> String? {
        guard let kiosk else { throw Failure(.usage, "an app has its languages in its code") }
        do throws(UnknownLanguage) { return try kiosk.languages.choice(tag) } catch {
            throw Failure(.usage, "\(error)")
        }
    }

    /// A new stage on `panel` at the given scale. `stack` names the screens that are already pushed, root first; empty
    /// takes the start. A name that ends in `!` is presented as a sheet, and the names after it are on the sheet's
    /// stack. Throws when a screen does not exist.
    package func stage(
        on panel: Panel, scale: Double = 1, stack: [String] = [], at instant: Instant = .zero
    ) throws(Failure) -> Stage {
        try stage(on: panel, scale: scale, stack: stack, measured: nil, at: instant)
    }

    /// Does the same on a panel with the measurements `measured`, in `language`; nil for the default language; with what `sliders` are set to. The stage begins at
    /// `instant`, when it knows `values`, at night if it `isNight`.
    package func stage(
        on panel: Panel, scale: Double, stack: [String], measured: MeasuredGestures?, language: String? = nil,
        sliders: [String: Int] = [:], at instant: Instant = .zero, isNight: Bool = false,
        values: StageValues = StageValues()
    ) throws(Failure) -> Stage {
        let names = stack.isEmpty ? start : stack
        guard names.count <= Self.deepestStack else {
            throw Failure(.usage, "a stack has at most \(Self.deepestStack) screens, not \(names.count)")
        }
        guard let first = names.first, !first.hasSuffix("!") else {
            throw Failure(
                .usage, "the first screen of a stack cannot be a sheet: \"\((names.first ?? "").withoutControls)\"")
        }
        let looks = looks(on: panel, scale: scale, isNight: isNight)
        let stage = Stage(
            panel: panel, theme: looks.theme, gestures: gestures(measured), root: try screen(first, in: language),
            language: language, at: instant, values: values, sliders: sliders)
        stage.wear(looks)
        stage.memory = memory
        try put(names.dropFirst(), on: stage)
        return stage
    }

    /// Throws when a screen of `stack`, which names screens as `stage(on:)` takes them, does not exist.
    package func check(_ stack: [String]) throws(Failure) {
        for name in stack { _ = try screen(name.hasSuffix("!") ? String(name.dropLast()) : name) }
    }

    /// The values of the files that the pages show, as text for a stage.
    package var files: [String: String] { kiosk?.data.mapValues(\.text) ?? [:] }

    /// Whether the screens show the wall clock. Those of an app may.
    package var followsClock: Bool { kiosk?.followsClock ?? true }

    /// Whether values in files differ from those of `other`, and nothing else does.
    package func differsOnlyInData(from other: StartScreens) -> Bool {
        guard let kiosk, let others = other.kiosk else { return false }
        return machine == other.machine && folder == other.folder && kiosk.differsOnlyInData(from: others)
    }

    /// Replaces everything on `stage` with the screens `names` in `language`, as in `stage(on:)`. Without names, with the start. The programs of
    /// pages end, unless it is for the same visit.
    package func begin(
        anew stage: Stage, names: [String] = [], language: String? = nil, sliders: [String: Int] = [:],
        isSameVisit: Bool = false
    ) throws(Failure) {
        let names = names.isEmpty ? start : names
        let root = try screen(names[0], in: language)
        try stage.begin(with: root, language: language, sliders: sliders, isSameVisit: isSameVisit) {
            () throws(Failure) in
            try put(names.dropFirst(), on: stage)
        }
    }

    /// Shows these screens in place of what is on `stage`. Of the stack, the screens that still exist are shown again with
    /// what was on the glass of them. When none does, the start is shown. Looks and settings change to those of these screens.
    package func replace(on stage: Stage, scale: Double, record: PanelRecord?) throws(Failure) {
        let shown = remaining(
            StageState(
                stack: stage.stackNames, offsets: stage.scrollOffsets, language: stage.language, sliders: stage.sliders)
        )
        var before = stage.stackScreens.map { (name: $0.name, shown: ($0 as? PageScreen)?.shown) }
        dress(stage, scale, record)
        try begin(
            anew: stage, names: shown.stack, language: shown.language, sliders: shown.sliders, isSameVisit: true)
        guard !shown.stack.isEmpty else { return }
        stage.scroll(to: shown)
        // The stack may have lost screens, and got the start below the others.
        for screen in stage.stackScreens.reversed() {
            guard let index = before.lastIndex(where: { $0.name == screen.name }) else { continue }
            if let shown = before[index].shown { (screen as? PageScreen)?.keep(shown) }
            before.removeSubrange(index...)
        }
    }

    /// What of `state` still exists. The screen on top of the root of a sheet that no longer exists becomes the root of the
    /// sheet. When the first screen no longer exists, the first of the start takes its place.
    package func remaining(_ state: StageState) -> StageState {
        let language = state.language.flatMap { try? choice($0) }
        let sliders = state.sliders.filter { name, value in kiosk?.sliders[name]?.steps.contains(value) == true }
        var rest = StageState(stack: [], offsets: [], language: language, sliders: sliders)
        var isSheetOpen = false
        for (index, entry) in state.stack.enumerated() {
            let isSheet = entry.hasSuffix("!")
            let name = isSheet ? String(entry.dropLast()) : entry
            if has(name) {
                rest.stack.append(isSheet || isSheetOpen ? name + "!" : name)
                rest.offsets.append(index < state.offsets.count ? state.offsets[index] : [])
                isSheetOpen = false
            } else {
                isSheetOpen = isSheet || isSheetOpen
            }
        }
        // A sheet needs a screen beneath it, also in a file that is damaged.
        guard let first = rest.stack.first, first != state.stack.first || first.hasSuffix("!"), first != start[0] else {
            return rest
        }
        return StageState(
            stack: [start[0]] + rest.stack, offsets: [[]] + rest.offsets, language: language, sliders: sliders)
    }

    /// Whether there is a screen called `name`.
    package func has(_ name: String) -> Bool { (try? screen(name)) != nil }

    /// Applies the looks and settings of these screens to `stage`.
    package func dress(_ stage: Stage, _ scale: Double, _ record: PanelRecord?) {
        stage.wear(looks(on: stage.panel, scale: scale, isNight: stage.isNight))
        stage.gestures = gestures(record?.gestures)
        stage.memory = memory
    }

    private func looks(on panel: Panel, scale: Double, isNight: Bool) -> DayAndNight {
        var looks = theme.looks(on: panel, scale: scale, readingDistance: readingDistance, isNight: isNight)
        adjustTheme(&looks.day)
        return looks
    }

    /// Adds the screens `names` to a stage that shows one screen.
    private func put(_ names: ArraySlice<String>, on stage: Stage) throws(Failure) {
        // The screens between two sheets come at once, because each screen that appears makes its views.
        func push(_ names: ArraySlice<String>) throws(Failure) {
            guard !names.isEmpty else { return }
            let navigator = stage.frontNavigator
            var screens = navigator.screens
            for name in names { screens.append(try screen(name, in: stage.language)) }
            navigator.replaceAll(with: screens, animated: false)
        }
        var rest = names
        while let sheet = rest.firstIndex(where: { $0.hasSuffix("!") }) {
            try push(rest[..<sheet])
            let root = try screen(String(rest[sheet].dropLast()), in: stage.language)
            (root as? LanguageScreen)?.fit(on: stage)
            stage.present(root, animated: false)
            rest = rest[(sheet + 1)...]
        }
        try push(rest)
    }
}

extension Kiosk {
    /// What is wrong with the page that attracts people according to `machine`, when the kiosk names none itself; nil for nothing.
    func problem(ofAttractingPageOf machine: Configuration) -> Diagnostic? {
        guard let name = idle.completed(by: machine.idleTable).attract, attract == nil, pages[name] == nil else {
            return nil
        }
        return Diagnostic(
            "there is no page \"\(name)\", which the machine's file names to attract people; there are "
                + listOfNames, file: folder, severity: .warning)
    }
}
