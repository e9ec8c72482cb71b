// The view of a block of a page.

import Geometry
import Stage

/// A view of a block that can compute its height.
protocol BlockView: View {
    /// The height (px) of the block at a width of `width` (px).
    func height(forWidth width: Double) -> Double
}
