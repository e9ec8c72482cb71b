// How well two colours can be told apart.

import Glibc
package import Layers

/// The contrast of colours, as the Web Content Accessibility Guidelines define it (WCAG 2.2, "contrast ratio" and "relative
/// luminance").
package enum Contrast {
    /// The least contrast of text with its ground (success criterion 1.4.3, level AA).
    package static let text = 4.5
    /// The least contrast of marks that say something with their ground (success criterion 1.4.11).
    package static let mark = 3.0
    /// The least contrast of lines that only adorn with their ground, so that they are seen in a bright room. No standard asks for one.
    package static let line = 1.5

    /// The contrast of two colours, from 1 (the same) to 21 (black and white). Alpha is ignored.
    package static func between(_ one: Color, _ other: Color) -> Double {
        let (a, b) = (luminance(of: one), luminance(of: other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// The colour most like `color`, on the way from it to black or to white, that has a contrast of `least` with each of `grounds`. Nil
    /// when there is none.
    package static func nearest(to color: Color, on grounds: [Color], least: Double) -> Color? {
        for step in 1...64 {
            let mixed = [Color.black, .white].map { color.mixed(with: $0, Double(step) / 64) }
            if let found = mixed.first(where: { one in grounds.allSatisfy { between(one, $0) >= least } }) {
                return found
            }
        }
        return nil
    }

    /// The relative luminance of `color`: 0 for black, 1 for white.
    private static func luminance(of color: Color) -> Double {
        func linear(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
}

extension Theme {
    /// The words of the theme that cannot be read on a ground, in any scheme and contrast, as a line for the log; nil if all can be. They need
    /// a contrast of 4.5:1: the theme does not know which of them are large, for which 3:1 would do.
    package var illegibility: String? {
        let words: [(String, KeyPath<Palette, Color>)] = [
            ("text", \.text), ("secondaryText", \.secondaryText), ("accent", \.accent), ("error", \.error),
            ("destructive", \.destructive),
        ]
        let grounds: [(String, KeyPath<Palette, Color>)] = [
            ("background", \.background), ("surface", \.surface), ("pressed", \.pressed),
        ]
        let bar: [(String, KeyPath<Palette, Color>)] = [("barText", \.barText), ("barAccent", \.barAccent)]
        let pairs =
            words.flatMap { word in grounds.map { (word, $0) } } + bar.map { ($0, ("bar", \Palette.bar)) }
        let palettes = [
            ("light", light), ("dark", dark), ("highContrastLight", highContrastLight),
            ("highContrastDark", highContrastDark),
        ]
        let found = palettes.flatMap { name, palette in
            pairs.compactMap { word, ground -> (text: String, contrast: Double)? in
                let (one, other) = (palette[keyPath: word.1], palette[keyPath: ground.1])
                let contrast = Contrast.between(one, other)
                guard contrast < Contrast.text else { return nil }
                let tenths = Int(contrast * 10)
                return (
                    "\(name).\(word.0) \(one.hex) on \(ground.0) \(other.hex) \(tenths / 10).\(tenths % 10):1", contrast
                )
            }
        }
        .sorted { $0.contrast < $1.contrast }
        guard !found.isEmpty else { return nil }
        let more = found.count > Self.mostTold ? ", and \(found.count - Self.mostTold) more" : ""
        return "words of the theme are hard to read, with contrasts below \(Contrast.text):1: "
            + found.prefix(Self.mostTold).map(\.text).joined(separator: ", ") + more
    }

    /// The most pairs of colours that a line tells, the worst first.
    private static let mostTold = 4
}

extension Color {
    /// The colour that has `share` (0 to 1) of the way from this one to `other`.
    package func mixed(with other: Color, _ share: Double) -> Color {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded()) }
        return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// The colour as in CSS, such as `#1D2A3C`.
    package var hex: String {
        let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
