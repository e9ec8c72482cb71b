// The title in the bar of a screen.

import Drawing
import Geometry
import Layers

/// One line of text with a layer of its own, so that its opacity can follow the content of the screen.
final class BarTitle: View {
    /// The title; nil for none.
    var text: AttributedText? { didSet { if text != oldValue { setNeedsDisplay() } } }

    init() {
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// The size (px) of `text` in one line that is at most `width` px wide.
    static func size(of text: AttributedText, within width: Double) -> Size {
        let size = line(text, width: width).size
        return Size(size.width.rounded(.up), size.height.rounded(.up))
    }

    /// A layout is as wide as its text, where that fits. In a wider one its place would depend on its script.
    private static func line(_ text: AttributedText, width: Double) -> TextLayout {
        let line = TextLayout(text, lineLimit: 1)
        return line.size.width > width ? TextLayout(text, width: width, lineLimit: 1) : line
    }

    override func draw(on canvas: Canvas) {
        if let text { canvas.draw(Self.line(text, width: bounds.width), at: .zero) }
    }
}
