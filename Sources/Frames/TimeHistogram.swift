// How long something took, the last many thousand times: as a distribution, so that its rare long ones are known too.

package import Geometry

/// Spans of time in bins a 32nd of an octave wide, 2 %. The newest count most: one that is `memory` spans old counts a
/// third as much.
package struct TimeHistogram: Sendable {
    /// How many spans were added since it was made.
    package private(set) var count = 0

    /// For each bin that is in use what all spans weigh that lie in it or above.
    private var weights = [Double](repeating: 0, count: TimeHistogram.edges.count)
    private var unit = 1.0
    /// The bins from the shortest span so far to the longest.
    private var used = 0..<0

    /// A promise of one in ten thousand cannot be kept by somebody who remembers less.
    static let memory = 20_000.0
    /// The upper ends of the bins, in nanoseconds: from 1 µs to 1 s. The last bin holds what is longer, too.
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

    /// One without any span.
    package init() {}

    /// Takes in one more span.
    package mutating func add(_ span: Instant.Span) {
        count += 1
        let bin = min(Self.bin(span.nanoseconds), Self.edges.count - 1)
        // Instead of all others becoming lighter, each new one is heavier; now and then they are made comparable again.
        unit *= 1 + 1 / Self.memory
        let before = used
        used = used.isEmpty ? bin..<(bin + 1) : min(used.lowerBound, bin)..<max(used.upperBound, bin + 1)
        // All spans so far lie above a bin that is shorter than theirs.
        if !before.isEmpty {
            for index in used.lowerBound..<before.lowerBound { weights[index] = weights[before.lowerBound] }
        }
        for index in used.lowerBound...bin { weights[index] += unit }
        if unit > 1e9 {
            for index in used { weights[index] /= unit }
            unit = 1
        }
    }

    /// The share of all spans that lie in `bin`, which is in use, or above.
    private func share(from bin: Int) -> Double { weights[bin] / weights[used.lowerBound] }

    /// The share of spans that are longer than `span`; those in the same bin count as longer, unless `span` is its end.
    package func share(longerThan span: Instant.Span) -> Double {
        if span.nanoseconds < 0 { return 1 }
        let bin = max(Self.bin(span.nanoseconds + 1), used.lowerBound)
        return bin < used.upperBound ? share(from: bin) : 0
    }

    /// The least span, to the width of a bin, that no more than `share` of all are longer than; nothing when there are none.
    package func span(exceededBy share: Double) -> Instant.Span {
        for index in used.reversed() where self.share(from: index) > share {
            return Instant.Span(nanoseconds: Self.edges[index])
        }
        return .zero
    }

    /// The mean of `value` over all spans; those of a bin are as long as its longest.
    func mean(of value: (Instant.Span) -> Double) -> Double {
        guard let first = used.first else { return 0 }
        var sum = 0.0
        for index in used {
            let weight = weights[index] - (index + 1 < used.upperBound ? weights[index + 1] : 0)
            if weight > 0 { sum += weight * value(Instant.Span(nanoseconds: Self.edges[index])) }
        }
        return sum / weights[first]
    }

    /// The first bin whose end is not below `nanoseconds`; the number of bins when there is none.
    private static func bin(_ nanoseconds: Int64) -> Int {
        var (low, high) = (0, edges.count)
        while low < high {
            let middle = (low + high) / 2
            if edges[middle] < nanoseconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
