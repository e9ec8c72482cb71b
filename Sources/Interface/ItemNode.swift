// A node that is measured and placed.

import Geometry
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
        let size = measure(proposal)
        if sizes.count == Self.mostSizes { sizes.removeFirst() }
        sizes.append(Answer(proposal: proposal, size: size))
        return size
    }

    /// Places the item in `rect` (px) of the view that holds it.
    final func place(in rect: Rect) {
        guard !isPlaced || rect != frame else { return }
        let old = frame
        (isPlaced, frame) = (true, rect)
        arrange(from: old)
    }

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

    /// The item around this one.
    final var container: ItemNode? {
        var node = parent
        while let one = node, !(one is ItemNode) { node = one.parent }
        return node as? ItemNode
    }

    /// Whether the item is placed again with the one around it, whose view holds it.
    final var isPlacedWithContainer = false

    /// How the item fills a row, if it is in a list.
    final var row: RowPlace?

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

    /// Places the item again where it is.
    final func placeAgain() {
        guard let frame else { return }
        isPlaced = false
        place(in: frame)
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

    private var items: [LayoutItem] {
        if let known { return known }
        var items: [ItemNode] = []
        content.appendItems(to: &items)
        let found = items.map { LayoutItem(node: $0, room: room) }
        known = found
        return found
    }

    override func measure(_ proposal: Proposal) -> Size { layout.size(of: items, in: proposal, environment) }

    override func arrange(from old: Rect?) {
        guard let frame else { return }
        (room.area, room.isMirrored) = (frame, environment.direction == .rightToLeft)
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
