// How far something gives that is pulled past its end.

/// The pull past an end as it is shown: b = (1 − 1/(x·c/D + 1))·D, which starts with slope `c` and never reaches D.
public struct RubberBand: Hashable, Sendable {
    /// Slope at the end. UIKit's scroll views have 0.55.
    public let coefficient: Double

    /// A band with the slope `coefficient` at its start.
    public init(coefficient: Double = 0.55) { self.coefficient = coefficient }

    /// What is shown of a pull of `distance` past the end, with `dimension` the extent of the view; any one unit.
    public func banded(_ distance: Double, dimension: Double) -> Double {
        guard dimension > 0 else { return 0 }
        let magnitude = (1 - 1 / (abs(distance) * coefficient / dimension + 1)) * dimension
        return distance < 0 ? -magnitude : magnitude
    }

    /// The pull that shows as `shown`: the inverse of `banded`. `shown` must be nearer than `dimension`.
    public func pull(showing shown: Double, dimension: Double) -> Double {
        guard dimension > 0 else { return 0 }
        let share = min(abs(shown) / dimension, 1 - 1e-9)
        let magnitude = (1 / (1 - share) - 1) * dimension / coefficient
        return shown < 0 ? -magnitude : magnitude
    }
}
