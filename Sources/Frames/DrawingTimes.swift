// How long frames take to draw, by how much there is to draw in them.

package import Geometry

/// The drawing times of the frames so far. Frames are told apart by their work, to half an octave, so a small frame says
/// nothing of a large one that it does not know, and a sheet nothing of a pop.
package struct DrawingTimes: Sendable {
    /// All that there will ever be, made at the start: they take no more memory after a year than after the first frame.
    private var bySize = (0...largest).map { _ in TimeHistogram() }

    /// What is taken for the time of a frame when none was drawn yet.
    static let unknown = Instant.Span.milliseconds(4)
    /// The octaves of work that are told apart: from 256 pixels, in less than which nothing is to be gained, to 268 million,
    /// which is 32 layers over all of a 4K screen.
    private static let octaves = 8...28
    private static let largest = 2 * (octaves.upperBound - octaves.lowerBound)

    /// Of no frame yet.
    package init() {}

    /// A frame with `work` took `span`.
    package mutating func add(_ span: Instant.Span, work: Int) { bySize[Self.size(of: work)].add(span) }

    /// What is known of the time that a frame with `work` takes; nil when nothing is known of any.
    func times(work: Int) -> Known? {
        let size = Self.size(of: work)
        // A larger one takes no less; a smaller one no less for each pixel.
        if let known = bySize[size...].first(where: { $0.count > 0 }) { return Known(times: known) }
        guard let smaller = bySize[..<size].lastIndex(where: { $0.count > 0 }) else { return nil }
        return Known(times: bySize[smaller], growth: pow2(size - smaller))
    }

    /// The half octave that `work` lies in, from the first that is told apart on.
    private static func size(of work: Int) -> Int {
        let work = min(max(work, 1 << octaves.lowerBound), 1 << octaves.upperBound)
        let octave = Int.bitWidth - 1 - work.leadingZeroBitCount
        // 1.5 lies in the middle of an octave closely enough.
        return 2 * (octave - octaves.lowerBound) + (work >= 3 << (octave - 1) ? 1 : 0)
    }

    /// 2 to the power of `halves` halves.
    private func pow2(_ halves: Int) -> Double {
        (0..<halves).reduce(1.0) { power, _ in power * 2.0.squareRoot() }
    }

    /// What is known of frames of one size.
    struct Known {
        let times: TimeHistogram
        /// How many times as long the frame in question may take.
        private let growth: Double

        /// `times` are of frames that may be smaller by `growth`. Few frames say little: what is known of n counts for
        /// 1 + 2 / n times as much.
        init(times: TimeHistogram, growth: Double = 1) {
            self.times = times
            self.growth = growth * (1 + 2 / Double(max(1, times.count)))
        }

        /// The mean of `value` over the times that the frame in question may take.
        func mean(of value: (Instant.Span) -> Double) -> Double {
            times.mean { value(Instant.Span(nanoseconds: Int64(Double($0.nanoseconds) * growth))) }
        }

        /// As many frames take longer as not.
        var median: Instant.Span {
            Instant.Span(nanoseconds: Int64(Double(times.span(exceededBy: 0.5).nanoseconds) * growth))
        }
    }
}
