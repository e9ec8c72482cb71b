// The rule that chooses the detent at which a sheet rests after a release.

/// The rule between a sheet's detents. The velocity carries the sheet on as it would carry a scroll view. Past half of
/// the distance between two detents the sheet goes to the next, and, without the momentum of a throw, never further.
/// All lengths are in one unit, along the movement of the sheet; larger is lower.
public struct DetentRule: Hashable, Sendable {
    /// Whether a throw may carry the sheet past the next detent.
    public var projectsMomentum: Bool

    /// Creates a rule, by default without the momentum of a throw.
    public init(projectsMomentum: Bool = false) { self.projectsMomentum = projectsMomentum }

    /// The share of the velocity that remains after a millisecond, as in a scroll view.
    static let rate = 0.998
    /// The share of the distance to the next detent beyond which the sheet goes there.
    static let turningPoint = 0.5

    /// The stop to which a sheet goes when it is released at `position` with `velocity` (per second). `stops` are the
    /// positions at which it can rest, in ascending order, at least one; `current` is the stop that it left.
    public func target(stops: [Double], current: Double, position: Double, velocity: Double) -> Double {
        let falls = velocity == 0 ? position > current : velocity > 0
        let carried = position + velocity / 1000 * Self.rate / (1 - Self.rate)
        var (upper, lower) = neighbours(of: projectsMomentum ? carried : position, among: stops, falls)
        if !projectsMomentum, upper == lower {
            // Beyond the outermost stop the sheet counts as on its way from that stop.
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

    /// The indices of the stops above and below `position`; both are the same beyond the outermost stops. A stop
    /// exactly at `position` counts as behind the movement.
    private func neighbours(of position: Double, among stops: [Double], _ falls: Bool) -> (upper: Int, lower: Int) {
        let next = stops.firstIndex { falls ? $0 > position : $0 >= position } ?? stops.count
        return (max(next - 1, 0), min(next, stops.count - 1))
    }
}

/// A height at which a sheet can rest.
public enum Detent: Hashable, Sendable {
    /// A share of the panel's height, above 0 and at most 0.92.
    case share(Double)
    /// A height in mm.
    case height(Double)
}
