// The nodes of the members of a collection, which in a list are made when they come near the glass.

import Geometry
import Stage

/// Members of a collection, of which those near the glass are made.
protocol LazyMembers: Node {
    /// The heights (px) of the members, which are estimates for those that were never made.
    var heights: RowHeights { get }
    /// Whether it is known how high the members are.
    var areHeightsKnown: Bool { get }
    /// Makes the members in `range`.
    func make(_ range: Range<Int>)
    /// Forgets the members that stand outside of `range` (px), and hold nothing that they would lose. Returns whether there are any.
    func release(outside range: ClosedRange<Double>) -> Bool
    /// Notes the heights of the members that have been placed. Returns whether the others have other estimates now.
    func measured() -> Bool
    /// Forgets all heights, because the rows have another width.
    func forgetHeights()
    /// The place of the member with the identity `id`.
    func place(of id: AnyHashable) -> Int?
    /// The place of the member that `node` is or lies in.
    func place(around node: Node) -> Int?
}

/// The node of a `ForEach`: one node for each identity.
final class MembersNode<ID: Hashable>: RunningNode, LazyMembers {
    private var element: ForEach<ID>
    /// The members that are made, in order.
    private var made: [Member] = []
    /// The members that are made, and the gaps between them, in order.
    private var parts: [Node] = []
    private(set) var heights = RowHeights(count: 0, estimate: 1)
    /// Whether the estimate is that of members that were measured.
    private var isEstimateKnown = false
    /// The list whose rows the members are; nil elsewhere, where all members are made.
    private weak var list: LazyRows?

    /// The elements of all members, while those change that are all made.
    private var contents: [Elements] = []

    /// A member, and what stands for it.
    private struct Member {
        var index: Int
        let node: Node
    }

    init(_ element: ForEach<ID>, in place: NodePlace) {
        self.element = element
        super.init(in: place)
        list = container?.lazyRows
        let count = element.ids.count
        if let list {
            list.add(self)
            heights = RowHeights(count: count, estimate: list.estimates[depth] ?? environment.theme.fingertip)
            make(0..<list.firstRows(of: count))
        } else {
            contents = allContents()
            make(0..<count)
            contents = []
        }
    }

    override var children: [Node] { made.map(\.node) }
    override func appendItems(to items: inout [ItemNode]) { for part in parts { part.appendItems(to: &items) } }
    override func appendViews(to views: inout [View]) { for one in made { one.node.appendViews(to: &views) } }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let new = element as? ForEach<ID> else { return false }
        let isSame = environment.isSame(as: self.environment)
        let old = self.element.ids
        (self.element, self.environment) = (new, environment)
        if !isSame { forgetHeights() }
        // Most changes leave the members where they are.
        let isMoved = old != new.ids
        if isMoved { move(from: old) }
        run()
        if isMoved {
            findParts()
            childrenChanged()
        }
        return true
    }

    override func run() {
        isToRun = false
        guard list == nil else {
            for one in made { _ = one.node.take(element(of: one.index), environment) }
            return
        }
        contents = allContents()
        for one in made { _ = one.node.take(contents[one.index], environment) }
        if made.count < element.ids.count { make(0..<element.ids.count) }
        contents = []
    }

    /// The elements of all members. Observing each of them would take longer than to make them.
    private func allContents() -> [Elements] { observing { element.ids.indices.map { element.content($0) } } }

    override func leave() {
        super.leave()
        list?.remove(self)
    }

    /// The body of a member of a list, which is observed by itself.
    private func element(of index: Int) -> MemberElement {
        let content = element.content
        return MemberElement { content(index) }
    }

    /// Gives what is made its place among the members that there are now, instead of `old`.
    private func move(from old: [ID]) {
        let place = Self.places(of: old, in: element.ids)
        var kept: [Member] = []
        for one in made {
            if let index = place(one.index) {
                kept.append(Member(index: index, node: one.node))
            } else {
                one.node.leave()
            }
        }
        made = kept.sorted { $0.index < $1.index }
        if list != nil { heights = heights.moved(to: element.ids.count, estimate: heights.estimate, place) }
    }

    /// The place among `new` of the member at a place among `old`; nil for one that is gone.
    private static func places(of old: [ID], in new: [ID]) -> (Int) -> Int? {
        // Most changes are in one place.
        let first = zip(old, new).prefix { $0 == $1 }.count
        let last = zip(old.dropFirst(first).reversed(), new.dropFirst(first).reversed()).prefix { $0 == $1 }.count
        let middle = first..<new.count - last
        let found = Dictionary(uniqueKeysWithValues: middle.map { (new[$0], $0) })
        return { index in
            if index < first { return index }
            return index >= old.count - last ? index + new.count - old.count : found[old[index]]
        }
    }

    // MARK: Members that are made

    var areHeightsKnown: Bool { isEstimateKnown || !made.isEmpty }

    func make(_ range: Range<Int>) {
        let known = Set(made.lazy.map(\.index))
        for index in range where !known.contains(index) {
            let node =
                list == nil
                ? GroupNode(contents[index], in: place()) : Interface.makeNode(of: element(of: index), in: place())
            made.append(Member(index: index, node: node))
        }
        made.sort { $0.index < $1.index }
        findParts()
    }

    private func findParts() {
        var (parts, next): ([Node], Int) = ([], 0)
        for one in made {
            if next < one.index { parts.append(GapNode(next..<one.index, of: self, in: place())) }
            parts.append(one.node)
            next = one.index + 1
        }
        if next < element.ids.count { parts.append(GapNode(next..<element.ids.count, of: self, in: place())) }
        self.parts = parts
    }

    func release(outside range: ClosedRange<Double>) -> Bool {
        let before = made.count
        made.removeAll { one in
            let rows = Self.rows(of: one.node)
            guard !rows.isEmpty, rows.allSatisfy({ $0.maxY < range.lowerBound || $0.minY > range.upperBound }),
                !one.node.remembers, !ElementTree.views(in: one.node).contains(where: \.isInUse)
            else { return false }
            one.node.leave()
            return true
        }
        guard made.count < before else { return false }
        findParts()
        return true
    }

    private static func items(of node: Node) -> [ItemNode] {
        var items: [ItemNode] = []
        node.appendItems(to: &items)
        return items
    }

    /// Where the rows of `node` stand; empty if it has none, or if one of them is not placed yet.
    private static func rows(of node: Node) -> [Rect] {
        let items = items(of: node)
        let rows = items.compactMap { $0.row?.frame }
        return rows.count == items.count ? rows : []
    }

    // MARK: Heights

    func measured() -> Bool {
        var (sum, count) = (0.0, 0)
        for one in made {
            let items = Self.items(of: one.node)
            let height = items.reduce(0) { $0 + ($1.row?.frame?.height ?? 0) }
            guard items.isEmpty || height > 0 else { continue }
            if height != heights.height(of: one.index) || !heights.isMeasured(one.index) {
                heights.measure(one.index, as: height)
            }
            (sum, count) = (sum + height, height > 0 ? count + 1 : count)
            for item in items { item.row?.estimate = height > 0 ? heights.estimate * item.rowHeight / height : 0 }
        }
        guard !isEstimateKnown, count > 0 else { return false }
        isEstimateKnown = true
        let old = heights.estimate
        heights = heights.moved(to: heights.count, estimate: sum / Double(count)) { $0 }
        list?.estimates[depth] = heights.estimate
        return heights.estimate != old
    }

    func forgetHeights() {
        guard list != nil else { return }
        isEstimateKnown = false
        heights = RowHeights(count: element.ids.count, estimate: heights.estimate)
    }

    func place(of id: AnyHashable) -> Int? { (id.base as? ID).flatMap { element.ids.firstIndex(of: $0) } }

    func place(around node: Node) -> Int? {
        var here: Node? = node
        while let one = here, one.parent !== self { here = one.parent }
        return here.flatMap { one in made.first { $0.node === one }?.index }
    }
}

/// Stands for rows of a list that are not made.
final class GapNode: ItemNode {
    let range: Range<Int>
    private(set) weak var members: (any LazyMembers)?

    init(_ range: Range<Int>, of members: any LazyMembers, in place: NodePlace) {
        (self.range, self.members) = (range, members)
        super.init(in: place)
    }

    /// The height (px) of the rows.
    var height: Double { distance(to: range.upperBound) }

    /// The distance (px) from the top of the gap to the row at `place`.
    func distance(to place: Int) -> Double {
        members.map { $0.heights.top(of: place) - $0.heights.top(of: range.lowerBound) } ?? 0
    }

    /// The row at `distance` (px) from the top of the gap.
    func row(at distance: Double) -> Int {
        guard let heights = members?.heights else { return range.lowerBound }
        let row = heights.row(at: heights.top(of: range.lowerBound) + distance)
        return min(max(row, range.lowerBound), range.upperBound - 1)
    }

    override func measure(_ proposal: Proposal) -> Size { Size(proposal.width ?? 0, height) }
}
