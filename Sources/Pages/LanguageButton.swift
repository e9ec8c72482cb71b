// The button in the bar with which visitors choose a language.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// A globe and the name of the language that is shown, or the names of both where there are two.
final class LanguageButton: View {
    private let theme: Theme
    private let direction: LayoutDirection
    private let labels: [TextLayout]
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }

    /// The least width and height (mm): a fingertip needs some 9 mm (Parhi, Karlson and Bederson 2006).
    private static let least = 9.0
    /// The most room (em) for names beside the title of the bar.
    private static let room = 9.5

    /// A button in the bar of a page on `stage` in `direction`. It says `shown`, one of `languages`. `choose` is what a tap does.
    init(
        _ shown: String, of languages: KioskLanguages, on stage: Stage, direction: LayoutDirection,
        choose: @escaping () -> Void
    ) {
        theme = stage.theme
        self.direction = direction
        labels = Self.labels(shown, languages, theme)
        super.init(drawsContents: true)
        let least = Self.least * stage.panel.density(.horizontal)
        let names = labels.reduce(0) { $0 + $1.size.width }
        let width = max(least, names + sign + gap * Double(labels.count)).rounded(.up)
        frame = Rect(origin: .zero, size: Size(width, theme.barHeight - 2))
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { _ in choose() }
        addRecognizer(tap)
    }

    /// The name of the language `shown`. Where there are two and both have room, the other is beside it, since a tap leads to it.
    private static func labels(_ shown: String, _ languages: KioskLanguages, _ theme: Theme) -> [TextLayout] {
        func label(_ tag: String, _ color: Color) -> TextLayout {
            let text = AttributedText(LanguageNames.names(of: tag).own, theme.style(1, color: color), language: tag)
            let label = TextLayout(text, lineLimit: 1)
            let most = theme.em * room
            return label.size.width > most ? TextLayout(text, width: most, lineLimit: 1) : label
        }
        guard languages.all.count == 2 else { return [label(shown, theme.barAccent)] }
        let shownColor = theme.hasColoredBar ? faded(theme) : theme.secondaryText
        let both = languages.all.map { label($0, $0 == shown ? shownColor : theme.barAccent) }
        return both.reduce(0) { $0 + $1.size.width } <= theme.em * room ? both : [label(shown, theme.barAccent)]
    }

    /// The colour on a coloured bar of what no tap leads to: as pale as text may be.
    private static func faded(_ theme: Theme) -> Color {
        let colors = [0.35, 0.25, 0.15].map { theme.barText.mixed(with: theme.bar, $0) }
        return colors.first { Contrast.between($0, theme.bar) >= Contrast.text } ?? theme.barText
    }

    /// The width of the globe, and the space after it and between names, in pixels.
    private var sign: Double { (theme.em * 1.05).rounded() }
    private var gap: Double { (theme.em * 0.5).rounded() }

    override func draw(on canvas: Canvas) {
        if isPressed {
            let ground = theme.hasColoredBar ? theme.barText.withAlpha(0.18) : theme.pressed
            canvas.fill(bounds, ground, cornerRadius: theme.radius(0.3))
        }
        var x = 0.0
        func left(_ width: Double) -> Double { direction == .leftToRight ? x : bounds.width - x - width }
        canvas.stroke(
            globe(at: Point(left(sign) + sign / 2, bounds.height / 2)), width: theme.em * 0.08, theme.barAccent)
        x += sign + gap
        for label in labels {
            let size = label.size
            canvas.draw(label, at: Point(left(size.width).rounded(), ((bounds.height - size.height) / 2).rounded()))
            x += size.width + gap
        }
    }

    /// A globe with its equator and two meridians, the usual sign for languages.
    private func globe(at middle: Point) -> Path {
        let radius = sign / 2 - theme.em * 0.04
        var path = Path(center: middle, radius: radius)
        path.move(to: Point(middle.x - radius, middle.y))
        path.line(to: Point(middle.x + radius, middle.y))
        for side in [-1.0, 1.0] {
            // An ellipse's half in one curve: its handles lie 4/3 of its width away.
            let x = middle.x + side * radius * 0.62
            path.move(to: Point(middle.x, middle.y - radius))
            path.curve(
                Point(x, middle.y - radius * 0.6), Point(x, middle.y + radius * 0.6),
                to: Point(middle.x, middle.y + radius))
        }
        return path
    }

    override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
