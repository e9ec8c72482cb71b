// How elements are measured and placed.

public import Geometry

/// The size that a layout offers to an item: a length (px), or nil for as much as the item likes.
nonisolated public struct Proposal: Hashable, Sendable {
    /// The width (px); nil for as much as the item likes.
    public var width: Double?
    /// The height (px); nil for as much as the item likes.
    public var height: Double?

    /// An offer of `width` and `height`.
    public init(width: Double? = nil, height: Double? = nil) { (self.width, self.height) = (width, height) }

    /// The length along `axis`.
    public subscript(axis: Axis) -> Double? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

/// What an item asks of the stack around it.
nonisolated public struct LayoutTraits: Hashable, Sendable {
    /// The item's share of the width that others leave; nil if it takes the width that it needs.
    public var widthShare: Double?
    /// The item's share of the height that others leave; nil if it takes the height that it needs.
    public var heightShare: Double?
    /// Where there is too little room, items of lower priority become smaller first.
    public var priority = 0.0

    /// Traits of an item that takes what it needs.
    public init(widthShare: Double? = nil, heightShare: Double? = nil, priority: Double = 0) {
        (self.widthShare, self.heightShare, self.priority) = (widthShare, heightShare, priority)
    }

    /// The share along `axis`.
    public subscript(axis: Axis) -> Double? {
        get { axis == .horizontal ? widthShare : heightShare }
        set { if axis == .horizontal { widthShare = newValue } else { heightShare = newValue } }
    }
}

/// An item of a layout: a view, or another layout.
public struct LayoutItem {
    let node: ItemNode
    /// The room of the layout.
    let room: LayoutRoom

    /// The size (px) that the item wants when it is offered `proposal`.
    public func size(in proposal: Proposal) -> Size { node.size(in: proposal) }

    /// The width (px) below which words in the item would break, or controls would be cut off.
    public var leastWidth: Double { node.leastWidth }

    /// What the item asks of a stack.
    public var traits: LayoutTraits { node.traits }

    /// Whether the item is only room.
    var isSpacer: Bool { node is LayoutNode<Spacer> }

    /// Places the item in `rect` (px), from the corner of the layout where lines begin. Where lines begin at the right, the layout is
    /// mirrored.
    public func place(in rect: Rect) { place(in: rect, isPadded: false) }

    /// Places the item in `rect` (px). If it `isPadded`, what is around it in the layout is room that nothing else uses.
    func place(in rect: Rect, isPadded: Bool) {
        if room.trial != nil { return room.trial!.append((node, rect)) }
        let area = room.area
        let x = room.isMirrored ? area.maxX - rect.maxX : area.minX + rect.minX
        let frame = Rect(x, area.minY + rect.minY, rect.width, rect.height)
        func free(_ distance: Double, _ around: Double) -> Double {
            isPadded || distance == 0 ? max(0, distance) + around : 0
        }
        let free = Insets(
            left: free(frame.minX - area.minX, room.free.left), top: free(frame.minY - area.minY, room.free.top),
            right: free(area.maxX - frame.maxX, room.free.right), bottom: free(area.maxY - frame.maxY, room.free.bottom)
        )
        node.place(in: frame, free: free)
    }
}

/// Where a layout places its items, in the space of the view that holds them.
final class LayoutRoom {
    var area = Rect.zero
    /// Whether lines begin at the right.
    var isMirrored = false
    /// The padding around the layout, as far as nothing else is in it.
    var free = Insets.zero
    /// Where the layout would place its items, while that is only asked; nil otherwise.
    var trial: [(node: ItemNode, rect: Rect)]?
}

/// Measures and places items. Nothing in it depends on the direction of text.
@MainActor
public protocol Layout {
    /// The size (px) of the layout when it is offered `proposal`.
    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size
    /// Places all `items` in a layout of `size`.
    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment)
    /// What the layout asks of a stack around it.
    func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits
    /// The width (px) below which words in the layout would break, or controls would be cut off.
    func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double
    /// Whether `other` arranges all items as this layout does. If so, nothing is laid out again.
    func arrangesAlike(_ other: Self) -> Bool
}

extension Layout {
    /// The least width (px) of the widest item.
    public func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double {
        items.map(\.leastWidth).max() ?? 0
    }
    /// Whether `other` arranges all items as this layout does.
    public func arrangesAlike(_ other: Self) -> Bool { false }
    /// What the layout asks of a stack around it.
    public func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits {
        items.count == 1 ? items[0].traits : LayoutTraits()
    }
}

extension Layout where Self: Equatable {
    /// Whether `other` arranges all items as this layout does.
    public func arrangesAlike(_ other: Self) -> Bool { self == other }
}

/// An element that lays out others.
@MainActor
public protocol LayoutElement: Element where Body == Never {
    associatedtype Arrangement: Layout
    /// How the content is laid out.
    var layout: Arrangement { get }
    /// What is laid out.
    var content: Elements { get }
}

extension LayoutElement {
    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("a layout has no body") }
    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node { LayoutNode(element, in: place) }
}
