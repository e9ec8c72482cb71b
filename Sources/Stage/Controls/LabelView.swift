// A view that shows text, which can change.

public import Drawing
public import Geometry

/// Text without a background. Touches pass through it.
public final class LabelView: View {
    /// The text and its style.
    public var text: AttributedText { didSet { if text != oldValue { discard() } } }
    /// Where lines stand in the label.
    public var alignment: TextAlignment { didSet { if alignment != oldValue { discard() } } }
    /// The most lines, the last of which ends in “…” if there are more; nil for all.
    public var lineLimit: Int? { didSet { if lineLimit != oldValue { discard() } } }
    /// Whether the text is a heading, for whoever cannot see it.
    public var isHeading = false
    /// The size of the text in lines of any length, once it is known.
    private var natural: Size?
    /// The width (px) of the longest word, once it is known.
    private var least: Double?
    /// The last height that was asked for, and the width.
    private var wrapped: (width: Double, height: Double)?

    /// Creates a label with `text`.
    public init(_ text: AttributedText, alignment: TextAlignment = .start) {
        self.text = text
        self.alignment = alignment
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// The height (px) that the label needs at `width` (px).
    public func height(forWidth width: Double) -> Double {
        if let wrapped, wrapped.width == width { return wrapped.height }
        let height = layout(forWidth: width).size.height.rounded(.up)
        wrapped = (width, height)
        return height
    }

    /// The size (px) of the label where each paragraph is one line.
    public var naturalSize: Size {
        if let natural { return natural }
        let size = layout(forWidth: nil).size
        let natural = Size(size.width.rounded(.up), size.height.rounded(.up))
        self.natural = natural
        return natural
    }

    /// The width (px) below which a word would break.
    package var leastWidth: Double {
        if let least { return least }
        let width = TextLayout.leastWidth(of: text).rounded(.up)
        least = width
        return width
    }

    private func discard() {
        (natural, wrapped, least) = (nil, nil, nil)
        setNeedsDisplay()
    }

    public override var spoken: Spoken? {
        text.string.isEmpty ? nil : Spoken(isHeading ? .heading : .text, text.string)
    }

    public override func draw(on canvas: Canvas) { canvas.draw(layout(forWidth: bounds.width), at: .zero) }

    private func layout(forWidth width: Double?) -> TextLayout {
        TextLayout(text, width: width, alignment: alignment, lineLimit: lineLimit, lineSpacing: 1.15)
    }
}
