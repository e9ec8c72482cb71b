// The height of capital letters, which differs from font to font.

import Geometry

extension TextStyle {
    /// The height of the capital letter H in the font of `family`, or in the one that stands in for it, as a share of the em. Noto
    /// Serif has 0.714, DejaVu Serif 0.729.
    package static func capHeight(of family: String) -> Double {
        let size = 1000.0
        let share = TextLayout(AttributedText("H", TextStyle(family: family, size: size))).inkBounds.height / size
        // Without any font Pango draws a box, which says nothing.
        return (0.5...0.9).contains(share) ? share : 0.7
    }
}
