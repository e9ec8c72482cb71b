// Checks whether text can be drawn: whether there is any font, and one for each script of the kiosk's pages.

import Drawing
import Machine
import Pages

/// The installed fonts, and the characters that they lack.
struct FontFacts: Hashable {
    /// The number of installed font families.
    var families = 1
    /// The family that draws Latin text; nil when there is none.
    var latin: String? = "Noto Sans"
    /// The characters that cannot be drawn, page by page.
    var missing: [Missing] = []

    /// The characters of one page that no installed font has.
    struct Missing: Hashable {
        var page: String
        var language: String
        var characters: [Character]
    }

    /// Queries Pango for the installed fonts, and for characters of the pages of `kiosk` that they lack.
    static func survey(_ kiosk: Kiosk?) -> FontFacts {
        var facts = FontFacts(families: InstalledFonts.familyCount, latin: nil)
        // Without any font Pango has nothing to fall back on.
        guard facts.families > 0 else { return facts }
        facts.latin = InstalledFonts.family()
        for page in (kiosk?.pages.values.sorted { $0.name < $1.name }) ?? [] {
            let language = page.language ?? kiosk?.language ?? "en"
            let characters = InstalledFonts.missing(in: page.text, language: language)
            if !characters.isEmpty {
                facts.missing.append(Missing(page: page.name, language: language, characters: characters))
            }
        }
        return facts
    }
}

enum FontCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        let fonts = facts.fonts
        guard fonts.families > 0, let latin = fonts.latin else {
            return [
                .stop(
                    .fonts, .failed, "no fonts are installed: no text can be drawn",
                    facts.asRoot("apt install fonts-noto-core"))
            ]
        }
        guard !fonts.missing.isEmpty else {
            let what = "\(latin), \(fonts.families) famil\(fonts.families == 1 ? "y" : "ies")"
            return [.fine(.fonts, facts.kiosk?.kiosk == nil ? what : what + "; they have every character of the kiosk")]
        }
        return fonts.missing.map { missing in
            let codes = missing.characters.prefix(4).map { character in
                "U+" + String(character.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
            }
            let rest = missing.characters.count > 4 ? "..." : ""
            var packages: [String] = []
            for character in missing.characters {
                let package = package(for: character)
                if !packages.contains(package) { packages.append(package) }
            }
            return .warn(
                .fonts,
                "no font draws \(missing.characters.count) characters of the page \"\(missing.page)\" "
                    + "(\(missing.language)): \(codes.joined(separator: " "))\(rest)",
                facts.asRoot("apt install \(packages.joined(separator: " "))"))
        }
    }

    /// The Debian package whose fonts contain `character`.
    static func package(for character: Character) -> String {
        switch InstalledFonts.script(of: character) {
        case "Hani", "Hira", "Kana", "Hang", "Bopo": return "fonts-noto-cjk"
        case "Zyyy", "Zinh":
            let isEmoji = character.unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xFF }
            // East Asian punctuation and wide forms.
            let isEastAsian = character.unicodeScalars.contains {
                (0x3000...0x33FF).contains($0.value) || (0xFF00...0xFFEF).contains($0.value)
            }
            return isEmoji ? "fonts-noto-color-emoji" : isEastAsian ? "fonts-noto-cjk" : "fonts-noto-core"
        default: return "fonts-noto-core"
        }
    }
}
