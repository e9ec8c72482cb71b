// A list of any length: rows are made only when they come near, and go when they are far.

public import Geometry
import Gestures

/// Scrolls rows below each other. A row is asked for when it comes within half a view of what is seen, measured once, and
/// given up when it is farther than one and a half; until it is measured its height is an estimate, and what is in view
/// stays where it is when the estimate turns out wrong.
public final class ListView: ScrollView {
    /// Makes the row at an index, as wide (px) as it is told, with its height set.
    private let makeRow: (_ index: Int, _ width: Double) -> View
    private var heights: RowHeights
    /// The rows that there are as views.
    private var rows: [Int: View] = [:]
    /// The measured rows around what is in view.
    private var known = 0..<0
    /// The row that it is sent to, while what lies between is measured.
    private var goal: Int?

    /// A list of `count` rows that are about `estimatedRowHeight` (px) high.
    public init(count: Int, estimatedRowHeight: Double, row: @escaping (_ index: Int, _ width: Double) -> View) {
        heights = RowHeights(count: count, estimate: estimatedRowHeight)
        makeRow = row
        super.init(axes: [.vertical])
    }

    /// How many rows there are.
    public var count: Int { heights.count }
    /// The indices of the rows that there are as views now, in order.
    public var loadedRows: [Int] { rows.keys.sorted() }
    /// Where `row` lies in the content, in pixels; by estimates where rows have not been seen yet.
    public func frame(of row: Int) -> Rect {
        Rect(0, heights.top(of: row), bounds.width, heights.height(of: row))
    }

    /// The rows are others now, `count` of them. It stays where it is scrolled to, as far as there are rows.
    public func reload(count: Int) {
        for view in rows.values { view.removeFromSuperview() }
        rows = [:]
        known = 0..<0
        heights = RowHeights(count: count, estimate: heights.estimate)
        contentSize = Size(bounds.width, heights.total)
        prepare()
        didScroll()
    }

    /// Brings the top of `row` to the top of the view, or as near to it as the list can rest.
    public func scroll(toRow row: Int, animated: Bool = true) {
        guard heights.count > 0 else { return }
        let row = min(max(row, 0), heights.count - 1)
        // Over a long way nobody sees more than a blur, and each row of it would have to be made.
        let way = heights.top(of: row) - offset
        if abs(way) > 2 * bounds.height { jump(to: heights.top(of: row) - (way < 0 ? -2 : 2) * bounds.height) }
        if !animated { jump(to: heights.top(of: row)) }
        goal = row
        prepare()
        goal = nil
        scroll(to: heights.top(of: row), along: .vertical, animated: animated)
    }

    private func jump(to place: Double) { scroll(to: place, along: .vertical, animated: false) }

    public override func layout() {
        let widthChanged = rows.values.contains { $0.bounds.width != bounds.width }
        if widthChanged { reload(count: count) }
        super.layout()
        contentSize = Size(bounds.width, heights.total)
        prepare()
        didScroll()
    }

    // MARK: What is known

    /// Measures the rows within a view's height of what is in view, and those up to the goal, outwards from the first
    /// that is seen: it stays where it is on the glass.
    override func prepare() {
        guard heights.count > 0, bounds.height > 0 else { return }
        let (anchor, old) = (heights.row(at: offset), known)
        let before = heights.top(of: anchor)
        var low = anchor
        var place = before
        while low > 0, place > offset - bounds.height || low > goal ?? low {
            low -= 1
            place -= measure(low)
        }
        var high = anchor
        place = before
        var end = offset + 2 * bounds.height
        while high < heights.count, place < end || high <= goal ?? 0 {
            if high == goal { end = max(end, place + bounds.height) }
            place += measure(high)
            high += 1
        }
        known = low..<high
        let size = Size(bounds.width, heights.total)
        let grown = heights.top(of: anchor) - before
        if known != old { for (row, view) in rows { put(view, at: row) } }
        if grown != 0 || size != contentSize { insert(grown, contentSize: size) }
    }

    private func measure(_ row: Int) -> Double {
        if !heights.isMeasured(row) { heights.measure(row, as: load(row).bounds.height.rounded(.up)) }
        return heights.height(of: row)
    }

    override var prepared: ClosedRange<Double>? {
        let slack = bounds.height / 2
        let low = known.lowerBound == 0 ? -Double.infinity : heights.top(of: known.lowerBound) + slack
        let high =
            known.upperBound == heights.count
            ? Double.infinity : heights.top(of: known.upperBound) - bounds.height - slack
        return low <= high ? low...high : nil
    }

    // MARK: What there is

    /// Makes the rows that are near and gives up those that are far.
    override func didScroll() {
        super.didScroll()
        guard !known.isEmpty else { return }
        let near = bounds.height / 2
        let first = max(known.lowerBound, heights.row(at: offset - near))
        let last = min(known.upperBound - 1, heights.row(at: offset + bounds.height + near))
        if first <= last { for row in first...last { put(load(row), at: row) } }
        let far = 3 * near
        for row in loadedRows {
            guard let view = rows[row] else { continue }
            let top = heights.top(of: row)
            let isFar = top + heights.height(of: row) < offset - far || top > offset + bounds.height + far
            if isFar, !isHeld(view) {
                view.removeFromSuperview()
                rows[row] = nil
            }
        }
    }

    /// Whether the finger that scrolls came down on `row`: without the row there would be no finger.
    private func isHeld(_ row: View) -> Bool { pan.touches.contains { $0.view?.isWithin(row) == true } }

    private func load(_ row: Int) -> View {
        if let view = rows[row] { return view }
        let view = makeRow(row, bounds.width)
        rows[row] = view
        addSubview(view)
        return view
    }

    private func put(_ view: View, at row: Int) {
        view.frame = Rect(0, heights.top(of: row), bounds.width, view.bounds.height)
    }
}
