// The button in the bar with which visitors choose a language.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

extension PageLibrary {
    /// The button for the bar of `screen`, of which a tap calls `choose`; nil where there is no bar or nothing to choose.
    func languageButton(for screen: Screen, choose: @escaping () -> Void) -> LanguageButton? {
        guard screen.isBarShown, kiosk.languages.isChoice, let stage = screen.navigator?.stage else { return nil }
        return LanguageButton(
            stage.language ?? kiosk.languages.standard, of: kiosk.languages, on: stage,
            barWidth: screen.view.bounds.width,
            direction: screen.direction ?? .leftToRight, choose: choose)
    }
}

/// A globe and the name of the language that is shown, or the names of both where there are two. In a narrow bar the name is short.
final class LanguageButton: View {
    private let theme: Theme
    private let direction: LayoutDirection
    private let labels: [TextLayout]
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }

    /// The least width and height (mm): a fingertip needs some 9 mm (Parhi, Karlson and Bederson 2006).
    private static let least = 9.0

    /// The most room (em) at the end of the bar.
    private static let room = 13.0

    /// A button in the bar of a page on `stage` in `direction`, in a bar that is `barWidth` wide. It says `shown`, one of `languages`.
    /// `choose` is what a tap does.
    init(
        _ shown: String, of languages: KioskLanguages, on stage: Stage, barWidth: Double, direction: LayoutDirection,
        choose: @escaping () -> Void
    ) {
        theme = stage.theme
        self.direction = direction
        let (sign, gap) = (Self.sign(theme), Self.gap(theme))
        // The bar leaves 1 em free at its end, and there is some space before the title.
        let room = min(Self.room * theme.em, barWidth / 3) - theme.em * 1.5 - sign
        labels =
            Self.labels(shown, languages, theme).first { labels in
                labels.reduce(0) { $0 + $1.size.width + gap } <= room
            } ?? []
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

    /// What may stand beside the globe, the longest first: where there are two languages both names, since a tap leads to the other;
    /// the name of the language `shown`; its tag.
    private static func labels(_ shown: String, _ languages: KioskLanguages, _ theme: Theme) -> [[TextLayout]] {
        func label(_ text: String, _ tag: String, _ color: Color, isBold: Bool = false) -> TextLayout {
            let style = theme.style(1, weight: isBold ? .bold : .regular, color: color)
            return TextLayout(AttributedText(text, style, language: tag), lineLimit: 1)
        }
        let name = { LanguageNames.names(of: $0).own }
        let tag = shown.prefix { $0 != "-" }.uppercased()
        let alone = [[label(name(shown), shown, theme.barAccent)], [label(tag, shown, theme.barAccent)]]
        guard languages.all.count == 2 else { return alone }
        let shownColor = theme.hasColoredBar ? faded(theme) : theme.secondaryText
        let both = languages.all.map {
            let isShown = $0 == shown
            // Where no paler colour can be read, the name of the language that is shown is bold.
            return label(
                name($0), $0, isShown ? shownColor : theme.barAccent, isBold: isShown && shownColor == theme.barAccent)
        }
        return [both] + alone
    }

    /// The colour on a coloured bar of what no tap leads to: as pale as text may be.
    private static func faded(_ theme: Theme) -> Color {
        let colors = [0.35, 0.25, 0.15].map { theme.barText.mixed(with: theme.bar, $0) }
        return colors.first { Contrast.between($0, theme.bar) >= Contrast.text } ?? theme.barText
    }

    /// The width of the globe, and the space after it and between names, in pixels.
    private static func sign(_ theme: Theme) -> Double { (theme.em * 1.05).rounded() }
    private static func gap(_ theme: Theme) -> Double { (theme.em * 0.5).rounded() }

    override func draw(on canvas: Canvas) {
        let (sign, gap) = (Self.sign(theme), Self.gap(theme))
        if isPressed {
            let ground = theme.hasColoredBar ? theme.barText.withAlpha(0.18) : theme.pressed
            canvas.fill(bounds, ground, cornerRadius: theme.radius(0.3))
        }
        var x = 0.0
        func left(_ width: Double) -> Double { direction == .leftToRight ? x : bounds.width - x - width }
        canvas.stroke(
            globe(sign, at: Point(left(sign) + sign / 2, bounds.height / 2)), width: theme.em * 0.08, theme.barAccent)
        x += sign + gap
        for label in labels {
            let size = label.size
            canvas.draw(label, at: Point(left(size.width).rounded(), ((bounds.height - size.height) / 2).rounded()))
            x += size.width + gap
        }
    }

    /// A globe with its equator and two meridians, the usual sign for languages.
    private func globe(_ width: Double, at middle: Point) -> Path {
        let radius = width / 2 - theme.em * 0.04
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
