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
    override func arrange(from old: Rect?) { if let frame { tree.move(view, to: frame, from: old) } }
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
    /// Called when the content, of `contentSize`, has been placed in `view`.
    func hasPlaced(_ contentSize: Size, in view: Shown)
    func traits(of content: LayoutTraits) -> LayoutTraits
}

extension HoldingElement {
    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("a view has no body") }
    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node { HoldingNode(element, in: place) }
    func contentSize(in size: Size, _ content: (Proposal) -> Size) -> Size { size }
    func hasPlaced(_ contentSize: Size, in view: Shown) {}
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

    override func hold(_ views: [View]) { view.show(views) }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let element = element as? Content else { return false }
        (self.element, self.environment) = (element, environment)
        element.update(view, in: environment)
        _ = content.take(Inner(layout: element.layout, content: element.content), environment)
        return true
    }

    private var item: ItemNode? { content as? ItemNode }

    override func measure(_ proposal: Proposal) -> Size { item?.size(in: proposal) ?? .zero }
    override func findTraits() -> LayoutTraits { element.traits(of: item?.traits ?? LayoutTraits()) }

    override func arrange(from old: Rect?) {
        guard let frame else { return }
        tree.move(view, to: frame, from: old)
        guard let item else { return }
        let size = element.contentSize(in: frame.size) { item.size(in: $0) }
        item.place(in: Rect(origin: .zero, size: size))
        element.hasPlaced(size, in: view)
    }

    /// The content of the view.
    private struct Inner: LayoutElement {
        let layout: Content.Arrangement
        let content: Elements
    }
}
