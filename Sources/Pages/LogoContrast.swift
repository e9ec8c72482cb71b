// Whether a logo can be told from the bar on which it stands.

import Drawing
import Geometry
import Layers
import Stage

/// The measured contrast of a logo with a bar.
struct LogoContrast {
    /// The colours that cover the ground, each by how many pixels have it. Alpha is that of the logo.
    private var inks: [UInt32: Int] = [:]
    /// Whether the logo brings its own ground.
    private let isOpaque: Bool

    /// The height (px) at which a logo is measured, a little more than in the bar of a large screen.
    static let height = 64
    /// The largest share of a logo that may disappear in its ground without a warning.
    private static let mostHidden = 1.0 / 3

    /// Measures `bitmap`, whose pixels have alpha in the highest byte and are multiplied by it.
    init(_ bitmap: Bitmap) {
        isOpaque = bitmap.isOpaque
        if isOpaque { return }
        for y in 0..<bitmap.size.height {
            // Of what shines through by more than half, nobody expects that it is read.
            for x in 0..<bitmap.size.width where bitmap[x, y] >> 24 >= 128 { inks[bitmap[x, y], default: 0] += 1 }
        }
    }

    /// What to say of the logo on `bar`, as half a sentence; nil for nothing.
    func problem(on bar: Color) -> String? {
        let hidden = inks.filter { Contrast.between(Self.shown($0.key, on: bar), bar) < Contrast.mark }
        let (lost, all) = (hidden.values.reduce(0, +), inks.values.reduce(0, +))
        guard all > 0, Double(lost) > Self.mostHidden * Double(all) else { return nil }
        return "\(lost * 100 / all) % of this logo can hardly be told from the bar (\(bar.hex))"
    }

    /// The colour of the pixel `pixel` over `ground`.
    private static func shown(_ pixel: UInt32, on ground: Color) -> Color {
        let rest = 255 - Int(pixel >> 24)
        func over(_ shift: UInt32, _ below: UInt8) -> UInt8 {
            UInt8(min(255, Int(pixel >> shift & 255) + Int(below) * rest / 255))
        }
        return Color(red: over(16, ground.red), green: over(8, ground.green), blue: over(0, ground.blue))
    }
}
