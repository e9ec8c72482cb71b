// Makes screens from a kiosk's pages, and follows the links between them.

import Geometry
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

    /// The values of files as they were last read, with the texts from which.
    private var files: [String: (text: String, file: DataFile)] = [:]

    /// What the placeholders of `page` say on `stage` now. Files that have not arrived there have the values of the kiosk.
    func values(of page: Page, on stage: Stage?) -> LiveValues {
        var values = LiveValues(language: page.language ?? kiosk.language ?? "en")
        values.hours = page.hours ?? kiosk.hours
        if let stage, let clock = stage.values.clock { values.now = (clock.seconds(at: stage.now), clock.zone) }
        values.files = { [unowned self] name in
            guard let text = stage?.values.files[name] else { return kiosk.data[name] }
            if let known = files[name], known.text == text { return known.file }
            let file = DataFile(text: text)
            files[name] = (text, file)
            return file
        }
        return values
    }

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
        let bare = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
        let near = kiosk.pages[bare] != nil ? bare : Spelling(kiosk.pages.keys).nearest(to: bare)
        return "there is no page \"\(name)\"; " + (near.map { "did you mean \"\($0)\"?" } ?? "there are \(names)")
    }

    /// A new screen of the page `name`. Nil when there is no such page.
    package func screen(named name: String) -> PageScreen? {
        kiosk.pages[name].map { PageScreen(page: $0, library: self) }
    }

    /// Opens the target of `link`, which is on `screen`.
    func follow(_ link: Link, from screen: Screen) {
        guard let target = self.screen(named: link.page), let navigator = screen.navigator else { return }
        switch link.presentation {
        case .sheet where navigator.stage.sheets.count < Self.mostSheets: navigator.stage.present(target)
        case .push, .sheet: target.push(on: navigator)
        }
    }
}
