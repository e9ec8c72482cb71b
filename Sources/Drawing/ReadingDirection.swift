// The direction in which a text is read.

extension AttributedText {
    /// The blocks in which letters can be read from right to left (Unicode 15, DerivedBidiClass.txt).
    private static let rightToLeftBlocks: [ClosedRange<UInt32>] = [
        0x590...0x8FF, 0x200F...0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
    /// Whether the text is read from right to left, as most of its letters are; in a language that is, as a third of them are. Its first
    /// letter would not tell: an Arabic sentence may begin with a name in Latin letters. Numbers and signs alone are read from left to
    /// right, unless a mark (U+200E, U+200F) before all letters says otherwise, or they are a range (`8–12`) or an amount of money, which are
    /// read as the language is.
    package var isRightToLeft: Bool {
        var (right, left) = (0, 0)
        for run in runs {
            // Most text has no such letter, and its bytes tell that.
            guard run.text.utf8.contains(where: { 0xD6...0xE0 ~= $0 || $0 == 0xE2 || $0 >= 0xEF }) else {
                left += run.text.utf8.count { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
                continue
            }
            for scalar in run.text.unicodeScalars {
                if right + left == 0, scalar == "\u{200E}" || scalar == "\u{200F}" { return scalar == "\u{200F}" }
                if scalar.value >= 0x590, Self.rightToLeftBlocks.contains(where: { $0.contains(scalar.value) }) {
                    right += scalar.properties.isAlphabetic ? 1 : 0
                } else if scalar.properties.isAlphabetic {
                    left += 1
                }
            }
        }
        guard right + left > 0 else { return isRangeOrAmount && Self.isRightToLeft(language: language) }
        guard right > 0 else { return false }
        return Self.isRightToLeft(language: language) ? 2 * right >= left : right > left
    }

    /// Whether the text, which has no letters, has a dash between two numbers or the sign of a currency. Telephone numbers have none.
    private var isRangeOrAmount: Bool {
        runs.contains { run in
            run.text.unicodeScalars.contains { $0 == "–" || $0.properties.generalCategory == .currencySymbol }
        }
    }

    /// Whether `language` (BCP 47) is written from right to left. The script decides if the tag names one, otherwise the language does.
    package static func isRightToLeft(language: String) -> Bool {
        let parts = language.lowercased().split(separator: "-")
        let scripts: Set<Substring> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"]
        let languages: Set<Substring> = ["ar", "he", "fa", "ur", "ps", "ckb", "dv", "yi", "sd", "ug", "syr", "nqo"]
        let isNamed = parts.dropFirst().contains { $0.count == 4 }
        return isNamed ? parts.contains { scripts.contains($0) } : parts.first.map { languages.contains($0) } ?? false
    }
}
