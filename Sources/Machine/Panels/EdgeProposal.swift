// The edge width that a calibration proposes, with the counts behind it.

/// A width for an edge, and its bounds.
package struct EdgeProposal: Hashable {
    /// The width in mm.
    package let width: Double
    /// The number of swipes that were counted, and how many of them the width misses.
    package let swipes: Int
    package let missed: Int
    /// The number of further swipes that were left out, because they did not begin at the edge.
    package let leftOut: Int
    /// The number of drags near the edge that tested the width, and how many of them it takes.
    package let drags: Int
    package let taken: Int
    /// The greatest share of swipes that are missed, with 95 % confidence.
    package let missBound: Double
    /// The greatest share of such drags that are taken, with 95 % confidence.
    package let takeBound: Double
    /// The width of the dead border in mm. 0 when there is none.
    package let deadBorder: Double

    /// The greatest share of swipes that may be missed, and of drags that may be taken.
    package static let promise = 0.05

    /// Whether the bound on missed swipes is within `promise`.
    package var holds: Bool { missBound <= Self.promise }

    package init(
        width: Double, swipes: Int, missed: Int, leftOut: Int, drags: Int, taken: Int, missBound: Double,
        takeBound: Double, deadBorder: Double
    ) {
        self.width = width
        self.swipes = swipes
        self.missed = missed
        self.leftOut = leftOut
        self.drags = drags
        self.taken = taken
        self.missBound = missBound
        self.takeBound = takeBound
        self.deadBorder = deadBorder
    }
}
