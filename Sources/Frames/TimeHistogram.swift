// The distribution of durations over the last many thousand samples, including rare long ones.

package import Geometry

/// Counts time spans in bins with a width of a 32nd of an octave (2 %). Newer spans have more weight: a span that is `memory`
/// samples old has a third of the weight of a new one.
package struct TimeHistogram: Sendable {
    /// The number of spans that were added.
    package private(set) var count = 0

    /// For each bin in use, the total weight of the spans in it and in all higher bins.
    private var weights = [Double](repeating: 0, count: TimeHistogram.edges.count)
    private var unit = 1.0
    /// The bins from the shortest to the longest span so far.
    private var used = 0..<0

    /// A promise of one in ten thousand needs at least this many samples.
    static let memory = 20_000.0
    /// The upper ends of the bins in nanoseconds, from 1 µs to 1 s. The last bin also counts longer spans.
    private static let edges: [Int64] = {
        var edges: [Int64] = []
        var octave = 1000.0
        while edges.count < 640 {
            var part = octave
            for _ in 0..<32 {
                edges.append(Int64(part.rounded()))
                part *= 1.0218971486541166
            }
            octave *= 2
        }
        return edges
    }()

    /// A histogram without spans.
    package init() {}

    /// Adds a span.
    package mutating func add(_ span: Instant.Span) {
        count += 1
        let bin = min(Self.bin(span.nanoseconds), Self.edges.count - 1)
        // Instead of reducing all older weights, each new span has a greater one. Now and then the weights are scaled down.
        unit *= 1 + 1 / Self.memory
        let before = used
        used = used.isEmpty ? bin..<(bin + 1) : min(used.lowerBound, bin)..<max(used.upperBound, bin + 1)
        // All earlier spans are above a bin that is shorter than theirs.
        if !before.isEmpty {
            for index in used.lowerBound..<before.lowerBound { weights[index] = weights[before.lowerBound] }
        }
        for index in used.lowerBound...bin { weights[index] += unit }
        if unit > 1e9 {
            for index in used { weights[index] /= unit }
            unit = 1
        }
    }

    /// The share of all spans in `bin`, which is in use, and above.
    private func share(from bin: Int) -> Double { weights[bin] / weights[used.lowerBound] }

    /// The share of spans that are longer than `span`. Spans in the same bin count as longer, unless `span` is the bin's end.
    package func share(longerThan span: Instant.Span) -> Double {
        if span.nanoseconds < 0 { return 1 }
        let bin = max(Self.bin(span.nanoseconds + 1), used.lowerBound)
        return bin < used.upperBound ? share(from: bin) : 0
    }

    /// The least span, to the precision of a bin, that no more than `share` of all spans exceed; zero if there are none.
    package func span(exceededBy share: Double) -> Instant.Span {
        for index in used.reversed() where self.share(from: index) > share {
            return Instant.Span(nanoseconds: Self.edges[index])
        }
        return .zero
    }

    /// What no span exceeds, to the precision of a bin; zero if there are none.
    var longest: Instant.Span {
        used.last.map { Instant.Span(nanoseconds: $0 == Self.edges.count - 1 ? .max : Self.edges[$0]) } ?? .zero
    }

    /// The mean of `value` over all spans. Each span counts as its bin's upper end.
    func mean(of value: (Instant.Span) -> Double) -> Double {
        guard let first = used.first else { return 0 }
        var sum = 0.0
        for index in used {
            let weight = weights[index] - (index + 1 < used.upperBound ? weights[index + 1] : 0)
            if weight > 0 { sum += weight * value(Instant.Span(nanoseconds: Self.edges[index])) }
        }
        return sum / weights[first]
    }

    /// The first bin whose end is at or above `nanoseconds`; the number of bins if there is none.
    private static func bin(_ nanoseconds: Int64) -> Int {
        var (low, high) = (0, edges.count)
        while low < high {
            let middle = (low + high) / 2
            if edges[middle] < nanoseconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
