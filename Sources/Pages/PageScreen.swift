// A page as a screen: its blocks in a column that scrolls.

import Geometry
package import Stage

/// The screen of one page.
package final class PageScreen: Screen {
    /// The page on the screen.
    package let page: Page
    private let library: PageLibrary
    private let scroll = ScrollView(axis: .vertical)

    /// Makes a screen of `page`. Its links lead to other pages of `library`.
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

    /// The language of the text (BCP 47).
    package var language: String { page.language ?? library.kiosk.language ?? "en" }

    /// Sets the finish rule: that of the stage, with the values of the page where it has any.
    package override func willAppear() {
        guard let settings = navigator?.stage.gestures else { return }
        guard page.finishShare != nil || page.finishLimit != nil || page.velocityWeight != nil else { return }
        var rule = navigator?.sheet == nil ? settings.popFinish : settings.sheetFinish
        rule.share = page.finishShare ?? rule.share
        rule.limit = page.finishLimit?.millimetres ?? rule.limit
        rule.velocityWeight = page.velocityWeight?.seconds ?? rule.velocityWeight
        popFinish = rule
    }

    package override func load(into content: View) { content.addSubview(scroll) }

    /// Lays out the text again for another width. The scroll position stays at the same content.
    package override func layout(_ content: View) {
        guard let theme = navigator?.stage.theme else { return }
        scroll.rebuild {
            scroll.frame = Rect(origin: .zero, size: content.bounds.size)
            var column = Column(
                view: scroll, theme: theme, language: language, direction: direction ?? .leftToRight,
                screenSize: content.bounds.size, open: { [unowned self] link in library.follow(link, from: self) })
            column.add(page.blocks)
            scroll.contentSize = Size(content.bounds.width, column.end)
        }
    }
}
