// Colours, as values and as premultiplied pixels.

/// A colour with red, green, blue and alpha from 0 to 255; sRGB, not premultiplied.
public struct Color: Hashable, Sendable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8
    /// Alpha: 0 is transparent, 255 is opaque.
    public var alpha: UInt8

    /// A colour of the given components, 0 to 255 each.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// An opaque colour from 0xRRGGBB.
    public init(_ rgb: UInt32) {
        self.init(red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
    }

    /// An opaque colour from `#RRGGBB`. Returns nil when the text does not have this form.
    public init?(hex text: String) {
        let digits = text.dropFirst()
        guard text.utf8.count == 7, text.first == "#", digits.allSatisfy(\.isHexDigit),
            let rgb = UInt32(digits, radix: 16)
        else { return nil }
        self.init(rgb)
    }

    /// #FFFFFF.
    public static let white = Color(0xFFFFFF)
    /// #000000.
    public static let black = Color(0x000000)
    /// Transparent.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Returns the same colour with `alpha`, clamped to 0…1.
    public func withAlpha(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: UInt8((max(0, min(1, alpha)) * 255).rounded()))
    }

    /// The pixel 0xAARRGGBB with the colours multiplied by alpha, each rounded to nearest.
    public var premultiplied: UInt32 {
        func times(_ value: UInt8) -> UInt32 { (UInt32(value) * UInt32(alpha) * 2 + 255) / 510 }
        return UInt32(alpha) << 24 | times(red) << 16 | times(green) << 8 | times(blue)
    }
}
