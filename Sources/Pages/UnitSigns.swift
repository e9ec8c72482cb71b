// Keeps a number and the sign of its unit on one line.

import Drawing

extension AttributedText {
    /// The text, with no line broken between a number and a sign such as € or °, in either order: `8 €`, `27.5 °C`, `50 %`, `$ 8`. The
    /// line breaking algorithm of Unicode keeps them together only where they touch (UAX #14, LB25).
    func keepingUnits() -> AttributedText {
        guard runs.contains(where: { $0.text.utf8.contains(where: Self.beginsSign) }) else { return self }
        var scalars = runs.map { Array($0.text.unicodeScalars) }
        /// The last character, and the space after it.
        var (before, space) = (nil as Unicode.Scalar?, nil as (run: Int, index: Int)?)
        for run in scalars.indices {
            for (index, scalar) in scalars[run].enumerated() where !Self.isInvisible(scalar) {
                if scalar == " " {
                    if space != nil { before = nil }
                    space = (run, index)
                    continue
                }
                if let space, let before, Self.belong(before, scalar) { scalars[space.run][space.index] = "\u{A0}" }
                (before, space) = (scalar, nil)
            }
        }
        var text = self
        for run in runs.indices { text.runs[run].text = String(String.UnicodeScalarView(scalars[run])) }
        return text
    }

    private static func belong(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        isDigit(first) && (isCurrency(second) || isPostfix(second)) || isCurrency(first) && isDigit(second)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber
    }

    private static func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .currencySymbol
    }

    private static func isPostfix(_ scalar: Unicode.Scalar) -> Bool {
        ["%", "‰", "°", "℃", "℉", "٪"].contains(scalar)
    }

    /// Whether `scalar` only says in which direction text runs.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .format }

    /// Whether a sign can begin with `byte` in UTF-8. Most texts have no such byte.
    private static func beginsSign(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x24, 0x25, 0xC2, 0xD8...0xDF, 0xE0...0xEF: true
        default: false
        }
    }
}
