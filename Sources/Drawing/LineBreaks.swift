// Where lines of a text may be broken.

internal import CPango

/// The places where Pango may break a line, by the Unicode line breaking algorithm.
package enum LineBreaks {
    /// Whether a line may be broken before each character (Unicode scalar) of `text`.
    package static func find(in text: String) -> [Bool] {
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
}
