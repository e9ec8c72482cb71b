// Makes screens of a kiosk's pages, and leads from one to the next.

import Stage

/// The pages of a kiosk as screens. Each visit makes a new screen, so nobody finds another visitor's scroll position.
public final class PageLibrary {
    /// The kiosk whose pages these are.
    public let kiosk: Kiosk

    /// The pages of `kiosk`.
    public init(kiosk: Kiosk) { self.kiosk = kiosk }

    /// The names of all pages, for sentences.
    public var names: String { kiosk.pages.keys.sorted().joined(separator: ", ") }

    /// A new screen of the page `name`; nil when there is no such page.
    public func screen(named name: String) -> PageScreen? {
        kiosk.pages[name].map { PageScreen(page: $0, library: self) }
    }

    /// Goes where `link`, on `screen`, leads.
    func follow(_ link: Link, from screen: Screen) {
        guard let target = self.screen(named: link.page), let navigator = screen.navigator else { return }
        switch link.presentation {
        case .push: navigator.push(target)
        case .sheet: navigator.stage.present(target)
        }
    }
}
