// Elements in equal columns.

public import Geometry

/// Elements in columns of the same width. Each row is as high as its highest element, and all elements of a row are as high as the row.
public struct Grid: LayoutElement {
    /// How the content is laid out.
    public let layout: GridLayout
    /// What is laid out.
    public let content: Elements

    /// A grid of `content` in `columns`, with `spacing` between columns and rows.
    public init(columns: Int, spacing: Measure = .em(0.8), @ElementBuilder content: () -> Elements) {
        layout = GridLayout(columns: .count(max(1, columns)), spacing: spacing)
        self.content = content()
    }

    /// A grid of `content` in at most `most` columns of the same width: as many as are wide enough for what is in them. `spacing` is between
    /// columns and rows.
    public init(atMost most: Int, spacing: Measure = .em(0.8), @ElementBuilder content: () -> Elements) {
        layout = GridLayout(columns: .most(max(1, most)), spacing: spacing)
        self.content = content()
    }

    /// A grid of `content` in as many columns as fit that are at least `minimum` wide, and wide enough for what is in them, with `spacing`
    /// between columns and rows.
    public init(minimum: Measure, spacing: Measure = .em(0.8), @ElementBuilder content: () -> Elements) {
        layout = GridLayout(columns: .minimum(minimum), spacing: spacing)
        self.content = content()
    }
}

/// The layout of a grid.
public struct GridLayout: Layout, Equatable {
    enum Columns: Equatable {
        case count(Int)
        case minimum(Measure)
        case most(Int)
    }
    let columns: Columns
    let spacing: Measure

    /// The width (px) that a grid has where nobody gives it one.
    private func usualWidth(_ items: [LayoutItem], _ gap: Double, _ environment: Environment) -> Double {
        let widest = items.map { $0.size(in: Proposal()).width }.max() ?? 0
        let count: Int
        switch columns {
        case .count(let number): count = number
        case .most(let number): count = max(1, min(number, items.count))
        case .minimum: count = max(1, items.count)
        }
        return (widest + gap) * Double(count) - gap
    }

    private func count(_ items: [LayoutItem], in width: Double, _ gap: Double, _ environment: Environment) -> Int {
        switch columns {
        case .count(let count): return count
        case .most(let most):
            let least = items.map(\.leastWidth).max() ?? 0
            return min(max(1, Int(((width + gap) / max(1, least + gap)).rounded(.down))), most)
        case .minimum(let measure):
            let least = max(
                environment.pixels(measure, along: .horizontal) ?? width, items.map(\.leastWidth).max() ?? 0)
            return max(1, Int(((width + gap) / max(1, least + gap)).rounded(.down)))
        }
    }

    /// The rectangles of `items` in a grid `width` wide.
    private func cells(_ items: [LayoutItem], _ width: Double, _ environment: Environment) -> [Rect] {
        let across = environment.pixels(spacing, along: .horizontal) ?? 0
        let down = environment.pixels(spacing, along: .vertical) ?? 0
        let count = count(items, in: width, across, environment)
        // Neighbours share their edges, so that no pixel between them is missing or double.
        let edges = (0...count).map { (Double($0) * (width + across) / Double(count)).rounded() }
        var (cells, y): ([Rect], Double) = ([], 0)
        for start in stride(from: 0, to: items.count, by: count) {
            let row = items[start..<min(start + count, items.count)]
            let widths = row.indices.map { max(0, edges[$0 - start + 1] - edges[$0 - start] - across) }
            let height = zip(row, widths).map { $0.size(in: Proposal(width: $1)).height }.max() ?? 0
            for (column, width) in widths.enumerated() { cells.append(Rect(edges[column], y, width, height)) }
            y += height + down
        }
        return cells
    }

    /// The size (px) of the layout when it is offered `proposal`.
    public func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let gap = environment.pixels(spacing, along: .horizontal) ?? 0
        let width = proposal.width ?? usualWidth(items, gap, environment)
        return Size(width, cells(items, width, environment).last?.maxY ?? 0)
    }

    /// Places `items` in a layout of `size` (px).
    public func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        for (item, cell) in zip(items, cells(items, size.width, environment)) { item.place(in: cell) }
    }

    /// The least width (px) of all columns, or of one where there may be fewer.
    public func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double {
        let widest = items.map(\.leastWidth).max() ?? 0
        guard case .count(let count) = columns else { return widest }
        let gap = environment.pixels(spacing, along: .horizontal) ?? 0
        return Double(count) * (widest + gap) - gap
    }

    /// A grid is as wide as its room.
    public func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits {
        LayoutTraits(widthShare: 1)
    }
}
