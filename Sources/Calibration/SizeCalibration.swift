// The size of the picture, from a card of known size that is held against the glass.

import Geometry

/// The calibration of the picture's size. The user makes a drawing of a bank card as large as a real card, 85.60 mm
/// wide and 53.98 mm high (ISO/IEC 7810, ID-1). The result is the size of a pixel.
struct SizeCalibration {
    /// The size of a bank card in mm.
    static let card = Size(85.60, 53.98)

    /// The size of the picture in pixels.
    let pixels: PixelSize
    /// The size of the drawn card in pixels.
    var drawn: Size

    /// Starts with a card that has its true size if the picture is `guess` mm large.
    init(pixels: PixelSize, guess: Size) {
        self.pixels = pixels
        drawn = Size(
            Self.card.width * Double(pixels.width) / guess.width,
            Self.card.height * Double(pixels.height) / guess.height)
    }

    /// The size of the picture in mm, if the drawn card is as large as a real one. Pixels need not be square.
    var size: Size {
        Size(
            Double(pixels.width) * Self.card.width / drawn.width,
            Double(pixels.height) * Self.card.height / drawn.height)
    }
}
