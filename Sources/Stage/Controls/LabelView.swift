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
    /// The links in the text.
    public var links: [Link] = [] { didSet { if links != oldValue { showLinks() } } }
    /// Called with the address of a link that is tapped.
    public var onLink: (String) -> Void = { _ in }
    /// Whether the text is a heading. Its letters are smaller where a word is wider than the label, so that no line is broken within it.
    public var isHeading = false { didSet { if isHeading != oldValue { discard() } } }
    /// How much smaller a heading may be for the sake of a long word, as on pages.
    private static let leastHeading = 0.55
    private var linkViews: [LinkView] = []

    /// Words in the text that a tap follows.
    public struct Link: Hashable, Sendable {
        /// Where the link leads, in the words of the app.
        public var address: String
        /// The runs of the text that are the link.
        public var runs: Range<Int>

        /// The runs `runs` of a text lead to `address`.
        public init(address: String, runs: Range<Int>) { (self.address, self.runs) = (address, runs) }
    }

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

    /// Where the words are in the label (px).
    var words: Rect {
        let (layout, runs) = (layout(forWidth: bounds.width), text.runs.indices)
        let boxes = runs.flatMap { layout.bounds(ofRun: $0) }
        return boxes.dropFirst().reduce(boxes.first ?? bounds) { $0.union($1) }
    }

    private func discard() {
        (natural, wrapped, least) = (nil, nil, nil)
        setNeedsDisplay()
        if !links.isEmpty { showLinks() }
    }

    /// The distance (px) from the top to the baseline of the first line at `width` (px).
    public func baseline(forWidth width: Double) -> Double { layout(forWidth: width).baseline }

    // MARK: Links

    public override func layout() { if !links.isEmpty { showLinks() } }

    /// Places a view over the words of each link.
    private func showLinks() {
        for view in linkViews { view.removeFromSuperview() }
        isUserInteractionEnabled = !links.isEmpty
        guard !links.isEmpty, !bounds.isEmpty else { return linkViews = [] }
        let (layout, runs) = (layout(forWidth: bounds.width), text.runs)
        linkViews = links.compactMap { link in
            guard link.runs.upperBound <= runs.count else { return nil }
            let boxes = link.runs.flatMap { layout.bounds(ofRun: $0) }.map { $0.intersection(bounds) }
            let words = runs[link.runs].map(\.text).joined()
            let start = runs[..<link.runs.lowerBound].reduce(0) { $0 + $1.text.utf8.count }
            if leavesOut(words, at: start, in: layout) { return nil }
            return LinkView(words, over: boxes.filter { !$0.isEmpty }) { [unowned self] in onLink(link.address) }
        }
        for view in linkViews { addSubview(view) }
    }

    /// Whether `layout` ends before `words`, which begin at the byte `start`. Pango has all letters that are left out share the width of
    /// the “…”.
    private func leavesOut(_ words: String, at start: Int, in layout: TextLayout) -> Bool {
        guard layout.isTruncated, let first = words.first else { return false }
        func width(_ layout: TextLayout) -> Double {
            layout.bounds(ofBytes: start..<start + first.utf8.count).reduce(0) { $0 + $1.width }
        }
        return width(layout) < width(TextLayout(text)) / 2
    }

    /// The link that a fingertip at `point` hits, or else the nearest within reach. Beside links, touches pass through.
    public override func hitTest(_ point: Point) -> View? {
        guard !linkViews.isEmpty, mayBeHit, let panel else { return nil }
        let reach = Size(
            Theme.fingertipSide * panel.density(.horizontal), Theme.fingertipSide * panel.density(.vertical))
        return linkViews.compactMap { view in view.distance(to: point, within: reach).map { (view, $0) } }
            .min { $0.1 < $1.1 }?.0
    }

    public override var spoken: Spoken? {
        text.string.isEmpty ? nil : Spoken(isHeading ? .heading : .text, text.string)
    }

    public override func draw(on canvas: Canvas) { canvas.draw(layout(forWidth: bounds.width), at: .zero) }

    private func layout(forWidth width: Double?) -> TextLayout {
        var text = text
        if isHeading, let width, width > 0, width < leastWidth {
            let share = max(Self.leastHeading, 0.99 * width / leastWidth)
            for index in text.runs.indices { text.runs[index].style.size *= share }
        }
        return TextLayout(text, width: width, alignment: alignment, lineLimit: lineLimit, lineSpacing: 1.15)
    }
}
