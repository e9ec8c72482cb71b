// How often the panel scans, as the times of its touches show it.

import Geometry

/// The time between two scans of the panel, learned from all touches. It goes by their timestamps alone, so a replay
/// learns the same. Two panels of different rates are one to it: the one that was touched last and longest counts.
struct ScanClock {
    /// The time between two scans; nil before there is enough to say.
    var period: Instant.Span? {
        guard intervals.count >= Self.fewest else { return nil }
        return Instant.Span(nanoseconds: intervals.sorted()[intervals.count / 4])
    }

    /// In nanoseconds, in a ring.
    private var intervals: [Int64] = []
    private var next = 0

    /// A finger moved, `span` after its last change.
    mutating func add(_ span: Instant.Span) {
        guard span > .zero, span <= Self.longest else { return }
        if intervals.count < Self.most {
            intervals.append(span.nanoseconds)
        } else {
            intervals[next] = span.nanoseconds
            next = (next + 1) % Self.most
        }
    }

    /// More than one scan of the slowest panels, 40 Hz. A finger that says nothing for longer was at rest, or there was a
    /// hole. What is shorter may still be several scans of a fast panel, which reports no finger that has not moved: so
    /// the period is the lower quartile, not the median.
    private static let longest = Instant.Span.milliseconds(30)
    private static let fewest = 8
    private static let most = 64
}
