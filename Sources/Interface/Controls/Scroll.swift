// Elements that scroll.

import Geometry
import Stage

/// Elements that are longer than the glass, and follow a finger.
public struct Scroll: HoldingElement {
    let layout = StackLayout(axis: .vertical, spacing: .em(0.5), alignment: .stretch, distribution: .start)
    let content: Elements

    /// `content`, one element below the other.
    public init(@ElementBuilder content: () -> Elements) { self.content = content() }

    func makeView(in environment: Environment) -> ScrollView { ScrollView(axis: .vertical) }
    func update(_ view: ScrollView, in environment: Environment) {}

    func contentSize(in size: Size, _ content: (Proposal) -> Size) -> Size {
        Size(size.width, max(size.height, content(Proposal(width: size.width)).height))
    }

    func traits(of content: LayoutTraits) -> LayoutTraits { LayoutTraits(widthShare: 1, heightShare: 1) }
}
