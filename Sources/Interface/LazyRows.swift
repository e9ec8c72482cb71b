// Rows of a list that are made when they come near the glass, and given up when they are far from it.

import Geometry
import Stage

/// Decides which rows of a list are made: those within half a view of what is seen. The others are gaps, as high as the rows are known or
/// estimated to be. When an estimate proves wrong, what is seen stays where it is.
final class LazyRows: LazyContent {
    /// The layout of the rows, which has this.
    private unowned let list: ItemNode
    private weak var scroll: LazyScrollView?
    /// Lays out the list, and returns what is to be done once its rows are made.
    private var layOut: ((ScrollAnchor?) -> () -> Void)?
    private var isPlacing = false
    private var width: Double?
    /// The collections whose members are rows, the outer ones first.
    private var members: [any LazyMembers] = []
    /// The rows and gaps as they were placed, from the top to the bottom.
    private var places: [Place] = []
    private(set) var estimatedLength = 0.0
    /// The last estimates (px) that were learned, by the depth of the collections in the tree: those of sections are not those of rows.
    var estimates: [Int: Double] = [:]
    private(set) var prepared = -Double.infinity...Double.infinity
    /// How many more rows are made before anybody knows where they are: those of short lists, which may be as high as their rows.
    private var firstRows = 24
    /// The identity of the row in which the visitor is to type, if there is one.
    private var focused: AnyHashable?
    /// Whether that row has not been there yet.
    private var isSought = false

    /// A row or a gap.
    private struct Place {
        let item: ItemNode
        let top, height: Double
        /// The same where all rows have their estimated heights.
        let estimatedTop, estimate: Double
    }

    init(of list: ItemNode) { self.list = list }

    func add(_ members: any LazyMembers) { self.members.append(members) }
    func remove(_ members: any LazyMembers) { self.members.removeAll { $0 === members } }

    /// How many of `count` new rows are made at once.
    func firstRows(of count: Int) -> Int {
        guard count <= firstRows else { return 0 }
        firstRows -= count
        return count
    }

    private var items: [ItemNode] {
        var items: [ItemNode] = []
        for child in list.children { child.appendItems(to: &items) }
        return items
    }

    // MARK: Placing

    /// Lays out the list in `scroll` by `layOut`, until all rows near the glass are there.
    func place(in scroll: LazyScrollView, _ layOut: @escaping (ScrollAnchor?) -> () -> Void) {
        (self.scroll, self.layOut) = (scroll, layOut)
        scroll.content = self
        let anchor = anchor(in: scroll)
        if width != scroll.bounds.width {
            width = scroll.bounds.width
            for one in members { one.forgetHeights() }
            list.itemsWereMade()
        }
        change(in: scroll) {
            var placed: (() -> Void)? = layOut(anchor)
            // A row that is moved away is still seen on its way.
            if list.tree.motion.animation == nil, let new = release(in: scroll, layOut) { placed = new }
            return fill(scroll, layOut) { Self.seen(in: scroll, and: scroll.near) } ?? placed
        }
    }

    func prepare() {
        guard !isPlacing, !list.hasLeft, let scroll, let layOut else { return }
        guard !list.tree.isCatchingUp else { return list.container?.sizeMayChange() ?? () }
        // Rows are made of what there is now.
        list.tree.catchUpNow()
        guard !prepared.contains(scroll.offset) else { return }
        change(in: scroll) {
            let released = release(in: scroll, layOut)
            return fill(scroll, layOut) { Self.seen(in: scroll, and: 2 * scroll.near) } ?? released
        }
    }

    /// Lets `body` make and lay out rows.
    private func change(in scroll: LazyScrollView, _ body: () -> (() -> Void)?) {
        isPlacing = true
        body()?()
        isPlacing = false
        findPlaces(in: scroll)
        scroll.contentChanged()
    }

    /// The part of the content (px) that is seen, and `distance` (px) around it.
    private static func seen(in scroll: LazyScrollView, and distance: Double) -> ClosedRange<Double> {
        scroll.offset - distance...scroll.offset + scroll.bounds.height + distance
    }

    /// Makes the rows in `range`, until all of them are there. Returns what is to be done then, or nil if they were there.
    private func fill(
        _ scroll: LazyScrollView, _ layOut: (ScrollAnchor?) -> () -> Void, _ range: () -> ClosedRange<Double>
    ) -> (() -> Void)? {
        var placed: (() -> Void)?
        while true {
            let hasOtherEstimates = members.map { $0.measured() }.contains(true)
            let anchor = anchor(in: scroll)
            let isAtEnd = anchor?.isEmpty == true && scroll.offset >= scroll.ends.upperBound
            guard make(range()) || hasOtherEstimates else { return placed }
            placed = layOutAgain(layOut, anchor)
            if isAtEnd { scroll.stayAtEnd() }
        }
    }

    /// Gives up rows that are far. Returns what is to be done if there are any.
    private func release(in scroll: LazyScrollView, _ layOut: (ScrollAnchor?) -> () -> Void) -> (() -> Void)? {
        let near = Self.seen(in: scroll, and: 3 * scroll.near)
        let anchor = anchor(in: scroll)
        _ = members.map { $0.measured() }
        // Members in others may go with them.
        guard members.map({ $0.hasLeft ? false : $0.release(outside: near) }).contains(true) else { return nil }
        return layOutAgain(layOut, anchor)
    }

    private func layOutAgain(_ layOut: (ScrollAnchor?) -> () -> Void, _ anchor: ScrollAnchor?) -> () -> Void {
        list.itemsWereMade()
        list.tree.viewsChanged(in: list.container)
        list.tree.showViews()
        return layOut(anchor)
    }

    /// The number of rows, less one, that are made to learn how high rows are.
    private static let fewRows = 5

    /// Makes the rows in `range` (px). Returns whether there are any.
    private func make(_ range: ClosedRange<Double>) -> Bool {
        var hasMade = false
        for case let gap as GapNode in items {
            guard let frame = gap.row?.frame, let members = gap.members, frame.maxY > range.lowerBound,
                frame.minY < range.upperBound
            else { continue }
            let first = gap.row(at: range.lowerBound - frame.minY)
            let last = gap.row(at: range.upperBound - frame.minY)
            // Before any row was measured nobody knows how many there will be.
            members.make(first..<(members.areHeightsKnown ? last : min(last, first + Self.fewRows)) + 1)
            hasMade = true
        }
        return hasMade
    }

    /// What is held in place while the list is laid out: the views that are seen, or else the row that is about to be made there.
    private func anchor(in scroll: LazyScrollView) -> ScrollAnchor? {
        guard let anchor = ScrollAnchor(ElementTree.views(in: list), in: scroll) else { return nil }
        guard anchor.isEmpty else { return anchor }
        let gap = items.lazy.compactMap { $0 as? GapNode }.first { ($0.row?.frame?.maxY ?? 0) > scroll.offset }
        guard let gap, let members = gap.members, let frame = gap.row?.frame else { return anchor }
        let index = gap.row(at: scroll.offset - frame.minY)
        let before = frame.minY + gap.distance(to: index)
        return ScrollAnchor { [unowned self] in top(of: members, index).map { $0 - before } ?? 0 }
    }

    /// Where the member of `members` at `index` begins (px).
    private func top(of members: any LazyMembers, _ index: Int) -> Double? {
        for item in items {
            guard let frame = item.row?.frame else { continue }
            if let gap = item as? GapNode, gap.members === members {
                if gap.range.contains(index) { return frame.minY + gap.distance(to: index) }
            } else if members.place(around: item) == index {
                return frame.minY
            }
        }
        return nil
    }

    // MARK: Estimates

    private func findPlaces(in scroll: LazyScrollView) {
        places.removeAll(keepingCapacity: true)
        var (estimated, low, high) = (0.0, -Double.infinity, Double.infinity)
        for item in items {
            guard let frame = item.row?.frame else { continue }
            var estimate = item.row?.estimate ?? frame.height
            if let gap = item as? GapNode {
                estimate = Double(gap.range.count) * (gap.members?.heights.estimate ?? 0)
                if frame.minY < scroll.offset {
                    low = frame.maxY + scroll.near
                } else {
                    high = min(high, frame.minY - scroll.near - scroll.bounds.height)
                }
            }
            places.append(
                Place(item: item, top: frame.minY, height: frame.height, estimatedTop: estimated, estimate: estimate))
            estimated += estimate
        }
        estimatedLength = estimated
        prepared = low <= high ? low...high : scroll.offset...scroll.offset
    }

    /// The last of the places that fulfil `condition`, as all before it do.
    private func place(_ condition: (Place) -> Bool) -> Place? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(places[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? places[low - 1] : nil
    }

    func estimated(_ offset: Double) -> Double {
        guard offset > 0, let place = place({ $0.top <= offset }) else { return offset }
        let distance = offset - place.top
        if distance >= place.height { return place.estimatedTop + place.estimate + distance - place.height }
        if let gap = place.item as? GapNode, let heights = gap.members?.heights {
            let start = gap.range.lowerBound
            return place.estimatedTop + heights.estimated(heights.top(of: start) + distance)
                - heights.estimatedTop(of: start)
        }
        return place.estimatedTop + distance / place.height * place.estimate
    }

    func offset(atEstimated estimated: Double) -> Double {
        guard estimated > 0, let place = place({ $0.estimatedTop <= estimated }) else { return estimated }
        let distance = estimated - place.estimatedTop
        if distance >= place.estimate { return place.top + place.height + distance - place.estimate }
        if let gap = place.item as? GapNode, let heights = gap.members?.heights {
            let (row, share) = heights.row(atEstimated: heights.estimatedTop(of: gap.range.lowerBound) + distance)
            return place.top + gap.distance(to: row) + share * heights.height(of: row)
        }
        return place.top + distance / place.estimate * place.height
    }

    // MARK: Scrolling to a row

    /// Scrolls to the row with the identity `id`. Returns false if there is none.
    func scroll(to id: AnyHashable, animated: Bool) -> Bool {
        list.tree.catchUpNow()
        for one in members {
            guard let index = one.place(of: id) else { continue }
            scroll(animated) { [unowned self] in top(of: one, index) }
            return true
        }
        return false
    }

    /// Scrolls to the row with the identity `id`, in which the visitor is to type, if that is not made; also once it comes, if it is not there
    /// yet. Once it is made, its field decides itself.
    func focus(on id: AnyHashable?) {
        if id != focused { (focused, isSought) = (id, id != nil) }
        guard isSought else { return }
        list.tree.request(Refresh { [weak self] in self?.makeFocused() })
    }

    private func makeFocused() {
        guard isSought, let id = focused, !list.hasLeft else { return }
        list.tree.catchUpNow()
        for one in members {
            guard let index = one.place(of: id) else { continue }
            isSought = false
            let isMade = !items.contains {
                ($0 as? GapNode).map { $0.members === one && $0.range.contains(index) } ?? false
            }
            return isMade ? () : scroll(true) { [unowned self] in top(of: one, index) }
        }
    }

    /// Scrolls to the first row, or to the last one.
    func scroll(to edge: ScrollPosition.Edge, animated: Bool) {
        list.tree.catchUpNow()
        scroll(animated) { [weak scroll] in edge == .top ? scroll?.ends.lowerBound : scroll?.ends.upperBound }
    }

    /// How often a list jumps towards a goal that moves.
    private static let mostJumps = 8

    /// Scrolls to `goal` (px), which depends on the rows that are made.
    private func scroll(_ animated: Bool, to goal: () -> Double?) {
        guard let scroll, let layOut, var target = goal() else { return }
        // A long scroll shows only a blur, and all rows on the way would have to be made. The goal may move when rows near it are made.
        for _ in 0..<Self.mostJumps where abs(target - scroll.offset) > 2 * scroll.bounds.height + 1 {
            let before = animated ? (target < scroll.offset ? -2 : 2) * scroll.bounds.height : 0
            scroll.scroll(to: target - before, along: .vertical, animated: false)
            target = goal() ?? target
        }
        change(in: scroll) {
            fill(scroll, layOut) {
                target = goal() ?? target
                return min(target, scroll.offset) - scroll.near...max(target, scroll.offset) + scroll.bounds.height
                    + scroll.near
            }
        }
        scroll.scroll(to: goal() ?? target, along: .vertical, animated: animated)
    }
}

/// What scrolls a list to one of its rows.
///
/// ```swift
/// List(position) { ForEach(guests) { guest in ListRow(guest.name) } }
/// position.scroll(to: guest.id)
/// ```
public final class ScrollPosition {
    /// An end of a list.
    public enum Edge: Sendable { case top, bottom }

    weak var rows: LazyRows?

    /// A position for one list, which the screen keeps.
    public init() {}

    /// Scrolls the row of the member of a `ForEach` that has the identity `id` to the top, or as near to it as the list can rest. Does
    /// nothing if there is none, or if it is in a member of another `ForEach` that is not made.
    public func scroll(to id: some Hashable, animated: Bool = true) {
        _ = rows?.scroll(to: AnyHashable(id), animated: animated)
    }

    /// Scrolls to an end of the list.
    public func scroll(to edge: Edge, animated: Bool = true) { rows?.scroll(to: edge, animated: animated) }
}
