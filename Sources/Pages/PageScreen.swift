// A page as a screen: its blocks below each other in a column that scrolls.

import Geometry
public import Stage

/// The screen of one page.
public final class PageScreen: Screen {
    /// The page it shows.
    public let page: Page
    private let library: PageLibrary
    private weak var scroll: ScrollView?

    /// A screen of `page`; links lead to other pages of `library`.
    init(page: Page, library: PageLibrary) {
        self.page = page
        self.library = library
        super.init(name: page.name, title: page.title)
        isBarShown = page.isBarShown
        popStyle = page.pop
        popZone = page.popZone?.millimetres
        detents = page.detents
        direction = page.direction ?? LayoutDirection(language: language)
    }

    /// The language of its text (BCP 47).
    public var language: String { page.language ?? library.kiosk.language ?? "en" }

    /// The kiosk's finish rule with what the page says instead.
    public override func willAppear() {
        guard let settings = navigator?.stage.gestures else { return }
        guard page.finishShare != nil || page.finishLimit != nil || page.velocityWeight != nil else { return }
        var rule = navigator?.sheet == nil ? settings.popFinish : settings.sheetFinish
        rule.share = page.finishShare ?? rule.share
        rule.limit = page.finishLimit?.millimetres ?? rule.limit
        rule.velocityWeight = page.velocityWeight?.seconds ?? rule.velocityWeight
        popFinish = rule
    }

    public override func loadContent(into content: View) {
        guard let theme = navigator?.stage.theme else { return }
        // On another panel the visitor finds the place where they were.
        let share = self.scroll.map { $0.offset / max(1, $0.contentSize.height) } ?? 0
        let scroll = ScrollView(axis: .vertical)
        self.scroll = scroll
        scroll.frame = Rect(origin: .zero, size: content.bounds.size)
        content.addSubview(scroll)
        var column = Column(
            view: scroll, theme: theme, language: language, direction: direction ?? .leftToRight,
            screenSize: content.bounds.size, open: { [unowned self] link in library.follow(link, from: self) })
        column.add(page.blocks)
        scroll.contentSize = Size(content.bounds.width, column.end)
        scroll.scroll(to: share * column.end, along: .vertical, animated: false)
    }
}
