// Text that can change.

import Bezel

/// Text on whatever lies behind it. Touches go through it.
final class Label: View, ColumnView {
    var text: AttributedText { didSet { if text != oldValue { setNeedsDisplay() } } }
    private let alignment: TextAlignment

    init(_ text: AttributedText, alignment: TextAlignment = .start) {
        self.text = text
        self.alignment = alignment
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    func height(forWidth width: Double) -> Double { layout(forWidth: width).size.height.rounded(.up) }

    override func draw(on canvas: Canvas) { canvas.draw(layout(forWidth: bounds.width), at: .zero) }

    private func layout(forWidth width: Double) -> TextLayout {
        TextLayout(text, width: width, alignment: alignment, lineSpacing: 1.15)
    }
}

/// `value` with so many decimals.
func decimal(_ value: Double, places: Int) -> String {
    let power = (0..<places).reduce(1) { product, _ in product * 10 }
    let scaled = Int((value * Double(power)).rounded())
    let whole = "\(scaled < 0 ? "−" : "")\(abs(scaled) / power)"
    return places == 0 ? whole : "\(whole).\(String(abs(scaled) % power + power).dropFirst())"
}
