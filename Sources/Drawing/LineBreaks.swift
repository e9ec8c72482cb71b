// Where lines of a text may be broken.

internal import CPango

/// The places where lines may be broken: by the Unicode line breaking algorithm, but for words in Korean letters. It breaks these after
/// each syllable, as Chinese is broken, and Korean readers expect lines to end at spaces (`word-break: keep-all` in CSS).
package enum LineBreaks {
    /// Whether a line may be broken before each character (Unicode scalar) of `text`.
    package static func find(in text: String) -> [Bool] {
        var breaks = unicode(text)
        guard hasKorean(text) else { return breaks }
        // Words are where those of a script with letters would be.
        let scalars = Array(text.unicodeScalars)
        let words = unicode(String(String.UnicodeScalarView(scalars.map { isKorean($0) ? "a" : $0 })))
        for word in segments(words) where word.count <= longestWord && scalars[word].contains(where: isKorean) {
            for place in word.dropFirst() { breaks[place] = false }
        }
        return breaks
    }

    /// The most characters of a word in Korean letters. What is longer lacks its spaces, and is broken anywhere.
    private static let longestWord = 40

    /// The bytes of the words of `text` in Korean letters, with the signs and spaces that no line is broken before.
    static func koreanWords(in text: String) -> [Range<Int>] {
        guard hasKorean(text) else { return [] }
        let scalars = Array(text.unicodeScalars)
        var byte = 0
        return segments(find(in: text)).compactMap { word in
            let start = byte
            byte += scalars[word].reduce(0) { $0 + UTF8.width($1) }
            return word.count > 1 && scalars[word].contains(where: isKorean) ? start..<byte : nil
        }
    }

    private static func unicode(_ text: String) -> [Bool] {
        // Pango ends the text at a zero byte.
        var bytes = text.utf8.map { $0 == 0 ? CChar(bitPattern: 0x20) : CChar(bitPattern: $0) }
        bytes.append(0)
        let count = text.unicodeScalars.count
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count + 1)
        // No level is known, and the rules for letters are the same in all languages.
        pango_get_log_attrs(
            bytes, Int32(bytes.count - 1), -1, pango_language_from_string("en"), &attributes, Int32(count + 1))
        return attributes.dropLast().map { $0.is_line_break != 0 }
    }

    /// The ranges between `breaks`.
    private static func segments(_ breaks: [Bool]) -> [Range<Int>] {
        let starts = [0] + breaks.indices.filter { $0 > 0 && breaks[$0] }
        return zip(starts, starts.dropFirst() + [breaks.count]).map { $0..<$1 }
    }

    /// Whether `text` has Korean letters.
    static func hasKorean(_ text: String) -> Bool {
        // Letters of Latin, Greek, Cyrillic, Arabic and Hebrew have no such bytes.
        text.utf8.contains { (0xE1...0xED).contains($0) } && text.unicodeScalars.contains(where: isKorean)
    }

    private static func isKorean(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
        default: false
        }
    }
}
