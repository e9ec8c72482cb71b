// Letters that were lost between two programs: U+FFFD in their place, or UTF-8 that was read as Latin-1 and saved again.

import Settings

/// Letters that were lost between two programs.
enum Mojibake {
    /// What Windows-1252 has in place of the control characters 0x80 to 0x9F of Latin-1. Programs take one for the other.
    private static let windows = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
    /// What may stand after a word of capitals that ends with Ã or Â.
    private static let punctuation = Set("\u{A0}«»‘’“”…–—•‹›˜".unicodeScalars)
    /// The second bytes in UTF-8 of dashes, quotation marks, signs of money and arrows, whose first byte is that of â.
    private static let seconds: Set<UInt8> = [0x80, 0x82, 0x84, 0x86]

    /// The byte that `scalar` was when it was read as Latin-1; nil if it cannot have been one.
    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        windows.firstIndex(of: scalar).map { UInt8(0x80 + $0) } ?? UInt8(exactly: scalar.value)
    }

    /// The first lost letter in `text`: its byte, what stands there, and what was meant if that is known. Nil for none.
    static func find(in text: [UInt8]) -> (byte: Int, written: String, meant: String?)? {
        guard text.contains(where: { $0 >= 0x80 }) else { return nil }
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        var byte = 0
        for (index, scalar) in scalars.enumerated() {
            if scalar == "\u{FFFD}" { return (byte, "\(scalar)", nil) }
            let length = scalar == "Ã" || scalar == "Â" ? 2 : scalar == "â" ? 3 : 0
            let letter = scalars[index..<min(index + length, scalars.count)]
            if length > 0, letter.count == length, let meant = meant(by: letter) {
                return (byte, String(String.UnicodeScalarView(letter)), meant)
            }
            byte += UTF8.width(scalar)
        }
        return nil
    }

    /// The letter that `scalars` were in UTF-8; nil where they are probably meant as they are.
    private static func meant(by scalars: ArraySlice<Unicode.Scalar>) -> String? {
        let bytes = scalars.compactMap(byte)
        guard bytes.count == scalars.count, let second = scalars.dropFirst().first else { return nil }
        if scalars.count == 2 ? punctuation.contains(second) : !seconds.contains(bytes[1]) { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A warning of the first lost letter in `source`, with `advice`; nil for none.
    static func warning(in source: SourceText, _ advice: String) -> Diagnostic? {
        guard let (byte, written, meant) = find(in: source.bytes) else { return nil }
        var warning = source.diagnostic(problem(written, meant) + "; \(advice)", atByte: byte)
        warning.severity = .warning
        return warning
    }

    /// What is wrong where `written` stands in place of `meant`.
    static func problem(_ written: String, _ meant: String?) -> String {
        meant.map { "\"\(written)\" is \"\($0)\" in UTF-8 that a program took for Latin-1" }
            ?? "\"\(written)\" stands for a letter that a program could not read"
    }
}
