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
    /// Whether the last line of the text may be a single short word.
    private let endsAnywhere: Bool
    /// The cached layout of a long text, which is drawn in strips. It is discarded when all strips are.
    private var kept: (width: Double, layout: TextLayout)?
    /// The number of lines from which a text is long. No screen has room for as many.
    private static let manyLines = 100

    init(
        _ text: SetText, theme: Theme, alignment: TextAlignment = .start, endsAnywhere: Bool = false,
        open: @escaping (Link) -> Void
    ) {
        self.text = text
        self.theme = theme
        self.alignment = alignment
        self.endsAnywhere = endsAnywhere
        super.init(drawsContents: true, isOpaque: true)
        guard !text.links.isEmpty else { return }
        let tap = TapRecognizer()
        tap.onAction { [unowned self] recognizer in
            if let link = link(under: recognizer.location(in: self)) { open(link) }
        }
        addRecognizer(tap)
    }

    /// The link under a fingertip at `point`: the one that it hits, or else the nearest that is within reach. The number of a
    /// footnote is much smaller than a fingertip.
    private func link(under point: Point) -> Link? {
        let layout = layout(forWidth: bounds.width)
        if let run = layout.run(at: point), let link = text.links[run] { return link }
        let tip = Rect(origin: point, size: .zero)
        let near = text.links.flatMap { run, link in
            layout.bounds(ofRun: run).filter { widened($0).contains(point) }
                .map { (link: link, run: run, distance: tip.distance(to: $0)) }
        }
        return near.min { ($0.distance, $0.run) < ($1.distance, $1.run) }?.link
    }

    /// `box` with room for a fingertip.
    private func widened(_ box: Rect) -> Rect {
        let side = theme.fingertip
        let (x, y) = (max(0, side - box.width) / 2, max(0, side - box.height) / 2)
        return box.inset(by: Insets(left: -x, top: -y, right: -x, bottom: -y))
    }

    /// Takes fingers a little beside links at its edges.
    override func hitTest(_ point: Point) -> View? {
        if let view = super.hitTest(point) { return view }
        let reach = theme.fingertip / 2
        let around = Rect(origin: .zero, size: bounds.size).inset(
            by: Insets(left: -reach, top: -reach, right: -reach, bottom: -reach))
        guard !text.links.isEmpty, isUserInteractionEnabled, layer.isSeen, around.contains(point),
            link(under: point) != nil
        else { return nil }
        return self
    }

    override var spoken: Spoken? { Spoken(.text, text.attributed.string) }

    /// The distance (px) from the top to the baseline of the first line.
    var baseline: Double { layout(forWidth: bounds.width).baseline }

    func height(forWidth width: Double) -> Double {
        // Also with sliders set otherwise, so that nothing below moves as they do.
        let others = text.alternatives.map { alternative in
            var other = text
            other.attributed = alternative
            return lines(of: other, width).size.height
        }
        return max(layout(forWidth: width).size.height, others.max() ?? 0).rounded(.up)
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        canvas.draw(layout(forWidth: bounds.width), at: .zero)
    }

    // Shorter texts are laid out again when needed. A cached layout for each block of a long page would take more
    // memory than the page's text.
    private func layout(forWidth width: Double) -> TextLayout {
        if let kept, kept.width == width { return kept.layout }
        let layout = lines(of: text, width)
        if layout.lineCount >= Self.manyLines { kept = (width, layout) }
        return layout
    }

    private func lines(of text: SetText, _ width: Double) -> TextLayout {
        endsAnywhere
            ? TextLayout(text.attributed, width: width, alignment: alignment, lineSpacing: text.lineSpacing)
            : text.lines(ofWidth: width, alignment: alignment)
    }

    var placeholders: [Placeholder] { text.source?.inlines.placeholders ?? [] }

    func refresh(_ setter: TextSetter) -> Bool {
        guard let next = text.refreshed(by: setter) else { return true }
        let height = lines(of: next, bounds.width).size.height.rounded(.up)
        // A text that follows a slider has room for its other numbers already.
        guard height == bounds.height || !next.alternatives.isEmpty && height < bounds.height else { return false }
        show(next)
        return true
    }

    /// Shows `next` in place of the text, with links at the same words.
    func show(_ next: SetText) {
        (text, kept) = (next, nil)
        setNeedsDisplay()
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
