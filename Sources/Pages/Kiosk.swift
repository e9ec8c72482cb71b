// A kiosk: the pages of a folder and the settings in its kiosk.toml.

package import Drawing
package import Geometry
package import Settings
import Stage

/// The pages of a folder, and the settings in its `kiosk.toml`, which apply to all of them.
package struct Kiosk: Hashable, Sendable {
    /// The path of the folder.
    package let folder: String
    /// The names of the start pages, root first. Never empty; all of them are in `pages`.
    package internal(set) var start: [String] = ["home"]
    /// The title of the kiosk.
    package internal(set) var title: String?
    /// The look. Nil when none is set.
    package internal(set) var theme: ThemeTable?
    /// The language of the pages. Nil when none is set.
    package internal(set) var language: String?
    /// How times of day are written. Nil for the way of each language.
    package internal(set) var clock: ClockStyle?
    /// How lists of links are shown. Nil when that is not set.
    package internal(set) var rows: RowStyle?
    /// The languages in which visitors can read the pages.
    package internal(set) var languages = KioskLanguages()
    /// The table `[gestures]`.
    package internal(set) var gestures = GestureTable()
    /// The table `[sheet]`.
    package internal(set) var sheet = SheetTable()
    /// The table `[idle]`.
    package internal(set) var idle = IdleTable()
    /// The table `[attract]`. Nil when there are no pictures to attract people.
    package internal(set) var attract: AttractTable?
    /// The hours of the place; nil when none are given.
    package internal(set) var hours: OpeningHours?
    /// The sliders, by their names, also those that were left out for a mistake.
    package internal(set) var sliders: [String: SliderTable] = [:]
    /// The values in the files that pages show, by their paths in the folder.
    package internal(set) var data: [String: DataFile] = [:]
    /// Whether something on a page changes with the wall clock.
    package var followsClock: Bool { pages.values.contains(where: \.followsClock) }
    /// The pages by their files' paths without `.md`. The page `hours` in German is `hours.de`.
    package internal(set) var pages: [String: Page] = [:]
    /// The size of each page's file in bytes, by the same paths.
    var sizes: [String: Int] = [:]
    /// The messages of the errors in the settings, which the kiosk does without.
    var settingsFaults: Set<String> = []
    /// The files, as diagnostics name them, of which the last good version is used, because they have new mistakes or are gone.
    var kept: Set<String> = []
    /// Whether there was a `kiosk.toml` with something in it.
    var hasSettings = false
    /// The messages of the errors for which the last settings stay.
    var refusedSettings: Set<String> = []
    /// The paths in the folder of the files, besides pages and settings, whose change matters: those to which a page refers, also a
    /// version that is refused, whether or not they are there, and those with errors of their own.
    var files: Set<String> = []

    init(folder: String) { self.folder = folder }

    /// The names of the pages, without their translations, in alphabetical order.
    package var names: [String] { pages.filter { $0.value.translation == nil }.keys.sorted() }

    /// The most names in a message.
    private static let mostListedNames = 20

    /// The names of the pages, as text for messages: the first of them when there are many.
    package var listOfNames: String {
        let names = names
        let more = names.count - Self.mostListedNames
        return names.prefix(Self.mostListedNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// The page `name` in `language`, or in the default language where it is not translated or `language` is nil. Nil when there is
    /// no such page.
    package func page(_ name: String, in language: String? = nil) -> Page? {
        if let language, let page = pages["\(name).\(language)"], page.translation == language { return page }
        return pages[name].flatMap { $0.translation == nil ? $0 : nil }
    }

    /// The page `name` in all its languages.
    func versions(of name: String) -> [Page] {
        let translations = languages.all.compactMap { pages["\(name).\($0)"] }.filter { $0.name == name }
        return [page(name)].compactMap(\.self) + translations
    }

    /// Loads the kiosk in `folder`.
    ///
    /// A page with a faulty link or picture is shown without it. A page that cannot be read is left out. The kiosk is
    /// nil when its root page cannot be shown. The diagnostics are complete, in the order of their places. `machine`
    /// holds the tables of the machine's file that a kiosk has too. `decodingPictures` decodes each picture to its end, which
    /// takes time. What breaks `rules` is left out. `reader` parses the texts, and decodes the pictures; nil does so in this process.
    ///
    /// `last` is the kiosk that is shown, if the folder is loaded again. Where a page or the settings have a mistake that they did not
    /// have there, their last version stays, with the pages to which it leads.
    package static func load(
        _ folder: String, machine: MachineTables = MachineTables(), rules: ContentRules = ContentRules(),
        decodingPictures: Bool = false, reader: ContentReader? = nil, last: Kiosk? = nil, now: CivilTime? = nil
    ) -> LoadedKiosk {
        do {
            let files = try KioskFolder(folder, rules: rules)
            var loader = KioskLoader(files, machine: machine, reader: reader ?? .here(rules), last: last)
            loader.now = now
            return loader.load(decodingPictures: decodingPictures)
        } catch {
            return (nil, [error])
        }
    }
}

/// The tables of the machine's file that a kiosk completes or replaces.
package struct MachineTables: Hashable, Sendable {
    /// The table `[gestures]`.
    package var gestures = GestureTable()
    /// The table `[idle]`.
    package var idle = IdleTable()

    /// Tables without keys, unless they are given.
    package init(gestures: GestureTable = GestureTable(), idle: IdleTable = IdleTable()) {
        (self.gestures, self.idle) = (gestures, idle)
    }
}

/// The kiosk that was loaded, nil when there is nothing to show, and all diagnostics.
package typealias LoadedKiosk = (kiosk: Kiosk?, diagnostics: [Diagnostic])
