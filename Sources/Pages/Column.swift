// Lays out blocks below each other in one column.

import Drawing
import Geometry
import Stage

/// Turns blocks into views and places them below each other. Lengths are in pixels.
struct Column {
    private let view: View
    private let theme: Theme
    private let text: TextSetter
    private let open: (Link) -> Void
    private let screenSize: Size
    /// The direction of the text. For right to left, every view is mirrored.
    private let direction: LayoutDirection
    /// The distance of the column from the left of the view.
    private var left: Double
    private var width: Double
    /// The bottom of the last block.
    private var y = 0.0
    /// The space to keep free below the last block.
    private var gap = 0.0
    /// Whether the next block begins beside the marker of its list item.
    private var isBesideMarker = false

    /// A column in the middle of `view`. It is at most about 90 characters wide, because longer lines are hard to read.
    init(
        view: View, theme: Theme, language: String, direction: LayoutDirection, screenSize: Size,
        values: LiveValues? = nil, open: @escaping (Link) -> Void
    ) {
        self.view = view
        self.theme = theme
        self.open = open
        self.screenSize = screenSize
        self.direction = direction
        text = TextSetter(theme: theme, language: language, values: values)
        width = min(screenSize.width - 4 * theme.em, 44 * theme.em).rounded()
        left = ((screenSize.width - width) / 2).rounded()
    }

    /// The bottom of the column, with a margin.
    var end: Double { (y + 3 * theme.em).rounded() }

    /// Adds `blocks`. A picture at the top of a page is its banner, as wide as the screen.
    mutating func add(_ blocks: [Block]) {
        for block in blocks {
            if y == 0, case .picture(let picture) = block.content, picture.picture != nil {
                addBanner(picture)
            } else {
                add(block)
            }
        }
    }

    private mutating func add(_ block: Block) {
        switch block.content {
        case .heading(let level, let inlines):
            leave(level == 1 ? 1.8 : 1.5)
            put(TextView(text.heading(inlines, level: level), theme: theme, open: open))
            gap = 0.6 * theme.em
        case .paragraph(let inlines):
            leave(0.9)
            put(TextView(text.paragraph(inlines), theme: theme, open: open))
        case .rows(let rows):
            leave(1.2)
            for (index, row) in rows.enumerated() {
                put(
                    RowView(row, text: text, theme: theme, isFirst: index == 0, direction: direction, open: open))
            }
            leave(1.2)
        case .list(let start, let items): addList(start: start, items)
        case .picture(let picture):
            leave(1.2)
            put(PictureBlock(picture, theme: theme, heightLimit: screenSize.height * 0.72, open: open))
            leave(1.2)
        case .gallery(let pictures):
            leave(1.2)
            addGallery(pictures)
            leave(1.2)
        case .quote(let blocks):
            leave(0.9)
            let top = y + gap
            indent(by: 1.4) { $0.add(blocks) }
            set(FillView(theme.accent), Rect(left, top, max(2, theme.em * 0.16), y - top))
        case .code(let code):
            leave(0.9)
            for (index, piece) in text.code(code).enumerated() {
                // Between two lines of a text there is more than their own heights. A piece's height is rounded up, by half a
                // pixel on average.
                if index > 0 { gap = (piece.lineSpacing - 1) * text.codeLineHeight - 0.5 }
                put(TextView(piece, theme: theme, open: open))
            }
        case .rule:
            leave(1.2)
            put(FillView(theme.separator), x: left, size: Size(width, max(1, theme.em * 0.06)))
            leave(1.2)
        case .table(let table): addTable(table)
        case .dataTable(let table):
            if let shown = text.values.files(table.file).flatMap({ table.table(of: $0) }) {
                addTable(shown)
            } else {
                add(Block(.paragraph([.text(table.description)]), at: block.place))
            }
        }
    }

    private mutating func addBanner(_ picture: PagePicture) {
        let size = Size(screenSize.width, (screenSize.height * 0.4).rounded())
        put(PictureBlock(picture, theme: theme, covering: size, open: open), x: 0, size: size)
        gap = 1.6 * theme.em
    }

    /// Adds pictures to leaf through, across the width of the screen. A page is as wide as the widest picture.
    private mutating func addGallery(_ pictures: [PagePicture]) {
        let height = min(screenSize.height * 0.64, width * 0.625).rounded()
        let widths = pictures.map { picture in
            picture.picture.map { height * Double($0.size.width) / Double($0.size.height) } ?? width
        }
        let page = Size(min(width, widths.max() ?? width).rounded(), height)
        let views = pictures.map { PictureBlock($0, theme: theme, heightLimit: height, open: open) }
        let gallery = GalleryView(pages: views, pageSize: page, gap: theme.em.rounded(), theme: theme)
        put(gallery, x: 0, size: Size(screenSize.width, GalleryView.height(forPages: height, theme: theme)))
    }

    private mutating func addList(start: Int?, _ items: [[Block]]) {
        for (index, blocks) in items.enumerated() {
            leave(index == 0 ? 0.9 : 0.4)
            y += gap.rounded()
            gap = 0
            // A marker has no direction of its own. It stands at the outer side, away from its item.
            let marker = TextView(
                text.plain(start.map { "\($0 + index)." } ?? "•"), theme: theme,
                alignment: direction == .leftToRight ? .start : .end, open: open)
            set(marker, Rect(left, y, theme.em * 1.6, marker.height(forWidth: theme.em * 1.6)))
            indent(by: 1.8) {
                $0.isBesideMarker = true
                $0.add(blocks)
            }
        }
        leave(0.9)
    }

    private mutating func addTable(_ table: Block.Table) {
        leave(0.9)
        let cell = (width / Double(max(1, table.header.count))).rounded(.down)
        for (number, row) in ([table.header] + table.rows).enumerated() {
            y += gap.rounded()
            gap = 0
            var height = theme.em
            for (index, inlines) in row.enumerated() {
                let alignment = table.alignments.indices.contains(index) ? table.alignments[index] : .start
                let label = TextView(
                    number == 0 ? text.paragraph([.strong(inlines)]) : text.paragraph(inlines), theme: theme,
                    alignment: alignment, open: open)
                let its = label.height(forWidth: cell - theme.em)
                set(label, Rect(left + Double(index) * cell, y, cell - theme.em, its))
                height = max(height, its)
            }
            y += (height + 0.35 * theme.em).rounded()
            put(FillView(theme.separator), x: left, size: Size(width, 1))
            gap = 0.35 * theme.em
        }
        leave(0.9)
    }

    /// Keeps at least `ems` free before the next block, and more at the top of a page.
    private mutating func leave(_ ems: Double) {
        if !isBesideMarker { gap = max(gap, (y == 0 ? 1.6 : ems) * theme.em) }
        isBesideMarker = false
    }

    private mutating func indent(by ems: Double, _ body: (inout Column) -> Void) {
        var inner = self
        inner.left += ems * theme.em
        inner.width -= ems * theme.em
        body(&inner)
        y = inner.y
        gap = inner.gap
    }

    private mutating func put(_ block: some BlockView) {
        put(block, x: left, size: Size(width, block.height(forWidth: width)))
    }

    private mutating func put(_ child: View, x: Double, size: Size) {
        y += gap.rounded()
        gap = 0
        set(child, Rect(x, y, size.width, size.height))
        y += size.height.rounded(.up)
    }

    /// Places `child` on whole pixels, without advancing `y`.
    private func set(_ child: View, _ frame: Rect) {
        let x = direction == .leftToRight ? frame.minX : screenSize.width - frame.maxX
        child.frame = Rect(x.rounded(), frame.minY.rounded(), frame.width.rounded(), frame.height.rounded(.up))
        view.addSubview(child)
    }
}

/// A view of a block that can compute its height.
protocol BlockView: View {
    /// The height (px) of the block at a width of `width` (px).
    func height(forWidth width: Double) -> Double
}
