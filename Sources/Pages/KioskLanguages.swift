// The languages of a kiosk, and the languages in the names of its files.

import Geometry
import Settings

/// The languages in which visitors can read a kiosk. The file `hours.de.md` is the page `hours` in German, `hours.md` the same page in
/// the default language.
package struct KioskLanguages: Hashable, Sendable {
    /// The most languages of a kiosk, which are the rows of a list.
    static let most = 32

    /// The default language (BCP 47): that of the files without a language in their names.
    package private(set) var standard = "en"
    /// All languages, in the order in which visitors choose from them. The default language is one of them.
    package private(set) var all = ["en"]

    /// How a kiosk gets a second language.
    static let advice = "name them in kiosk.toml, such as languages = [\"en\", \"de\"]"

    /// English alone.
    init() {}

    /// The languages that `settings`, those of `kiosk.toml`, name, with `language` as the default; nil for the first of them, or
    /// English. Without the key `languages`, the languages in the names of `pages`, which are paths without `.md`; then only a file
    /// beside one of the same name without a language is a translation.
    init(_ settings: Settings?, language: String?, pages: some Collection<String>) {
        let named = settings.flatMap { settings in settings.strings("languages").map { Self.checked($0, settings) } }
        standard = language.map { Self.standard($0, named ?? [], pages) } ?? named?.first ?? "en"
        guard var named, !named.isEmpty else {
            all = [standard] + Self.languages(in: Set(pages)).subtracting([standard]).sorted().prefix(Self.most - 1)
            return
        }
        if !named.contains(standard) {
            settings?.report("languages", "languages must name \"\(standard)\" too, which is the default language")
            named.insert(standard, at: 0)
        }
        all = named
    }

    /// The default language of a kiosk with the languages `named` whose settings call it `tag`. A tag with a mistake, which is reported
    /// already, stands for the language that it probably means, or else for the one of `named` that is in no file's name.
    private static func standard(_ tag: String, _ named: [String], _ pages: some Collection<String>) -> String {
        guard LanguageTag.problem(of: tag) != nil else { return tag }
        if let meant = LanguageTag.meant(by: tag), named.isEmpty || named.contains(meant) { return meant }
        let written = languages(in: Set(pages))
        return named.first { !written.contains($0) } ?? named.first ?? tag
    }

    /// The languages in `tags` that are known, each once.
    private static func checked(_ tags: [String], _ settings: Settings) -> [String] {
        var languages: [String] = []
        for tag in tags {
            if let problem = LanguageTag.problem(of: tag) {
                settings.report("languages", problem)
            } else if LanguageTag.usual(tag) != tag {
                settings.report(
                    "languages", "write \"\(LanguageTag.usual(tag))\", as in the names of files, not \"\(tag)\"")
            } else if languages.contains(tag) {
                settings.report("languages", "languages names \"\(tag)\" twice")
            } else if languages.count == most {
                settings.report("languages", "languages names more than \(most) languages; the others are left out")
                break
            } else {
                languages.append(tag)
            }
        }
        return languages
    }

    /// The languages in the names of `pages` that have a page without a language beside them.
    private static func languages(in pages: Set<String>) -> Set<String> {
        Set(
            pages.compactMap { page in
                guard let (name, tag) = ending(of: page), pages.contains(name) else { return nil }
                return tag
            })
    }

    /// The part of `page` before its last dot, and the part after it, if that is the usual spelling of a language's tag.
    static func ending(of page: String) -> (name: String, tag: String)? {
        guard let dot = page.lastIndex(of: ".") else { return nil }
        let (name, tag) = (String(page[..<dot]), String(page[page.index(after: dot)...]))
        guard !name.isEmpty, !name.hasSuffix("/"), LanguageTag.isUsual(tag) else { return nil }
        return (name, tag)
    }

    /// Whether visitors can choose.
    package var isChoice: Bool { all.count > 1 }

    /// The name of the page in the file `key`, which is a path without `.md`, and the language in the file's name; nil without one.
    func parts(of key: String) -> (name: String, language: String?) {
        guard isChoice, let dot = key.lastIndex(of: ".") else { return (key, nil) }
        let (name, tag) = (String(key[..<dot]), String(key[key.index(after: dot)...]))
        guard !name.isEmpty, !name.hasSuffix("/"), all.contains(tag) else { return (key, nil) }
        return (name, tag)
    }

    /// The path of the version of the file `path` in `language`: `plan.de.png` for `plan.png`.
    static func path(_ path: String, in language: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[start...].lastIndex(of: "."), dot > start else { return "\(path).\(language)" }
        return "\(path[..<dot]).\(language)\(path[dot...])"
    }

    /// The language with the tag `tag`, or nil for the default language. Throws when visitors cannot choose it.
    package func choice(_ tag: String) throws(UnknownLanguage) -> String? {
        guard all.contains(tag) else { throw UnknownLanguage(tag: tag, known: all) }
        return tag == standard ? nil : tag
    }

    /// The first language but `language`, which is the other one of two. Nil stands for the default language.
    func other(than language: String?) -> String? {
        let other = all.first { $0 != language ?? standard }
        return other == standard ? nil : other
    }
}

/// A kiosk does not have this language.
package struct UnknownLanguage: Error, CustomStringConvertible {
    let tag: String
    let known: [String]

    package var description: String {
        "the kiosk has no pages in \"\(tag.withoutControls)\"; it has \(Spelling.list(known.map { "\"\($0)\"" }, "and"))"
    }
}
