// What a backspace deletes.

internal import CPango

/// What a backspace deletes of a character that consists of several signs.
package enum Backspace {
    /// Whether a backspace behind `character` deletes only its last sign, by the rules of Pango: so it is in scripts whose signs are typed
    /// one after the other, such as Devanagari or Hebrew, and not with emoji or accented Latin letters.
    package static func deletesOneScalar(of character: some StringProtocol) -> Bool {
        let bytes = character.utf8.map { CChar(bitPattern: $0) }
        let count = character.unicodeScalars.count
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count + 1)
        pango_get_log_attrs(
            bytes + [0], Int32(bytes.count), -1, pango_language_from_string("en"), &attributes, Int32(count + 1))
        return attributes[count].backspace_deletes_character != 0
    }
}
