// Lists of rows.

import Drawing
import Geometry
public import Stage

/// A list of rows that scrolls, as large as its room. Each element in it is a row, with lines between them, and those of a `Section` stand
/// below its words.
///
/// ```swift
/// List {
///     Section("Today") {
///         ForEach(events) { event in ListRow(event.title, detail: event.time) { open(event) } }
///     }
/// }
/// ```
///
/// Rows keep their places on the glass when others come or go before them. Those of a `ForEach` are made when they come near the glass, and
/// given up when they are far from it.
public struct List: HoldingElement {
    let layout = ListLayout(isLazy: true)
    let content: Elements
    private let position: ScrollPosition?
    private let focus: AnyHashable?

    /// A list of the rows and sections in `content`, which `position` scrolls.
    public init(_ position: ScrollPosition? = nil, @ElementBuilder content: () -> Elements) {
        self.init(position, focus: nil as Int?, content: content)
    }

    /// A list of the rows and sections in `content`, which `position` scrolls. When `focus` becomes the identity of a member of a `ForEach` that is
    /// not made, the list scrolls there, so that a field of that row can be `focused`.
    public init<ID: Hashable>(_ position: ScrollPosition? = nil, focus: ID?, @ElementBuilder content: () -> Elements) {
        (self.position, self.focus) = (position, focus.map { AnyHashable($0) })
        self.content = Elements(slots: [.one(content().environment(\.isInList, true))])
    }

    func makeView(in environment: Environment) -> LazyScrollView { LazyScrollView(axis: .vertical) }
    func update(_ view: LazyScrollView, in environment: Environment) { (view.content as? LazyRows)?.focus(on: focus) }

    func contentSize(in size: Size, _ content: (Proposal) -> Size) -> Size {
        Size(size.width, max(size.height, content(Proposal(width: size.width)).height))
    }

    func ground(of node: ItemNode) -> [View] { node.remembered(RowLines()).views }
    func traits(of content: LayoutTraits) -> LayoutTraits { LayoutTraits(widthShare: 1, heightShare: 1) }

    func hasPlaced(_ contentSize: Size, in view: LazyScrollView, _ node: ItemNode) {
        let rows = view.content as? LazyRows
        position?.rows = rows
        rows?.focus(on: focus)
        node.remembered(RowLines()).place(between: ListLayout.items(of: node), in: node, view)
    }
}

/// Rows of a list, with words above them.
public struct Section: Element {
    private let title: String
    private let content: Elements

    /// The rows in `content` below the words `title`.
    public init(_ title: String, @ElementBuilder content: () -> Elements) {
        (self.title, self.content) = (title, content())
    }

    /// The words, and the rows.
    public var body: some Element {
        SectionHeader(title: title)
        content
    }
}

/// The words above a section.
struct SectionHeader: ViewElement, Equatable {
    let title: String

    func makeView(in environment: Environment) -> LabelView { LabelView(AttributedText()) }

    func update(_ view: LabelView, from old: SectionHeader?, in environment: Environment) -> Bool {
        guard old != self else { return false }
        let theme = environment.theme
        view.text = AttributedText(
            title, theme.style(0.85, weight: .semibold, color: theme.secondaryText),
            language: environment.language ?? "en")
        view.isHeading = true
        return true
    }

    func size(of view: LabelView, in proposal: Proposal, _ environment: Environment) -> Size {
        let natural = view.naturalSize
        guard let width = proposal.width, width < natural.width else { return natural }
        return Size(width, view.height(forWidth: width))
    }

    func leastWidth(of view: LabelView, _ environment: Environment) -> Double { view.leastWidth }
}

/// A row with a title, which may have an icon before it, words at its end, and lead somewhere.
public struct ListRow: Element {
    private let title: String
    private let detail: String?
    private let icon: Symbol?
    private let action: (() -> Void)?

    /// A row that shows `title`, with `icon` before it and `detail` at its end. One that does something when it is tapped, such as to push
    /// a screen, shows a chevron.
    public init(_ title: String, detail: String? = nil, icon: Symbol? = nil, onTap action: (() -> Void)? = nil) {
        (self.title, self.detail, self.icon, self.action) = (title, detail, icon, action)
    }

    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("a row has no body") }

    /// What stands for `element` in the tree of a screen. Lists are long, so a row is one body that knows its environment.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node {
        BodyNode(element, in: place) { $0.content($1) }
    }

    @ElementBuilder private func content(_ environment: Environment) -> Elements {
        if let action {
            words(environment).onTap(as: Spoken(.link, title, value: detail), action)
        } else {
            words(environment)
        }
    }

    private func words(_ environment: Environment) -> some Element {
        Row(spacing: .em(0.8)) {
            if let icon { Icon(icon) }
            RowWords {
                Text(title)
                if let detail { Text(detail).color(environment.theme.secondaryText) }
            }
            if action != nil { Icon(.chevronForward, size: 1).color(environment.theme.mark) }
        }
    }
}
