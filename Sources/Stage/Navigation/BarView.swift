// The bar on top of a screen, with its title and a back button.

import Drawing
package import Geometry
import Gestures
import Layers

/// The bar of one screen. It belongs to the screen and moves with it.
final class BarView: View {
    /// The bar's colours and sizes.
    var theme: Theme {
        didSet {
            guard theme != oldValue else { return }
            isTitlePlaced = false
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
        let way: Way
        let isInSheet: Bool
    }

    /// What the button at the leading side does.
    private enum Way: Equatable {
        /// There is no button.
        case none
        /// Goes back to the screen with this title, or to what else is called so.
        case back(String)
        /// Closes the sheet.
        case close
    }

    private let title = BarTitle()
    private let wayBack = BarWay()
    /// Leaves the screen while its way back leads elsewhere first; nil as long as it does not.
    private var hold: LongPressRecognizer?
    /// Whether the title is where the bar's present words and size want it.
    private var isTitlePlaced = false
    /// The opacity of the title.
    var titleOpacity: Double {
        get { title.layer.opacity }
        set { title.layer.opacity = newValue }
    }

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true, isOpaque: true)
        addSubview(title)
        addSubview(wayBack)
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
            isTitlePlaced = false
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
        isTitlePlaced = false
        setNeedsDisplay()
    }

    /// The height of a bar, in pixels.
    static func height(_ theme: Theme) -> Double { theme.barHeight }

    private var way: Way {
        guard let screen, screen.isBackShown, screen.backView == nil, let navigator = screen.navigator else {
            return .none
        }
        let below = navigator.screen(below: screen)
        if let below { return .back(screen.wayBack ?? below.title) }
        return navigator.sheet == nil ? .none : .close
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
        Words(title: screen.title, way: way, isInSheet: screen.navigator?.sheet != nil)
    }

    /// Has a finger that is held on the way back leave the screen at once, where a tap leads through a history of the screen's own.
    private func setHold(_ isWanted: Bool) {
        guard isWanted != (hold != nil) else { return }
        if let old = hold {
            removeRecognizer(old)
            return hold = nil
        }
        let press = LongPressRecognizer(name: "hold-back")
        press.onAction { [weak self] press in
            guard let self, press.state == .began, let navigator = self.screen?.navigator else { return }
            if self.backArea.contains(press.location(in: self)) { navigator.goBack(isPastHistory: true) }
        }
        addRecognizer(press)
        hold = press
    }

    /// Updates the title, and the title of the screen below.
    func update() {
        // The visitor may have chosen another language.
        placeLogo()
        guard let screen, screen.navigator != nil else { return }
        setHold(screen.wayBack != nil)
        let words = words(of: screen)
        if words != shown {
            shown = words
            isTitlePlaced = false
            setNeedsDisplay()
        }
        placeTitle(words)
        placeWayBack()
    }

    /// Says where the button at the leading side leads.
    private func placeWayBack() {
        wayBack.frame = backArea
        wayBack.words =
            switch way {
            case .none: nil
            case .back(let title): Optional(title)
            case .close: ControlWords(screen?.navigator?.stage.language ?? "en").close
            }
    }

    /// The area at the leading side in which a tap goes back, or closes the sheet.
    private var backArea: Rect {
        let width =
            switch way {
            case .none: 0.0
            case .back: side - theme.em * 0.5
            case .close: max(theme.fingertip, (Self.arrowWidth + 0.8) * theme.em)
            }
        return Rect(direction == .leftToRight ? 0 : bounds.width - width, 0, width, bounds.height)
    }

    override func layout() {
        placeLogo()
        isTitlePlaced = false
        let isMirrored = direction == .rightToLeft
        if let back = screen?.backView { place(back, atLeft: !isMirrored) }
        if let trailing = screen?.trailingView { place(trailing, atLeft: isMirrored) }
        placeWayBack()
    }

    private func place(_ view: View, atLeft: Bool) {
        if view.superview !== self { addSubview(view) }
        let room = Size((bounds.width / 2 - theme.em).rounded(.down), bounds.height)
        let size = (view as? any SelfSizing)?.fittingSize(in: room) ?? view.bounds.size
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
        drawWay(shown, on: canvas, middle: middle)
        canvas.fill(Rect(0, bounds.height - 1, bounds.width, 1), theme.separator)
    }

    /// The distance of the words of the way back from the bar's side, in em. Its arrow is before them.
    private static let arrowWidth = 2.4

    /// Where the title of `words` and the words of the way back stand.
    private func places(_ words: Words) -> BarLayout.Places {
        var back = 0.0
        if case .back(let name) = words.way { back = TextLayout(wayText(name), lineLimit: 1).size.width }
        if let logo, let picture = logoPicture {
            // It stands in the middle of its frame.
            let beside = (bounds.width - picture.frame(in: logo.bounds, fit: .inside).width) / 2
            let fits = Self.arrowWidth * theme.em + back + theme.em <= beside
            return BarLayout.Places(start: side, width: 0, words: fits ? back : 0)
        }
        func taken(by view: View?) -> Double { view.map { $0.bounds.width + 2 * theme.em } ?? theme.em }
        let layout = BarLayout(
            width: bounds.width, side: side,
            leading: words.way == .none ? taken(by: screen?.backView) : Self.arrowWidth * theme.em,
            trailing: taken(by: screen?.trailingView), em: theme.em)
        return layout.places(title: TextLayout(titleText(words), lineLimit: 1).size.width, words: back)
    }

    /// Places the title of `words`, if anything has changed since it was placed.
    private func placeTitle(_ words: Words) {
        guard !isTitlePlaced, !bounds.isEmpty else { return }
        isTitlePlaced = true
        title.text = logo == nil ? titleText(words) : nil
        guard logo == nil else { return title.frame = .zero }
        let places = places(words)
        let size = BarTitle.size(of: titleText(words), within: places.width)
        let x = direction == .leftToRight ? places.start : bounds.width - places.start - size.width
        title.frame = Rect(x.rounded(), ((bounds.height - size.height) / 2).rounded(), size.width, size.height)
    }

    private func titleText(_ words: Words) -> AttributedText {
        AttributedText(words.title, theme.headingStyle(1.05, color: theme.barText))
    }

    private func wayText(_ title: String) -> AttributedText { AttributedText(title, theme.style(1, color: wayColor)) }

    /// The colour of the button at the leading side.
    private var wayColor: Color {
        guard isPressed else { return theme.barAccent }
        return theme.barText == theme.barAccent ? theme.barText.withAlpha(0.6) : theme.barText
    }

    /// Draws the arrow and the words of the way back, or the cross that closes a sheet.
    private func drawWay(_ words: Words, on canvas: Canvas, middle: Double) {
        let outwards = direction.outwards
        func x(_ distance: Double) -> Double { outwards > 0 ? distance : bounds.width - distance }
        let color = wayColor
        let width = theme.em * 0.13
        switch words.way {
        case .none: break
        case .close:
            let (center, reach) = (Point(x(theme.em * 1.7), middle), theme.em * 0.38)
            for rise in [reach, -reach] {
                let ends = [center + Vector(-reach, -rise), center + Vector(reach, rise)]
                canvas.stroke(Path(lines: ends), width: width, color)
            }
        case .back(let title):
            let arrow = theme.chevron(at: Point(x(theme.em * 1.7), middle), reach: theme.em * 0.42, direction)
            canvas.stroke(arrow, width: width, color)
            let room = places(words).words
            guard room > 0 else { return }
            var label = TextLayout(wayText(title), lineLimit: 1)
            if label.size.width > room { label = TextLayout(wayText(title), width: room, lineLimit: 1) }
            let near = x(theme.em * Self.arrowWidth)
            canvas.draw(
                label, at: Point(outwards > 0 ? near : near - label.size.width, middle - label.size.height / 2))
        }
    }

    override func touchesBegan(_ touches: [Touch]) {
        isPressed = touches.contains { backArea.contains($0.location(in: self)) }
    }
    override func touchesEnded(_ touches: [Touch]) { isPressed = false }
    override func touchesCancelled(_ touches: [Touch]) { isPressed = false }
}

/// A view that knows the size that it needs, also when what it shows changes.
@MainActor
package protocol SelfSizing: View {
    /// The size (px) that the view needs, at most that of `room`.
    func fittingSize(in room: Size) -> Size
}

extension Theme {
    /// The theme of what stands on a bar.
    package var onBar: Theme {
        guard hasColoredBar else { return self }
        var theme = self
        (theme.background, theme.text, theme.secondaryText) = (bar, barText, barText)
        (theme.accent, theme.mark, theme.pressed) = (barAccent, barText, barText.withAlpha(0.12))
        return theme
    }

    /// The picture that bars show in place of a title in `language`; nil for the default language.
    func logo(in language: String?) -> Picture? { language.flatMap { logos[$0] } ?? logo }

    /// The height of a bar, in pixels.
    package var barHeight: Double { max(fingertip, (em * 3.2).rounded()) }
}

/// The button at the leading side of a bar for whoever cannot see it. The bar draws it, and takes its touches.
private final class BarWay: View {
    /// What the button is called; nil where there is none.
    var words: String?

    init() {
        super.init()
        isUserInteractionEnabled = false
    }

    override var spoken: Spoken? { words.map { Spoken(.button, $0) } }
}
