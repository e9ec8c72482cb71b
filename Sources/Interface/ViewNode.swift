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
        dim(view)
    }

    override func appendViews(to views: inout [View]) { views.append(view) }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let element = element as? Content, element.takesOver(from: self.element) else { return false }
        let old = environment.isSame(as: self.environment) ? self.element : nil
        (self.element, self.environment) = (element, environment)
        if element.update(view, from: old, in: environment) { sizeMayChange() }
        dim(view)
        if old?.traits != element.traits { traitsMayChange() }
        return true
    }

    override func leave() {
        super.leave()
        element.leave(view)
    }

    override var leastWidth: Double { element.leastWidth(of: view, environment) }
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
    /// The view in `view` that holds the views of the content.
    func holder(in view: Shown) -> View
    /// The size that the content gets in a view of `size`, with what it wants when it is offered `Proposal`.
    func contentSize(in size: Size, _ content: (Proposal) -> Size) -> Size
    /// The views behind those of the content, in the view of `node`.
    func ground(of node: ItemNode) -> [View]
    /// Whether the view fills a whole row of a list, with room around the content.
    var fillsRow: Bool { get }
    /// Whether the view only holds its content, which is placed, and fills a row, as if there were no view around it.
    var isOnlyHolder: Bool { get }
    /// Called when the content, of `contentSize`, has been placed in `view`. `node` stands for it.
    func hasPlaced(_ contentSize: Size, in view: Shown, _ node: ItemNode)
    func traits(of content: LayoutTraits) -> LayoutTraits
}

extension HoldingElement {
    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("a view has no body") }
    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node { HoldingNode(element, in: place) }
    func holder(in view: Shown) -> View { view }
    func contentSize(in size: Size, _ content: (Proposal) -> Size) -> Size { size }
    func ground(of node: ItemNode) -> [View] { [] }
    var fillsRow: Bool { false }
    var isOnlyHolder: Bool { false }
    func hasPlaced(_ contentSize: Size, in view: Shown, _ node: ItemNode) {}
    func traits(of content: LayoutTraits) -> LayoutTraits { content }
}

/// Stands for an element whose view holds the views of its content.
final class HoldingNode<Content: HoldingElement>: ItemNode {
    private var element: Content
    private let view: Content.Shown
    private var content: Node!
    /// The environment of what is in the view, and that of the view.
    private var inside: (environment: Environment, outside: Environment)?

    init(_ element: Content, in place: NodePlace) {
        self.element = element
        view = element.makeView(in: place.environment)
        super.init(in: place)
        element.update(view, in: environment)
        dim(view)
        content = makeNode(
            of: Inner(layout: element.layout, content: element.content), in: self.place(for: innerEnvironment()))
        tree.viewsChanged(in: self)
    }

    /// What is in a view that is dimmed is not dimmed again.
    private func innerEnvironment() -> Environment {
        if environment.isEnabled || environment.isDimmed { return environment }
        if let inside, inside.outside.isSame(as: environment) { return inside.environment }
        var inner = environment
        inner.isDimmed = true
        inside = (inner, environment)
        return inner
    }

    override var children: [Node] { [content] }
    override func appendViews(to views: inout [View]) { views.append(view) }
    override var holdsViews: Bool { true }
    override var scrolls: Bool { holder is ScrollView }

    override func hold(_ views: [View]) { tree.motion.show(element.ground(of: self) + views, in: holder) }
    private var holder: View { element.holder(in: view) }
    override var fillsRow: Bool { element.fillsRow || only?.fillsRow == true }

    /// The item that fills the row in place of this one, whose view only holds it.
    private var only: ItemNode? {
        guard element.isOnlyHolder else { return nil }
        let items = ListLayout.items(of: self)
        return items.count == 1 ? items[0] : nil
    }

    /// The room around the content in a row. What the view only holds has it in its own view.
    private var rowInsets: Insets {
        guard let row else { return .zero }
        guard let only else { return row.insets }
        let place = only.row ?? RowPlace()
        if only.row == nil || place.insets != row.insets {
            place.insets = row.insets
            only.row = place
            only.discardSizes()
            item?.discardSizes()
        }
        return .zero
    }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let element = element as? Content else { return false }
        (self.element, self.environment) = (element, environment)
        element.update(view, in: environment)
        dim(view)
        _ = content.take(Inner(layout: element.layout, content: element.content), innerEnvironment())
        return true
    }

    private var item: ItemNode? { content as? ItemNode }

    override func measure(_ proposal: Proposal) -> Size {
        let insets = rowInsets
        let (across, down) = (insets.left + insets.right, insets.top + insets.bottom)
        let inner = Proposal(
            width: proposal.width.map { max(0, $0 - across) }, height: proposal.height.map { max(0, $0 - down) })
        let size = item?.size(in: inner) ?? .zero
        return Size(size.width + across, size.height + down)
    }

    override var leastWidth: Double { item?.leastWidth ?? 0 }

    override func firstBaseline(in size: Size) -> Double? {
        let insets = rowInsets
        let inner = Rect(origin: .zero, size: size).inset(by: insets)
        return item?.firstBaseline(in: inner.size).map { $0 + insets.top }
    }

    override func findTraits() -> LayoutTraits { element.traits(of: item?.traits ?? LayoutTraits()) }

    override func arrange(from old: Rect?) {
        guard let frame, let item else { return }
        let scroll = holder as? ScrollView
        let whole = scroll.map { Self.shown(frame, of: $0, free) } ?? frame
        let before = view.frame
        tree.motion.move(view, to: whole, from: old == nil ? nil : before)
        item.isPlacedWithContainer = true
        guard let rows = item.lazyRows, let scroll = scroll as? LazyScrollView else {
            let size = placeContent(scroll.flatMap { ScrollAnchor(ElementTree.views(in: item), in: $0) })
            return element.hasPlaced(size, in: view, self)
        }
        rows.place(in: scroll) { [unowned self] anchor in
            let size = placeContent(anchor)
            return { self.element.hasPlaced(size, in: self.view, self) }
        }
        naturalHeightMayChange()
    }

    /// The rectangle of `scroll`, which has the room `frame` and `free` around it. Its content can be seen up to the end of the padding
    /// around it, where its scroll indicator stands.
    private static func shown(_ frame: Rect, of scroll: ScrollView, _ free: Insets) -> Rect {
        guard scroll.axis == .vertical else { return frame }
        scroll.contentInsets = Insets(top: free.top, bottom: free.bottom)
        return Rect(
            frame.minX - free.left, frame.minY - free.top, frame.width + free.left + free.right,
            frame.height + free.top + free.bottom)
    }

    /// Places the content, with what `anchor` holds where it is seen. Returns the size of the content.
    private func placeContent(_ anchor: ScrollAnchor?) -> Size {
        guard let frame, let item else { return .zero }
        let inner = element.contentSize(in: frame.size) { item.size(in: $0) }
        guard let scroll = holder as? ScrollView else {
            let rect = Rect(origin: .zero, size: inner).inset(by: rowInsets)
            item.place(in: rect, free: element.isOnlyHolder ? free : .zero)
            return inner
        }
        let left = scroll.axis == .vertical ? free.left : 0
        item.place(in: Rect(origin: Point(left, 0), size: inner).inset(by: rowInsets))
        var size = inner
        if scroll.axis == .vertical, endsScreen {
            // Nothing that is read ends at the edge of the glass.
            let natural = item.size(in: Proposal(width: size.width)).height
            let end = (Self.breath * environment.theme.em).rounded()
            size.height = max(size.height, natural + end)
        }
        let before = scroll.contentOffset
        let distance = anchor?.distance ?? 0
        if distance == 0 { scroll.contentSize = size } else { scroll.insert(distance, contentSize: size) }
        tree.motion.shifted(scroll, by: scroll.contentOffset - before)
        return size
    }

    /// The room (em) below content that scrolls at the end of a screen.
    private static var breath: Double { 2 }

    /// Whether the view ends where its screen does, without padding.
    private var endsScreen: Bool {
        guard let frame, free.bottom == 0, let screen = (tree.view as? ElementView)?.owner, screen.sheetCard == nil
        else {
            return false
        }
        var (end, outer) = (frame.maxY, container)
        while let one = outer {
            // What scrolls in something else ends where that does.
            if one.scrolls { return false }
            if one.holdsViews { end += one.frame?.minY ?? 0 }
            outer = one.container
        }
        return end >= tree.view.bounds.height - 1
    }

    /// The content of the view.
    private struct Inner: LayoutElement {
        let layout: Content.Arrangement
        let content: Elements
    }
}
