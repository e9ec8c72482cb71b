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

    /// A grid of `content` in as many columns as fit that are at least `minimum` wide, with `spacing` between columns and rows.
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
    }
    let columns: Columns
    let spacing: Measure

    /// The width (px) that a grid has where nobody gives it one.
    private func usualWidth(_ items: [LayoutItem], _ gap: Double, _ environment: Environment) -> Double {
        let widest = items.map { $0.size(in: Proposal()).width }.max() ?? 0
        let count: Int
        switch columns {
        case .count(let number): count = number
        case .minimum: count = max(1, items.count)
        }
        return (widest + gap) * Double(count) - gap
    }

    private func count(in width: Double, _ gap: Double, _ environment: Environment) -> Int {
        switch columns {
        case .count(let count): return count
        case .minimum(let measure):
            let least = environment.pixels(measure, along: .horizontal) ?? width
            return max(1, Int(((width + gap) / max(1, least + gap)).rounded(.down)))
        }
    }

    /// The rectangles of `items` in a grid `width` wide.
    private func cells(_ items: [LayoutItem], _ width: Double, _ environment: Environment) -> [Rect] {
        let across = environment.pixels(spacing, along: .horizontal) ?? 0
        let down = environment.pixels(spacing, along: .vertical) ?? 0
        let count = count(in: width, across, environment)
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

    /// A grid is as wide as its room.
    public func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits {
        LayoutTraits(widthShare: 1)
    }
}
