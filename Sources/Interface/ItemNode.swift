// A node that is measured and placed.

import Geometry
import Layers
import Stage

/// An item of a layout. It knows the sizes that it has answered, so only what has changed is measured again.
class ItemNode: Node {
    /// The rectangle of the item (px) in the view that holds it; nil before it is placed.
    @exclusivity(unchecked) final private(set) var frame: Rect?
    @exclusivity(unchecked) private var sizes: [Answer] = []
    @exclusivity(unchecked) private var isPlaced = false
    /// The traits, once they are known.
    @exclusivity(unchecked) private var knownTraits: LayoutTraits?

    /// A size that the item wants.
    private struct Answer {
        let proposal: Proposal
        let size: Size
    }

    /// Whether the tree measures the item again before the next frame.
    private var isToLayOut = false
    /// The most sizes that are kept: those that stacks ask for, with nothing offered, and with what is left.
    private static let mostSizes = 4

    /// The size (px) that the item wants when it is offered `proposal`.
    final func size(in proposal: Proposal) -> Size {
        if let known = sizes.first(where: { $0.proposal == proposal }) { return known.size }
        let measured = measure(proposal)
        // A layout of an app's own may divide by nothing.
        let size = Size(
            measured.width.isFinite ? measured.width : 0, measured.height.isFinite ? measured.height : 0)
        if sizes.count == Self.mostSizes { sizes.removeFirst() }
        sizes.append(Answer(proposal: proposal, size: size))
        return size
    }

    /// Places the item in `rect` (px) of the view that holds it, with `free` room (px) around it in which nothing else is.
    final func place(in wanted: Rect, free: Insets = .zero) {
        let isFinite = (wanted.minX + wanted.minY + wanted.width + wanted.height).isFinite
        let rect = isFinite ? wanted : .zero
        guard !isPlaced || rect != frame || free != self.free else { return }
        let old = frame
        (isPlaced, frame, self.free) = (true, rect, free)
        arrange(from: old)
    }

    /// The padding (px) around the item, as far as nothing else is in it.
    @exclusivity(unchecked) final private(set) var free = Insets.zero

    /// The width (px) below which words in the item would break, or controls would be cut off.
    var leastWidth: Double { 0 }

    /// Measures the item for `proposal`.
    func measure(_ proposal: Proposal) -> Size { .zero }

    /// Places the views and items in the item's frame, which was `old`.
    func arrange(from old: Rect?) {}

    /// What the item asks of a stack around it.
    final var traits: LayoutTraits {
        if let knownTraits { return knownTraits }
        let traits = findTraits()
        knownTraits = traits
        return traits
    }

    /// The distance (px) from the top to the baseline of the first line when the item has `size`; nil for what has no lines.
    func firstBaseline(in size: Size) -> Double? { nil }

    /// Finds out what the item asks of a stack around it.
    func findTraits() -> LayoutTraits { LayoutTraits() }

    /// Whether the item has a view, which holds the views of the items in it.
    var holdsViews: Bool { false }

    /// Whether what is in the item's view scrolls.
    var scrolls: Bool { false }

    /// Whether the item has dimmed its view.
    @exclusivity(unchecked) private var hasDimmed = false

    /// Dims `view`, that of the item, if it is disabled. Of several views in each other only the outermost one is dimmed.
    final func dim(_ view: View) {
        guard !environment.isEnabled || hasDimmed else { return }
        hasDimmed = !environment.isEnabled
        view.layer.opacity = hasDimmed && !environment.isDimmed ? environment.theme.disabledOpacity : 1
    }

    /// Whether the item's view fills a whole row of a list, with room around its content.
    var fillsRow: Bool { false }

    /// Shows `views`, those of the items in it, in the item's own view.
    func hold(_ views: [View]) {}

    /// Reports that there are other items in this one.
    func itemsChanged() { sizeMayChange() }

    /// Has the item measured and placed again before the next frame.
    final func sizeMayChange() {
        isPlaced = false
        guard !isToLayOut else { return }
        isToLayOut = true
        tree.needsLayout(self)
    }

    /// Has the item around this one place it anew, because it asks for something else than before.
    final func traitsMayChange() {
        sizeMayChange()
        container?.sizeMayChange()
        var item: ItemNode? = self
        while let one = item {
            one.knownTraits = nil
            item = one.container
        }
    }

    /// Whether the item is placed again with the one around it, whose view holds it.
    final var isPlacedWithContainer = false

    /// How the item fills a row, if it is in a list.
    final var row: RowPlace?
    /// The height (px) of the row.
    final var rowHeight: Double { row?.frame?.height ?? 0 }

    /// The rows of a list in the item that are made when they come near the glass; nil if everything in it is made.
    var lazyRows: LazyRows? { nil }

    private var memory: AnyObject?

    /// What the element of the item remembers as long as it is shown, which `make` makes when it is first needed.
    final func remembered<Memory: AnyObject>(_ make: @autoclosure () -> Memory) -> Memory {
        if let known = memory as? Memory { return known }
        let new = make()
        memory = new
        return new
    }

    /// Forgets what it has answered, and is placed again.
    final func discardSizes() {
        sizes.removeAll()
        isPlaced = false
    }

    /// Measures the item again. Returns whether it wants another size than before.
    final func isOtherSize() -> Bool {
        isToLayOut = false
        let old = sizes
        sizes = old.map { Answer(proposal: $0.proposal, size: measure($0.proposal)) }
        return old.isEmpty || old.indices.contains { old[$0].size != sizes[$0].size }
    }

    /// Reports that other items of a layout are made than before.
    func itemsWereMade() { discardSizes() }

    /// Has the item around this one place it anew if this one is as high as it liked to be, and likes to be otherwise now.
    final func naturalHeightMayChange() {
        let old = sizes.filter { $0.size.height == frame?.height }
        if old.contains(where: { measure($0.proposal) != $0.size }) { sizeMayChange() }
    }

    /// Places the item again where it is.
    final func placeAgain() {
        guard let frame else { return }
        isPlaced = false
        place(in: frame, free: free)
    }

    override func appendItems(to items: inout [ItemNode]) { items.append(self) }
}

/// The node of an element that lays out others.
final class LayoutNode<Content: LayoutElement>: ItemNode {
    private var layout: Content.Arrangement
    private var content: GroupNode!
    private var known: [LayoutItem]?
    private let room = LayoutRoom()

    init(_ element: Content, in place: NodePlace) {
        layout = element.layout
        super.init(in: place)
        content = GroupNode(element.content, in: self.place())
    }

    override var children: [Node] { [content] }
    override func appendViews(to views: inout [View]) { content.appendViews(to: &views) }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let element = element as? Content else { return false }
        if !element.layout.arrangesAlike(layout) { traitsMayChange() }
        if !environment.isSame(as: self.environment) { sizeMayChange() }
        (layout, self.environment) = (element.layout, environment)
        _ = content.take(element.content, environment)
        return true
    }

    override func itemsChanged() {
        known = nil
        traitsMayChange()
    }

    override var lazyRows: LazyRows? {
        (layout as? ListLayout)?.isLazy == true ? remembered(LazyRows(of: self)) : nil
    }

    /// Reports that other items are made than before, in the same layout.
    override func itemsWereMade() {
        known = nil
        discardSizes()
    }

    private var items: [LayoutItem] {
        if let known { return known }
        var items: [ItemNode] = []
        content.appendItems(to: &items)
        let found = items.map { LayoutItem(node: $0, room: room) }
        known = found
        return found
    }

    override var leastWidth: Double { layout.leastWidth(of: items, environment) }
    override func measure(_ proposal: Proposal) -> Size { layout.size(of: items, in: proposal, environment) }

    override func arrange(from old: Rect?) {
        guard let frame else { return }
        (room.area, room.isMirrored, room.free) = (frame, environment.direction == .rightToLeft, free)
        layout.place(items, in: frame.size, environment)
    }

    override func firstBaseline(in size: Size) -> Double? {
        room.trial = []
        layout.place(items, in: size, environment)
        defer { room.trial = nil }
        for (node, rect) in room.trial ?? [] {
            if let baseline = node.firstBaseline(in: rect.size) { return rect.minY + baseline }
        }
        return nil
    }

    override func findTraits() -> LayoutTraits { layout.traits(of: items, environment) }
}
