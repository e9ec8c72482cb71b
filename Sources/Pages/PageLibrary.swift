// Makes screens from a kiosk's pages, and follows the links between them.

import Settings
import Stage

/// The pages of a kiosk as screens. Each visit makes a new screen, so that a visitor does not get the scroll position
/// of another visitor.
package final class PageLibrary {
    /// The kiosk of the pages.
    package let kiosk: Kiosk

    /// The most sheets over each other. A link that would open one more pushes its page instead.
    package static let mostSheets = 8

    /// The pages of `kiosk`.
    package init(kiosk: Kiosk) { self.kiosk = kiosk }

    /// The most names in a message.
    private static let mostNames = 20

    /// The names of the pages, as text for messages: the first of them when there are many.
    package var names: String {
        let names = kiosk.pages.keys.sorted()
        let more = names.count - Self.mostNames
        return names.prefix(Self.mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// The message that there is no page `name`, with the nearest name, or with those that there are.
    package func absence(of name: String) -> String {
        let bare = PageFile.page(at: name) ?? name
        let near = kiosk.pages[bare] != nil ? bare : FileNames(kiosk.pages.keys).nearest(to: bare)
        return "there is no page \"\(name)\"; " + (near.map { "did you mean \"\($0)\"?" } ?? "there are \(names)")
    }

    /// A new screen of the page `name`, or of the footnote with the name that `Page.name(ofNote:)` gave. Nil when there is no such
    /// page.
    package func screen(named name: String) -> PageScreen? {
        let page = kiosk.pages[name] ?? Page.note(named: name) { kiosk.pages[$0] }
        return page.map { PageScreen(page: $0, library: self) }
    }

    /// Opens the target of `link`, which is on `screen`.
    func follow(_ link: Link, from screen: Screen) {
        guard let target = self.screen(for: link), let navigator = screen.navigator else { return }
        switch link.presentation {
        case .sheet where navigator.stage.sheets.count < Self.mostSheets: navigator.stage.present(target)
        case .push, .sheet: target.push(on: navigator)
        }
    }

    private func screen(for link: Link) -> PageScreen? {
        switch link.part {
        case .note(let number): screen(named: Page.name(ofNote: number, on: link.page))
        case .heading(let anchor): kiosk.pages[link.page].map { PageScreen(page: $0, library: self, anchor: anchor) }
        case nil: screen(named: link.page)
        }
    }
}
