// A list of any length that creates rows when they come near and releases them when they are far.

public import Geometry
import Gestures

/// Scrolls a column of rows. The list requests a row when time or a finger brings it within half a view of the visible
/// part, or within a whole view to measure it the first time. Planning a picture never requests one. The list releases
/// a row that is farther than one and a half views. The height of a row is an estimate until it is measured; correcting
/// an estimate does not move the visible rows.
public final class ListView: ScrollView {
    /// Creates the row at an index, with the given width (px) and its height set.
    private let makeRow: (_ index: Int, _ width: Double) -> View
    private var heights: RowHeights
    /// The rows that exist as views, by index.
    private var rows: [Int: View] = [:]
    /// The measured rows around the visible part.
    private var known = 0..<0
    /// The row to which the list is about to scroll, so that the rows on the way are measured; nil otherwise.
    private var goal: Int?

    /// Creates a list of `count` rows, which are about `estimatedRowHeight` (px) high.
    public init(count: Int, estimatedRowHeight: Double, row: @escaping (_ index: Int, _ width: Double) -> View) {
        heights = RowHeights(count: count, estimate: estimatedRowHeight)
        makeRow = row
        super.init(axes: [.vertical])
    }

    /// The number of rows.
    public var count: Int { heights.count }
    /// The indices of the rows that exist as views, in ascending order.
    public var loadedRows: [Int] { rows.keys.sorted() }
    /// The rectangle of `row` in the content, in pixels. It depends on estimates where rows have not been measured yet.
    public func frame(of row: Int) -> Rect {
        Rect(0, heights.top(of: row), bounds.width, heights.height(of: row))
    }

    /// Replaces all rows by `count` new ones. The scroll position stays as far as the new rows allow.
    public func reload(count: Int) {
        // In order, because fingers on the rows lose what they hold, and a replay has to give the same result.
        for row in loadedRows { rows[row]?.removeFromSuperview() }
        rows = [:]
        known = 0..<0
        heights = RowHeights(count: count, estimate: heights.estimate)
        contentSize = Size(bounds.width, heights.total)
        prepare()
        didScroll()
    }

    /// Scrolls the top of `row` to the top of the view, or as near to it as the list can rest.
    public func scroll(toRow row: Int, animated: Bool = true) {
        guard heights.count > 0 else { return }
        let row = min(max(row, 0), heights.count - 1)
        // A long scroll shows only a blur, and every row on the way would have to be created. So the list jumps to two
        // views before the row.
        let way = heights.top(of: row) - offset
        if abs(way) > 2 * bounds.height { jump(to: heights.top(of: row) - (way < 0 ? -2 : 2) * bounds.height) }
        if !animated { jump(to: heights.top(of: row)) }
        goal = row
        prepare()
        goal = nil
        scroll(to: heights.top(of: row), along: .vertical, animated: animated)
    }

    /// The row at the top of the view, and the share of it that lies above the top.
    var topRow: (row: Int, share: Double)? {
        guard count > 0 else { return nil }
        let row = heights.row(at: offset)
        return (row, (offset - heights.top(of: row)) / heights.height(of: row))
    }

    private func jump(to place: Double) { scroll(to: place, along: .vertical, animated: false) }

    public override func layout() {
        let widthChanged = rows.values.contains { $0.bounds.width != bounds.width }
        // Rows have other heights in another width. The row at the top of the view stays there.
        let place = readingPlace(along: .vertical)
        if widthChanged { reload(count: count) }
        super.layout()
        contentSize = Size(bounds.width, heights.total)
        prepare()
        didScroll()
        if widthChanged { show(place, along: .vertical) }
    }

    // MARK: Measured rows

    /// The distance from the visible part, in pixels, within which rows are created: half a view. A picture of a fling shows a
    /// later position of the content, so the distance is at least that of two refreshes at 60 Hz and 8000 px/s.
    private var near: Double { max(bounds.height / 2, 8000 / 30) }

    /// Measures the rows within twice `near` of the visible part, and those up to `goal`, outwards from the first
    /// visible row, which stays in place on the glass.
    override func prepare() {
        guard heights.count > 0, bounds.height > 0 else { return }
        let (anchor, old) = (heights.row(at: offset), known)
        let before = heights.top(of: anchor)
        var low = anchor
        var place = before
        while low > 0, place > offset - 2 * near || low > goal ?? low {
            low -= 1
            place -= measure(low)
        }
        var high = anchor
        place = before
        var end = offset + (bounds.height + 2 * near)
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
        let low = known.lowerBound == 0 ? -Double.infinity : heights.top(of: known.lowerBound) + near
        let high =
            known.upperBound == heights.count
            ? Double.infinity : heights.top(of: known.upperBound) - bounds.height - near
        return low <= high ? low...high : nil
    }

    // MARK: Existing rows

    /// Creates rows that are near, and releases rows that are far.
    override func didScroll() {
        super.didScroll()
        guard !known.isEmpty else { return }
        let first = max(known.lowerBound, heights.row(at: offset - near))
        let last = min(known.upperBound - 1, heights.row(at: offset + bounds.height + near))
        if first <= last { for row in first...last { put(load(row), at: row) } }
        let far = 3 * near
        for row in loadedRows {
            guard let view = rows[row] else { continue }
            let top = heights.top(of: row)
            let isFar = top + heights.height(of: row) < offset - far || top > offset + bounds.height + far
            if isFar {
                view.removeFromSuperview()
                rows[row] = nil
            }
        }
    }

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
