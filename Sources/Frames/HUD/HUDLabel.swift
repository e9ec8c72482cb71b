// A line of text in the HUD, drawn again only when it says something else.

import Drawing
import Geometry
import Layers

/// Text in a layer of its own.
@MainActor
final class HUDLabel {
    let layer = Layer()
    private var shown: AttributedText?

    /// A line in `frame` (pixels of the layer around it).
    init(_ frame: Rect, in parent: Layer) {
        layer.frame = frame
        parent.addSublayer(layer)
    }

    /// Says `text`; what does not fit is cut off with “…”.
    func say(_ text: AttributedText) {
        guard text != shown else { return }
        shown = text
        guard !text.string.isEmpty else { return layer.contents = nil }
        let size = PixelSize(Int(layer.bounds.width), Int(layer.bounds.height))
        let bitmap = Bitmap(size: size, isOpaque: false)
        Canvas(bitmap).draw(TextLayout(text, width: layer.bounds.width, lineLimit: 1), at: .zero)
        layer.contents = bitmap
    }
}
