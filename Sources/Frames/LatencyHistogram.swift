// Counts input latencies since the start.

package import Geometry

/// Counts time spans in a few bins, for monitoring that subtracts one scrape from the next.
package struct LatencyHistogram {
    /// The upper ends of the bins in milliseconds. A last bin counts longer spans.
    package static let edges: [Int64] = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 250, 500]

    /// The number of spans in each bin.
    package private(set) var counts = [Int](repeating: 0, count: edges.count + 1)
    /// The sum of all spans.
    package private(set) var sum = Instant.Span.zero
    /// The number of spans.
    package var count: Int { counts.reduce(0, +) }

    /// Adds a span.
    package mutating func add(_ span: Instant.Span) {
        let bin = Self.edges.firstIndex { span.nanoseconds <= $0 * 1_000_000 } ?? Self.edges.count
        counts[bin] += 1
        sum = sum + span
    }
}
