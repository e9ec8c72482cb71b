// The bar on top of a screen: its title, and the way back.

import Drawing
import Geometry
import Gestures

/// The bar of one screen. It belongs to the screen and moves with it.
final class BarView: View {
    private let theme: Theme
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true, isOpaque: true)
        let tap = TapRecognizer()
        tap.onAction { [weak self] recognizer in
            guard let self, let navigator = self.screen?.navigator else { return }
            if self.backArea.contains(recognizer.location(in: self)) { navigator.pop() }
        }
        addRecognizer(tap)
    }

    /// The height of a bar, in pixels.
    static func height(_ theme: Theme) -> Double { (theme.em * 3.2).rounded() }

    private var canGoBack: Bool { screen.map { $0.navigator?.root !== $0 } ?? false }

    private var backArea: Rect { canGoBack ? Rect(0, 0, theme.em * 11, bounds.height) : .zero }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        guard let screen else { return }
        let middle = bounds.height / 2
        if screen.navigator?.sheet != nil {
            let grabber = Rect((bounds.width - theme.em * 2.6) / 2, theme.em * 0.45, theme.em * 2.6, theme.em * 0.24)
            canvas.fill(grabber, theme.separator, cornerRadius: grabber.height / 2)
        }
        let title = TextLayout(
            AttributedText(screen.title, theme.style(1.05, weight: .semibold)), width: bounds.width - theme.em * 23,
            alignment: .center, lineLimit: 1)
        canvas.draw(title, at: Point(theme.em * 11.5, middle - title.size.height / 2))
        if canGoBack {
            let color = isPressed ? theme.secondaryText : theme.accent
            let (x, reach) = (theme.em * 1.5, theme.em * 0.42)
            canvas.stroke(
                Path(lines: [Point(x + reach, middle - reach), Point(x, middle), Point(x + reach, middle + reach)]),
                width: theme.em * 0.13, color)
            let label = TextLayout(
                AttributedText(screen.navigator?.title(below: screen) ?? "", theme.style(1, color: color)),
                width: theme.em * 8.5, lineLimit: 1)
            canvas.draw(label, at: Point(x + theme.em * 0.9, middle - label.size.height / 2))
        }
        canvas.fill(Rect(0, bounds.height - 1, bounds.width, 1), theme.separator)
    }

    override func touchesBegan(_ touches: [Touch]) {
        isPressed = touches.contains { backArea.contains($0.location(in: self)) }
    }
    override func touchesEnded(_ touches: [Touch]) { isPressed = false }
    override func touchesCancelled(_ touches: [Touch]) { isPressed = false }
}
