// The list of languages, from which a visitor chooses one.

import Drawing
import Geometry
import Gestures
package import Stage

/// A row for each language, with its name in that language, in a sheet.
package final class LanguageScreen: Screen {
    /// The name of the screen in traces and recordings. No link of a page leads to it by this name, since a page is a file.
    package static let name = "lang:"

    private let library: PageLibrary
    private let scroll = ScrollView(axis: .vertical)

    /// The list of the languages of `library`.
    init(_ library: PageLibrary) {
        self.library = library
        super.init(name: Self.name, title: "")
    }

    /// Gives the sheet that is to be presented on `stage` the height of its rows.
    package func fit(on stage: Stage) {
        show(stage.language)
        let theme = stage.theme
        let height = theme.barHeight + Double(library.kiosk.languages.all.count) * LanguageRow.height(theme) + theme.em
        detents = [.height(height / stage.panel.density(.vertical))]
    }

    package override func willAppear() { show(navigator?.stage.language) }
    package override func translate() {
        show(navigator?.stage.language)
        layout(view.content)
    }

    /// Takes the direction and the title of `language`.
    private func show(_ language: String?) {
        let language = language ?? library.kiosk.languages.standard
        direction = LayoutDirection(language: language)
        title = LanguageWords.title(in: language)
    }

    package override func load(into content: View) { content.addSubview(scroll) }

    package override func layout(_ content: View) {
        guard let stage = navigator?.stage else { return }
        let languages = library.kiosk.languages
        scroll.rebuild {
            scroll.frame = Rect(origin: .zero, size: content.bounds.size)
            let grid = PageGrid(
                screenWidth: content.bounds.width, most: 1, margin: 2 * stage.theme.em, theme: stage.theme)
            let left = direction == .rightToLeft ? content.bounds.width - grid.left - grid.width : grid.left
            let height = LanguageRow.height(stage.theme)
            for (index, language) in languages.all.enumerated() {
                let isShown = language == stage.language ?? languages.standard
                let row = LanguageRow(language, isShown: isShown, stage.theme, direction ?? .leftToRight) {
                    [unowned self] in
                    library.choose(language, from: self)
                }
                row.frame = Rect(left, Double(index) * height, grid.width, height)
                scroll.addSubview(row)
            }
            scroll.contentSize = Size(content.bounds.width, Double(languages.all.count) * height)
        }
    }
}

/// The name of a language, with a tick if it is the one that is shown.
private final class LanguageRow: View {
    private let label: TextLayout
    private let isShown: Bool
    private let theme: Theme
    private let direction: LayoutDirection
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }

    init(
        _ language: String, isShown: Bool, _ theme: Theme, _ direction: LayoutDirection, choose: @escaping () -> Void
    ) {
        (self.isShown, self.theme, self.direction) = (isShown, theme, direction)
        let style = theme.style(1.1, weight: isShown ? .semibold : .medium)
        label = TextLayout(
            AttributedText(LanguageNames.names(of: language).own, style, language: language), lineLimit: 1)
        super.init(drawsContents: true, isOpaque: true)
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { _ in choose() }
        addRecognizer(tap)
    }

    /// The height (px) of a row.
    static func height(_ theme: Theme) -> Double { (theme.em * 2.8).rounded() }

    override func draw(on canvas: Canvas) {
        canvas.fill(isPressed ? theme.pressed : theme.background)
        let isMirrored = direction == .rightToLeft
        func x(_ distance: Double) -> Double { isMirrored ? bounds.width - distance : distance }
        let (near, size) = (theme.em * 0.6, label.size)
        canvas.draw(
            label,
            at: Point(
                (isMirrored ? x(near) - size.width : near).rounded(), ((bounds.height - size.height) / 2).rounded()))
        if isShown {
            // A tick is not mirrored.
            let (middle, reach) = (Point(x(bounds.width - theme.em * 1.4), bounds.height / 2), theme.em * 0.42)
            let tick = [Point(-1, 0.05), Point(-0.3, 0.7), Point(1, -0.7)].map {
                Point(middle.x + $0.x * reach, middle.y + $0.y * reach)
            }
            canvas.stroke(Path(lines: tick), width: theme.em * 0.13, theme.accent)
        }
        let line = max(1, (theme.em * 0.05).rounded())
        canvas.fill(Rect(0, bounds.height - line, bounds.width, line), theme.separator)
    }

    override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
