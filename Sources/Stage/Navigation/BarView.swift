// The bar on top of a screen, with its title and a back button.

import Drawing
import Geometry
import Gestures
import Layers

/// The bar of one screen. It belongs to the screen and moves with it.
final class BarView: View {
    /// The bar's colours and sizes.
    var theme: Theme {
        didSet {
            guard theme != oldValue else { return }
            setNeedsDisplay()
            if theme.em != oldValue.em || theme.bar != oldValue.bar { removeLogo() }
            placeLogo()
        }
    }
    /// The logo in place of the title; nil for the title.
    private var logo: PictureView?
    /// The picture that it shows.
    private var logoPicture: Picture?
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
    /// The words that the bar shows. They are kept so that a bar whose bitmap was evicted while its screen was covered
    /// is drawn again with the same words.
    private var shown: Words?

    private struct Words: Equatable {
        let title: String
        /// The title of the screen below; nil if no back button is shown.
        let back: String?
        let isInSheet: Bool
    }

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true, isOpaque: true)
        let tap = TapRecognizer()
        tap.onAction { [weak self] recognizer in
            guard let self, let navigator = self.screen?.navigator else { return }
            if self.backArea.contains(recognizer.location(in: self)) { navigator.goBack() }
        }
        addRecognizer(tap)
    }

    /// Shows the logo in place of the title. A sheet has a title, and a grabber where the logo would be.
    private func placeLogo() {
        guard let navigator = screen?.navigator else { return }
        let language = theme.logos.isEmpty ? nil : navigator.stage.language
        let picture = navigator.sheet == nil ? theme.logo(in: language) : nil
        if picture != logoPicture { removeLogo() }
        if logo == nil, let picture {
            // Until it has been read, its place looks like the bar. If it cannot be read, it stays empty, since the page has a heading.
            var theme = theme
            theme.placeholder = theme.bar
            let new = PictureView(picture, description: "", theme: theme)
            new.isUserInteractionEnabled = false
            addSubview(new)
            (logo, logoPicture) = (new, picture)
            setNeedsDisplay()
        }
        let height = theme.em * 1.9
        logo?.frame = Rect(
            side.rounded(), ((bounds.height - height) / 2).rounded(), max(0, bounds.width - 2 * side).rounded(),
            height.rounded())
    }

    private func removeLogo() {
        logo?.removeFromSuperview()
        (logo, logoPicture) = (nil, nil)
        setNeedsDisplay()
    }

    /// The height of a bar, in pixels.
    static func height(_ theme: Theme) -> Double { theme.barHeight }

    private var showsBack: Bool {
        guard let screen, screen.isBackShown, screen.backView == nil else { return false }
        return screen.navigator?.screen(below: screen) != nil
    }

    /// The width of each side of the bar, beside the title: more than usual if a view there needs that. On a narrow screen the title
    /// has a third of the width, where such a view leaves that.
    private var side: Double {
        let views = [screen?.backView, screen?.trailingView].compactMap { $0?.bounds.width }
        let needed = views.max().map { ($0 + theme.em * 1.5).rounded(.up) } ?? 0
        let usual = min(theme.em * 11.5, (bounds.width / 3).rounded(.down))
        return min(max(usual, needed), (bounds.width / 2).rounded(.down))
    }

    private var direction: LayoutDirection { screen?.textDirection ?? .leftToRight }

    private func words(of screen: Screen) -> Words {
        let navigator = screen.navigator
        return Words(
            title: screen.title, back: showsBack ? navigator?.title(below: screen) ?? "" : nil,
            isInSheet: navigator?.sheet != nil)
    }

    /// Updates the title, and the title of the screen below.
    func update() {
        // The visitor may have chosen another language.
        placeLogo()
        guard let shown, let screen, screen.navigator != nil else { return }
        let words = words(of: screen)
        if words != shown {
            self.shown = words
            setNeedsDisplay()
        }
    }

    /// The area at the leading side in which a tap goes back.
    private var backArea: Rect {
        guard showsBack else { return .zero }
        let width = side - theme.em * 0.5
        return Rect(direction == .leftToRight ? 0 : bounds.width - width, 0, width, bounds.height)
    }

    override func layout() {
        placeLogo()
        let isMirrored = direction == .rightToLeft
        if let back = screen?.backView { place(back, atLeft: !isMirrored) }
        if let trailing = screen?.trailingView { place(trailing, atLeft: isMirrored) }
    }

    private func place(_ view: View, atLeft: Bool) {
        if view.superview !== self { addSubview(view) }
        let size = view.bounds.size
        let x = atLeft ? theme.em : bounds.width - theme.em - size.width
        view.frame = Rect(x.rounded(), ((bounds.height - size.height) / 2).rounded(), size.width, size.height)
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.bar)
        guard let screen else { return }
        let shown = shown ?? words(of: screen)
        self.shown = shown
        let middle = bounds.height / 2
        if shown.isInSheet {
            let grabber = Rect((bounds.width - theme.em * 2.6) / 2, theme.em * 0.45, theme.em * 2.6, theme.em * 0.24)
            canvas.fill(
                grabber, theme.hasColoredBar ? theme.barText : theme.mark, cornerRadius: grabber.height / 2)
        }
        let label = shown.back.map { TextLayout(backText($0), lineLimit: 1) }
        let words = label?.size.width ?? 0
        let usual = max(0, side - Self.arrowWidth * theme.em - theme.em)
        var places = BarLayout.Places(start: side, width: 0, words: min(words, usual))
        if logo == nil {
            let text = AttributedText(shown.title, theme.headingStyle(1.05, color: theme.barText))
            var title = TextLayout(text, lineLimit: 1)
            places = barLayout(hasBack: shown.back != nil).places(title: title.size.width, words: words)
            // A layout is as wide as its text, where that fits. In a wider one its place would depend on its script.
            if title.size.width > places.width { title = TextLayout(text, width: places.width, lineLimit: 1) }
            let x = direction == .leftToRight ? places.start : bounds.width - places.start - title.size.width
            canvas.draw(title, at: Point(x, middle - title.size.height / 2))
        }
        if let back = shown.back, let label {
            drawBack(label, backText(back), on: canvas, middle: middle, room: places.words)
        }
        canvas.fill(Rect(0, bounds.height - 1, bounds.width, 1), theme.separator)
    }

    /// The distance of the words of the way back from the bar's side, in em. Its arrow is before them.
    private static let arrowWidth = 2.4

    private func barLayout(hasBack: Bool) -> BarLayout {
        func taken(by view: View?) -> Double { view.map { $0.bounds.width + 1.5 * theme.em } ?? theme.em }
        return BarLayout(
            width: bounds.width, side: side,
            leading: hasBack ? Self.arrowWidth * theme.em : taken(by: screen?.backView),
            trailing: taken(by: screen?.trailingView), em: theme.em)
    }

    private func backText(_ title: String) -> AttributedText {
        let pressed = theme.barText == theme.barAccent ? theme.barText.withAlpha(0.6) : theme.barText
        return AttributedText(title, theme.style(1, color: isPressed ? pressed : theme.barAccent))
    }

    /// Draws the arrow back, and `text`, which `label` has laid out, in at most `room`.
    private func drawBack(
        _ label: TextLayout, _ text: AttributedText, on canvas: Canvas, middle: Double, room: Double
    ) {
        let way = direction.outwards
        func x(_ distance: Double) -> Double { way > 0 ? distance : bounds.width - distance }
        let arrow = theme.chevron(at: Point(x(theme.em * 1.7), middle), reach: theme.em * 0.42, direction)
        canvas.stroke(arrow, width: theme.em * 0.13, text.runs.first?.style.color ?? theme.barAccent)
        guard room > 0 else { return }
        let label = label.size.width > room ? TextLayout(text, width: room, lineLimit: 1) : label
        let near = x(theme.em * Self.arrowWidth)
        canvas.draw(label, at: Point(way > 0 ? near : near - label.size.width, middle - label.size.height / 2))
    }

    override func touchesBegan(_ touches: [Touch]) {
        isPressed = touches.contains { backArea.contains($0.location(in: self)) }
    }
    override func touchesEnded(_ touches: [Touch]) { isPressed = false }
    override func touchesCancelled(_ touches: [Touch]) { isPressed = false }
}

extension Theme {
    /// The picture that bars show in place of a title in `language`; nil for the default language.
    func logo(in language: String?) -> Picture? { language.flatMap { logos[$0] } ?? logo }

    /// The height of a bar, in pixels.
    package var barHeight: Double { max(fingertip, (em * 3.2).rounded()) }
}
