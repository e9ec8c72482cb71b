// A running calibration: its results so far, its pages, and the mapping of touches.

package import Geometry
package import Machine
package import Stage

extension Stage {
    /// The calibration that runs on this stage. Nil when there is none.
    package var calibration: CalibrationSession? { (navigator.root as? CalibrationScreen)?.session }
}

/// Leads from page to page, holds the measurements, and applies each result at once. From then on touches are mapped
/// according to that result.
@MainActor
package final class CalibrationSession {
    /// A page of the calibration.
    package enum Page: Hashable {
        case language, position, size
        case edge(PanelRecord.EdgeName)
        case noise, summary
    }

    /// How a calibration ended.
    package enum Outcome: Hashable {
        /// The record was written to these files.
        case kept([String])
        /// The calibration was left without a result, for the given reason: a tap on the leave button, or no touch for
        /// `longestPause`.
        case left(String)
    }

    package let plan: CalibrationPlan
    /// The language in use. Until a language is chosen, this is the language of the plan, or English.
    package private(set) var words: CalibrationWords
    /// Whether the language is settled, by the plan or by a choice on the glass.
    private(set) var hasLanguage: Bool
    /// The measurements so far.
    package var record: PanelRecord
    /// The targets and the touches on them.
    package var position: PositionCalibration
    /// The result sentences of the steps that are done. Steps that are not done have none.
    var results: [CalibrationPlan.Step: [String]] {
        sentences.mapValues { $0.sorted { $0.key < $1.key }.map(\.value) }
    }
    private var sentences: [CalibrationPlan.Step: [Int: String]] = [:]
    /// The steps that are done and have failed.
    private(set) var problems: Set<CalibrationPlan.Step> = []
    /// The times of all contacts so far. They show how often the panel scans.
    var pace = NoiseCalibration()
    /// Called when the calibration ends.
    package var onEnd: ((Outcome) -> Void)?
    /// How the calibration ended. Nil while it runs.
    package private(set) var outcome: Outcome?

    private weak var stage: Stage!
    private var mapping: TouchMapping
    private var index = 0
    private lazy var patience = Countdown(of: self) { $0.end(.left("no touch for 60 s")) }
    /// The calibration ends after this long without a touch, because a finger may be unable to reach the buttons on an
    /// uncalibrated panel.
    package static let longestPause = Instant.Span.seconds(60)

    package init(_ plan: CalibrationPlan) {
        self.plan = plan
        words = plan.language ?? .english
        hasLanguage = plan.language != nil
        record = plan.record
        position = PositionCalibration(size: Size(1, 1))
        mapping = TouchMapping(rotation: plan.rotation)
        // When the position is not measured, the known matrix applies.
        mapping.matrix = plan.wanted.contains(.position) ? .identity : record.position?.matrix ?? plan.matrix
    }

    /// The pages, in order. When the position is measured, the position page asks for the language, because no button
    /// can be hit before it.
    package var pages: [Page] {
        let steps = plan.wanted.flatMap { step -> [Page] in
            switch step {
            case .position: [.position]
            case .size: [.size]
            case .edges: plan.edges.map { .edge($0) }
            case .noise: [.noise]
            }
        }
        return (plan.language == nil && !plan.wanted.contains(.position) ? [.language] : []) + steps + [.summary]
    }

    /// The current page. `progress` is its index and the number of pages.
    package var page: Page { pages[index] }
    package var progress: (index: Int, count: Int) { (index, pages.count) }
    /// Whether there is a page before the current one.
    var canGoBack: Bool { index > 0 }

    /// Makes the first screen.
    func firstScreen() -> Screen { screen() }

    /// Attaches the session to `stage`. Later calls do nothing. The panel reports touches in the millimetres of
    /// `stage`.
    package func begin(on stage: Stage) {
        guard self.stage == nil else { return }
        self.stage = stage
        patience.start(on: stage, until: stage.now + Self.longestPause)
        mapping.reported = stage.panel.millimetres
        position = PositionCalibration(size: glass)
        stage.direction = words.direction
    }

    /// The size of the glass in mm, not rotated with the picture.
    package var glass: Size { plan.rotation.turned(stage.panel.millimetres) }

    // MARK: Pages

    /// Shows the next page.
    func goOn() { show(index + 1) }
    /// Shows the previous page.
    package func goBack() { show(index - 1) }
    /// Discards all measurements and shows the first page.
    func startAgain() {
        record = plan.record
        (sentences, problems) = ([:], [])
        position = PositionCalibration(size: glass)
        if plan.wanted.contains(.position) { mapping.matrix = .identity }
        show(0)
    }
    /// Rebuilds the current page.
    package func showAgain() { show(index) }

    private func show(_ index: Int) {
        guard pages.indices.contains(index) else { return }
        self.index = index
        stage.navigator.replaceAll(with: [screen()], animated: false)
    }

    private func screen() -> Screen {
        switch page {
        case .language: LanguageScreen(self) { [unowned self] in goOn() }
        case .position: PositionScreen(self)
        case .size: SizeScreen(self)
        case .edge(let name): EdgeScreen(self, name)
        case .noise: NoiseScreen(self)
        case .summary: SummaryScreen(self)
        }
    }

    /// Asks for the language within the current page. The page is rebuilt after the choice.
    func askForLanguage() {
        let asking = LanguageScreen(self) { [unowned self] in showAgain() }
        stage.navigator.replaceAll(with: [asking], animated: false)
    }

    /// Switches to the language of `words`.
    func speak(_ words: CalibrationWords) {
        self.words = words
        hasLanguage = true
        stage.direction = words.direction
    }

    // MARK: Results

    /// Keeps the result sentence of `edge` for `step`.
    package func recordResult(_ step: CalibrationPlan.Step, of edge: PanelRecord.EdgeName, _ sentence: String) {
        sentences[step, default: [:]][plan.edges.firstIndex(of: edge) ?? 0] = "\(words.title(of: edge)): \(sentence)"
    }

    /// Keeps the result sentence of `step`. `isGood` is false when the step failed.
    package func recordResult(_ step: CalibrationPlan.Step, _ sentence: String, isGood: Bool = true) {
        sentences[step] = [0: sentence]
        if isGood { problems.remove(step) } else { problems.insert(step) }
    }

    /// Discards the touches on all targets, so that the page asks for them again.
    func forgetPosition() {
        position = PositionCalibration(size: glass)
        mapping.matrix = .identity
    }

    /// The matrix that applies when the position is not measured.
    private var matrixBefore: AffineTransform { record.position?.matrix ?? plan.matrix }

    /// Whether buttons can be hit with the earlier matrix. This is so when the targets show the same orientation as
    /// that matrix.
    var canGoOnWithoutPosition: Bool {
        position.fit?.orientation == PanelOrientation(nearest: matrixBefore)
    }

    /// Restores the earlier matrix and shows the next page. The following pages measure with the matrix that the panel
    /// will have afterwards.
    func goOnWithoutPosition() {
        mapping.matrix = matrixBefore
        goOn()
    }

    /// Maps touches according to the targets touched so far.
    func usePosition() { mapping.matrix = position.fit?.matrix ?? .identity }

    /// Maps touches according to `fit`, from the next touch-down on.
    package func use(_ fit: PositionFit) {
        mapping.matrix = fit.matrix
        // The glass of a panel that lies on its side is as high as the reported width of the panel.
        var lying = record
        lying.position = PanelRecord.Position(fit)
        if let glass = lying.glass(reported: plan.reported) { position.size = glass }
    }

    /// Accepts `fit` as part of the record. The reported size of the panel is rotated with its orientation.
    package func accept(_ fit: PositionFit) {
        use(fit)
        record.position = PanelRecord.Position(fit)
        if let glass = record.glass(reported: plan.reported) { resize(to: glass) }
    }

    /// Accepts `size`, the measured size of the picture in mm.
    package func accept(size: Size) {
        record.size = plan.rotation.turned(size)
        resize(to: plan.rotation.turned(size))
    }

    private func resize(to glass: Size) {
        let size = plan.rotation.turned(glass)
        guard
            (size.width - stage.panel.millimetres.width).magnitude > 0.05
                || (size.height - stage.panel.millimetres.height).magnitude > 0.05
        else { return }
        let pixels = stage.panel.pixels
        // The change is deferred past the current touch, because it rebuilds every screen.
        let later = Countdown(of: stage) { $0.change(to: Panel(pixels: pixels, millimetres: size)) }
        later.start(on: stage, until: stage.now)
    }

    /// Writes the record. Throws when it cannot be written.
    package func keep() throws(Failure) { outcome = .kept(try plan.keep(record)) }

    /// Ends the calibration. An outcome that is already set is not replaced.
    package func end(_ outcome: Outcome) {
        self.outcome = self.outcome ?? outcome
        patience.cancel()
        guard let end = self.outcome else { return }
        onEnd?(end)
    }

    // MARK: Touches

    /// Maps the touches of `frame` to the picture, as far as the mapping is known.
    package func mapTouches(_ frame: TouchFrame) -> TouchFrame {
        if outcome == nil { patience.start(on: stage, until: frame.time + Self.longestPause) }
        return mapping.apply(to: frame, on: stage.panel.millimetres)
    }

    /// The place on the panel's axes (0…1) that the panel reported for a touch at `point` (mm on the picture).
    package func axes(at point: Point) -> Point { mapping.axes(at: point, on: stage.panel.millimetres) }

    /// The place on the picture (0…1) of a place on the glass (0…1).
    func picturePlace(ofGlass place: Point) -> Point { plan.rotation.picturePlace(at: place) }
}
