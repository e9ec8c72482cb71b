// Makes screens from a kiosk's pages, and follows the links between them.

import Geometry
import Settings
package import Stage

/// The pages of a kiosk as screens. Each visit makes a new screen, so that a visitor does not get the scroll position
/// of another visitor.
@MainActor
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
        values.clock = kiosk.clock
        values.hours = page.hours?.completed(by: kiosk.hours) ?? kiosk.hours
        if let stage, let clock = stage.values.clock { values.now = (clock.seconds(at: stage.now), clock.zone) }
        values.files = kiosk.data
        (values.sliders, values.chosen) = (kiosk.sliders.filter(\.value.isUsable), stage?.sliders ?? [:])
        for (name, text) in stage?.values.files ?? [:] {
            if files[name]?.text != text { files[name] = (text, DataFile(text: text)) }
            values.files[name] = files[name]?.file
        }
        return values
    }

    /// The message that there is no page `name`, with the nearest name, or with those that there are.
    package func absence(of name: String) -> String {
        let bare = PageFile.page(at: name) ?? name
        let near = kiosk.page(bare) != nil ? bare : FileNames(kiosk.names).nearest(to: bare)
        return "there is no page \"\(name)\"; "
            + (near.map { "did you mean \"\($0)\"?" } ?? "there are \(kiosk.listOfNames)")
    }

    /// The page `name` in `language`; nil for the default language. `name` may be that of a footnote, which `Page.name(ofNote:)` gave.
    /// Nil when there is no such page.
    package func page(named name: String, in language: String?) -> Page? {
        kiosk.page(name, in: language) ?? Page.note(named: name) { kiosk.page($0, in: language) }
    }

    /// A new screen of the page or footnote `name` in `language`; nil for the default language. Nil when there is no such page.
    package func screen(named name: String, in language: String? = nil) -> PageScreen? {
        page(named: name, in: language).map { PageScreen(page: $0, library: self, language: language) }
    }

    /// The program whose window is `page`, with the way to its file; nil for a page of Markdown.
    func program(of page: Page) -> GuestProgram? {
        guard var program = page.program, case .file(let path) = program.source else { return page.program }
        program.source = .file(path: "\(kiosk.folder)/\(path)")
        return program
    }

    /// The programs of all pages, by the pages' names. One that several pages show is there once.
    package var programs: [GuestProgram] {
        var found: Set<GuestProgram> = []
        return kiosk.pages.sorted { $0.key < $1.key }.compactMap { program(of: $0.value) }.filter {
            found.insert($0).inserted
        }
    }

    /// The programs of all pages that begin with the kiosk.
    package var programsAtBoot: [GuestProgram] { programs.filter { $0.start == .boot } }

    /// The names of the pages whose program is `program`, in alphabetical order.
    package func pages(showing program: GuestProgram) -> [String] {
        kiosk.pages.filter { self.program(of: $0.value) == program }.keys.sorted()
    }

    /// The programs of the pages to which `page` leads that begin when it is shown.
    func programs(near page: Page, in language: String?) -> [GuestProgram] {
        page.links.compactMap { link in kiosk.page(link.page, in: language).flatMap { program(of: $0) } }
            .filter { $0.start == .near }
    }

    /// A new list of the languages. Nil when there is nothing to choose.
    package func languageScreen() -> LanguageScreen? { kiosk.languages.isChoice ? LanguageScreen(self) : nil }

    /// A new attract loop. Nil when the kiosk has no pictures for one.
    package func attractScreen() -> AttractScreen? { kiosk.attract.map { AttractScreen($0) } }

    /// A new screen of a picture by the screen's name, in `language`; nil for the default language. Nil when there is no such picture.
    package func picture(named name: String, in language: String? = nil) -> PictureScreen? {
        PictureScreen(named: name, in: language, self)
    }

    /// The names of the screens of all pictures in the default language.
    package var pictureNames: [String] {
        kiosk.names.flatMap { name in kiosk.page(name).map { PictureScreen.names(on: $0) } ?? [] }
    }

    /// Shows `picture`, which `view` shows on `screen`, large.
    func enlarge(_ picture: PagePicture, in view: PictureView, from screen: PageScreen) {
        guard let navigator = screen.navigator, let target = PictureScreen(picture, on: screen.page, self) else {
            return
        }
        target.source = view
        navigator.push(target)
    }

    /// Opens the target of `link`, which is on `screen`.
    func follow(_ link: Link, from screen: Screen) {
        guard let navigator = screen.navigator else { return }
        switch link.choice {
        case .any: return chooseLanguage(from: screen)
        case .one(let language): return choose(language, from: screen)
        case nil: break
        }
        guard let target = self.screen(for: link, in: navigator.stage.language) else { return }
        switch link.presentation {
        case .sheet where navigator.stage.sheets.count < Self.mostSheets: navigator.stage.present(target)
        case .push, .sheet: target.push(on: navigator)
        }
    }

    private func screen(for link: Link, in language: String?) -> PageScreen? {
        switch link.part {
        case .note(let number): screen(named: Page.name(ofNote: number, on: link.page), in: language)
        case .heading(let anchor):
            kiosk.page(link.page, in: language).map {
                PageScreen(page: $0, library: self, language: language, anchor: anchor)
            }
        case nil: screen(named: link.page, in: language)
        }
    }

    /// Lets the visitor choose a language, as the button in the bar of `screen` does: of two, a tap takes the other; of more, it opens
    /// the list.
    func chooseLanguage(from screen: Screen) {
        guard let navigator = screen.navigator else { return }
        let stage = navigator.stage
        guard kiosk.languages.all.count > 2 else {
            return stage.show(in: kiosk.languages.other(than: stage.language), because: "chosen on \(screen.name)")
        }
        guard let list = languageScreen() else { return }
        list.fit(on: stage)
        if stage.sheets.count < Self.mostSheets { stage.present(list) } else { navigator.push(list) }
    }

    /// Shows the pages in `language`, one of the kiosk's, which a visitor has chosen on `screen`. The list of languages then leaves.
    func choose(_ language: String, from screen: Screen) {
        guard let navigator = screen.navigator else { return }
        navigator.stage.show(in: try? kiosk.languages.choice(language), because: "chosen on \(screen.name)")
        if screen is LanguageScreen { navigator.goBack() }
    }
}
