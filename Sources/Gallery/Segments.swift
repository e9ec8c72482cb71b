// A segmented control: a few words, one of which is chosen.

import Bezel

/// Words side by side. A tap chooses one.
final class Segments: View, ColumnView {
    /// The index of the chosen word.
    private(set) var chosen: Int { didSet { if chosen != oldValue { setNeedsDisplay() } } }
    private let words: [String]
    private let theme: Theme

    init(_ words: [String], chosen: Int, theme: Theme, onChange: @escaping (Int) -> Void) {
        self.words = words
        self.chosen = chosen
        self.theme = theme
        super.init(drawsContents: true)
        let tap = TapRecognizer()
        tap.onAction { [unowned self] in
            let column = Int(Double(words.count) * $0.location(in: self).x / bounds.width)
            self.chosen = min(max(column, 0), words.count - 1)
            onChange(self.chosen)
        }
        addRecognizer(tap)
    }

    func height(forWidth width: Double) -> Double { (2.6 * theme.em).rounded() }

    override func draw(on canvas: Canvas) {
        canvas.fill(bounds, theme.pressed, cornerRadius: theme.em * 0.5)
        let width = bounds.width / Double(words.count)
        for (index, word) in words.enumerated() {
            let inset = theme.em * 0.2
            let cell = Rect(Double(index) * width, 0, width, bounds.height)
                .inset(by: Insets(left: inset, top: inset, right: inset, bottom: inset))
            let isChosen = index == chosen
            if isChosen { canvas.fill(cell, theme.accent, cornerRadius: theme.em * 0.4) }
            let style = theme.style(1, weight: .medium, color: isChosen ? theme.background : theme.text)
            let label = TextLayout(AttributedText(word, style), width: cell.width, alignment: .center, lineLimit: 1)
            canvas.draw(label, at: Point(cell.minX, ((bounds.height - label.size.height) / 2).rounded()))
        }
    }
}
