// Divides a long page into pieces that can be laid out by themselves.

import Drawing
import Geometry
import Stage

/// Divides blocks into pieces, one below the other. `Column` lays out a whole page by the same rules. Lengths are in pixels.
@MainActor
struct PageDivider {
    let theme: Theme
    let text: TextSetter
    let screenSize: Size
    let direction: LayoutDirection
    let rowStyle: RowStyle
    /// The number of links in the longest list of the page.
    var mostCards = 0
    let estimate: TextEstimate
    /// Knows what is a banner and how wide marks are.
    private var column: Column
    /// The pieces from top to bottom.
    private(set) var pieces: [PagePiece] = []
    /// The first piece of each part of the page, by the part's place in the page's file.
    private(set) var placed: [SourcePlace: Int] = [:]
    /// The list whose rows are sought, by its place in the page's file, and the piece of each of its rows.
    private let sought: SourcePlace?
    private(set) var rows: [Int] = []

    private var left = 0.0
    private var width = 0.0
    private var gap = 0.0
    private var depth = 0
    private var marks: [PagePiece.Mark] = []
    private var bars: [PagePiece.Bar] = []
    /// The widths of marks, by the longest number.
    private var markWidths: [String: Double] = [:]
    /// The heights of rows with one line of each text, by what they have.
    private var rowHeights: [RowKind: Double] = [:]

    private struct RowKind: Hashable {
        let grid: RowGrid
        let style: RowStyle
        let hasLinks: Bool
        let hasPictures: Bool
        let hasSubtitle: Bool
        let hasPicture: Bool
    }

    /// A division of `blocks`, which `column` would lay out whole on a screen of `screenSize`.
    init(
        _ blocks: [Block], column: Column, text: TextSetter, screenSize: Size, direction: LayoutDirection,
        rowStyle: RowStyle, topsOf sought: SourcePlace?
    ) {
        (self.column, self.text, theme, self.screenSize) = (column, text, text.theme, screenSize)
        (self.direction, self.rowStyle, self.sought) = (direction, rowStyle, sought)
        estimate = TextEstimate(blocks, text)
    }

    /// Places further blocks `left` from the side where lines begin, with a width of `width`.
    mutating func place(left: Double, width: Double) { (self.left, self.width) = (left, width) }

    private var isTop: Bool { pieces.isEmpty }

    /// Adds `blocks`, each below the one before it.
    mutating func add(_ blocks: some Sequence<Block>) {
        for block in blocks {
            let first = pieces.count
            add(block)
            if block.isPart, first < pieces.count { placed[block.place] = first }
        }
    }

    private mutating func add(_ block: Block) {
        switch block.content {
        case .heading(let level, let inlines):
            leave(level == 1 ? 1.8 : 1.5)
            let size = theme.headingSizes[max(0, min(5, level - 1))]
            put(.block(block), estimate.heading(inlines, size: size, width: width), after: 0.6)
        case .paragraph(let inlines):
            leave(0.9)
            put(.block(block), estimate.paragraph(inlines, width: min(width, PageGrid.measure * theme.em)))
        case .rows(let rows): add(rows, at: block.place)
        case .list(let start, let items):
            add(start, items.count) { Block.Task(isDone: nil, blocks: items[$0]) }
        case .tasks(let start, let tasks): add(start, tasks.count) { tasks[$0] }
        case .picture(let picture): add(picture, block)
        case .gallery:
            leave(1.2)
            put(.block(block), min(screenSize.height * 0.64, width * PagePicture.fillShape) + 2 * theme.em, after: 1.2)
        case .quote(let blocks): addQuote(blocks)
        case .code(let code): addCode(code, block)
        case .rule:
            leave(1.2)
            put(.block(block), max(1, theme.em * 0.06), after: 1.2)
        case .table(let table): add(table, block)
        case .qrCode:
            leave(1.2)
            put(.block(block), min(width, 12 * theme.em), after: 1.2)
        case .slider(let name, _):
            guard text.values.sliders[name] != nil else { return }
            leave(1.2)
            put(.block(block), 5 * theme.em, after: 1.2)
        case .stepped(let stepped):
            let isPicture = stepped.blocks.first?.pictures.isEmpty == false
            let height = isPicture ? min(screenSize.height * 0.72, width * PagePicture.fillShape) : estimate.line
            leave(isPicture ? 1.2 : 0.9)
            put(.block(block), height, after: isPicture ? 1.2 : 0.9)
        case .dataTable(let table):
            if let shown = text.values.files[table.file].flatMap({ table.table(of: $0) }) {
                add(shown, block)
            } else {
                leave(0.9)
                put(.block(block), estimate.line)
            }
        }
    }

    private mutating func add(_ rows: [Row], at place: SourcePlace) {
        let lines = RowLines(rows, rowStyle, most: mostCards, width: width, theme: theme)
        leave(1.2)
        if place == sought { self.rows = rows.indices.map { pieces.count + $0 / lines.grid.perLine } }
        for first in lines.firsts {
            let between = first == 0 ? 0 : lines.grid.lineGap.rounded()
            let cells = rows[first..<min(first + lines.grid.perLine, rows.count)]
            for row in cells { placed[row.place] = pieces.count }
            put(.line(lines, first: first), between + (cells.map { height(of: $0, in: lines) }.max() ?? 0))
        }
        leave(1.2)
    }

    /// The estimated height of `row`: that of such a row with short texts, and the further lines of its texts.
    private mutating func height(of row: Row, in lines: RowLines) -> Double {
        let kind = RowKind(
            grid: lines.grid, style: lines.style, hasLinks: lines.hasLinks, hasPictures: lines.hasPictures,
            hasSubtitle: !row.subtitle.isEmpty, hasPicture: row.picture?.picture != nil)
        let height = rowHeights[kind] ?? shortHeight(of: row, in: lines)
        rowHeights[kind] = height
        let beside =
            lines.style == .list
            ? (lines.hasPictures ? RowView.pictureRoom : 0) + (lines.hasLinks ? RowView.chevronRoom : 0) : 0
        let room = lines.grid.cellWidth - beside * theme.em - (row.value.isEmpty ? 0 : estimate.width(row.value))
        return height + estimate.furtherLines(row.title, size: 1.1, width: room, most: 3)
            + estimate.furtherLines(row.subtitle, size: 0.9, width: room, most: 3)
    }

    private func shortHeight(of row: Row, in lines: RowLines) -> Double {
        var row = row
        row.title = [.text("x")]
        if !row.subtitle.isEmpty { row.subtitle = [.text("x")] }
        row.value = []
        let cell: any BlockView =
            switch lines.style {
            case .list:
                RowView(
                    row, text: text, theme: theme, isFirst: false, isAmongLinks: lines.hasLinks,
                    isAmongPictures: lines.hasPictures, direction: direction, open: { _ in })
            case .cards:
                CardView(
                    row, text: text, theme: theme, isAmongPictures: lines.isBesidePictures, direction: direction,
                    open: { _ in })
            }
        return cell.height(forWidth: lines.grid.viewWidth)
    }

    private mutating func add(_ picture: PagePicture, _ block: Block) {
        column.hasBanner = hasBanner && depth == 0 && bars.isEmpty
        let isBanner = column.isBanner(picture, isAtTop: isTop)
        if !isBanner || !isTop { leave(1.2) }
        let shape =
            picture.picture.map { Double($0.size.height) / Double(max(1, $0.size.width)) } ?? PagePicture.fillShape
        let height =
            isBanner ? screenSize.height * PagePicture.bannerHeight : min(screenSize.height * 0.72, width * shape)
        put(.block(block), height + (picture.caption.isEmpty ? 0 : 2 * theme.em), after: isBanner ? 1.6 : 1.2)
    }

    /// Whether pictures can be banners.
    var hasBanner = true

    private mutating func addQuote(_ blocks: [Block]) {
        leave(0.9)
        bars.append(PagePiece.Bar(left: left, top: gap))
        indent(by: Column.quoteIndent * theme.em) { $0.add(blocks) }
        bars.removeLast()
    }

    private mutating func addCode(_ code: String, _ block: Block) {
        leave(0.9)
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        for first in stride(from: 0, to: lines.count, by: TextSetter.linesInPiece) {
            if first > 0 { gap = text.codeGap }
            let part = lines[first..<min(first + TextSetter.linesInPiece, lines.count)]
            put(
                .block(Block(.code(part.joined(separator: "\n")), at: block.place)),
                estimate.code(lines: part.count).rounded(.up), isJoined: first > 0)
        }
    }

    private mutating func add(_ table: Block.Table, _ block: Block) {
        leave(0.9)
        let row = estimate.line + 0.7 * theme.em + max(1, (theme.em * 0.05).rounded())
        guard table.rows.count > LongTable.leastRows else {
            return put(.block(block), row * Double(table.rows.count + 1), after: 0.9)
        }
        let long = LongTable(table.aligned(on: direction), width: width, text: text, estimate: estimate)
        for rows in long.slices { put(.table(long, rows: rows), row * Double(rows.count)) }
        leave(0.9)
    }

    private mutating func add(_ start: Int?, _ count: Int, item: (Int) -> Block.Task) {
        let between = depth == 0 ? 0.9 : 0.4
        // The last number is the longest.
        let longest = start.map { "\($0 + count - 1)." } ?? ""
        let width = markWidths[longest] ?? column.markWidth(longest: longest)
        markWidths[longest] = width
        for index in 0..<count {
            leave(index == 0 ? between : 0.4)
            let item = item(index)
            marks.append(
                PagePiece.Mark(
                    item: item, number: start.map { "\($0 + index)." }, depth: depth, left: left, width: width))
            indent(by: width + Column.markGap * theme.em) {
                $0.depth += 1
                $0.add(item.blocks)
            }
            if !marks.isEmpty { put(.marks, 0) }
        }
        leave(between)
    }

    /// Adds `blocks`, which stand in two columns and are estimated to be `height` high, with `after` free below them.
    mutating func add(columns blocks: [Block], height: Double, after: Double) {
        for part in blocks.flatMap(\.parts) { placed[part.place] = pieces.count }
        put(.columns(blocks), height)
        gap = after
    }

    /// The height of `blocks` below each other in the present width, and the space below them.
    func height(of blocks: [Block]) -> (height: Double, after: Double) {
        var other = self
        (other.pieces, other.placed) = ([], [:])
        other.add(blocks)
        return (other.pieces.reduce(0) { $0 + $1.estimate }, other.gap)
    }

    // MARK: Pieces

    private mutating func put(
        _ content: PagePiece.Content, _ height: Double, after: Double = 0, isJoined: Bool = false
    ) {
        pieces.append(
            PagePiece(
                content: content, left: left, width: width, gap: gap, isTop: isTop, isJoined: isJoined, depth: depth,
                marks: marks, bars: bars, estimate: gap.rounded() + height.rounded(.up)))
        (gap, marks) = (after * theme.em, [])
        for index in bars.indices { bars[index].top = 0 }
    }

    /// Keeps at least `ems` free before the next piece, and more at the top of the page; nothing beside a mark.
    private mutating func leave(_ ems: Double) {
        if marks.isEmpty { gap = max(gap, (isTop ? Column.topGap : ems) * theme.em) }
    }

    private mutating func indent(by distance: Double, _ body: (inout PageDivider) -> Void) {
        let before = (left, width, depth)
        (left, width) = (left + distance, width - distance)
        body(&self)
        (left, width, depth) = before
    }
}
