// A block of text.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// Text on the page's background. Its links can be tapped.
final class TextView: View, BlockView {
    private let text: SetText
    private let theme: Theme
    private let alignment: TextAlignment
    /// The layout of a long text, which is drawn in strips, until all of them are given up.
    private var kept: (width: Double, layout: TextLayout)?
    /// From so many lines on a text is long: no screen has room for them.
    private static let manyLines = 100

    init(_ text: SetText, theme: Theme, alignment: TextAlignment = .start, open: @escaping (Link) -> Void) {
        self.text = text
        self.theme = theme
        self.alignment = alignment
        super.init(drawsContents: true, isOpaque: true)
        guard !text.links.isEmpty else { return }
        let tap = TapRecognizer()
        tap.onAction { [unowned self] recognizer in
            let layout = self.layout(forWidth: bounds.width)
            guard let run = layout.run(at: recognizer.location(in: self)), let link = self.text.links[run] else {
                return
            }
            open(link)
        }
        addRecognizer(tap)
    }

    func height(forWidth width: Double) -> Double { layout(forWidth: width).size.height.rounded(.up) }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        canvas.draw(layout(forWidth: bounds.width), at: .zero)
    }

    // Laid out anew when needed: a layout kept for each block of a long page would cost more memory than its text.
    private func layout(forWidth width: Double) -> TextLayout {
        if let kept, kept.width == width { return kept.layout }
        let layout = TextLayout(text.attributed, width: width, alignment: alignment, lineSpacing: text.lineSpacing)
        if layout.lineCount >= Self.manyLines { kept = (width, layout) }
        return layout
    }

    override func contentsDropped() { kept = nil }
}

/// A rectangle of one colour.
final class FillView: View {
    init(_ color: Color) {
        super.init()
        layer.backgroundColor = color
    }
}
