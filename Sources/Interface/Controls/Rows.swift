// Rows without a list around them, and one of many as rows.

import Drawing
import Geometry
import Layers
import Stage

/// Rows as those of a `List`, one below the other, as high as they are: for a few of them among other elements. In a list they are rows of it.
public struct Rows: Element {
    private let content: Elements

    /// The rows and sections in `content`.
    public init(@ElementBuilder content: () -> Elements) { self.content = content() }

    /// The rows.
    public var body: some Element {
        EnvironmentReader { environment in
            if environment.isInList { content } else { LooseRows(content: content) }
        }
    }
}

/// Rows outside of a list.
struct LooseRows: HoldingElement {
    let layout = ListLayout()
    let content: Elements

    init(content: Elements) { self.content = Elements(slots: [.one(content.environment(\.isInList, true))]) }

    func makeView(in environment: Environment) -> View { View() }
    func update(_ view: View, in environment: Environment) {}
    func ground(of node: ItemNode) -> [View] { node.remembered(RowLines()).views }
    func traits(of content: LayoutTraits) -> LayoutTraits { LayoutTraits(widthShare: 1) }
    func hasPlaced(_ contentSize: Size, in view: View, _ node: ItemNode) {
        node.remembered(RowLines()).place(between: ListLayout.items(of: node), in: node, view)
    }
}

/// One of many, each a row with a check mark if it is taken.
public struct Choices: Element {
    private let title: String
    private let titles: [String]
    private let selected: Int?
    private let change: (Int) -> Void

    /// The choices `titles` below the words `title`, of which that at the place `selected` is taken, or none if there is none at that
    /// place. `change` is called with the place of
    /// another one.
    public init(_ title: String = "", _ titles: [String], selected: Int?, onChange change: @escaping (Int) -> Void) {
        (self.title, self.titles, self.selected, self.change) = (title, titles, selected, change)
    }

    /// A row for each choice.
    public var body: some Element {
        Rows {
            if !title.isEmpty { SectionHeader(title: title) }
            ForEach(titles.indices, id: \.self) { index in
                Row(spacing: .em(0.8)) {
                    Text(titles[index]).weight(index == selected ? .medium : .regular)
                    Spacer()
                    EnvironmentReader {
                        // The mark has its room in all rows, so that words do not wrap otherwise when they are chosen.
                        Icon(.check, size: 1.2).color(index == selected ? $0.theme.accent : .clear)
                    }
                }
                .onTap(as: Spoken(.radio, titles[index], isOn: index == selected)) {
                    if index != selected { change(index) }
                }
            }
        }
    }
}
