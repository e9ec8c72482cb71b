// A block of text.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// Text on the page's background. Its links can be tapped.
final class TextView: View, BlockView, LiveView {
    private var text: SetText
    private let theme: Theme
    private let alignment: TextAlignment
    /// The cached layout of a long text, which is drawn in strips. It is discarded when all strips are.
    private var kept: (width: Double, layout: TextLayout)?
    /// The number of lines from which a text is long. No screen has room for as many.
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

    // Shorter texts are laid out again when needed. A cached layout for each block of a long page would take more
    // memory than the page's text.
    private func layout(forWidth width: Double) -> TextLayout {
        if let kept, kept.width == width { return kept.layout }
        let layout = TextLayout(text.attributed, width: width, alignment: alignment, lineSpacing: text.lineSpacing)
        if layout.lineCount >= Self.manyLines { kept = (width, layout) }
        return layout
    }

    var placeholders: [Placeholder] { text.source?.inlines.placeholders ?? [] }

    func refresh(_ setter: TextSetter) -> Bool {
        guard let next = text.refreshed(by: setter) else { return true }
        let layout = TextLayout(
            next.attributed, width: bounds.width, alignment: alignment, lineSpacing: next.lineSpacing)
        guard layout.size.height.rounded(.up) == bounds.height else { return false }
        (text, kept) = (next, nil)
        setNeedsDisplay()
        return true
    }

    override func contentsDropped() { kept = nil }
}

/// A rectangle of one color.
final class FillView: View {
    init(_ color: Color) {
        super.init()
        layer.backgroundColor = color
    }
}
