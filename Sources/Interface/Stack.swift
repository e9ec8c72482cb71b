// Elements one below the other, or side by side.

public import Geometry

/// Where items stand across a stack.
nonisolated public enum StackAlignment: Sendable {
    /// Where lines begin, or at the top.
    case start
    case center
    /// Where lines end, or at the bottom.
    case end
    /// Each is as large as the stack.
    case stretch
    /// The first lines of what stands in a row are on one line. In a column the same as `start`.
    case firstTextBaseline
}

/// Where items stand along a stack that is longer than they are.
nonisolated public enum StackDistribution: Sendable {
    case start, center, end
    /// The same space between all, and none at the ends.
    case spaceBetween
    /// The same space between all and at the ends.
    case spaceEvenly
}

/// Elements one below the other.
public struct Column: LayoutElement {
    /// How the content is laid out.
    public let layout: StackLayout
    /// What is laid out.
    public let content: Elements

    /// A column of `content`, with `spacing` between two elements.
    public init(
        spacing: Measure = .spacing(1), alignment: StackAlignment = .start, distribution: StackDistribution = .start,
        @ElementBuilder content: () -> Elements
    ) {
        layout = StackLayout(axis: .vertical, spacing: spacing, alignment: alignment, distribution: distribution)
        self.content = content()
    }
}

/// Elements side by side, the first where lines begin.
public struct Row: LayoutElement {
    /// How the content is laid out.
    public let layout: StackLayout
    /// What is laid out.
    public let content: Elements

    /// A row of `content`, with `spacing` between two elements.
    public init(
        spacing: Measure = .spacing(1), alignment: StackAlignment = .center, distribution: StackDistribution = .start,
        @ElementBuilder content: () -> Elements
    ) {
        layout = StackLayout(axis: .horizontal, spacing: spacing, alignment: alignment, distribution: distribution)
        self.content = content()
    }
}

/// The layout of a column or a row.
///
/// Items take what they need, and those with shares take what is left. Where there is too little, the items of the lowest priority
/// become smaller, the largest of them first, until all have the same length; then those of the next priority.
public struct StackLayout: Layout, Equatable {
    var axis: Axis
    var spacing: Measure
    var alignment: StackAlignment
    var distribution: StackDistribution

    /// The size (px) of the layout when it is offered `proposal`.
    public func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let sizes = sizes(of: items, in: proposal, environment)
        let used = sizes.reduce(gap(environment) * Double(max(0, items.count - 1))) { $0 + $1[axis] }
        let fills = distribution != .start || items.contains { $0.traits[axis] != nil }
        var size = Size.zero
        size[axis] = fills ? max(used, proposal[axis] ?? used) : used
        size[axis.crossed] = sizes.map { $0[axis.crossed] }.max() ?? 0
        if alignsBaselines {
            let tops = tops(of: items, sizes)
            size.height = zip(tops, sizes).map { $0 + $1.height }.max() ?? 0
        }
        if alignment == .stretch, let whole = proposal[axis.crossed] { size[axis.crossed] = whole }
        return size
    }

    /// Places `items` in a layout of `size` (px).
    public func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        let gap = gap(environment)
        let sizes = sizes(of: items, in: Proposal(width: size.width, height: size.height), environment)
        let used = sizes.reduce(gap * Double(max(0, items.count - 1))) { $0 + $1[axis] }
        let free = max(0, size[axis] - used)
        let (start, more): (Double, Double) =
            switch distribution {
            case .start: (0, 0)
            case .center: (free / 2, 0)
            case .end: (free, 0)
            case .spaceBetween: items.count > 1 ? (0, free / Double(items.count - 1)) : (0, 0)
            case .spaceEvenly: (free / Double(items.count + 1), free / Double(items.count + 1))
            }
        let tops = alignsBaselines ? tops(of: items, sizes) : []
        var along = start
        for (index, wanted) in sizes.enumerated() {
            let whole = size[axis.crossed]
            let across = alignment == .stretch ? whole : min(wanted[axis.crossed], whole)
            let aside: Double =
                switch alignment {
                case .start, .stretch: 0
                case .firstTextBaseline: alignsBaselines ? tops[index] : 0
                case .center: (whole - across) / 2
                case .end: whole - across
                }
            // Neighbours share their edges, so that no line between them is missing or double.
            let (from, to) = (along.rounded(), (along + wanted[axis]).rounded())
            var rect = Rect.zero
            rect.origin[axis] = from
            rect.size[axis] = to - from
            rect.origin[axis.crossed] = aside.rounded()
            rect.size[axis.crossed] = across.rounded()
            items[index].place(in: rect)
            along += wanted[axis] + gap + more
        }
    }

    /// What the layout asks of a stack around it.
    public func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits {
        var traits = LayoutTraits(priority: items.map(\.traits.priority).max() ?? 0)
        for axis in [Axis.horizontal, .vertical] {
            // Across the stack, room between its items asks for nothing.
            let grows = items.contains { $0.traits[axis] != nil && (axis == self.axis || !$0.isSpacer) }
            traits[axis] = grows || axis == self.axis && distribution != .start ? 1 : nil
        }
        return traits
    }

    /// The least width (px) of the layout: of all items side by side, or of the widest of those below each other.
    public func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double {
        let widths = items.map(\.leastWidth)
        guard axis == .horizontal else { return widths.max() ?? 0 }
        return widths.reduce(gap(environment) * Double(max(0, items.count - 1)), +)
    }

    private var alignsBaselines: Bool { alignment == .firstTextBaseline && axis == .horizontal }

    /// Where each of `items` begins (px from the top) for their first lines to be on one line. What has no lines stands on it.
    private func tops(of items: [LayoutItem], _ sizes: [Size]) -> [Double] {
        let lines = zip(items, sizes).map { $0.node.firstBaseline(in: $1) ?? $1.height }
        let lowest = lines.max() ?? 0
        return lines.map { lowest - $0 }
    }

    private func gap(_ environment: Environment) -> Double { environment.pixels(spacing, along: axis) ?? 0 }

    /// The sizes of `items` in a stack that is offered `proposal`.
    private func sizes(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> [Size] {
        func size(_ item: LayoutItem, _ length: Double?) -> Size {
            var offer = proposal
            offer[axis] = length
            return item.size(in: offer)
        }
        guard let whole = proposal[axis] else { return items.map { size($0, nil) } }
        let traits = items.map(\.traits)
        var sizes = items.indices.map { traits[$0][axis] == nil ? size(items[$0], nil) : .zero }
        var left = whole - gap(environment) * Double(max(0, items.count - 1))
        left -= sizes.reduce(0) { $0 + $1[axis] }
        if left < 0 {
            let least = axis == .horizontal ? items.map(\.leastWidth) : items.map { _ in 0 }
            for (index, length) in shortened(sizes.map { $0[axis] }, least, traits, by: -left) {
                sizes[index] = size(items[index], length)
                sizes[index][axis] = length
            }
            left = 0
        }
        let shares = traits.reduce(0) { $0 + ($1[axis] ?? 0) }
        guard shares > 0 else { return sizes }
        for (index, trait) in traits.enumerated() {
            guard let share = trait[axis] else { continue }
            let length = left * share / shares
            sizes[index] = size(items[index], length)
            sizes[index][axis] = length
        }
        return sizes
    }

    /// The new lengths of those of `lengths` that become shorter, so that all together are shorter by `excess`. None becomes shorter than
    /// its `least` length as long as another one can.
    private func shortened(_ lengths: [Double], _ least: [Double], _ traits: [LayoutTraits], by excess: Double) -> [(
        Int, Double
    )] {
        var (result, excess) = (lengths, excess)
        for floors in [zip(least, lengths).map { min($0, $1) }, lengths.map { _ in 0 }] {
            for priority in Set(traits.map(\.priority)).sorted() where excess > 0 {
                let group = lengths.indices.filter { traits[$0].priority == priority && result[$0] > floors[$0] }
                let length = Self.length(group.map { result[$0] }, group.map { floors[$0] }, by: excess)
                for index in group {
                    let new = min(result[index], max(floors[index], length))
                    excess -= result[index] - new
                    result[index] = new
                }
                // What is left is a rounding error.
                if excess < 1e-6 { excess = 0 }
            }
        }
        return lengths.indices.filter { result[$0] < lengths[$0] }.map { ($0, result[$0]) }
    }

    /// The length to which those of `lengths` that are longer are cut, but not below their `floors`, so that all together are shorter by
    /// `excess`; 0 if they cannot be.
    private static func length(_ lengths: [Double], _ floors: [Double], by excess: Double) -> Double {
        var (left, level) = (excess, lengths.max() ?? 0)
        // Between two of these lengths, as many are cut.
        for next in Set(lengths + floors + [0]).sorted(by: >) where next < level {
            let count = Double(zip(lengths, floors).count { $0 >= level && $1 < level })
            if count * (level - next) >= left { return level - left / count }
            (left, level) = (left - count * (level - next), next)
        }
        return 0
    }
}
