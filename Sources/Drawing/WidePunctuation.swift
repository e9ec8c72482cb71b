// Quotation marks, dashes and dots that are as wide as Chinese and Japanese characters.

/// Finds the signs that Chinese and Japanese share with other scripts, such as “ and —. There they are as wide as a character, which
/// only their own fonts know; a font for Latin letters, which comes first for all other signs, has narrow ones.
enum WidePunctuation {
    /// The signs, of which Unicode has no wide form.
    private static let signs: Set<Unicode.Scalar> = ["‘", "’", "“", "”", "—", "…", "·"]

    /// The families of `family` in an order in which those for Chinese and Japanese come first; nil if it names none.
    static func family(from family: String) -> String? {
        guard family.contains("CJK") else { return nil }
        let names = family.split(separator: ",")
        return (names.filter { $0.contains("CJK") } + names.filter { !$0.contains("CJK") }).joined(separator: ",")
    }

    /// The bytes of the signs in `text` that stand beside a Chinese or Japanese character, or beside such a sign.
    static func ranges(in text: String) -> [Range<Int>] {
        // All signs but the dot begin with the first of these bytes, and all characters of the scripts with a greater one.
        guard text.utf8.contains(where: { $0 > 0xE2 }), text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xC2 }) else {
            return []
        }
        let scalars = Array(text.unicodeScalars)
        var isWide = scalars.map(isIdeographic)
        let places = scalars.indices.filter { signs.contains(scalars[$0]) }
        for place in places where place > 0 && isWide[place - 1] { isWide[place] = true }
        for place in places.reversed() where place + 1 < scalars.count && isWide[place + 1] { isWide[place] = true }
        guard places.contains(where: { isWide[$0] }) else { return [] }
        var (ranges, byte): ([Range<Int>], Int) = ([], 0)
        for (index, scalar) in scalars.enumerated() {
            let next = byte + UTF8.width(scalar)
            if isWide[index], signs.contains(scalar) { ranges.append(byte..<next) }
            byte = next
        }
        return ranges
    }

    /// Whether `scalar` is a Chinese or Japanese character, or one of their own signs. Korean has narrow quotation marks.
    private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x312F, 0x31A0...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
