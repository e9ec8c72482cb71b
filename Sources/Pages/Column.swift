// Lays out blocks below each other in one column.

import Drawing
import Geometry
import Stage

/// Turns blocks into views and places them below each other. Lengths are in pixels.
@MainActor struct Column {
    private let view: View
    private let theme: Theme
    private let text: TextSetter
    private let open: (Link) -> Void
    private let actions: PictureActions
    private let screenSize: Size
    /// The direction of the text. For right to left, every view is mirrored.
    private let direction: LayoutDirection
    /// The distance of the column from the left of the view.
    private var left: Double
    private var width: Double
    /// The room beside the column, for a table whose cells would wrap.
    var spare = 0.0
    /// The bottom of the last block.
    var y = 0.0
    /// Whether the column goes on below another one, so that its top is not the top of the page.
    private var goesOn = false
    /// Whether nothing is above the next block.
    var isAtTop: Bool { y == 0 && !goesOn }
    /// The space to keep free below the last block.
    var gap = 0.0
    /// How lists of links are shown.
    var rowStyle = RowStyle.list
    /// The number of links in the longest list of the page.
    var mostCards = 0
    /// The greatest width of running text: that of the first of two columns.
    var measure = Double.infinity
    /// Whether pictures can be banners, as wide as the screen.
    var hasBanner = true
    /// Whether the next block begins beside the marker of its list item.
    private var isBesideMarker = false
    /// The number of lists around the next block.
    private var listDepth = 0
    /// The first view of each part of the page, by the part's place in the page's file.
    private(set) var placed: [SourcePlace: View] = [:]

    /// A column in the middle of `view`.
    init(
        view: View, theme: Theme, language: String, direction: LayoutDirection, screenSize: Size,
        values: LiveValues? = nil, open: @escaping (Link) -> Void,
        enlarge: @escaping (PagePicture, PictureView) -> Void = { _, _ in }
    ) {
        self.view = view
        self.theme = theme
        self.open = open
        actions = PictureActions(open: open, enlarge: enlarge)
        self.screenSize = screenSize
        self.direction = direction
        text = TextSetter(theme: theme, language: language, values: values)
        width = min(screenSize.width - 4 * theme.em, PageGrid.widestColumn * theme.em).rounded()
        left = ((screenSize.width - width) / 2).rounded()
    }

    /// The bottom of the column, with a margin.
    var end: Double { (y + 3 * theme.em).rounded() }

    /// Places further blocks `left` (px) from the side of the screen where lines begin, with a width of `width` (px).
    mutating func place(left: Double, width: Double) { (self.left, self.width) = (left, width) }

    /// Goes on where `piece` of a page begins, and draws its marks.
    mutating func goOn(at piece: PagePiece) {
        (gap, goesOn, listDepth, isBesideMarker) = (piece.gap, !piece.isTop, piece.depth, piece.isJoined)
        hasBanner = hasBanner && piece.depth == 0 && piece.bars.isEmpty
        place(left: piece.left, width: piece.width)
        let marks = piece.marks
        guard !marks.isEmpty else { return }
        y += gap.rounded()
        gap = 0
        let baseline = text.bodyBaseline
        for mark in marks {
            listDepth = mark.depth
            let view = self.mark(of: mark.item, mark.number, baseline: baseline)
            let shift = text.baseline(ofFirst: mark.item.blocks.first, usual: baseline) - baseline
            set(view, Rect(mark.left, y + shift, mark.width, view.height(forWidth: mark.width)))
        }
        listDepth = piece.depth
        isBesideMarker = true
    }

    /// Draws the bar of a quotation `left` (px) from the side where lines begin, from `top` (px) to the last block.
    func bar(left: Double, from top: Double) {
        set(FillView(theme.accent), Rect(left, top, max(2, theme.em * 0.16), y - top))
    }

    /// Adds `blocks`, each below the one before it.
    mutating func add(_ blocks: [Block]) {
        for block in blocks {
            let first = view.subviews.count
            add(block)
            if block.isPart, first < view.subviews.count { placed[block.place] = view.subviews[first] }
        }
    }

    private mutating func add(_ block: Block) {
        switch block.content {
        case .heading(let level, let inlines):
            leave(level == 1 ? 1.8 : 1.5)
            put(
                TextView(
                    text.heading(inlines, level: level, width: width), theme: theme, alignment: alignment(of: inlines),
                    open: open),
                ems: PageGrid.widestColumn)
            gap = 0.6 * theme.em
        case .paragraph(let inlines):
            leave(0.9)
            put(
                TextView(text.paragraph(inlines), theme: theme, alignment: alignment(of: inlines), open: open),
                ems: PageGrid.measure)
        case .rows(let rows):
            leave(1.2)
            addRows(rows)
            leave(1.2)
        case .list(let start, let items):
            addList(start: start, items.map { Block.Task(isDone: nil, blocks: $0) })
        case .tasks(let start, let tasks): addList(start: start, tasks)
        case .picture(let picture): addPicture(picture)
        case .gallery(let pictures):
            leave(1.2)
            addGallery(pictures)
            leave(1.2)
        case .quote(let blocks):
            leave(0.9)
            let top = y + gap
            indent(by: Self.quoteIndent * theme.em) { $0.add(blocks) }
            bar(left: left, from: top)
        case .code(let code):
            leave(0.9)
            for (index, piece) in text.code(code).enumerated() {
                if index > 0 { gap = text.codeGap }
                let view = TextView(piece, theme: theme, endsAnywhere: true, open: open)
                put(view, ems: text.codeWidth(piece, on: direction))
            }
        case .rule:
            leave(1.2)
            put(FillView(theme.separator), x: left, size: Size(width, max(1, theme.em * 0.06)))
            leave(1.2)
        case .table(let table): addTable(table)
        case .qrCode(let code): addCode(code, at: block.place)
        case .dataTable(let table):
            let shown = text.values.files[table.file].flatMap { table.table(of: $0) }
            guard let shown else { return add(Block(.paragraph([.text(table.description)]), at: block.place)) }
            addTable(shown)
        case .slider(let name, let label):
            guard let table = text.values.sliders[name] else { return }
            leave(1.2)
            put(PageSliderView(name, table, label: label, text: text, theme: theme, direction: direction))
            leave(1.2)
        case .stepped(let stepped): addStepped(stepped)
        }
    }

    /// Adds what changes with a slider, with the caption of its pictures.
    private mutating func addStepped(_ stepped: Stepped) {
        let (view, size) = SteppedView.make(
            stepped, width: width, heightLimit: screenSize.height * 0.72, text: text, theme: theme,
            direction: direction, actions: actions)
        let picture = stepped.blocks.first?.pictures.first
        leave(picture == nil ? 0.9 : 1.2)
        put(view, x: left, size: size)
        addCaption(picture?.caption ?? "")
        leave(picture == nil ? 0.9 : 1.2)
    }

    private mutating func addTable(_ table: Block.Table) {
        leave(0.9)
        putTable(table.aligned(on: direction))
        leave(0.9)
    }

    /// Adds `table`, which may be a part of `long`.
    mutating func putTable(_ table: Block.Table, partOf long: LongTable? = nil) {
        let view = TableView(table, partOf: long, text: text, theme: theme, direction: direction, open: open)
        let overhang = TableView.overhang(theme)
        let whole = (long == nil ? view.width(from: width, to: width + spare) : width) + 2 * overhang
        put(view, x: left - overhang, size: Size(whole, view.height(forWidth: whole)))
    }

    /// Whether `picture`, if it is the next block, is shown as a banner. The first picture of a page is one without being asked if
    /// little of it is cut off.
    func isBanner(_ picture: PagePicture) -> Bool { isBanner(picture, isAtTop: isAtTop) }

    /// The same for a picture that is at the top of the page if it `isAtTop`.
    func isBanner(_ picture: PagePicture, isAtTop: Bool) -> Bool {
        guard hasBanner, let size = picture.picture?.size else { return false }
        switch picture.fit {
        case .banner: return true
        case .fit, .fill: return false
        case nil: return isAtTop && PagePicture.shareSeen(of: size, in: bannerSize) >= 1 - PagePicture.mostCutUnasked
        }
    }

    private var bannerSize: Size { Size(screenSize.width, (screenSize.height * PagePicture.bannerHeight).rounded()) }

    /// Adds a picture with its caption: as a banner as wide as the screen, in a frame that it fills, or whole.
    private mutating func addPicture(_ picture: PagePicture) {
        let isBanner = isBanner(picture)
        if !isBanner || !isAtTop { leave(1.2) }
        if isBanner {
            put(
                PictureBlock(picture, theme: theme, covering: bannerSize, isBanner: true, actions: actions), x: 0,
                size: bannerSize)
        } else if picture.picture == nil || picture.fitsWhole {
            let block = PictureBlock(
                picture, theme: theme, heightLimit: screenSize.height * 0.72, actions: actions)
            put(
                block, x: left, size: Size(block.width(inColumnOf: width), block.height(forWidth: width)))
        } else {
            let frame = Size(width, frameHeight)
            put(
                PictureBlock(picture, theme: theme, covering: frame, isBanner: false, actions: actions), x: left,
                size: frame)
        }
        addCaption(picture.caption)
        leave(isBanner ? 1.6 : 1.2)
    }

    /// Adds a QR code with its caption, where lines begin as a picture does.
    private mutating func addCode(_ code: QRCode, at place: SourcePlace) {
        guard let modules = code.modules() else {
            return add(Block(.paragraph([.text(code.description)]), at: place))
        }
        leave(1.2)
        let view = QRCodeView(modules, theme: theme, limit: min(width, screenSize.height * 0.72))
        // What is not seen of it lies in the margin.
        let border = listDepth == 0 ? view.unseenBorder : 0
        put(view, x: max(0, left - border), size: Size(view.side, view.side))
        addCaption(code.caption)
        leave(1.2)
    }

    /// The height of the frames of a gallery, and of a picture that fills its frame.
    private var frameHeight: Double { min(screenSize.height * 0.64, width * PagePicture.fillShape).rounded() }

    /// Adds the words below a picture.
    private mutating func addCaption(_ words: String) {
        guard !words.isEmpty else { return }
        gap = PictureCaption.gap(theme)
        put(PictureCaption(words, text: text, direction: direction), ems: PageGrid.measure)
    }

    /// Adds pictures to leaf through, across the width of the screen. A page is as wide as the widest picture, and the one in view
    /// begins where lines begin.
    private mutating func addGallery(_ pictures: [PagePicture]) {
        let height = frameHeight
        let widths = pictures.map { picture in
            picture.picture.map { height * Double($0.size.width) / Double($0.size.height) } ?? width
        }
        let page = Size(min(width, widths.max() ?? width).rounded(), height)
        let views = pictures.map { picture in
            picture.fitsWhole
                ? PictureBlock(picture, theme: theme, heightLimit: height, actions: actions)
                : PictureBlock(picture, theme: theme, covering: page, isBanner: false, actions: actions)
        }
        let captions = pictures.map {
            $0.caption.isEmpty ? nil : PictureCaption($0.caption, text: text, direction: direction)
        }
        // All pages are as high as the one with the most words.
        let words = captions.compactMap { $0?.height(forWidth: page.width) }.max()
        let gap = PictureCaption.gap(theme)
        let size = Size(page.width, height + (words.map { $0 + gap } ?? 0).rounded(.up))
        let pages = zip(views, captions).map {
            CaptionedPicture($0, $1, pictureHeight: height, gap: gap, direction: direction)
        }
        let gallery = GalleryView(
            pages: pages, pageSize: size, gap: theme.em.rounded(), margin: left, theme: theme, direction: direction)
        put(gallery, x: 0, size: Size(screenSize.width, GalleryView.height(forPages: size.height, theme: theme)))
    }

    private mutating func addList(start: Int?, _ items: [Block.Task]) {
        let between = listDepth == 0 ? 0.9 : 0.4
        let numbers = items.indices.map { index in start.map { "\($0 + index)." } }
        let marks = markWidth(numbers)
        let baseline = text.bodyBaseline
        for (index, item) in items.enumerated() {
            leave(index == 0 ? between : 0.4)
            y += gap.rounded()
            gap = 0
            let mark = mark(of: item, numbers[index], baseline: baseline)
            let shift = text.baseline(ofFirst: item.blocks.first, usual: baseline) - baseline
            set(mark, Rect(left, y + shift, marks, mark.height(forWidth: marks)))
            indent(by: marks + Self.markGap * theme.em) {
                $0.isBesideMarker = true
                $0.listDepth += 1
                $0.add(item.blocks)
            }
        }
        leave(between)
    }

    /// Adds rows or cards, line by line. All of a line are as high as the highest of them.
    private mutating func addRows(_ rows: [Row]) {
        let lines = RowLines(rows, rowStyle, most: mostCards, width: width, theme: theme)
        for first in lines.firsts { addLine(of: lines, from: first) }
    }

    /// Adds the line of `lines` that begins with the row `first`.
    mutating func addLine(of lines: RowLines, from first: Int) {
        let (rows, grid) = (lines.rows, lines.grid)
        let cells: [any BlockView] = rows[first..<min(first + grid.perLine, rows.count)].map { row in
            switch lines.style {
            case .list:
                RowView(
                    row, text: text, theme: theme, isFirst: first == 0, isAmongLinks: lines.hasLinks,
                    isAmongPictures: lines.hasPictures, direction: direction, open: open)
            case .cards:
                CardView(
                    row, text: text, theme: theme, isAmongPictures: lines.isBesidePictures, direction: direction,
                    open: open)
            }
        }
        y += (first == 0 ? gap : grid.lineGap).rounded()
        gap = 0
        let height = cells.map { $0.height(forWidth: grid.viewWidth) }.max() ?? 0
        for (index, cell) in cells.enumerated() {
            let x = left + (Double(index) * grid.step).rounded() - grid.overhang
            let row = rows[first + index]
            let swipes =
                row.hasActions
                ? SwipeRow(row, content: cell, language: text.language, theme: theme, open: open) : nil
            let view = swipes ?? cell
            set(view, Rect(x, y, grid.viewWidth, height))
            placed[row.place] = view
        }
        y += height.rounded(.up)
    }

    /// The alignment of the paragraph `inlines`. It begins at the side of the page where lines begin, beside its mark in a list, also
    /// if it is read in the other direction.
    private func alignment(of inlines: [Inline]) -> TextAlignment {
        text.alignment(of: text.paragraph(inlines), on: direction)
    }

    /// The width of the marks `numbers`, of which nil stands for a bullet or a box.
    private func markWidth(_ numbers: [String?]) -> Double {
        markWidth(longest: numbers.compactMap(\.self).max { $0.utf8.count < $1.utf8.count } ?? "")
    }

    /// The width of the marks of which `longest` is the longest number; empty for bullets and boxes.
    func markWidth(longest: String) -> Double {
        let widest = String(longest.map { $0.isNumber ? "0" : $0 })
        return max(1.2 * theme.em, TextLayout(text.plain(widest).attributed).size.width.rounded(.up) + 1)
    }

    /// The mark of `item`: its box, its number or a bullet. Numbers stand against their items, so that their digits are below each other.
    private func mark(of item: Block.Task, _ number: String?, baseline: Double) -> any BlockView {
        if let isDone = item.isDone { return ListMark(.box(isDone: isDone), baseline: baseline, theme: theme) }
        guard let number else { return ListMark(.bullet(depth: listDepth), baseline: baseline, theme: theme) }
        // A number has no direction of its own; the mark before it gives it that of the page.
        let isMirrored = direction == .rightToLeft
        return TextView(text.plain((isMirrored ? "\u{200F}" : "") + number), theme: theme, alignment: .end, open: open)
    }

    /// The space (em) at the top of a page, the indentation of a quotation, and the space between a mark and its item.
    static let (topGap, quoteIndent, markGap) = (1.6, 1.4, 0.6)

    /// Keeps at least `ems` free before the next block, and more at the top of a page.
    private mutating func leave(_ ems: Double) {
        if !isBesideMarker { gap = max(gap, (isAtTop ? Self.topGap : ems) * theme.em) }
        isBesideMarker = false
    }

    private mutating func indent(by distance: Double, _ body: (inout Column) -> Void) {
        var inner = self
        // Otherwise each item of a list would copy it.
        placed = [:]
        inner.hasBanner = false
        inner.left += distance
        inner.width -= distance
        body(&inner)
        (y, gap, placed) = (inner.y, inner.gap, inner.placed)
    }

    /// Puts `block` below the others, as wide as the column, but not wider than `ems`.
    private mutating func put(_ block: some BlockView, ems: Double = .infinity) {
        let width = min(width, (ems * theme.em).rounded(), ems <= PageGrid.measure ? measure : .infinity)
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
