// Keeps the values on one page up to date while it is shown.

import Geometry
import Stage

/// A view with text that changes by itself.
protocol LiveView: View {
    /// The placeholders in its text.
    var placeholders: [Placeholder] { get }
    /// Shows what `setter` sets now. Returns false, and shows what it showed, when that needs another height.
    func refresh(_ setter: TextSetter) -> Bool
}

/// Shows each value on a page as soon as it changes, and draws only what has changed. The page is laid out anew only where a text needs
/// another height, and never under a finger.
@MainActor
final class LivePage {
    private unowned let screen: PageScreen
    /// What the page was laid out in.
    private weak var column: View?
    /// The number of rows and the columns of each file when the page was laid out; nil while it is not.
    private var shapes: [String: Shape]?
    /// The stage, while the page is on the glass.
    private weak var stage: Stage?
    private var watch: ValueWatch?
    private lazy var tick = Countdown(of: self, isClockwork: true) { $0.refresh() }
    /// Lays out the page anew.
    private lazy var rebuilding = Countdown(of: self, isClockwork: true) { $0.rebuild() }
    /// Since when a layout waits for a finger; nil while none waits.
    private var waitingSince: Instant?
    /// When the page was last laid out because of a value.
    private var lastRebuild: Instant?

    private struct Shape: Hashable {
        let isKnown: Bool
        let rows: Int
        let columns: [String]
    }

    /// The least time between two layouts of a page because of its values. A layout may take as long as a page may take.
    static let leastPause = Instant.Span.seconds(1)
    /// How often a layout that waits for a finger is tried.
    private static let retry = Instant.Span.milliseconds(100)
    /// How long a layout waits for a finger. Dirt on the glass may be one that never lifts.
    private static let patience = Instant.Span.seconds(10)

    /// Keeps `screen` up to date.
    init(of screen: PageScreen) { self.screen = screen }

    /// The page comes onto the glass.
    func show(on stage: Stage) {
        self.stage = stage
        watch = ValueWatch(of: self, on: stage) { $0.refresh() }
        refresh()
    }

    /// Keeps the title right while the page is on a stack and not on the glass: the way back to it has its title.
    func showTitle(on stage: Stage) {
        guard self.stage == nil, !screen.page.titleText.placeholders.isEmpty else { return }
        watch = ValueWatch(of: self, on: stage) { $0.setTitle() }
        setTitle()
    }

    /// The page has left the glass.
    func hide() {
        let last = stage
        (stage, watch) = (nil, nil)
        tick.cancel()
        rebuilding.cancel()
        if let last { showTitle(on: last) }
    }

    /// The page was laid out in `view`.
    func built(_ view: View) {
        column = view
        shapes = shapesNow
        plan()
    }

    /// `view`, a part of a long page, is about to be added.
    func added(_ view: View) {
        let new = Self.views(in: view)
        if !new.isEmpty { plan(with: new) }
    }

    /// The views with values.
    private var views: [any LiveView] { column.map { Self.views(in: $0) } ?? [] }

    private static func views(in view: View) -> [any LiveView] {
        var views: [any LiveView] = []
        var rest = [view]
        while let next = rest.popLast() {
            if let live = next as? any LiveView {
                // It keeps the views in it up to date.
                if !live.placeholders.isEmpty { views.append(live) }
            } else {
                rest += next.subviews
            }
        }
        return views
    }

    /// Shows the title with its values.
    func setTitle() {
        guard !screen.page.titleText.placeholders.isEmpty else { return }
        let values = screen.values
        let text = values.plainText(of: screen.page.titleText)
        screen.title = text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Shows what has changed.
    private func refresh() {
        guard let stage, !stage.isAsleep else { return tick.cancel() }
        setTitle()
        let setter = TextSetter(theme: stage.theme, language: screen.language, values: screen.values)
        let now = shapesNow
        var fits = shapes == nil || now == shapes
        // A table that has lost rows keeps them until the page may be laid out: there is nothing else to show in their place.
        let shorter = Set(now.keys.filter { now[$0]!.rows < shapes?[$0]?.rows ?? 0 })
        for view in views where !view.shows(shorter) && !view.refresh(setter) { fits = false }
        if !fits, rebuilding.end == nil {
            rebuilding.start(on: stage, until: lastRebuild.map { max(stage.now, $0 + Self.leastPause) } ?? stage.now)
        }
        plan()
    }

    /// Waits for the next change with the wall clock.
    private func plan(with new: [any LiveView] = []) {
        guard let stage, !stage.isAsleep, let clock = stage.values.clock else { return tick.cancel() }
        let placeholders = (views + new).flatMap(\.placeholders) + screen.page.titleText.placeholders
        guard let next = screen.values.nextChange(of: placeholders) else { return tick.cancel() }
        tick.start(on: stage, until: max(clock.instant(of: next), stage.now + .milliseconds(1)))
    }

    private func rebuild() {
        guard let stage else { return }
        let since = waitingSince ?? stage.now
        guard !stage.isBusy || stage.now - since >= Self.patience else {
            waitingSince = since
            return rebuilding.start(on: stage, until: stage.now + Self.retry)
        }
        (lastRebuild, waitingSince) = (stage.now, nil)
        screen.rebuild()
    }

    private var shapesNow: [String: Shape] {
        let values = screen.values
        var shapes: [String: Shape] = [:]
        for file in screen.page.tableFiles {
            let data = values.files[file]
            shapes[file] = Shape(isKnown: data != nil, rows: data?.rows.count ?? 0, columns: data?.columns ?? [])
        }
        return shapes
    }
}

extension LiveView {
    /// Whether a cell of a table in one of `files` is in its text.
    fileprivate func shows(_ files: Set<String>) -> Bool {
        !files.isEmpty
            && placeholders.contains { if case .cell(let file, _, _) = $0 { files.contains(file) } else { false } }
    }
}

extension SetText {
    /// The text as `setter` sets it now; nil when it is the same.
    func refreshed(by setter: TextSetter) -> SetText? {
        guard let source else { return nil }
        var next = setter.set(source.inlines, source.style)
        next.lineSpacing = lineSpacing
        return next.attributed == attributed ? nil : next
    }
}

extension LiveValues {
    /// The text of `inlines` without its styles.
    func plainText(of inlines: [Inline]) -> String {
        inlines.enumerated().map { index, inline in
            switch inline {
            case .placeholder(let placeholder):
                text(of: placeholder, before: inlines.indices.contains(index + 1) ? inlines[index + 1] : nil)
            case .emphasis(let parts), .strong(let parts), .struck(let parts), .link(_, let parts):
                plainText(of: parts)
            case .text, .code, .lineBreak, .note: inline.plainText
            }
        }.joined()
    }
}

extension Page {
    /// The tables of files on the page.
    var dataTables: [DataTable] { blocks.flatMap(\.dataTables) }
    /// The files of the tables on the page.
    var tableFiles: Set<String> { Set(dataTables.map(\.file)) }
}

extension Block {
    fileprivate var dataTables: [DataTable] {
        switch content {
        case .dataTable(let table): [table]
        case .list(_, let items): items.flatMap { $0.flatMap(\.dataTables) }
        case .quote(let blocks): blocks.flatMap(\.dataTables)
        case .tasks(_, let tasks): tasks.flatMap { $0.blocks.flatMap(\.dataTables) }
        case .heading, .paragraph, .rows, .picture, .gallery, .code, .rule, .table, .qrCode, .slider, .stepped: []
        }
    }
}
