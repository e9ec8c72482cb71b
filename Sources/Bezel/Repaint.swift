// Whoever waits until all of the picture has come to the glass anew.

import Geometry

/// A picture that is to be drawn whole, and whom it is told to.
struct Repaint {
    let shown: (Instant) -> Void
    /// Whether it is drawn, and the next flip brings it to the glass.
    var isOnItsWay = false
}
