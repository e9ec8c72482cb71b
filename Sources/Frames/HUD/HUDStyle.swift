// How the HUD looks: its colours, and its lengths as shares of the picture.

import Drawing
import Geometry
import Layers

/// Colours and sizes of the HUD.
struct HUDStyle {
    /// A thousandth of the picture's shorter side or so: what is one pixel at 1080p is two at 4K.
    let unit: Double

    static let card = Color(0x14181D).withAlpha(0.92)
    static let text = Color(0xF0EADF)
    static let secondaryText = Color(0xA8AEB5)
    static let line = Color(0x39424C)
    /// Drawing.
    static let drawing = Color(0xE0A458)
    /// Waking up.
    static let waking = Color(0x5FB3A1)
    /// Fingers, and what was missed.
    static let alarm = Color(0xE0523A)
    /// What was drawn again.
    static let damage = Color(0x4FA3E0)

    init(for picture: PixelSize) { unit = max(0.75, Double(min(picture.width, picture.height)) / 1080) }

    /// `length` thousandths in whole pixels.
    func pixels(_ length: Double) -> Double { max(1, (length * unit).rounded()) }

    func text(_ size: Double, weight: TextStyle.Weight = .regular, color: Color = Self.text) -> TextStyle {
        TextStyle(size: size * unit, weight: weight, color: color)
    }
}
