// How large the picture is, from a card of a known size that was laid against the glass.

import Geometry

/// A bank card is 85.60 mm wide and 53.98 mm high (ISO/IEC 7810, ID-1); a picture of it is made as large as the card that is
/// held against it, and that says how large a pixel is.
struct SizeCalibration {
    /// In mm.
    static let card = Size(85.60, 53.98)

    /// The picture in pixels.
    let pixels: PixelSize
    /// How wide and high the drawn card is, in pixels.
    var drawn: Size

    /// The drawn card is as large as `guess` (mm for the whole picture) says.
    init(pixels: PixelSize, guess: Size) {
        self.pixels = pixels
        drawn = Size(
            Self.card.width * Double(pixels.width) / guess.width,
            Self.card.height * Double(pixels.height) / guess.height)
    }

    /// The picture in mm, if the drawn card is as large as the real one; pixels need not be square.
    var size: Size {
        Size(
            Double(pixels.width) * Self.card.width / drawn.width,
            Double(pixels.height) * Self.card.height / drawn.height)
    }
}
