// How long frames take to draw, by the amount of work in them.

package import Geometry

/// The drawing times of the frames so far. Frames are classified by their work, in steps of half an octave. So a small frame does
/// not predict the time of a large one, nor a sheet the time of a pop.
package struct DrawingTimes: Sendable {
    /// All histograms are created at the start, so memory does not grow over time.
    private var bySize = (0...largest).map { _ in TimeHistogram() }

    /// The assumed time of a frame before any frame was drawn.
    static let unknown = Instant.Span.milliseconds(4)
    /// The range of work: from 256 pixels, below which a distinction gains nothing, to 268 million, which is 32 layers that cover
    /// a 4K screen.
    private static let octaves = 8...28
    private static let largest = 2 * (octaves.upperBound - octaves.lowerBound)

    /// Drawing times without any frame.
    package init() {}

    /// Records that a frame with `work` took `span`.
    package mutating func add(_ span: Instant.Span, work: Int) { bySize[Self.size(of: work)].add(span) }

    /// The known drawing times for a frame with `work`; nil if no frame was drawn yet.
    func times(work: Int) -> Known? {
        let size = Self.size(of: work)
        // Use the next larger known size, which takes at least as long, or else a smaller one, scaled by the work.
        if let known = bySize[size...].first(where: { $0.count > 0 }) { return Known(times: known) }
        guard let smaller = bySize[..<size].lastIndex(where: { $0.count > 0 }) else { return nil }
        return Known(times: bySize[smaller], growth: pow2(size - smaller))
    }

    /// The half octave of `work`, counted from the first one in the range.
    private static func size(of work: Int) -> Int {
        let work = min(max(work, 1 << octaves.lowerBound), 1 << octaves.upperBound)
        let octave = Int.bitWidth - 1 - work.leadingZeroBitCount
        // 1.5 is close enough to the middle of an octave.
        return 2 * (octave - octaves.lowerBound) + (work >= 3 << (octave - 1) ? 1 : 0)
    }

    /// 2 to the power of `halves` / 2.
    private func pow2(_ halves: Int) -> Double {
        (0..<halves).reduce(1.0) { power, _ in power * 2.0.squareRoot() }
    }

    /// The drawing times of frames of one size.
    struct Known {
        let times: TimeHistogram
        /// The factor by which the frame in question may take longer.
        private let growth: Double

        /// `times` belongs to frames that may be smaller by the factor `growth`. A small sample says little, so the times of n
        /// frames are multiplied by 1 + 2 / n.
        init(times: TimeHistogram, growth: Double = 1) {
            self.times = times
            self.growth = growth * (1 + 2 / Double(max(1, times.count)))
        }

        /// The mean of `value` over the possible times of the frame in question.
        func mean(of value: (Instant.Span) -> Double) -> Double {
            times.mean { value(Instant.Span(nanoseconds: Int64(Double($0.nanoseconds) * growth))) }
        }

        /// The median: as many frames take longer as take less.
        var median: Instant.Span { span(exceededBy: 0.5) }

        /// What a frame takes while no other program has the processor: the shortest tenth takes no more.
        var undisturbed: Instant.Span { span(exceededBy: 0.9) }

        private func span(exceededBy share: Double) -> Instant.Span {
            Instant.Span(nanoseconds: Int64(Double(times.span(exceededBy: share).nanoseconds) * growth))
        }
    }
}
