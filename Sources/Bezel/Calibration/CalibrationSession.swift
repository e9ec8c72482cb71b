// A calibration under way: what has been measured, what is shown next, and where touches really are.

import Geometry
import Stage

extension Stage {
    /// The calibration that is under way on it.
    var calibration: CalibrationSession? { (navigator.root as? CalibrationScreen)?.session }
}

/// Goes from page to page, holds what they measure, and applies each result at once: from then on touches are taken where
/// it says that they are.
final class CalibrationSession {
    /// What is shown.
    enum Page: Hashable {
        case language, position, size
        case edge(PanelRecord.EdgeName)
        case noise, summary
    }

    /// How it ended.
    enum Outcome: Hashable {
        /// The record is kept in these files.
        case kept([String])
        /// Somebody left, or nobody touched the glass any more.
        case left(String)
    }

    let plan: CalibrationPlan
    /// The language, once it is known; until then that of the plan, or English.
    private(set) var words: CalibrationWords
    /// Whether somebody has chosen the language.
    private(set) var hasLanguage: Bool
    /// What is measured so far.
    var record: PanelRecord
    /// The targets and the touches on them.
    var position: PositionCalibration
    /// What the steps said of themselves when they were done; nil for those that are not.
    var results: [CalibrationPlan.Step: [String]] {
        sentences.mapValues { $0.sorted { $0.key < $1.key }.map(\.value) }
    }
    private var sentences: [CalibrationPlan.Step: [Int: String]] = [:]
    /// What went wrong with steps that were done.
    private(set) var problems: Set<CalibrationPlan.Step> = []
    /// The times of all contacts so far: they tell how often the panel scans.
    var pace = NoiseCalibration()
    /// Called when it is over.
    var onEnd: ((Outcome) -> Void)?
    /// How it ended; nil while it goes on.
    private(set) var outcome: Outcome?

    private weak var stage: Stage!
    private var mapping: TouchMapping
    private var index = 0
    private lazy var patience = Countdown { [weak self] in
        self?.end(.left("nobody touched the panel for 60 s"))
    }
    /// With no touch for so long it is left: a panel may not reach the buttons.
    static let longestPause = Instant.Span.seconds(60)

    init(_ plan: CalibrationPlan) {
        self.plan = plan
        words = plan.language ?? .english
        hasLanguage = plan.language != nil
        record = plan.record
        position = PositionCalibration(size: Size(1, 1))
        mapping = TouchMapping(rotation: plan.rotation)
        // Without the step that measures it, what is known of it holds.
        mapping.matrix = plan.wanted.contains(.position) ? .identity : record.position?.matrix ?? plan.matrix
    }

    /// The pages, in order. Where the position is measured, the language is asked for within: nothing can be hit before.
    var pages: [Page] {
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

    /// The page that is shown, and the share of pages before it.
    var page: Page { pages[index] }
    var progress: (index: Int, count: Int) { (index, pages.count) }
    /// Whether there is a page before this.
    var canGoBack: Bool { index > 0 }

    /// The first screen.
    func firstScreen() -> Screen { screen() }

    /// It is on `stage` from now on, whose panel reports in its millimetres.
    func begin(on stage: Stage) {
        guard self.stage == nil else { return }
        self.stage = stage
        patience.start(on: stage, until: stage.now + Self.longestPause)
        mapping.reported = stage.panel.millimetres
        position = PositionCalibration(size: glass)
        stage.direction = words.direction
    }

    /// The glass in mm, not turned as the picture is.
    var glass: Size { plan.rotation.turned(stage.panel.millimetres) }

    // MARK: Pages

    /// Shows the next page.
    func goOn() { show(index + 1) }
    /// Shows the page before.
    func goBack() { show(index - 1) }
    /// Shows the first page anew; all that was measured is forgotten.
    func startAgain() {
        record = plan.record
        (sentences, problems) = ([:], [])
        position = PositionCalibration(size: glass)
        if plan.wanted.contains(.position) { mapping.matrix = .identity }
        show(0)
    }
    /// Shows the present page anew.
    func showAgain() { show(index) }

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

    /// Asks for the language within another page, which is shown anew then.
    func askForLanguage() {
        let asking = LanguageScreen(self) { [unowned self] in showAgain() }
        stage.navigator.replaceAll(with: [asking], animated: false)
    }

    /// From now on it speaks `words`.
    func speak(_ words: CalibrationWords) {
        self.words = words
        hasLanguage = true
        stage.direction = words.direction
    }

    // MARK: Results

    /// What an edge says of itself now that it is done.
    func note(_ step: CalibrationPlan.Step, of edge: PanelRecord.EdgeName, _ sentence: String) {
        sentences[step, default: [:]][plan.edges.firstIndex(of: edge) ?? 0] = "\(words.title(of: edge)): \(sentence)"
    }

    /// What `step` says of itself now that it is done. `isGood` is false when it failed.
    func note(_ step: CalibrationPlan.Step, _ sentence: String, isGood: Bool = true) {
        sentences[step] = [0: sentence]
        if isGood { problems.remove(step) } else { problems.insert(step) }
    }

    /// The targets are asked for anew.
    func forgetPosition() {
        position = PositionCalibration(size: glass)
        mapping.matrix = .identity
    }

    /// The matrix that holds where the position is not measured.
    private var matrixBefore: AffineTransform { record.position?.matrix ?? plan.matrix }

    /// Whether buttons can be hit when touches are where they were taken to be before: the panel lies the same way.
    var canGoOnWithoutPosition: Bool {
        position.fit?.orientation == PanelOrientation(nearest: matrixBefore)
    }

    /// The next page. What is measured there goes by how the panel was taken to lie before, as it will be then.
    func goOnWithoutPosition() {
        mapping.matrix = matrixBefore
        goOn()
    }

    /// Touches are where the targets touched so far say.
    func usePosition() { mapping.matrix = position.fit?.matrix ?? .identity }

    /// Touches are where `fit` says, from the next touch-down on.
    func use(_ fit: PositionFit) {
        mapping.matrix = fit.matrix
        // A panel on its side lies on a glass that is as high as the panel says it is wide.
        var lying = record
        lying.position = PanelRecord.Position(fit)
        if let glass = lying.glass(reported: plan.reported) { position.size = glass }
    }

    /// The fit holds; it is part of the record. The panel's own size lies as the panel does.
    func accept(_ fit: PositionFit) {
        use(fit)
        record.position = PanelRecord.Position(fit)
        if let glass = record.glass(reported: plan.reported) { resize(to: glass) }
    }

    /// The picture is as large as was measured.
    func accept(size: Size) {
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
        // Not within the touch that led here: every screen is built anew.
        let later = Countdown { [unowned self] in stage.change(to: Panel(pixels: pixels, millimetres: size)) }
        later.start(on: stage, until: stage.now)
    }

    /// Keeps the record. Throws when it cannot be kept.
    func keep() throws(Failure) { outcome = .kept(try plan.keep(record)) }

    /// It is over.
    func end(_ outcome: Outcome) {
        self.outcome = self.outcome ?? outcome
        patience.cancel()
        guard let end = self.outcome else { return }
        onEnd?(end)
    }

    // MARK: Touches

    /// Where the touches of `frame` really are, as far as that is known.
    func take(_ frame: TouchFrame) -> TouchFrame {
        if outcome == nil { patience.start(on: stage, until: frame.time + Self.longestPause) }
        return mapping.apply(to: frame, on: stage.panel.millimetres)
    }

    /// Where on the panel's axes (0…1) a touch was seen that is at `point` (mm on the picture).
    func axes(at point: Point) -> Point { mapping.axes(at: point, on: stage.panel.millimetres) }

    /// Where on the picture (0…1) a place on the glass (0…1) is.
    func picturePlace(ofGlass place: Point) -> Point { plan.rotation.picturePlace(at: place) }
}
