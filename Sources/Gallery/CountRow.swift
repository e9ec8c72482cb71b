// A row that counts something.

import Bezel

/// A name, a note, and a count with a minus and a plus button.
final class CountRow: View, ColumnView {
    private let name: String
    private let note: String
    private let theme: Theme
    private var count: Int { didSet { if count != oldValue { setNeedsDisplay() } } }

    init(_ name: String, note: String, count: Int, theme: Theme, onChange: @escaping (Int) -> Void) {
        self.name = name
        self.note = note
        self.count = count
        self.theme = theme
        super.init(drawsContents: true, isOpaque: true)
        let tap = TapRecognizer()
        tap.onAction { [unowned self] in
            let x = $0.location(in: self).x
            guard x > place(of: -1) - 2 * theme.em else { return }
            self.count = max(0, self.count + (x < place(of: 0) ? -1 : 1))
            onChange(self.count)
        }
        addRecognizer(tap)
    }

    func height(forWidth width: Double) -> Double { (3.6 * theme.em).rounded() }

    /// The centre of an item at the end of the row: minus (−1), the number (0), plus (1).
    private func place(of column: Int) -> Double { bounds.width - theme.em * (5 - 3 * Double(column)) }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        let middle = bounds.height / 2
        let texts = [
            AttributedText(name, theme.style(1.1, weight: .medium)),
            AttributedText(note, theme.style(0.9, color: theme.secondaryText)),
        ].map { TextLayout($0) }
        var y = middle - texts.reduce(0) { $0 + $1.size.height } / 2
        for text in texts {
            canvas.draw(text, at: Point(theme.em * 0.6, y.rounded()))
            y += text.size.height
        }
        let number = TextLayout(
            AttributedText(
                "\(count)",
                theme.style(1.3, weight: .semibold, color: count == 0 ? theme.secondaryText : theme.accent)))
        canvas.draw(number, at: Point(place(of: 0) - number.size.width / 2, middle - number.size.height / 2))
        for sign in [-1, 1] {
            let (center, reach) = (Point(place(of: sign), middle), theme.em * 0.4)
            canvas.fill(Path(center: center, radius: theme.em * 1.05), theme.pressed)
            func stroke(_ way: Vector) {
                canvas.stroke(Path(lines: [center - way, center + way]), width: theme.em * 0.12, theme.text)
            }
            stroke(Vector(reach, 0))
            if sign > 0 { stroke(Vector(0, reach)) }
        }
        canvas.fill(Rect(0, bounds.height - 1, bounds.width, 1), theme.separator)
    }
}
