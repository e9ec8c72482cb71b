// A row that opens something.

import Bezel

/// The texts of a row, and the action that it opens.
struct Link {
    let title: String
    let summary: String
    let open: () -> Void
}

/// A link's title and summary, and a chevron. The row is highlighted while a finger rests on it and when it is tapped.
final class LinkRow: View, ColumnView {
    private let texts: [AttributedText]
    private let theme: Theme
    private let isFirst: Bool
    private let direction: LayoutDirection
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }

    init(_ link: Link, theme: Theme, isFirst: Bool, direction: LayoutDirection = .leftToRight) {
        self.theme = theme
        self.isFirst = isFirst
        self.direction = direction
        texts = [
            AttributedText(link.title, theme.style(1.1, weight: .medium)),
            AttributedText(link.summary, theme.style(0.9, color: theme.secondaryText)),
        ]
        super.init(drawsContents: true, isOpaque: true)
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { _ in link.open() }
        addRecognizer(tap)
    }

    override var spoken: Spoken? { Spoken(.link, texts.map(\.string).joined(separator: ", ")) }

    private func layouts(_ width: Double) -> [TextLayout] {
        texts.map { TextLayout($0, width: max(theme.em, width - 3 * theme.em), lineLimit: 3) }
    }

    func height(forWidth width: Double) -> Double {
        layouts(width).reduce(1.3 * theme.em) { $0 + $1.size.height }
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(isPressed ? theme.pressed : theme.background)
        let layouts = layouts(bounds.width)
        let isMirrored = direction == .rightToLeft
        var y = (bounds.height - layouts.reduce(0) { $0 + $1.size.height }) / 2
        for layout in layouts {
            canvas.draw(layout, at: Point(theme.em * (isMirrored ? 2.4 : 0.6), y.rounded()))
            y += layout.size.height
        }
        let (x, middle, reach) = (bounds.width - theme.em * 1.1, bounds.height / 2, theme.em * 0.32)
        let chevron = [Point(x - reach, middle - reach), Point(x, middle), Point(x - reach, middle + reach)]
        canvas.stroke(
            Path(lines: chevron.map { isMirrored ? Point(bounds.width - $0.x, $0.y) : $0 }), width: theme.em * 0.1,
            theme.mark)
        let line = max(1, (theme.em * 0.05).rounded())
        if isFirst { canvas.fill(Rect(0, 0, bounds.width, line), theme.separator) }
        canvas.fill(Rect(0, bounds.height - line, bounds.width, line), theme.separator)
    }

    override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
