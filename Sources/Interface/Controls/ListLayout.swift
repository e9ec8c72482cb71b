// How rows are laid out, and the lines between them.

public import Geometry
import Layers
import Stage

/// How an item of a list fills its row.
final class RowPlace {
    /// The room around what the item shows, if its view fills the row; none if it stands in the row by itself.
    var insets = Insets.zero
    /// The rectangle of the row (px) in the list; nil before it is placed.
    var frame: Rect?
    /// Whether it stands for the words above a section, which have no line at their end.
    var isHeader = false
    /// The height (px) by which the scroll indicator goes, as long as it is not the row's own.
    var estimate: Double?
}

extension LayoutItem {
    /// Whether the item is the words above a section.
    fileprivate var isHeader: Bool { node is ViewNode<SectionHeader> }
    /// The row that the item fills.
    fileprivate var row: RowPlace {
        if let row = node.row { return row }
        let row = RowPlace()
        row.isHeader = isHeader
        node.row = row
        return row
    }

    /// The height (px) of the item as a row that is `width` wide, with `insets` around what it shows.
    fileprivate func rowHeight(_ width: Double, _ insets: Insets) -> Double {
        let row = row
        let own = node.fillsRow ? insets : .zero
        if row.insets != own {
            row.insets = own
            node.discardSizes()
        }
        if node.fillsRow { return node.size(in: Proposal(width: width)).height }
        let inner = width - insets.left - insets.right
        return node.size(in: Proposal(width: max(0, inner))).height + insets.top + insets.bottom
    }

    /// Places the words above a section in `rect` (px), where lines begin.
    fileprivate func place(inHeader rect: Rect) {
        let width = min(node.size(in: Proposal(width: rect.width)).width, rect.width)
        place(in: Rect(rect.minX, rect.minY, width, rect.height))
    }

    /// Places the item in the row `rect` (px).
    fileprivate func place(inRow rect: Rect, _ insets: Insets) {
        guard !node.fillsRow else { return place(in: rect) }
        // What is not as wide as the row begins where lines begin, and stands in its middle.
        let room = rect.inset(by: insets)
        let wanted = node.size(in: Proposal(width: room.width))
        let width = node.traits.widthShare == nil ? min(wanted.width, room.width) : room.width
        let top = (room.minY + max(0, room.height - wanted.height) / 2).rounded()
        place(in: Rect(room.minX, top, width, min(wanted.height, room.height)))
    }
}

/// The layout of a list.
public struct ListLayout: Layout, Equatable {
    /// Whether rows are made when they come near the glass.
    var isLazy = false

    /// The room (px) at the sides of the words of rows.
    static func margin(_ environment: Environment) -> Double { environment.theme.em.rounded() }
    /// The thickness (px) of lines between rows.
    static func line(_ environment: Environment) -> Double { max(1, (0.05 * environment.theme.em).rounded()) }

    /// The items of the list or the rows that `node` stands for.
    static func items(of node: ItemNode) -> [ItemNode] {
        var items: [ItemNode] = []
        for layout in node.children { for content in layout.children { content.appendItems(to: &items) } }
        return items
    }

    private func insets(_ environment: Environment) -> Insets {
        let (side, above) = (Self.margin(environment), (0.55 * environment.theme.em).rounded())
        return Insets(left: side, top: above, right: side, bottom: above)
    }

    private func headerInsets(isFirst: Bool, _ environment: Environment) -> Insets {
        let (side, em) = (Self.margin(environment), environment.theme.em)
        return Insets(
            left: side, top: (em * (isFirst ? 1 : 1.6)).rounded(), right: side, bottom: (0.35 * em).rounded())
    }

    private func heights(_ items: [LayoutItem], _ width: Double, _ environment: Environment) -> [(
        height: Double, insets: Insets
    )] {
        let insets = insets(environment)
        return items.enumerated().map { index, item in
            if let gap = item.node as? GapNode { return (gap.height, .zero) }
            guard item.isHeader else {
                return (max(environment.theme.fingertip, item.rowHeight(width, insets)), insets)
            }
            let insets = headerInsets(isFirst: index == 0, environment)
            return (item.size(in: Proposal(width: width - 2 * insets.left)).height + insets.top + insets.bottom, insets)
        }
    }

    /// The size (px) of the layout when it is offered `proposal`.
    public func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let width = proposal.width ?? (20 * environment.theme.em).rounded()
        return Size(width, heights(items, width, environment).reduce(0) { $0 + $1.height })
    }

    /// The least width (px) of the widest row.
    public func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double {
        (items.map(\.leastWidth).max() ?? 0) + 2 * Self.margin(environment)
    }

    /// Places `items` in a layout of `size` (px).
    public func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        var y = 0.0
        for (item, row) in zip(items, heights(items, size.width, environment)) {
            let rect = Rect(0, y, size.width, row.height)
            item.row.frame = rect.offset(by: item.room.area.origin - .zero)
            if item.isHeader {
                item.place(inHeader: rect.inset(by: row.insets))
            } else {
                item.place(inRow: rect, row.insets)
            }
            y += row.height
        }
    }
}

/// The lines between the rows of a view.
final class RowLines {
    /// The lines, each by the row above it.
    private var lines: [ObjectIdentifier: View] = [:]
    /// The views of the lines.
    var views: [View] { Array(lines.values) }
    /// Places a line in `holder`, the view of `list`, below each of `items` that is followed by a row of the same section. The line begins
    /// where the words of the row do.
    func place(between items: [ItemNode], in list: ItemNode, _ holder: View) {
        let environment = list.environment
        let (margin, thickness) = (ListLayout.margin(environment), ListLayout.line(environment))
        var old = lines
        lines.removeAll(keepingCapacity: true)
        for (item, next) in zip(items, items.dropFirst()) {
            guard let place = item.row, let row = place.frame, !place.isHeader, !(item is GapNode),
                next.row?.isHeader == false
            else { continue }
            let key = ObjectIdentifier(item)
            let known = old.removeValue(forKey: key)
            let line = known ?? View()
            if known == nil {
                line.isUserInteractionEnabled = false
                holder.insertSubview(line, at: 0)
            }
            line.layer.backgroundColor = environment.theme.separator
            lines[key] = line
            let words = item.firstWords(from: 0)
            let isMirrored = environment.direction == .rightToLeft
            let left = isMirrored ? row.minX + margin : words?.lowerBound ?? row.minX + margin
            let right = isMirrored ? words?.upperBound ?? row.maxX - margin : row.maxX - margin
            let frame = Rect(left, row.maxY - thickness, max(0, right - left), thickness)
            list.tree.motion.move(line, to: frame, from: known?.frame)
        }
        for line in old.values { list.tree.motion.remove(line) }
    }
}

extension Node {
    /// Where the first words in the node begin and end (px) across the view that holds its item, which begins at `start`.
    fileprivate func firstWords(from start: Double) -> ClosedRange<Double>? {
        let item = self as? ItemNode
        if let frame = item?.frame, self is ViewNode<Text> {
            return start + frame.minX...start + max(frame.minX, frame.maxX)
        }
        let inner = item.map { $0.holdsViews ? start + ($0.frame?.minX ?? 0) : start } ?? start
        for child in children { if let words = child.firstWords(from: inner) { return words } }
        return nil
    }
}
