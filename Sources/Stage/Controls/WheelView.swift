// A wheel that a finger turns, with one of its values in the middle.

import Drawing
public import Geometry
import Gestures
import Layers

/// Values below each other, of which the one in the middle is taken. A finger turns the wheel, which rests at a value, also after a fling. A
/// tap on a neighbour brings it to the middle.
public final class WheelView: View {
    /// What the wheel sets, for whoever cannot see it.
    public var label = ""
    /// Called with the place of another value when fingers have let go of the wheel and it goes to that one.
    public var onChange: ((Int) -> Void)?
    /// The values in words.
    public let titles: [String]
    /// The place of the taken value.
    public private(set) var selected: Int
    /// Whether something else has set the value while a finger has the wheel.
    private var isOverruled = false
    private let strip: WheelStrip
    private let band = View()
    private var theme: Theme

    /// The number of values that can be seen: one, and two on either side.
    private static let seen = 5.0

    /// A wheel of `titles` with that at the place `selected` in the middle.
    public init(_ titles: [String], selected: Int, theme: Theme, language: String = "en") {
        (self.titles, self.theme) = (titles, theme)
        self.selected = min(max(selected, 0), max(0, titles.count - 1))
        strip = WheelStrip(titles, theme: theme, language: language)
        super.init()
        layer.masksToBounds = true
        band.isUserInteractionEnabled = false
        band.layer.backgroundColor = theme.pressed
        band.layer.cornerRadius = theme.radius(0.5)
        addSubview(band)
        addSubview(strip)
        strip.onTarget = { [unowned self] in letGo(at: $0, isCancelled: $1) }
        let tap = TapRecognizer()
        tap.onAction { [unowned self] tap in
            let row = Int((tap.location(in: strip).y / strip.rowHeight).rounded(.down))
            guard titles.indices.contains(row) else { return }
            strip.show(row, animated: true)
            take(row)
        }
        addRecognizer(tap)
    }

    /// The size (px) that the wheel needs.
    public var naturalSize: Size { Size(strip.naturalWidth, strip.rowHeight * Self.seen) }

    /// The width (px) below which values would be cut off, or a finger would miss the wheel.
    package var leastWidth: Double { max(theme.fingertip, strip.naturalWidth - 1.4 * theme.em) }

    /// Whether a finger holds the wheel, or it turns.
    public var isMoving: Bool { strip.isUnderWay(along: .vertical) }

    /// Brings the value at the place `index` to the middle, or the nearest one if there is none at it. A finger that has the wheel decides about it when it lifts,
    /// but not when something takes the finger away.
    public func select(_ index: Int) {
        let index = min(max(index, 0), max(0, titles.count - 1))
        guard index != selected else { return }
        selected = index
        if strip.hasFinger { isOverruled = true } else { strip.show(index, animated: true) }
    }

    /// The strip goes to the row `index`, because the finger on it has lifted, or something took it away.
    private func letGo(at index: Int, isCancelled: Bool) {
        let overruled = isOverruled
        isOverruled = false
        if isCancelled, overruled { strip.show(selected, animated: true) } else { take(index) }
    }

    /// Takes the fingers from the wheel, which goes back to the value that was set.
    package func dropFingers() {
        guard strip.hasFinger else { return }
        isOverruled = true
        stage?.cancelTouches(in: self)
    }

    private func take(_ index: Int) {
        guard index != selected else { return }
        selected = index
        onChange?(index)
    }

    public override var spoken: Spoken? {
        Spoken(
            .spinButton, label, value: titles.indices.contains(selected) ? titles[selected] : nil,
            isEnabled: isUserInteractionEnabled,
            share: titles.count > 1 ? Double(selected) / Double(titles.count - 1) : nil)
    }

    public override func layout() {
        let middle = ((bounds.height - strip.rowHeight) / 2).rounded()
        band.frame = Rect(0, middle, bounds.width, strip.rowHeight)
        strip.contentInsets = Insets(top: middle, bottom: bounds.height - middle - strip.rowHeight)
        strip.frame = Rect(origin: .zero, size: bounds.size)
        strip.show(selected, animated: false)
    }
}

/// The values of a wheel.
final class WheelStrip: ScrollView {
    let rowHeight: Double
    let naturalWidth: Double
    /// Called with the row to which the strip goes, or at which it rests, without a finger, and with whether something took the finger away.
    var onTarget: (Int, Bool) -> Void = { _, _ in }
    private let rows: [RowView]

    init(_ titles: [String], theme: Theme, language: String) {
        rowHeight = max(theme.fingertip, (1.8 * theme.em).rounded())
        rows = titles.map { RowView($0, theme, language) }
        naturalWidth = ((rows.map(\.naturalWidth).max() ?? 0) + 2 * theme.em).rounded(.up)
        super.init(axes: [.vertical])
        showsIndicators = false
        stopDistance = rowHeight
        // A wheel that is turned to its end is not left by the finger.
        yieldsAtEnds = false
        for row in rows { addSubview(row) }
    }

    /// The row in the middle at `offset` (px).
    private func row(at offset: Double) -> Int {
        min(max(Int(((offset - ends.lowerBound) / rowHeight).rounded()), 0), max(0, rows.count - 1))
    }

    /// Whether a finger holds or drags the strip.
    var hasFinger: Bool { main.isDragged || main.isHeld }

    /// Brings row `index` to the middle.
    func show(_ index: Int, animated: Bool) {
        scroll(to: ends.lowerBound + Double(index) * rowHeight, along: .vertical, animated: animated)
    }

    override func layout() {
        for (index, row) in rows.enumerated() {
            row.frame = Rect(0, Double(index) * rowHeight, bounds.width, rowHeight)
        }
        contentSize = Size(bounds.width, Double(rows.count) * rowHeight)
        super.layout()
    }

    override func willRest(at offset: Double, isCancelled: Bool) { onTarget(row(at: offset), isCancelled) }
    override func didRest() { onTarget(row(at: offset), false) }

    override func didScroll() {
        forEachSeen(at: contentOffset.y) { $0.layer.opacity = $1 }
        super.didScroll()
    }

    override func pose(_ poses: inout Poses, scrolledTo offset: Vector) {
        super.pose(&poses, scrolledTo: offset)
        forEachSeen(at: offset.y) { poses[$0.layer].opacity = $1 }
    }

    /// Calls `body` with each row that can be seen at `offset`, and its opacity: the further from the middle, the fainter, but never so faint
    /// that it cannot be read.
    private func forEachSeen(at offset: Double, _ body: (RowView, Double) -> Void) {
        guard bounds.height > 0 else { return }
        let first = Int((offset / rowHeight).rounded(.down)) - 1
        let last = Int(((offset + bounds.height) / rowHeight).rounded(.up)) + 1
        let middle = offset + (bounds.height - rowHeight) / 2
        for index in max(0, first)..<max(0, first, min(rows.count, last + 1)) {
            let distance = abs(Double(index) * rowHeight - middle) / rowHeight
            body(rows[index], max(0.56, 1 - 0.22 * distance))
        }
    }

    /// A value.
    final class RowView: View {
        private let text: TextLayout

        init(_ title: String, _ theme: Theme, _ language: String) {
            text = TextLayout(AttributedText(title, theme.style(1.1), language: language))
            super.init(drawsContents: true)
            isUserInteractionEnabled = false
        }

        var naturalWidth: Double { text.size.width }

        override func draw(on canvas: Canvas) {
            let free = Point(bounds.width - text.size.width, bounds.height - text.size.height)
            canvas.draw(text, at: Point((free.x / 2).rounded(), (free.y / 2).rounded()))
        }
    }
}
