// The size of text, which follows from the distance at which it is read.

import Drawing
import Geometry

/// How large body text is on a panel that is read from a distance.
enum ReadingSize {
    /// The height of a capital letter as a share of the distance: it is seen at 20 minutes of arc, since 2 tan(20′ / 2) is 0.005818.
    /// ISO 9241-303 asks for at least 16 minutes and prefers 20 to 22 for reading. The smaller text under the title of a row, 0.9 em,
    /// has 18.
    static let capitalShare = 0.005818

    /// The distance (mm) from which people read `panel`, if nobody says otherwise: 51 cm at 7 inches, 56 at 10, 79 at 24, 110 at 43
    /// and 129 at 55. They touch the glass, so they stand within reach, and further back before a large one. The diagonal decides, so
    /// that a panel has the same text upright and lengthways.
    static func usualDistance(on panel: Panel) -> Double {
        let size = panel.millimetres
        return 400 + 0.64 * (size.width * size.width + size.height * size.height).squareRoot()
    }

    /// The em (px) of a font whose capitals have `capHeight` of it, read from `distance` or else the usual distance.
    static func em(capHeight: Double, on panel: Panel, distance: Length?, scale: Double) -> Double {
        let distance = distance?.millimetres ?? usualDistance(on: panel)
        return max(1, (distance * capitalShare / capHeight * panel.density(.vertical) * scale).rounded())
    }
}
