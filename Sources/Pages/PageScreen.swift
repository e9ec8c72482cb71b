// A page as a screen: its blocks in a column that scrolls.

import Geometry
package import Stage

/// The screen of one page.
package final class PageScreen: Screen {
    /// The page on the screen, in the language of the visit if it is translated.
    package private(set) var page: Page
    /// The language of the visit in which the page was looked up; nil for the default language.
    private var visitLanguage: String?
    /// The pages to which its links lead.
    package var library: PageLibrary
    /// The column of the page. Its rows are the pieces of a long page; any other page is laid out whole.
    private lazy var scroll = ListView { [unowned self] index, _ in pieceView(index) }
    /// The pieces of a long page; nil for any other.
    private var long: LongPage?
    private let backdrop = PageBackdrop()
    /// The letters beside a long list.
    private var strip: IndexStrip?
    /// The window of the page's program; nil for a page of Markdown.
    private var guest: GuestPlace?

    /// The number of pages on top of a stack that keep their views, so that swipes back find them ready.
    package static let mostWithViews = 4
    /// The most pages in a stack. A visitor who follows links in a circle would otherwise fill the memory.
    package static let mostInStack = 64

    /// The anchor of the heading at which the page opens. Nil for its top, and once the page has been there.
    private var anchor: String?
    /// The first view of each part of the page, by the part's place in the page's file; empty for a long page.
    private var placed: [SourcePlace: View] = [:]
    /// The place of the heading that says the title; nil if none does.
    private var titleHeading: SourcePlace?
    /// What is known of the glass while there are no views.
    private enum Glass {
        case unknown
        /// What was on it when the views were given up. The scroll view scrolls new ones there by itself.
        case left(ShownParts)
        /// What was on it of an earlier version of the page, and stays on it.
        case wanted(ShownParts)
    }
    private var glass = Glass.unknown

    /// Makes a screen of `page`, which was looked up in `language` and opens at the heading with `anchor`. Its links lead to other
    /// pages of `library`.
    init(page: Page, library: PageLibrary, language: String? = nil, anchor: String? = nil) {
        self.page = page
        self.library = library
        self.anchor = anchor
        visitLanguage = language
        super.init(name: page.name, title: page.title)
        takeFrontMatter()
        scroll.onScroll = { [unowned self] in showTitle() }
        // Of a deep stack that is shown at once, only the pages near the top cost time.
        scroll.postponeContent()
    }

    /// How long the page is shown before the next page below is prepared. Much longer than that takes, so that touches, frames and
    /// requests come between.
    private static let pause = Instant.Span.seconds(1)
    private lazy var preparation = Countdown(of: self) { page in
        page.unprepared?.makeViews()
        page.prepareNext()
    }

    /// The language of the text (BCP 47).
    package var language: String { page.language ?? library.kiosk.language ?? "en" }

    private func takeFrontMatter() {
        title = page.title
        titleHeading = page.titleHeading
        live.setTitle()
        isBarShown = page.isBarShown
        popStyle = page.pop
        popZone = page.popZone?.millimetres
        detents = page.detents
        direction = page.direction ?? LayoutDirection(language: language)
    }

    /// Shows the page in the language of the visit, at the same content. Only a page that can be seen is laid out at once.
    package override func translate() {
        guard let stage = navigator?.stage, stage.language != visitLanguage else { return }
        visitLanguage = stage.language
        let isMade = !scroll.isContentPostponed
        scroll.giveUpContent()
        glass = .unknown
        let other = page
        page = library.page(named: page.name, in: visitLanguage) ?? page
        takeFrontMatter()
        if page.program != other.program { changeProgram() }
        guest?.translate(page.title, language: language)
        setFinishRule()
        showLanguageButton()
        if isMade, !isCovered { makeViews() }
    }

    /// Sets the finish rule, and makes the views if there are none.
    package override func willAppear() {
        // A page that was popped and comes back has not heard of another language.
        translate()
        if let navigator {
            live.show(on: navigator.stage)
            for case let page as PageScreen in navigator.screens where page !== self {
                page.live.showTitle(on: navigator.stage)
            }
        }
        makeViews()
        setFinishRule()
        guest?.appear()
    }

    package override func didAppear() {
        guest?.showWayBack()
        prepareNext()
        let near = library.programs(near: page, in: visitLanguage)
        if !near.isEmpty { navigator?.stage.guests?.comesNear(near) }
    }

    /// The way back leads through the history of a page of the web first, if the page says so.
    package override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
        guest?.answer(to: request) ?? .yes
    }

    package override func didDisappear() {
        guest?.disappear()
        // Above a sheet, a little of the page is still seen.
        if navigator?.top !== self { live.hide() }
    }

    /// Makes the views of the pages that the next swipes will uncover a little later, one page at a time: each may take as long as a
    /// page may take, and after a reload all pages below have none.
    private func prepareNext() {
        guard let stage = navigator?.stage, unprepared != nil else { return }
        preparation.start(on: stage, until: stage.now + Self.pause)
    }

    /// The nearest page below that has no views and should have some; nil if there is none, or this page is not on top.
    private var unprepared: PageScreen? {
        guard let screens = navigator?.screens, screens.last === self else { return nil }
        let below = screens.dropLast().suffix(Self.mostWithViews - 1)
        return below.lazy.compactMap { $0 as? PageScreen }.last { $0.scroll.isContentPostponed }
    }

    /// Opens this page over the top of `navigator`. Page by page, a visitor can go as deep as they like: the pages far below keep
    /// their names and positions, but no views, and the oldest pages above the root are forgotten.
    package func push(on navigator: Navigator) {
        navigator.push(self)
        let screens = navigator.screens
        for screen in screens.dropLast(Self.mostWithViews) {
            let isShown = navigator.transitions.contains { $0.upper === screen || $0.lower === screen }
            if !isShown { (screen as? PageScreen)?.giveUpViews() }
        }
        for screen in screens.dropFirst().prefix(max(0, screens.count - Self.mostInStack)) { navigator.forget(screen) }
    }

    private func giveUpViews() {
        if !scroll.isContentPostponed { glass = shown.map { .left($0) } ?? .unknown }
        scroll.giveUpContent()
    }

    private func makeViews() {
        if guest != nil { return }
        scroll.makeContent { build(in: view.content) }
        if case .wanted(let shown) = glass { keep(shown) }
        glass = .unknown
        guard let anchor else { return }
        self.anchor = nil
        scroll(to: anchor, animated: false)
    }

    /// Scrolls to the heading with `anchor`, or to the top for an empty one.
    private func scroll(to anchor: String, animated: Bool) {
        guard let theme = navigator?.stage.theme else { return }
        let place = PageAnchors.place(of: anchor, in: page.blocks)
        if !anchor.isEmpty, let place, let piece = long?.placed[place] {
            return scroll.scroll(toRow: piece, animated: animated) {
                (($0 as? PieceView)?.placed[place]?.frame.minY ?? 0) - 0.6 * theme.em
            }
        }
        let top = anchor.isEmpty ? 0 : place.flatMap { placed[$0] }.map { $0.frame.minY - 0.6 * theme.em }
        if let top { scroll.scroll(to: top, along: .vertical, animated: animated) }
    }

    // MARK: Another version of the page

    /// What of the page is on the glass; nil at the top of the page, which stays the top whatever is added there.
    package var shown: ShownParts? {
        if scroll.isContentPostponed {
            switch glass {
            case .unknown: return nil
            case .left(let shown), .wanted(let shown): return shown
            }
        }
        let offset = scroll.offset
        guard offset > scroll.ends.lowerBound else { return nil }
        let pieces = scroll.subviews.compactMap { $0 as? PieceView }
        let parts = long.map { long in pieces.flatMap { long.parts(of: $0, offset: offset) } }
        return ShownParts(
            of: page.blocks,
            among: parts
                ?? placed.map {
                    ShownParts.Part(place: $0, top: $1.frame.minY - offset, height: $1.bounds.height)
                }, onGlass: scroll.bounds.height)
    }

    /// Keeps `shown`, what was on the glass of an earlier version of the page, where it was.
    package func keep(_ shown: ShownParts) {
        if scroll.isContentPostponed { return glass = .wanted(shown) }
        guard let part = shown.anchor(in: page.blocks) else { return }
        if let long {
            guard let first = long.placed[part.place] else { return }
            scroll.scroll(toRow: first + part.piece, animated: false) { view in
                let frame = (view as? PieceView)?.placed[part.place]?.frame ?? view.bounds
                return frame.minY + part.distance(in: frame.height)
            }
        } else if let frame = placed[part.place]?.frame {
            scroll.scroll(to: frame.minY + part.distance(in: frame.height), along: .vertical, animated: false)
        }
    }

    /// Takes the finish rule of the stage, with the values of the page where it has any.
    private func setFinishRule() {
        guard let settings = navigator?.stage.gestures else { return }
        guard page.finishShare != nil || page.finishLimit != nil || page.velocityWeight != nil else { return }
        var rule = navigator?.sheet == nil ? settings.popFinish : settings.sheetFinish
        rule.share = page.finishShare ?? rule.share
        rule.limit = page.finishLimit?.millimetres ?? rule.limit
        rule.velocityWeight = page.velocityWeight?.seconds ?? rule.velocityWeight
        popFinish = rule
    }

    package override func load(into content: View) {
        if page.program == nil { content.addSubview(scroll) } else { loadGuest(into: content) }
    }

    /// Shows what the page shows in another language, if that is another program, or text where there was a program.
    private func changeProgram() {
        let content = view.content
        guest?.disappear()
        guest?.removeFromSuperview()
        (guest, wayBack) = (nil, nil)
        scroll.removeFromSuperview()
        load(into: content)
        layout(content)
        if !isCovered { guest?.appear() }
    }

    /// Shows the program of the page in place of its text.
    private func loadGuest(into content: View) {
        guard let stage = navigator?.stage, let program = library.program(of: page) else { return }
        let place = GuestPlace(
            program, on: self, title: page.title, language: language, theme: stage.theme,
            takesPops: page.pop == .fullScreen)
        guest?.removeFromSuperview()
        guest = place
        content.addSubview(place)
        place.begin(on: stage)
    }

    /// Lays out the text again for another width. The scroll position stays at the same content.
    package override func layout(_ content: View) {
        showLanguageButton()
        live.setTitle()
        if let guest, let theme = navigator?.stage.theme {
            guest.frame = Rect(origin: .zero, size: content.bounds.size)
            return guest.wear(theme)
        }
        if !scroll.isContentPostponed { scroll.rebuild { build(in: content) } }
    }

    /// Lays out the page anew in the same size, because values have another size.
    func rebuild() {
        guard let stage = navigator?.stage else { return layout(view.content) }
        stage.changeContent(of: scroll) { layout(view.content) }
    }

    /// Keeps what changes by itself up to date.
    private lazy var live = LivePage(of: self)

    /// What the page's placeholders say now.
    var values: LiveValues { library.values(of: page, on: navigator?.stage) }

    /// Shows the title in the bar as far as the heading that says the same is not on the glass. A bar with nothing else shows it always.
    private func showTitle() {
        guard !scroll.isContentPostponed else { return }
        let isAlone = trailingView == nil && navigator?.sheet == nil && navigator?.screen(below: self) == nil
        guard !isAlone, let heading, heading.height > 0 else { return titleOpacity = 1 }
        // A heading leaves at the top while the title comes. One that lies across the lower edge of a page that rests does not count.
        let isBelow = heading.maxY > scroll.bounds.maxY
        titleOpacity = isBelow ? 1 : max(0, min(1, (scroll.bounds.minY - heading.minY) / heading.height))
    }

    /// The frame of the heading that says the title, in the column; nil if there is none, or it is far from the glass.
    private var heading: Rect? {
        guard let place = titleHeading else { return nil }
        guard let long else { return placed[place]?.frame }
        let piece = scroll.subviews.lazy.compactMap { $0 as? PieceView }.first { $0.index == long.placed[place] }
        return piece.flatMap { piece in piece.placed[place].map { $0.frame.offset(by: piece.frame.origin - .zero) } }
    }

    /// Opens the target of `link`, as a tap on it does.
    package func follow(_ link: Link) {
        if case .heading(let anchor) = link.part, link.stays(on: page.name) {
            scroll(to: anchor, animated: true)
        } else {
            library.follow(link, from: self)
        }
    }

    private func showLanguageButton() {
        trailingView = library.languageButton(for: self) { [unowned self] in library.chooseLanguage(from: self) }
    }

    private func build(in content: View) {
        guard let theme = navigator?.stage.theme else { return }
        scroll.removeRows()
        scroll.frame = Rect(origin: .zero, size: content.bounds.size)
        let (direction, index) = (
            direction ?? .leftToRight, page.hasIndex ? ListIndex(of: page.blocks, language: language) : nil
        )
        let panel = backdrop.lay(theme, in: content, under: scroll, isSheet: navigator?.sheet != nil)
        let margin = index == nil ? 0 : IndexStrip.width(theme)
        var layout = layout(of: scroll, theme, margin: margin)
        let showRow: (Int) -> Void
        if LongPage.isLong(page.blocks) {
            let size = content.bounds.size
            let long = LongPage(
                page.blocks, text: TextSetter(theme: theme, language: language, values: values), screenSize: size,
                direction: direction, rows: rowStyle, topsOf: index?.list
            ) { [unowned self] in self.layout(of: $0, theme, margin: margin) }
            layout.choose(for: page.blocks)
            (self.long, placed) = (long, [:])
            scroll.reload(estimates: long.estimates)
            panel?.spread(behind: layout, to: BackdropPanel.mostHeight, of: size, theme)
            showRow = { [unowned self] row in
                guard long.rows.indices.contains(row) else { return }
                scroll.scroll(toRow: long.rows[row], animated: false) { _ in long.pieces[long.rows[row]].gap - theme.em
                }
            }
        } else {
            let tops = layout.add(page.blocks, topsOf: index?.list)
            scroll.contentSize = Size(content.bounds.width, layout.end)
            panel?.spread(behind: layout, to: layout.end, of: content.bounds.size, theme)
            (long, placed) = (nil, layout.placed)
            showRow = { [unowned self] row in
                // Not the row's line, but a little of what is above it, shows that the list goes on.
                scroll.scroll(to: tops[row] - theme.em, along: .vertical, animated: false)
            }
        }
        strip?.remove()
        strip = index.map { index in
            IndexStrip(index.entries.map(\.letter), theme: theme, direction: direction) {
                showRow(index.entries[$0].row)
            }
        }
        strip?.place(in: content, beside: layout.side)
        live.built(scroll)
        showTitle()
    }

    /// Removes the letters beside a long list until the page is built anew.
    package func removeIndex() {
        strip?.remove()
        strip = nil
    }

    private var rowStyle: RowStyle { page.rows ?? library.kiosk.rows ?? .list }

    /// A layout of the page, or of a piece of it, that adds to `view`.
    private func layout(of view: View, _ theme: Theme, margin: Double) -> PageLayout {
        PageLayout(
            view: view, theme: theme, language: language, direction: direction ?? .leftToRight,
            screenSize: self.view.content.bounds.size, columns: page.columns, rows: rowStyle, margin: margin,
            values: values, open: { [unowned self] link in follow(link) },
            enlarge: { [unowned self] in library.enlarge($0, in: $1, from: self) })
    }

    /// The view of piece `index` of a long page, which comes near.
    private func pieceView(_ index: Int) -> View {
        guard let long else { return View() }
        let view = long.view(of: index)
        live.added(view)
        return view
    }
}
