// A row of the gallery's list.

import Bezel

/// A sample's title and summary, and a chevron. It shows that a finger is on it.
final class SampleRow: View {
    private let texts: [AttributedText]
    private let theme: Theme
    private let isFirst: Bool
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }

    init(_ sample: Sample, theme: Theme, isFirst: Bool, open: @escaping () -> Void) {
        self.theme = theme
        self.isFirst = isFirst
        texts = [
            AttributedText(sample.title, theme.style(1.1, weight: .medium)),
            AttributedText(sample.summary, theme.style(0.9, color: theme.secondaryText)),
        ]
        super.init(drawsContents: true, isOpaque: true)
        let tap = TapRecognizer()
        tap.onAction { _ in open() }
        addRecognizer(tap)
    }

    private func layouts(_ width: Double) -> [TextLayout] {
        texts.map { TextLayout($0, width: max(theme.em, width - 3 * theme.em), lineLimit: 3) }
    }

    /// The height (px) of a row that is `width` (px) wide.
    func height(forWidth width: Double) -> Double {
        layouts(width).reduce(1.3 * theme.em) { $0 + $1.size.height }
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(isPressed ? theme.pressed : theme.background)
        let layouts = layouts(bounds.width)
        var y = (bounds.height - layouts.reduce(0) { $0 + $1.size.height }) / 2
        for layout in layouts {
            canvas.draw(layout, at: Point(theme.em * 0.6, y.rounded()))
            y += layout.size.height
        }
        let (x, middle, reach) = (bounds.width - theme.em * 1.1, bounds.height / 2, theme.em * 0.32)
        canvas.stroke(
            Path(lines: [Point(x - reach, middle - reach), Point(x, middle), Point(x - reach, middle + reach)]),
            width: theme.em * 0.1, theme.secondaryText)
        let line = max(1, (theme.em * 0.05).rounded())
        if isFirst { canvas.fill(Rect(0, 0, bounds.width, line), theme.separator) }
        canvas.fill(Rect(0, bounds.height - line, bounds.width, line), theme.separator)
    }

    override func touchesBegan(_ touches: [Touch]) { isPressed = true }
    override func touchesEnded(_ touches: [Touch]) { isPressed = false }
    override func touchesCancelled(_ touches: [Touch]) { isPressed = false }
}
