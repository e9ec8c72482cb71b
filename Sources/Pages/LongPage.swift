// A long page: its pieces, which are laid out as a visitor comes near them.

import Drawing
import Geometry
import Stage

/// The pieces of a page that is too long to be laid out before it is shown. Lengths are in pixels.
@MainActor
final class LongPage {
    let pieces: [PagePiece]
    /// The first piece of each part of the page, by the part's place in the page's file.
    let placed: [SourcePlace: Int]
    /// The piece of each row of the list that was sought.
    let rows: [Int]
    /// Makes the layout that adds a piece to a view.
    private let makeLayout: (View) -> PageLayout
    private let grid: PageGrid
    private let screenSize: Size
    private let theme: Theme

    /// The most blocks, rows and cells of a page that is laid out whole, and the most bytes of its text: what a page may have by the
    /// usual limits of `ContentRules`.
    nonisolated static let (mostElements, mostBytes) = (2000, 64 << 10)

    /// Whether a page with `blocks` is long.
    nonisolated static func isLong(_ blocks: [Block]) -> Bool {
        var length = PageLength()
        return blocks.contains { length.add($0) }
    }

    /// Divides `blocks` for a screen of `screenSize`. `makeLayout` makes a layout of the page that adds to a view; `sought` is the place
    /// of the list whose rows are sought.
    init(
        _ blocks: [Block], text: TextSetter, screenSize: Size, direction: LayoutDirection, rows: RowStyle,
        topsOf sought: SourcePlace? = nil, makeLayout: @escaping (View) -> PageLayout
    ) {
        var layout = makeLayout(View())
        layout.choose(for: blocks)
        (grid, self.screenSize, self.makeLayout, theme) = (layout.grid, screenSize, makeLayout, text.theme)
        var divider = PageDivider(
            blocks, column: layout.column, text: text, screenSize: screenSize, direction: direction, rowStyle: rows,
            topsOf: sought)
        (divider.hasBanner, divider.mostCards) = (layout.column.hasBanner, layout.column.mostCards)
        if grid.count == 1 {
            divider.place(left: grid.left, width: grid.span)
            divider.add(blocks)
        } else {
            Self.divide(blocks, layout, &divider, topsOf: sought)
        }
        (pieces, placed, self.rows) = (divider.pieces, divider.placed, divider.rows)
    }

    /// The estimated heights of the pieces. The last one has the margin below the page.
    var estimates: [Double] {
        var estimates = pieces.map(\.estimate)
        if let last = estimates.indices.last { estimates[last] += margin }
        return estimates
    }

    private var margin: Double { (3 * theme.em).rounded() }

    /// The view of piece `index`.
    func view(of index: Int) -> PieceView {
        let (view, piece) = (PieceView(of: index), pieces[index])
        var layout = makeLayout(view)
        layout.choose(grid)
        layout.add(piece)
        view.placed = layout.placed
        let height = layout.bottom + (index == pieces.count - 1 ? margin : 0)
        view.frame = Rect(0, 0, screenSize.width, max(1, height))
        return view
    }

    /// The parts of the page in `piece`, seen from `offset` (px) in the page. A piece may be a further one of a part.
    func parts(of piece: PieceView, offset: Double) -> [ShownParts.Part] {
        let top = piece.frame.minY - offset
        guard piece.placed.isEmpty else {
            return piece.placed.map { place, view in
                ShownParts.Part(
                    place: place, piece: piece.index - (placed[place] ?? piece.index), top: top + view.frame.minY,
                    height: view.bounds.height)
            }
        }
        let part = placed.filter { $0.value <= piece.index }.max { $0.value < $1.value }
        return part.map {
            [ShownParts.Part(place: $0.key, piece: piece.index - $0.value, top: top, height: piece.bounds.height)]
        } ?? []
    }

    // MARK: Two columns

    /// The greatest height of what is laid out together in two columns, in screens. What is higher stands in one.
    private static let mostTogether = 2.0

    /// Divides a page with two columns: sections that follow each other, up to some screens, are laid out together.
    private static func divide(
        _ blocks: [Block], _ layout: PageLayout, _ divider: inout PageDivider, topsOf sought: SourcePlace?
    ) {
        let (grid, most) = (layout.grid, mostTogether * divider.screenSize.height)
        var rest = blocks[...]
        if case .picture(let picture)? = rest.first?.content, layout.column.isBanner(picture, isAtTop: true) {
            divider.place(left: grid.left, width: grid.span)
            divider.add([rest.removeFirst()])
        }
        var (together, sum, after) = ([Block](), 0.0, 0.0)
        divider.place(left: grid.left, width: grid.width)
        func end() {
            if !together.isEmpty { divider.add(columns: together, height: sum, after: after) }
            (together, sum) = ([], 0)
        }
        let sections = layout.sections(of: rest)
        let heights = sections.map { section in
            // The rows that are sought are pieces of their own.
            let isSought = sought != nil && section.blocks.contains { $0.place == sought }
            let (height, after) = divider.height(of: section.blocks)
            return (height: isSought ? .infinity : height, after: after)
        }
        for (section, (height, gap)) in zip(sections, heights) {
            if height <= most {
                // Beside each other they take little more than half of the height.
                if sum + height / 2 > most { end() }
                together += section.blocks
                (sum, after) = (sum + height / 2, gap)
            } else {
                end()
                for block in section.blocks {
                    let spans = layout.spansColumns(block)
                    if spans { divider.place(left: grid.left, width: grid.span) }
                    divider.add([block])
                    if spans { divider.place(left: grid.left, width: grid.width) }
                }
            }
        }
        end()
    }
}

/// Counts what is on a page, until it is long.
private struct PageLength {
    private var elements = 0
    private var bytes = 0

    /// Adds `block`, and returns whether the page is long.
    mutating func add(_ block: Block) -> Bool {
        elements += 1
        switch block.content {
        case .heading(_, let text), .paragraph(let text): add(text)
        case .rows(let rows):
            elements += rows.count
            for row in rows where !isLong {
                add(row.title)
                add(row.subtitle)
            }
        case .list(_, let items):
            elements += items.count
            return isLong || items.contains { $0.contains { add($0) } }
        case .tasks(_, let tasks):
            elements += tasks.count
            return isLong || tasks.contains { $0.blocks.contains { add($0) } }
        case .quote(let blocks): return isLong || blocks.contains { add($0) }
        case .gallery(let pictures): elements += pictures.count
        case .code(let code): bytes += code.utf8.count
        case .table(let table):
            for row in table.rows where !isLong {
                elements += row.count
                for cell in row { add(cell) }
            }
        case .picture, .rule, .qrCode, .dataTable, .slider, .stepped: break
        }
        return isLong
    }

    private var isLong: Bool { elements > LongPage.mostElements || bytes > LongPage.mostBytes }

    private mutating func add(_ inlines: [Inline]) {
        for inline in inlines {
            switch inline {
            case .text(let text), .code(let text): bytes += text.utf8.count
            case .emphasis(let parts), .strong(let parts), .struck(let parts), .link(_, let parts): add(parts)
            case .note, .lineBreak, .placeholder: break
            }
        }
    }
}
