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
