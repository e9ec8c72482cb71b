// Estimates the panel's scan period from the samples of one finger.

import Geometry

/// The time between two samples of a finger that moves all the time. Panels do not report a finger that has not moved, so
/// a finger that moves now and then sends samples now and then. The estimate is therefore the lower quartile of the last
/// intervals, not their median. A few quick samples are enough to tell a slow finger from a slow panel.
struct SampleClock: Sendable {
    /// The time between two scans. Nil until `add` has received a span within the limits.
    var period: Instant.Span? {
        if ordered.isEmpty { return nil }
        let quartile = Instant.Span(nanoseconds: ordered[ordered.count / 4])
        return ordered.count < Self.fewest ? min(quartile, Self.usual) : quartile
    }

    // Nanoseconds: in the order of arrival, and sorted.
    private var intervals: [Int64] = []
    private var ordered: [Int64] = []

    /// Adds the time `span` between a sample and the one before it.
    mutating func add(_ span: Instant.Span) {
        guard span >= Self.shortest, span <= Self.longest else { return }
        if intervals.count == Self.capacity {
            let oldest = intervals.removeFirst()
            if let index = ordered.firstIndex(of: oldest) { ordered.remove(at: index) }
        }
        let length = span.nanoseconds
        intervals.append(length)
        ordered.insert(length, at: ordered.firstIndex { $0 > length } ?? ordered.endIndex)
    }

    /// Forgets all intervals.
    mutating func clear() {
        intervals.removeAll(keepingCapacity: true)
        ordered.removeAll(keepingCapacity: true)
    }

    /// Half the period of the fastest panels, 1000 Hz. Samples that are closer came in a burst after a stall.
    private static let shortest = Instant.Span(nanoseconds: 500_000)
    /// The longest interval. No panel scans less than eight times a second.
    private static let longest = Instant.Span.milliseconds(125)
    /// The scan period at 60 Hz. Panels this slow are common; slower ones are not.
    static let usual = Instant.Span(nanoseconds: 16_666_667)
    /// The number of intervals after which the estimate may exceed `usual`. The first interval may be a gap.
    private static let fewest = 5
    private static let capacity = 16
}
