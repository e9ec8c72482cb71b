// A view that shows text, which can change.

public import Drawing
import Geometry

/// Text without a background. Touches pass through it.
public final class Label: View {
    /// The text and its style.
    public var text: AttributedText { didSet { if text != oldValue { setNeedsDisplay() } } }
    private let alignment: TextAlignment

    /// Creates a label with `text`.
    public init(_ text: AttributedText, alignment: TextAlignment = .start) {
        self.text = text
        self.alignment = alignment
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// The height (px) that the label needs at `width` (px).
    public func height(forWidth width: Double) -> Double { layout(forWidth: width).size.height.rounded(.up) }

    public override func draw(on canvas: Canvas) { canvas.draw(layout(forWidth: bounds.width), at: .zero) }

    private func layout(forWidth width: Double) -> TextLayout {
        TextLayout(text, width: width, alignment: alignment, lineSpacing: 1.15)
    }
}
