// Elements side by side, in as many lines as they need.

public import Geometry

/// Elements side by side, the first where lines begin. Those that have no room go on in the next line.
public struct Flow: LayoutElement {
    /// How the content is laid out.
    public let layout: FlowLayout
    /// What is laid out.
    public let content: Elements

    /// Elements of `content`, with `spacing` between two of them and between lines.
    public init(spacing: Measure = .em(0.5), @ElementBuilder content: () -> Elements) {
        layout = FlowLayout(spacing: spacing)
        self.content = content()
    }
}

/// The layout of elements in lines.
public struct FlowLayout: Layout, Equatable {
    let spacing: Measure

    /// The places of `items` in lines of `width` (px).
    private func places(_ items: [LayoutItem], _ width: Double?, _ environment: Environment) -> [Rect] {
        let across = environment.pixels(spacing, along: .horizontal) ?? 0
        let down = environment.pixels(spacing, along: .vertical) ?? 0
        var (places, line): ([Rect], Range<Int>) = ([], 0..<0)
        var (x, y) = (0.0, 0.0)
        func endLine() {
            // Lower elements stand in the middle of their line.
            let height = places[line].map(\.height).max() ?? 0
            for index in line { places[index].origin.y += ((height - places[index].height) / 2).rounded() }
            line = line.upperBound..<line.upperBound
            (x, y) = (0, y + height + down)
        }
        for item in items {
            var size = item.size(in: Proposal())
            if let width {
                if x > 0, x + size.width > width { endLine() }
                if size.width > width { size = item.size(in: Proposal(width: width)) }
            }
            places.append(Rect(x, y, size.width, size.height))
            line = line.lowerBound..<places.count
            x += size.width + across
        }
        endLine()
        return places
    }

    /// The size (px) of the layout when it is offered `proposal`.
    public func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let places = places(items, proposal.width, environment)
        return Size(places.map(\.maxX).max() ?? 0, places.map(\.maxY).max() ?? 0)
    }

    /// Places `items` in a layout of `size` (px).
    public func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        for (item, place) in zip(items, places(items, size.width, environment)) { item.place(in: place) }
    }

    /// What the layout asks of a stack around it.
    public func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits { LayoutTraits() }
}
