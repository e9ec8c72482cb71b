// The resistance of content that is pulled past its end.

/// Maps a pull past an end to the shown offset: b = (1 − 1/(x·c/D + 1))·D. It starts with slope `c` and never reaches D.
public struct RubberBand: Hashable, Sendable {
    /// The slope at the end. UIKit's scroll views use 0.55.
    public let coefficient: Double

    /// A band with the slope `coefficient` at its start.
    public init(coefficient: Double = 0.55) { self.coefficient = coefficient }

    /// The shown offset for a pull of `distance` past the end, where `dimension` is the extent of the view. Any unit, the
    /// same for both.
    public func banded(_ distance: Double, dimension: Double) -> Double {
        guard dimension > 0 else { return 0 }
        let magnitude = (1 - 1 / (abs(distance) * coefficient / dimension + 1)) * dimension
        return distance < 0 ? -magnitude : magnitude
    }

    /// The pull that is shown as `shown`: the inverse of `banded`. `shown` must be smaller than `dimension`; larger values
    /// are clamped.
    public func pull(showing shown: Double, dimension: Double) -> Double {
        guard dimension > 0 else { return 0 }
        let share = min(abs(shown) / dimension, 1 - 1e-9)
        let magnitude = (1 / (1 - share) - 1) * dimension / coefficient
        return shown < 0 ? -magnitude : magnitude
    }
}
