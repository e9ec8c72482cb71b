// A random place, for tests.

import Geometry
import TestRandomness

extension SplitMix {
    /// A point on a panel of 500 × 300 mm.
    mutating func point() -> Point { Point(Double(below(5000)) / 10, Double(below(3000)) / 10) }
}
