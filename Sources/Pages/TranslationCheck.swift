// Warns of pages that are not translated, or whose translations lead elsewhere.

import Settings

/// What `bezel check` says about the translations of a kiosk.
struct TranslationCheck {
    private let kiosk: Kiosk
    /// The files of the pages by their paths without `.md`.
    private let files: [String: String]

    /// The most warnings of one kind. In a kiosk of which one page is translated they would bury the others.
    private static let most = 50

    init(_ kiosk: Kiosk, files: [String: String]) { (self.kiosk, self.files) = (kiosk, files) }

    /// Why the file `key`, a path without `.md` among the pages of `folder`, cannot be a version of a page in another language. Nil if it can, or is
    /// none.
    static func problem(of key: String, _ languages: KioskLanguages, in folder: KioskFolder) -> String? {
        let files = folder.pages
        let (name, language) = languages.parts(of: key)
        guard let language else { return nil }
        let (original, english) = (fileName(name), LanguageNames.names(of: language).english)
        if language == languages.standard {
            return files[name] == nil
                ? "left out: \(english) is the default language, which has no place in a file's name; rename this to \(original)"
                : "left out: \(english) is the default language, and \(original) is this page in it already"
        }
        if files[name] != nil { return nil }
        if let other = folder.page(inOtherCapitals: name) {
            return "left out: this is the \(english) version of \(original), which is not there; rename this to "
                + "\(fileName("\(other).\(language)")), as \(fileName(other)) is written"
        }
        let standard = LanguageNames.names(of: languages.standard).english
        return
            "left out: this is the \(english) version of \(original), which is not there; write that page, in \(standard)"
    }

    /// The name of the file of the page `name`, without its folder.
    private static func fileName(_ name: String) -> String {
        String(name[(name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex)...]) + ".md"
    }

    /// All warnings.
    var warnings: [Diagnostic] {
        limited(untranslated, "pages that are not translated") + limited(strayLinks, "translations with other links")
            + limited(unknownLanguages, "pages that look like translations")
            + limited(dumbPages, "pages without a choice")
    }

    private func limited(_ warnings: [Diagnostic], _ what: String) -> [Diagnostic] {
        guard warnings.count > Self.most else { return warnings }
        let rest = Diagnostic(
            "\(warnings.count - Self.most) more \(what)", file: kiosk.folder, severity: .warning)
        return warnings.prefix(Self.most) + [rest]
    }

    /// The pages that lack a version in a language.
    private var untranslated: [Diagnostic] {
        let others = kiosk.languages.all.filter { $0 != kiosk.languages.standard }
        return kiosk.names.filter { meant(by: $0) == nil }.flatMap { name in
            others.compactMap { language in
                // A file with a mistake has been reported.
                guard files["\(name).\(language)"] == nil, let page = kiosk.page(name) else { return nil }
                let file = Self.fileName("\(name).\(language)")
                return Diagnostic(
                    "has no \(LanguageNames.names(of: language).english) version (\(file))", file: page.file,
                    severity: .warning)
            }
        }
    }

    /// The translations whose links lead to other pages than those of the page in the default language.
    private var strayLinks: [Diagnostic] {
        kiosk.pages.keys.sorted().compactMap { key in
            guard let page = kiosk.pages[key], page.translation != nil, let original = kiosk.page(page.name) else {
                return nil
            }
            // Footnotes and anchors of the page itself may differ: other words need other notes.
            func targets(_ page: Page) -> Set<String> { Set(page.links.map(\.page)).subtracting([page.name]) }
            let (there, here) = (targets(original), targets(page))
            let (lacking, added) = (Self.list(there.subtracting(here)), Self.list(here.subtracting(there)))
            let name = Self.fileName(page.name)
            let parts = [
                lacking.map { "has no link to \($0), to which \(name) leads" },
                added.map { "leads to \($0), to which \(name) does not" },
            ].compactMap(\.self)
            guard !parts.isEmpty else { return nil }
            return Diagnostic(parts.joined(separator: "; "), file: page.file, severity: .warning)
        }
    }

    /// The first of `names`, as text. Nil when there is none.
    private static func list(_ names: Set<String>) -> String? {
        guard !names.isEmpty else { return nil }
        let (shown, more) = (names.sorted().prefix(3).map { "\"\($0)\"" }, names.count - 3)
        return more > 0 ? shown.joined(separator: ", ") + " and \(more) more" : Spelling.list(shown, "and")
    }

    /// The pages beside another one whose names end in a language that the kiosk does not have.
    private var unknownLanguages: [Diagnostic] {
        guard kiosk.languages.isChoice else { return [] }
        return kiosk.names.compactMap { name in
            if let (original, language) = meant(by: name), let page = kiosk.page(name) {
                return Diagnostic(
                    "is a page of its own; the \(LanguageNames.names(of: language).english) version of "
                        + "\(Self.fileName(original)) is called \(Self.fileName("\(original).\(language)")): rename this file",
                    file: page.file, severity: .warning)
            }
            guard let (original, tag) = KioskLanguages.ending(of: name), kiosk.page(original) != nil,
                let page = kiosk.page(name)
            else { return nil }
            return Diagnostic(
                "is a page of its own, since languages in kiosk.toml does not name \"\(tag)\"; name it there if this is the "
                    + "\(LanguageNames.names(of: tag).english) version of \(Self.fileName(original))",
                file: page.file, severity: .warning)
        }
    }

    /// The page and the language of the kiosk that the file of the page `name` was probably meant for: `home.DE`, `home_de`, `home-de`. Nil
    /// for a page of its own.
    private func meant(by name: String) -> (original: String, language: String)? {
        guard kiosk.languages.isChoice else { return nil }
        for language in kiosk.languages.all where language != kiosk.languages.standard {
            guard name.lowercased().hasSuffix(language.lowercased()) else { continue }
            let rest = name.dropLast(language.count)
            let original = String(rest.dropLast())
            if let sign = rest.last, "._-".contains(sign), kiosk.page(original) != nil,
                files["\(original).\(language)"] == nil
            {
                return (original, language)
            }
        }
        return nil
    }

    /// The start pages on which nothing changes the language.
    private var dumbPages: [Diagnostic] {
        guard kiosk.languages.isChoice, let name = kiosk.start.first else { return [] }
        return kiosk.versions(of: name).compactMap { page in
            guard !page.isBarShown, !page.changesLanguage else { return nil }
            return Diagnostic(
                "has no bar, and so no button for the language, on the page where visitors begin; show the bar, or write a link such "
                    + "as [Language](lang:)", file: page.file, severity: .warning)
        }
    }
}

extension Settings {
    /// The title in the default language of `languages`: one text, or a table with a text for each language.
    func title(in languages: KioskLanguages) -> String? {
        guard isTable("title"), let table = table("title") else { return title }
        table.reportLanguages(notIn: languages, of: "title")
        var titles: [String: String] = [:]
        for tag in table.keys {
            guard let text = table.string(tag) else { continue }
            if let problem = ContentRules.problem(ofTitle: text) {
                table.report(tag, problem)
            } else {
                titles[tag] = text
            }
        }
        if titles[languages.standard] == nil {
            report("title", "title needs a text in \"\(languages.standard)\", the default language")
        }
        return titles[languages.standard]
    }

    /// Reports the keys of this table, which is at `key`, that are no languages of the kiosk.
    func reportLanguages(notIn languages: KioskLanguages, of key: String) {
        for tag in keys where !languages.all.contains(tag) {
            report(
                tag,
                "\(key) has the language \"\(tag)\", which the kiosk does not have; it has "
                    + Spelling.list(languages.all.map { "\"\($0)\"" }, "and"))
        }
    }
}
