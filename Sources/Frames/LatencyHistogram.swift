// How long touches took to be seen, counted since the start.

package import Geometry

/// Spans of time in few bins, for a scraper that subtracts one count from the next.
package struct LatencyHistogram {
    /// The upper ends of the bins in milliseconds; what is longer is in a last one.
    package static let edges: [Int64] = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 250, 500]

    /// How many spans lie in each bin.
    package private(set) var counts = [Int](repeating: 0, count: edges.count + 1)
    /// All of them together.
    package private(set) var sum = Instant.Span.zero
    /// How many there are.
    package var count: Int { counts.reduce(0, +) }

    /// Takes in one more span.
    package mutating func add(_ span: Instant.Span) {
        let bin = Self.edges.firstIndex { span.nanoseconds <= $0 * 1_000_000 } ?? Self.edges.count
        counts[bin] += 1
        sum = sum + span
    }
}
