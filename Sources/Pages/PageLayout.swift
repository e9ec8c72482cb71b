// Lays out the blocks of a page in the columns that the glass has room for.

import Geometry
import Stage

/// Places the blocks of a page: in one column or, where the glass has room, on a page with several sections, with cards, or with one
/// picture that is no banner, in two; also on any other page that is higher than the glass in one column and lower in two. Text begins at
/// the same distance from the side of the glass on both. On a page of two columns
///
/// 1. cards, galleries, banners and headings of level 1 go across both;
/// 2. two sections, each from a heading of level 2 to the next one, stand side by side if both fit the glass. If one is more than
///    twice as high as the other, the first is divided between the columns instead, where rule 3 allows it;
/// 3. any other text is divided between the columns if it is higher than a third of the glass and then fits the glass: where a picture
///    begins or ends it, at the picture, or else so that both columns are as equal as possible.
///
/// So whoever reads down the first column and then down the second has both in view. All blocks are laid out below each other first,
/// and those of the second column are moved beside the others. Lengths are in pixels.
@MainActor
struct PageLayout {
    private let view: View
    private let theme: Theme
    private let rows: RowStyle
    /// The most columns that the page allows.
    private let most: Int
    private let margin: Double
    private(set) var grid: PageGrid
    private let direction: LayoutDirection
    private let screenSize: Size
    private(set) var column: Column

    /// A layout of blocks that are added to `view`, of which the screen shows `screenSize`. At least `margin` stays free at the side
    /// where lines end.
    /// `values` has what changes, `open` opens a link, and `enlarge` shows a picture large.
    init(
        view: View, theme: Theme, language: String, direction: LayoutDirection, screenSize: Size, columns: Int?,
        rows: RowStyle, margin: Double, values: LiveValues? = nil, open: @escaping (Link) -> Void,
        enlarge: @escaping (PagePicture, PictureView) -> Void = { _, _ in }
    ) {
        (self.view, self.theme, self.direction, self.screenSize) = (view, theme, direction, screenSize)
        (self.rows, most, self.margin) = (rows, columns ?? PageGrid.most, margin)
        grid = PageGrid(
            screenWidth: screenSize.width, most: 1, margin: PageGrid.margin(screenSize.width, theme), end: margin,
            theme: theme)
        column = Column(
            view: view, theme: theme, language: language, direction: direction, screenSize: screenSize, values: values,
            open: open, enlarge: enlarge)
        column.rowStyle = rows
        column.spare = whole.span - grid.span
    }

    /// Chooses the columns for `blocks`.
    mutating func choose(for blocks: [Block]) {
        column.mostCards = blocks.map { if case .rows(let rows) = $0.content { rows.count } else { 0 } }.max() ?? 0
        let hasCards = rows == .cards && blocks.contains { $0.isRows }
        guard hasCards || hasOnePicture(blocks) || blocks.count(where: { $0.isHeading(2) }) > 1 else { return }
        choose(widest)
    }

    /// As many columns as the glass has room for.
    private var widest: PageGrid {
        PageGrid(
            screenWidth: screenSize.width, most: most, margin: PageGrid.margin(screenSize.width, theme), end: margin,
            theme: theme)
    }

    /// The room of all columns that the glass has, also on a page that wants one. A table may take it.
    private var whole: PageGrid {
        PageGrid(
            screenWidth: screenSize.width, margin: PageGrid.margin(screenSize.width, theme), end: margin, theme: theme)
    }

    /// Whether a page of `blocks` has one picture, such as a plan, that can stand beside its text.
    private func hasOnePicture(_ blocks: [Block]) -> Bool {
        var pictures = 0
        for (index, block) in blocks.enumerated() {
            guard case .picture(let picture) = block.content else { continue }
            pictures += 1
            if pictures > 1 || column.isBanner(picture, isAtTop: index == 0) { return false }
        }
        return pictures == 1 && blocks.contains { !$0.isHeading && !$0.isPicture }
    }

    /// Takes `grid`, which may have been chosen for a whole page, of which pieces are added.
    mutating func choose(_ grid: PageGrid) {
        self.grid = grid
        // A banner on a glass twice as wide as high would be a strip; it stands in a column instead.
        (column.measure, column.spare) = grid.count == 1 ? (.infinity, whole.span - grid.span) : (grid.width, 0)
        column.hasBanner = grid.count == 1 || screenSize.width <= 2 * screenSize.height
    }

    /// The end of the columns, measured from the side of the screen where lines begin.
    var side: Double { grid.left + grid.span }

    /// The left side of the columns and their width together, with a table that is wider than a column.
    var extent: (left: Double, width: Double) {
        let tables = view.subviews.map { ($0 as? TableView)?.columnWidth ?? 0 }
        let width = max(grid.span, tables.max() ?? 0)
        return (direction == .leftToRight ? grid.left : screenSize.width - grid.left - width, width)
    }

    /// The first view of each part of the page, by the part's place in the page's file.
    var placed: [SourcePlace: View] { column.placed }

    /// The bottom of the page, with a margin.
    var end: Double { column.end }

    /// The list whose rows are sought, by its place in the page's file, and the views of its rows.
    private var sought: SourcePlace?
    private var found = 0..<0

    /// Adds `blocks`, and returns the tops of the rows of the list at `list` in the page's file.
    mutating func add(_ blocks: [Block], topsOf list: SourcePlace? = nil) -> [Double] {
        sought = list
        choose(for: blocks)
        if grid.count == 1 {
            let (start, count) = (self, view.subviews.count)
            putAcross(blocks)
            if column.end > screenSize.height, column.y <= Self.mostShortened * screenSize.height {
                shorten(blocks, from: start, after: count)
            }
        } else {
            addColumns(blocks)
        }
        return view.subviews[found].map(\.frame.minY)
    }

    /// The greatest height of a page that is tried in two columns because it is too high in one, in screens. What is higher would not fit
    /// the glass in two either, and laying it out takes time.
    private static let mostShortened = 2.0

    /// Sets `blocks`, which are higher than the glass in one column, in two if the page is lower then. `start` is the layout before they
    /// were added behind the first `count` views.
    private mutating func shorten(_ blocks: [Block], from start: PageLayout, after count: Int) {
        var other = start
        other.choose(widest)
        guard other.grid.count > 1 else { return }
        func takeOut() -> [View] {
            let views = Array(view.subviews[count...])
            for view in views.reversed() { view.removeFromSuperview() }
            return views
        }
        let views = takeOut()
        other.addColumns(blocks)
        if other.column.y < column.y { return self = other }
        _ = takeOut()
        for one in views { view.addSubview(one) }
    }

    /// Adds `piece` of a long page.
    mutating func add(_ piece: PagePiece) {
        column.goOn(at: piece)
        switch piece.content {
        case .block(let block): column.add([block])
        case .line(let lines, let first): column.addLine(of: lines, from: first)
        case .table(let table, let rows): column.putTable(table.part(rows), partOf: table)
        case .columns(let blocks): addColumns(blocks)
        case .marks: break
        }
        for bar in piece.bars { column.bar(left: bar.left, from: bar.top) }
    }

    /// The bottom of the last block.
    var bottom: Double { column.y }

    private mutating func addColumns(_ blocks: [Block]) {
        var plain: [[Block]] = []
        var blocks = blocks[...]
        if let picture = blocks.first, case .picture(let shown) = picture.content, column.isBanner(shown) {
            putAcross([picture])
            blocks.removeFirst()
        }
        for section in sections(of: blocks) {
            if isPlain(section) {
                plain.append(section.blocks)
                continue
            }
            setSideBySide(plain)
            plain = []
            var text: [Block] = []
            for block in section.blocks {
                guard spansColumns(block), !(section.beginsWithPicture && block.isHeading) else {
                    text.append(block)
                    continue
                }
                let headings = text.reversed().prefix { $0.isHeading }.count
                setText(text.dropLast(headings))
                putAcross(text.suffix(headings) + [block])
                text = []
            }
            setText(text[...])
        }
        setSideBySide(plain)
    }

    /// Puts `block` below the others, and returns its views.
    private mutating func put(_ block: Block) -> Range<Int> {
        let first = view.subviews.count
        column.add([block])
        let views = first..<view.subviews.count
        if block.place == sought { found = views }
        return views
    }

    private mutating func putAcross(_ blocks: some Sequence<Block>) {
        column.place(left: grid.left, width: grid.span)
        for block in blocks { _ = put(block) }
    }

    // MARK: Sections

    /// Whether `block` goes across all columns.
    func spansColumns(_ block: Block) -> Bool {
        switch block.content {
        case .rows: rows == .cards
        case .gallery, .heading(1, _): true
        case .picture(let picture): picture.fit == .banner && column.hasBanner
        case .quote(let blocks): blocks.contains { spansColumns($0) }
        case .list(_, let items): items.contains { $0.contains { spansColumns($0) } }
        default: false
        }
    }

    /// A part of a page that begins with a heading of level 1 or 2, or with the page.
    struct Section {
        var blocks: [Block] = []
        /// Whether the section begins with the picture at the top of the page, which is no banner. The heading stands with the text
        /// beside it.
        var beginsWithPicture = false
    }

    /// Whether `section` has a heading of level 2, and nothing in it goes across the page.
    func isPlain(_ section: Section) -> Bool {
        section.blocks.first?.isHeading(2) == true && !section.blocks.contains { spansColumns($0) }
    }

    /// The sections of `blocks`, the page without a banner at its top.
    func sections(of blocks: ArraySlice<Block>) -> [Section] {
        var sections = [Section()]
        if column.isAtTop, case .picture? = blocks.first?.content { sections[0].beginsWithPicture = true }
        for (index, block) in blocks.enumerated() {
            let begins = block.isHeading(1) || block.isHeading(2)
            if begins, index > 0, !(index == 1 && sections[0].beginsWithPicture) { sections.append(Section()) }
            sections[sections.count - 1].blocks.append(block)
        }
        return sections
    }

    // MARK: Moving

    /// A block that has been laid out.
    private struct Part {
        var views: Range<Int>
        var top: Double
        var bottom: Double
        var isHeading: Bool
    }

    /// Lays out `blocks` below each other in the first column.
    private mutating func parts(of blocks: some Sequence<Block>) -> [Part] {
        column.place(left: grid.left, width: grid.width)
        var parts: [Part] = []
        for block in blocks {
            let views = put(block)
            guard let top = view.subviews[views].map(\.frame.minY).min() else { continue }
            parts.append(Part(views: views, top: top, bottom: column.y, isHeading: block.isHeading))
        }
        return parts
    }

    /// Moves `parts` down by `distance`, and to the second column if `isSecond`.
    private func move(_ parts: some Sequence<Part>, down distance: Double, isSecond: Bool = false) {
        let across = isSecond ? direction.outwards * (grid.width + grid.gap) : 0
        for part in parts { move(part.views, by: Vector(across, distance)) }
    }

    private func move(_ views: Range<Int>, by way: Vector) {
        for view in view.subviews[views] { view.frame = Rect(origin: view.frame.origin + way, size: view.frame.size) }
    }

    /// The greatest height of what stands side by side, so that nobody scrolls up again for the second column.
    private var glass: Double { screenSize.height }

    /// Sets sections beside each other, or else each by itself.
    private mutating func setSideBySide(_ sections: [[Block]]) {
        let sections = sections.map { parts(of: $0) }.filter { !$0.isEmpty }
        /// How far up the next section moves, because others stand beside each other.
        var lift = 0.0
        var next = 0
        while next < sections.count {
            let first = sections[next]
            let heights = sections[next...].prefix(2).map(height)
            move(first, down: -lift)
            let (most, least) = (heights.max() ?? 0, heights.min() ?? 0)
            let isPair = heights.count == 2 && most <= glass
            if isPair, most <= 2 * least {
                lift = setBeside(sections[next + 1], first, lift)
                next += 2
            } else if let way = divide(first.dropFirst()) {
                // The heading stays above both columns.
                lift += way
                next += 1
            } else if isPair {
                // A short section beside a long one leaves less free than an empty column.
                lift = setBeside(sections[next + 1], first, lift)
                next += 2
            } else {
                next += 1
            }
        }
        column.y -= lift
    }

    private func height(_ parts: [Part]) -> Double { parts[parts.count - 1].bottom - parts[0].top }

    /// Sets the section `second` beside `first`, with their headings on one line, whatever their scripts. Sections before them stand
    /// beside each other, so these have moved up by `lift`. Returns how far up the next section moves.
    private func setBeside(_ second: [Part], _ first: [Part], _ lift: Double) -> Double {
        let (top, below) = (first[0].top - lift, (baseline(of: second[0]) - baseline(of: first[0])).rounded())
        move(first, down: max(0, below))
        move(second, down: top + max(0, -below) - second[0].top, isSecond: true)
        return second[second.count - 1].bottom
            - (top + max(height(first) + max(0, below), height(second) + max(0, -below)))
    }

    /// The distance (px) from the top of `part` to the baseline of its first line; 0 for what is no text.
    private func baseline(of part: Part) -> Double {
        view.subviews[part.views].lazy.compactMap { $0 as? TextView }.first?.baseline ?? 0
    }

    /// Sets `blocks`, which nothing goes across, in the columns.
    private mutating func setText(_ blocks: ArraySlice<Block>) {
        guard !blocks.isEmpty else { return }
        let (y, gap, first) = (column.y, column.gap, view.subviews.count)
        if blocks.count(where: { !$0.isHeading }) > 1 {
            let parts = parts(of: blocks)
            let beside = blocks.first?.isPicture == true ? 1 : blocks.last?.isPicture == true ? parts.count - 1 : nil
            if let lift = divide(parts[...], best: beside) { return column.y -= lift }
            // What is long stays as it is, since laying out a text takes time.
            guard let top = parts.first?.top, column.y - top <= glass * Self.leastShare else { return }
            for view in view.subviews[first...].reversed() { view.removeFromSuperview() }
            (column.y, column.gap) = (y, gap)
        }
        putAcross(blocks)
    }

    /// The share of the glass up to which text is not divided: a few lines are easier to read below each other.
    private static let leastShare = 1.0 / 3

    /// Moves the last of `parts` to the second column: those from `best` on if both columns then fit the glass, or else so many that both
    /// are as equal as possible. A heading stays with what follows it. Returns how far up the bottom moves; nil if nothing is divided.
    private func divide(_ parts: ArraySlice<Part>, best: Int? = nil) -> Double? {
        guard let top = parts.first?.top, let bottom = parts.last?.bottom, bottom - top > glass * Self.leastShare else {
            return nil
        }
        let places = parts.indices.dropFirst().filter { !parts[$0 - 1].isHeading }
        func height(_ place: Int) -> Double { max(parts[place - 1].bottom - top, bottom - parts[place].top) }
        let fitting = places.filter { height($0) <= glass }
        guard let equal = fitting.min(by: { height($0) < height($1) }) else { return nil }
        let place = best.flatMap { fitting.contains($0) ? $0 : nil } ?? equal
        move(parts[place...], down: top - parts[place].top, isSecond: true)
        return bottom - top - height(place)
    }
}

extension Block {
    fileprivate var isHeading: Bool { if case .heading = content { true } else { false } }

    fileprivate func isHeading(_ level: Int) -> Bool {
        if case .heading(level, _) = content { true } else { false }
    }

    fileprivate var isPicture: Bool { if case .picture = content { true } else { false } }

    fileprivate var isRows: Bool { if case .rows = content { true } else { false } }
}
