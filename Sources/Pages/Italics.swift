// The scripts whose letters are not slanted.

extension String {
    /// Whether the text has letters of a script without italics, such as Chinese, Arabic or Hindi. A slant that the computer gives them is
    /// hard to read and looks like a mistake.
    var hasLettersWithoutItalics: Bool {
        // Scripts from Hebrew on begin with this byte or a greater one.
        guard utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return unicodeScalars.contains { scalar in
            switch scalar.value {
            // Latin, Greek and Cyrillic, also the letters that Unicode got later; Armenian; Georgian.
            case 0..<0x590, 0x10A0...0x10FF, 0x1C80...0x1CBF, 0x1D00...0x1FFF, 0x2C60...0x2C7F, 0x2D00...0x2D2F,
                0x2DE0...0x2DFF, 0xA640...0xA69F, 0xA720...0xA7FF, 0xAB30...0xAB6F, 0xFB00...0xFB17:
                false
            // Signs, and letters as mathematical signs.
            case 0x2000...0x2BFF, 0x1D400...0x1FFFF: false
            default: scalar.properties.isAlphabetic
            }
        }
    }
}
