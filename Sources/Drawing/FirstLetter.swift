// The letter under which a text is found in an alphabetical list.

internal import CPango

/// The first letter of a text.
package struct FirstLetter {
    /// The first letter or digit as it is written, as a capital. Nil if there is none.
    package let written: String?
    /// The same without its marks, as a dictionary of most languages orders it: E for É, O for Ø. The first letter of a Korean
    /// syllable stands for the syllable. Digits are all the same, `#`.
    package let plain: String?

    /// The first letter of `text`.
    package init(of text: String) {
        guard let first = text.first(where: { $0.isLetter || $0.isNumber }) else {
            (written, plain) = (nil, nil)
            return
        }
        let capital = first.uppercased()
        written = first.isLetter ? String(capital.prefix(1)) : "#"
        plain = first.isLetter ? Self.withoutMarks(capital) : "#"
    }

    /// Letters with strokes and ligatures, which Unicode does not take apart, with the letters that they resemble.
    private static let resembled: [Unicode.Scalar: String] = [
        "Æ": "A", "Œ": "O", "Ø": "O", "Ð": "D", "Đ": "D", "Ħ": "H", "Ł": "L", "Ŧ": "T",
    ]

    private static func withoutMarks(_ text: String) -> String {
        guard let parts = g_utf8_normalize(text, -1, G_NORMALIZE_ALL) else { return text }
        defer { g_free(parts) }
        guard let base = String(cString: parts).unicodeScalars.first else { return text }
        return resembled[base] ?? String(Character(base)).uppercased()
    }
}
