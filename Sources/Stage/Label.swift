// Text that can change.

public import Drawing
import Geometry

/// Text on whatever lies behind it. Touches go through it.
public final class Label: View {
    /// What it says, and how that looks.
    public var text: AttributedText { didSet { if text != oldValue { setNeedsDisplay() } } }
    private let alignment: TextAlignment

    /// A label that says `text`.
    public init(_ text: AttributedText, alignment: TextAlignment = .start) {
        self.text = text
        self.alignment = alignment
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// The height (px) that it needs when it is `width` (px) wide.
    public func height(forWidth width: Double) -> Double { layout(forWidth: width).size.height.rounded(.up) }

    public override func draw(on canvas: Canvas) { canvas.draw(layout(forWidth: bounds.width), at: .zero) }

    private func layout(forWidth width: Double) -> TextLayout {
        TextLayout(text, width: width, alignment: alignment, lineSpacing: 1.15)
    }
}
