// At which of its heights a sheet comes to rest when a finger lets go of it.

/// The rule between a sheet's detents. The velocity carries the sheet on as a scroll view's would; from the half of the
/// way between two detents on it goes to the next, and never past the one after that. All lengths in one unit, along the
/// way of the sheet; larger is lower.
public struct DetentRule: Hashable, Sendable {
    /// Whether a throw may carry the sheet past the detents next to it.
    public var projectsMomentum: Bool

    /// A rule; without the momentum of a throw unless said.
    public init(projectsMomentum: Bool = false) { self.projectsMomentum = projectsMomentum }

    /// What is left of the velocity after a millisecond; a scroll view's.
    static let rate = 0.998
    /// The share of the way to the next detent from which on it goes there.
    static let turningPoint = 0.5

    /// The stop that a sheet goes to that is let go at `position` with `velocity` (per second). `stops` are where it can
    /// rest, in rising order, at least one; `current` the one that it left.
    public func target(stops: [Double], current: Double, position: Double, velocity: Double) -> Double {
        let falls = velocity == 0 ? position > current : velocity > 0
        let carried = position + velocity / 1000 * Self.rate / (1 - Self.rate)
        var (upper, lower) = neighbours(of: projectsMomentum ? carried : position, among: stops, falls)
        if !projectsMomentum, upper == lower {
            // Beyond the outermost stop it is on its way from there.
            if falls { lower = min(upper + 1, stops.count - 1) } else { upper = max(lower - 1, 0) }
        }
        let (from, to) = falls ? (upper, lower) : (lower, upper)
        if from == to { return stops[from] }
        var end = carried
        if !projectsMomentum {
            let beyond = falls ? min(to + 1, stops.count - 1) : max(to - 1, 0)
            let bounds = [stops[from], stops[beyond]].sorted()
            end = min(max(end, bounds[0]), bounds[1])
        }
        let progress = abs(end - stops[from]) / abs(stops[to] - stops[from])
        return progress > Self.turningPoint ? stops[to] : stops[from]
    }

    /// The indices of the stops above and below `position`; both the same beyond the outermost. At a stop, the one that it
    /// moves away from counts as behind it.
    private func neighbours(of position: Double, among stops: [Double], _ falls: Bool) -> (upper: Int, lower: Int) {
        let next = stops.firstIndex { falls ? $0 > position : $0 >= position } ?? stops.count
        return (max(next - 1, 0), min(next, stops.count - 1))
    }
}

/// A height at which a sheet can rest.
public enum Detent: Hashable, Sendable {
    /// A share of the panel's height, above 0, at most 0.92.
    case share(Double)
    /// A length in mm.
    case height(Double)
}
