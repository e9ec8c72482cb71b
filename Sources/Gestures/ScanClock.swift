// Estimates the panel's scan period from the timestamps of all its touches.

import Geometry

/// The time between two scans of the panel, learned from all touches. The estimate depends only on their timestamps, so a
/// replay learns the same. Two panels with different rates share one estimate, which follows the panel that was touched
/// last and longest.
struct ScanClock {
    /// The time between two scans. Nil until there are enough samples.
    var period: Instant.Span? {
        guard intervals.count >= Self.fewest else { return nil }
        return Instant.Span(nanoseconds: intervals.sorted()[intervals.count / 4])
    }

    /// The intervals in nanoseconds, in a ring buffer.
    private var intervals: [Int64] = []
    private var next = 0

    /// Adds the time `span` between a finger's movement and its previous change.
    mutating func add(_ span: Instant.Span) {
        guard span > .zero, span <= Self.longest else { return }
        if intervals.count < Self.most {
            intervals.append(span.nanoseconds)
        } else {
            intervals[next] = span.nanoseconds
            next = (next + 1) % Self.most
        }
    }

    /// More than one scan of the slowest panels, 40 Hz. A finger with a longer interval was at rest, or there was a gap. A
    /// shorter interval may still be several scans of a fast panel, because panels do not report a finger that has not
    /// moved. The period is therefore the lower quartile, not the median.
    private static let longest = Instant.Span.milliseconds(30)
    private static let fewest = 8
    private static let most = 64
}
