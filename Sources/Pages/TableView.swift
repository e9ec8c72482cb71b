// A table whose columns are as wide as their contents need. What does not fit scrolls sideways.

import Drawing
import Geometry
import Layers
import Stage

/// A table in a horizontal scroll view, which moves only if the table is wider than the column of text.
final class TableView: View, BlockView, LiveView {
    private var cells: [[Cell]]
    private let hasHeader: Bool
    private let alignments: [TextAlignment]
    private let text: TextSetter
    private let theme: Theme
    private let direction: LayoutDirection
    private let scroll = ScrollView(axis: .horizontal)
    /// What hides the edges at which the table goes on.
    private lazy var fades = ScrollFades(over: scroll, in: self)
    /// The long table of which this is a part; nil for a whole table.
    private let long: LongTable?
    private lazy var lines = cells.indices.map { index in
        FillView(hasHeader && index == 0 ? theme.secondaryText : theme.separator)
    }
    /// The widths that the contents need.
    private lazy var needs = measuredNeeds()
    private var grid: Grid?
    /// The width for which the table stands at its start.
    private var laidOutWidth: Double?

    private struct Cell {
        let set: SetText
        let view: TextView
        /// The size of the text, without line breaks but those that are written, and the baseline of its first line.
        let natural: Size
        let baseline: Double

        init(_ set: SetText, _ view: TextView) {
            let layout = TextLayout(set.attributed, lineSpacing: set.lineSpacing)
            (self.set, self.view, natural, baseline) = (set, view, layout.size, layout.baseline)
        }
    }

    /// Where everything is for one width of the column, for text from left to right.
    private struct Grid {
        var width: Double
        var size: Size
        var cells: [[Rect]] = []
        var lines: [Rect] = []
    }

    /// The distance by which the scroll view reaches beyond the column at both sides, so that a table that goes on is seen to be cut
    /// off there.
    nonisolated static func overhang(_ theme: Theme) -> Double { (1.2 * theme.em).rounded() }

    /// The view of `table`, which may be a part of `long`, on a page in `direction`.
    init(
        _ table: Block.Table, partOf long: LongTable? = nil, text: TextSetter, theme: Theme,
        direction: LayoutDirection, open: @escaping (Link) -> Void
    ) {
        self.long = long
        hasHeader = table.header.contains { !$0.isEmpty }
        cells = ((hasHeader ? [table.header] : []) + table.rows).enumerated().map { [hasHeader] number, row in
            row.enumerated().map { index, inlines in
                let set = text.paragraph(number == 0 && hasHeader ? [.strong(inlines)] : inlines)
                let alignment = table.alignments.indices.contains(index) ? table.alignments[index] : .start
                return Cell(set, TextView(set, theme: theme, alignment: alignment, endsAnywhere: true, open: open))
            }
        }
        (alignments, self.text, self.theme, self.direction) = (table.alignments, text, theme, direction)
        super.init()
        for view in cells.joined().map(\.view) { scroll.addSubview(view) }
        for line in lines { scroll.addSubview(line) }
        addSubview(scroll)
        fades.dress(theme.background, width: 2 * overhang)
    }

    private var overhang: Double { Self.overhang(theme) }
    /// The distance between two columns: the usual one, or less where the table then fits.
    private var gaps: ClosedRange<Double> { (0.8 * theme.em).rounded()...(1.2 * theme.em).rounded() }
    private var padding: Double { 0.35 * theme.em }
    private var lineHeight: Double { max(1, (theme.em * 0.05).rounded()) }

    /// The width of the column that the table has.
    var columnWidth: Double { bounds.width - 2 * overhang }

    /// The width in which no cell has to wrap, from `least` to `most`.
    func width(from least: Double, to most: Double) -> Double {
        let cells = needs.reduce(0) { $0 + $1.natural.rounded(.up) }
        func whole(_ gap: Double) -> Double { cells + gap * Double(max(0, needs.count - 1)) }
        return whole(gaps.lowerBound) <= least ? least : min(most, max(least, whole(gaps.upperBound)))
    }

    func height(forWidth width: Double) -> Double { grid(forWidth: width - 2 * overhang).size.height }

    override func layout() {
        let width = columnWidth
        guard width > 0 else { return }
        let grid = grid(forWidth: width)
        func placed(_ area: Rect) -> Rect {
            direction == .rightToLeft ? Rect(grid.size.width - area.maxX, area.minY, area.width, area.height) : area
        }
        for (cells, areas) in zip(cells, grid.cells) {
            for (cell, area) in zip(cells, areas) { cell.view.frame = placed(area) }
        }
        for (line, area) in zip(lines, grid.lines) { line.frame = placed(area) }
        scroll.contentInsets = Insets(left: overhang, right: overhang)
        scroll.frame = Rect(origin: .zero, size: bounds.size)
        // A table that fits stands at the start of the column.
        if direction == .rightToLeft { scroll.contentInsets.left += max(0, width - grid.size.width) }
        scroll.contentSize = grid.size
        fades.place()
        // Where values have changed, the table stays where a visitor has scrolled it to.
        guard laidOutWidth != width else { return }
        laidOutWidth = width
        let ends = scroll.ends
        scroll.scroll(
            to: direction == .rightToLeft ? ends.upperBound : ends.lowerBound, along: .horizontal, animated: false)
        long?.group.add(scroll)
    }

    // MARK: Values

    var placeholders: [Placeholder] { cells.joined().flatMap { $0.set.source?.inlines.placeholders ?? [] } }

    /// Sets the cells that have changed. The columns may get other widths.
    func refresh(_ setter: TextSetter) -> Bool {
        let before = (cells, needs, fullNeeds, grid)
        var changed: [Cell] = []
        for (row, column) in cells.indices.flatMap({ row in cells[row].indices.map { (row, $0) } }) {
            guard let set = cells[row][column].set.refreshed(by: setter) else { continue }
            cells[row][column] = Cell(set, cells[row][column].view)
            changed.append(cells[row][column])
        }
        guard !changed.isEmpty else { return true }
        needs = measuredNeeds()
        (fullNeeds, grid) = (measuredFullNeeds(), nil)
        guard height(forWidth: bounds.width) == bounds.height else {
            (cells, needs, fullNeeds, grid) = before
            return false
        }
        for cell in changed { cell.view.show(cell.set) }
        layout()
        return true
    }

    // MARK: Measuring

    /// The most width (em) of a column in a table that is scrolled.
    private static let readable = 16.0
    /// The width (em) below which a column is not narrowed, as long as its text is wider: a word to a line is hard to read.
    nonisolated static let narrow = 5.0

    private func measuredNeeds() -> [TableColumns.Need] {
        if let long { return long.needs }
        var needs = alignments.map { _ in TableColumns.Need() }
        for row in cells {
            for (index, cell) in row.enumerated() where index < needs.count {
                needs[index].natural = max(needs[index].natural, cell.natural.width)
            }
        }
        return needs
    }

    /// The needs with the widths of the longest words, which take longer to measure.
    private lazy var fullNeeds = measuredFullNeeds()

    private func measuredFullNeeds() -> [TableColumns.Need] {
        if let long { return long.needs }
        var needs = needs
        for row in cells {
            for (index, cell) in row.enumerated() where index < needs.count && cell.natural.width > needs[index].least {
                let word = text.widestWord(in: cell.set)
                needs[index].word = max(needs[index].word, min(cell.natural.width, word))
                needs[index].least = max(needs[index].least, min(cell.natural.width, max(word, Self.narrow * theme.em)))
            }
        }
        return needs
    }

    private func grid(forWidth width: Double) -> Grid {
        if let grid, grid.width == width { return grid }
        let all = needs.reduce(0) { $0 + $1.natural.rounded(.up) } + gaps.lowerBound * Double(max(0, needs.count - 1))
        let columns = TableColumns(
            all <= width ? needs : fullNeeds, available: width, gaps: gaps, readable: Self.readable * theme.em)
        let gap = columns.fits ? columns.gap : columns.gap(from: columns.gap, cutAt: width + overhang)
        let total = columns.widths.reduce(0, +) + gap * Double(max(0, columns.widths.count - 1))
        var grid = Grid(width: width, size: Size(total, 0))
        var y = 0.0
        for (number, row) in cells.enumerated() {
            y += number == 0 ? 0 : padding
            var (x, bottom) = (0.0, y + theme.em)
            var areas: [Rect] = []
            // The first lines of a row stand on one line, whatever their scripts.
            let baseline = row.map(\.baseline).max() ?? 0
            for (index, cell) in row.enumerated() where index < columns.widths.count {
                let top = (y + baseline - cell.baseline).rounded()
                let area = area(of: cell, in: Rect(x, top, columns.widths[index], 0), alignments[index])
                areas.append(area)
                bottom = max(bottom, area.maxY)
                x += columns.widths[index] + gap
            }
            grid.cells.append(areas)
            y = (bottom + padding).rounded()
            let line = number == 0 && hasHeader ? 2 * lineHeight : lineHeight
            grid.lines.append(Rect(0, y, total, line))
            y += line
        }
        grid.size.height = y
        self.grid = grid
        return grid
    }

    /// The place of `cell` in its column, whose width and top `column` has. A single line is only as wide as its text, so that its
    /// column and not its script says at which side it stands.
    private func area(of cell: Cell, in column: Rect, _ alignment: TextAlignment) -> Rect {
        let width = cell.natural.width.rounded(.up)
        guard width < column.width else {
            let height = width == column.width ? cell.natural.height : cell.view.height(forWidth: column.width)
            return Rect(column.minX, column.minY, column.width, height.rounded(.up))
        }
        let spare = column.width - width
        let x = alignment == .start ? 0 : alignment == .end ? spare : (spare / 2).rounded()
        return Rect(column.minX + x, column.minY, width, cell.natural.height.rounded(.up))
    }
}
