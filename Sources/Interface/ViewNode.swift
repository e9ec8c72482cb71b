// The nodes of elements that views show.

import Geometry
import Layers
import Stage

/// Stands for an element that a view shows.
final class ViewNode<Content: ViewElement>: ItemNode {
    private var element: Content
    private let view: Content.Shown

    init(_ element: Content, in place: NodePlace) {
        self.element = element
        view = element.makeView(in: place.environment)
        super.init(in: place)
        _ = element.update(view, from: nil, in: environment)
    }

    override func appendViews(to views: inout [View]) { views.append(view) }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let element = element as? Content, element.takesOver(from: self.element) else { return false }
        let old = environment.isSame(as: self.environment) ? self.element : nil
        (self.element, self.environment) = (element, environment)
        if element.update(view, from: old, in: environment) { sizeMayChange() }
        if old?.traits != element.traits { traitsMayChange() }
        return true
    }

    override func leave() {
        super.leave()
        element.leave(view)
    }

    override func measure(_ proposal: Proposal) -> Size { element.size(of: view, in: proposal, environment) }
    override func findTraits() -> LayoutTraits { element.traits }
    override func firstBaseline(in size: Size) -> Double? { element.firstBaseline(of: view, in: size, environment) }
    override func arrange(from old: Rect?) { if let frame { tree.motion.move(view, to: frame, from: old) } }
}

/// An element with a view of its own that holds the views of its content.
@MainActor
protocol HoldingElement: Element where Body == Never {
    associatedtype Shown: View
    associatedtype Arrangement: Layout
    var layout: Arrangement { get }
    var content: Elements { get }
    func makeView(in environment: Environment) -> Shown
    func update(_ view: Shown, in environment: Environment)
    /// The size that the content gets in a view of `size`, with what it wants when it is offered `Proposal`.
    func contentSize(in size: Size, _ content: (Proposal) -> Size) -> Size
    /// The views behind those of the content, in the view of `node`.
    func ground(of node: ItemNode) -> [View]
    /// Whether the view fills a whole row of a list, with room around the content.
    var fillsRow: Bool { get }
    /// Called when the content, of `contentSize`, has been placed in `view`. `node` stands for it.
    func hasPlaced(_ contentSize: Size, in view: Shown, _ node: ItemNode)
    func traits(of content: LayoutTraits) -> LayoutTraits
}

extension HoldingElement {
    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("a view has no body") }
    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node { HoldingNode(element, in: place) }
    func contentSize(in size: Size, _ content: (Proposal) -> Size) -> Size { size }
    func ground(of node: ItemNode) -> [View] { [] }
    var fillsRow: Bool { false }
    func hasPlaced(_ contentSize: Size, in view: Shown, _ node: ItemNode) {}
    func traits(of content: LayoutTraits) -> LayoutTraits { content }
}

/// Stands for an element whose view holds the views of its content.
final class HoldingNode<Content: HoldingElement>: ItemNode {
    private var element: Content
    private let view: Content.Shown
    private var content: Node!

    init(_ element: Content, in place: NodePlace) {
        self.element = element
        view = element.makeView(in: place.environment)
        super.init(in: place)
        element.update(view, in: environment)
        content = makeNode(of: Inner(layout: element.layout, content: element.content), in: self.place())
        tree.viewsChanged(in: self)
    }

    override var children: [Node] { [content] }
    override func appendViews(to views: inout [View]) { views.append(view) }
    override var holdsViews: Bool { true }

    override func hold(_ views: [View]) { tree.motion.show(element.ground(of: self) + views, in: view) }
    override var fillsRow: Bool { element.fillsRow }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let element = element as? Content else { return false }
        (self.element, self.environment) = (element, environment)
        element.update(view, in: environment)
        _ = content.take(Inner(layout: element.layout, content: element.content), environment)
        return true
    }

    private var item: ItemNode? { content as? ItemNode }

    override func measure(_ proposal: Proposal) -> Size {
        let (across, down) = row.map { ($0.insets.left + $0.insets.right, $0.insets.top + $0.insets.bottom) } ?? (0, 0)
        let inner = Proposal(
            width: proposal.width.map { max(0, $0 - across) }, height: proposal.height.map { max(0, $0 - down) })
        let size = item?.size(in: inner) ?? .zero
        return Size(size.width + across, size.height + down)
    }

    override func firstBaseline(in size: Size) -> Double? {
        let insets = row?.insets ?? .zero
        let inner = Rect(origin: .zero, size: size).inset(by: insets)
        return item?.firstBaseline(in: inner.size).map { $0 + insets.top }
    }

    override func findTraits() -> LayoutTraits { element.traits(of: item?.traits ?? LayoutTraits()) }

    override func arrange(from old: Rect?) {
        guard let frame, let item else { return }
        tree.motion.move(view, to: frame, from: old)
        let size = element.contentSize(in: frame.size) { item.size(in: $0) }
        let inner = Rect(origin: .zero, size: size).inset(by: row?.insets ?? .zero)
        let scroll = view as? ScrollView
        item.isPlacedWithContainer = true
        let anchor = scroll.flatMap { ScrollAnchor(ElementTree.views(in: item), in: $0) }
        item.place(in: inner)
        if let scroll {
            let before = scroll.contentOffset
            let distance = anchor?.distance ?? 0
            if distance == 0 { scroll.contentSize = size } else { scroll.insert(distance, contentSize: size) }
            tree.motion.shifted(scroll, by: scroll.contentOffset - before)
        }
        element.hasPlaced(size, in: view, self)
    }

    /// The content of the view.
    private struct Inner: LayoutElement {
        let layout: Content.Arrangement
        let content: Elements
    }
}
