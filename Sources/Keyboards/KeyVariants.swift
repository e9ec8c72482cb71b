// The letters that are written like another one with an accent.

internal import CKeyboard

/// Which letters belong to a key besides its own, by what GLib knows of characters.
enum KeyVariants {
    /// The letters of living languages that are another letter with a sign, or a ligature: Latin, Greek, Cyrillic and Arabic. The letters of
    /// Western Europe (ISO 8859-15) come before those of others.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x00C0...0x00FF, 0x0152...0x0153, 0x0100...0x0148, 0x014A...0x0151, 0x0154...0x017E, 0x0218...0x021B,
        0x0386...0x03CE, 0x0400...0x045F, 0x0490...0x0491, 0x0622...0x0626,
        0x0671...0x06D3, 0x1E9E...0x1E9E,
    ]

    /// The letters of `ranges` by those to which they belong.
    private static let all: [String: [String]] = {
        var all: [String: [String]] = [:]
        for range in ranges {
            for value in range {
                guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
                let letter = String(scalar)
                if let base = base(of: letter) { all[base, default: []].append(letter) }
            }
        }
        return all
    }()

    /// The letters that belong to the key of `letter`.
    static func variants(of letter: String) -> [String] { all[letter] ?? [] }

    /// The letter to whose key `letter` belongs; nil if it stands for itself.
    static func base(of letter: String) -> String? {
        guard let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1 else { return nil }
        var parts = [gunichar](repeating: 0, count: 4)
        let count = g_unichar_fully_decompose(scalar.value, 0, &parts, gsize(parts.count))
        if count > 1, let first = Unicode.Scalar(parts[0]) { return String(first) }
        // Letters such as ø and æ consist of one part, but can be written in ASCII. Those of other scripts cannot.
        guard let ascii = g_str_to_ascii(letter, "C") else { return nil }
        defer { g_free(ascii) }
        let text = String(cString: ascii)
        guard let first = text.first, first.isLetter, String(first) != letter else { return nil }
        return String(first)
    }

    /// `text` without ligatures and other forms that are only for display (NFKC).
    static func compatible(_ text: String) -> String {
        guard let normal = g_utf8_normalize(text, -1, G_NORMALIZE_ALL_COMPOSE) else { return text }
        defer { g_free(normal) }
        return String(cString: normal)
    }
}
