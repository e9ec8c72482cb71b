// The words in a field.

import Drawing
import Geometry
import Layers
import Stage

/// Draws the words of a field.
final class FieldWords: View {
    private var text: TextLayout?

    init() { super.init(drawsContents: true) }

    func show(_ text: TextLayout, at place: Rect) {
        self.text = text
        frame = Rect(place.minX.rounded(), place.minY.rounded(), place.width.rounded(.up), place.height.rounded(.up))
        setNeedsDisplay()
    }

    override func draw(on canvas: Canvas) { if let text { canvas.draw(text, at: .zero) } }
}
