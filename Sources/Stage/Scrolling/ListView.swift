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
    /// What the scroll views in released rows show, by the index of the row.
    private var left: [Int: ReadingPlaces] = [:]

    /// Creates a list of `count` rows, which are about `estimatedRowHeight` (px) high.
    public init(count: Int, estimatedRowHeight: Double, row: @escaping (_ index: Int, _ width: Double) -> View) {
        heights = RowHeights(count: count, estimate: estimatedRowHeight)
        makeRow = row
        super.init(axes: [.vertical])
    }

    /// Creates a list without rows, which can have other views in it until it is given rows.
    package convenience init(row: @escaping (_ index: Int, _ width: Double) -> View) {
        self.init(count: 0, estimatedRowHeight: 1, row: row)
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
        left = [:]
        replace(by: RowHeights(count: count, estimate: heights.estimate))
    }

    /// Replaces all rows by one for each of `estimates`, their heights (px) until they are measured. The scroll position, the scroll
    /// indicator and what is saved of them follow the estimates, so that they mean the same content whatever has been measured.
    package func reload(estimates: [Double]) {
        if left.keys.contains(where: { $0 >= estimates.count }) { left = [:] }
        replace(by: RowHeights(estimates: estimates))
    }

    private func replace(by new: RowHeights) {
        releaseRows()
        heights = new
        contentSize = Size(bounds.width, heights.total)
        prepare()
        didScroll()
    }

    /// Removes all rows, and leaves the size of the content and the scroll position as they are.
    package func removeRows() {
        for (row, view) in rows { leave(view, row) }
        releaseRows()
        heights = RowHeights(count: 0, estimate: heights.estimate)
    }

    private func releaseRows() {
        // In order, because fingers on the rows lose what they hold, and a replay has to give the same result.
        for row in loadedRows { rows[row]?.removeFromSuperview() }
        rows = [:]
        known = 0..<0
    }

    /// Remembers what the scroll views in `view`, the view of `row`, show. A group of scroll views remembers it itself.
    private func leave(_ view: View, _ row: Int) {
        let places = view.scrollViews.allSatisfy { $0.group != nil } ? nil : view.readingPlaces()
        if places != nil || left[row] != nil { left[row] = places }
    }

    /// Scrolls the top of `row` to the top of the view, or as near to it as the list can rest.
    public func scroll(toRow row: Int, animated: Bool = true) { scroll(toRow: row, animated: animated) { _ in 0 } }

    /// Scrolls what lies `distance` (px) below the top of the view of `row` to the top of the list, or as near to it as the list can
    /// rest.
    package func scroll(toRow row: Int, animated: Bool, distance: (View) -> Double) {
        guard heights.count > 0 else { return }
        let row = min(max(row, 0), heights.count - 1)
        // A long scroll shows only a blur, and every row on the way would have to be created. So the list jumps to two
        // views before the row.
        let way = heights.top(of: row) - offset
        if animated || !hasOwnEstimates, abs(way) > 2 * bounds.height {
            jump(to: heights.top(of: row) - (way < 0 ? -2 : 2) * bounds.height)
        }
        if !animated { jump(to: heights.top(of: row)) }
        goal = row
        prepare()
        goal = nil
        scroll(to: heights.top(of: row) + distance(load(row)), along: .vertical, animated: animated)
    }

    /// The row at the top of the view, and the share of it that lies above the top.
    var topRow: (row: Int, share: Double)? {
        guard count > 0 else { return nil }
        let row = heights.row(at: offset)
        return (row, (offset - heights.top(of: row)) / heights.height(of: row))
    }

    // MARK: Estimates

    /// Whether each row has an estimate of its own.
    var hasOwnEstimates: Bool { heights.hasOwnEstimates }

    override func savedOffset(along axis: Axis) -> Double {
        hasOwnEstimates ? heights.estimated(offset) : super.savedOffset(along: axis)
    }

    override func restore(saved place: Double, along axis: Axis) {
        guard hasOwnEstimates, place > 0 else { return super.restore(saved: place, along: axis) }
        let (row, share) = heights.row(atEstimated: place)
        scroll(toRow: row, animated: false) { ($0.bounds.height * share).rounded() }
    }

    /// The indicator is where it would be if all rows had their estimated heights. So it never moves because a row is measured.
    override func indication(at offset: Double, along axis: Axis) -> Indication? {
        guard hasOwnEstimates else { return nil }
        let above = heights.estimated(offset) + contentInsets.top
        let bottom = heights.estimated(offset + bounds.height)
        let below = heights.estimatedTotal + contentInsets.bottom - bottom
        let whole = heights.estimatedTotal + contentInsets.top + contentInsets.bottom
        return Indication(before: above, seen: bounds.height, after: below, whole: whole)
    }

    /// Shows `row`, or the last one, with `share` of it before the visible part. Content that is under way goes on from there.
    func show(_ row: Int, share: Double) {
        let row = min(row, count - 1)
        if isUnderWay(along: .vertical) { _ = measure(row) } else { scroll(toRow: row, animated: false) }
        restore(heights.top(of: row) + share * heights.height(of: row), along: .vertical)
    }

    private func jump(to place: Double) { scroll(to: place, along: .vertical, animated: false) }

    public override func layout() {
        // Whoever gave the rows estimates of their own gives new ones for another width.
        guard !hasOwnEstimates, count > 0 else { return super.layout() }
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
        guard heights.count > 0 else { return nil }
        let low = known.lowerBound == 0 ? -Double.infinity : heights.top(of: known.lowerBound) + near
        let high =
            known.upperBound == heights.count
            ? Double.infinity : heights.top(of: known.upperBound) - bounds.height - near
        return low <= high ? low...high : nil
    }

    // MARK: Existing rows

    override func didScroll() {
        updateRows()
        super.didScroll()
    }

    /// Creates rows that are near, and releases rows that are far.
    private func updateRows() {
        guard !known.isEmpty else { return }
        let first = max(known.lowerBound, heights.row(at: offset - near))
        let last = min(known.upperBound - 1, heights.row(at: offset + bounds.height + near))
        if first <= last {
            for row in first...last where rows[row] == nil {
                // A row that was released may come back with another height.
                let height = load(row).bounds.height.rounded(.up)
                if height != heights.height(of: row) { return correct(row, to: height) }
            }
            for row in first...last { put(load(row), at: row) }
        }
        let far = 3 * near
        for row in loadedRows {
            guard let view = rows[row] else { continue }
            let top = heights.top(of: row)
            let isFar = top + heights.height(of: row) < offset - far || top > offset + bounds.height + far
            if isFar {
                leave(view, row)
                view.removeFromSuperview()
                rows[row] = nil
            }
        }
    }

    /// Gives `row` another height. What lies at the top of the view stays there.
    private func correct(_ row: Int, to height: Double) {
        let anchor = heights.row(at: offset)
        let before = heights.top(of: anchor)
        heights.measure(row, as: height)
        for (row, view) in rows { put(view, at: row) }
        insert(heights.top(of: anchor) - before, contentSize: Size(bounds.width, heights.total))
        place()
    }

    private func load(_ row: Int) -> View {
        if let view = rows[row] { return view }
        let view = makeRow(row, bounds.width)
        rows[row] = view
        addSubview(view)
        if let places = left[row] { view.show(places) }
        return view
    }

    private func put(_ view: View, at row: Int) {
        view.frame = Rect(0, heights.top(of: row), bounds.width, view.bounds.height)
    }
}
