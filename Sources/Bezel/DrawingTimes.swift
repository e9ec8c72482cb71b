// How long frames take to draw, by how much there is to draw in them.

public import Geometry

/// The drawing times of the frames so far. Frames are told apart by their work, to half an octave, so a small frame says
/// nothing of a large one that it does not know, and a sheet nothing of a pop.
public struct DrawingTimes: Sendable {
    private var byWork: [Int: TimeHistogram] = [:]

    /// What is taken for the time of a frame when none was drawn yet.
    static let unknown = Instant.Span.milliseconds(4)

    /// Of no frame yet.
    public init() {}

    /// A frame with `work` took `span`.
    public mutating func add(_ span: Instant.Span, work: Int) {
        byWork[Self.size(of: work), default: TimeHistogram()].add(span)
    }

    /// What is known of the time that a frame with `work` takes; nil when nothing is known of any.
    func times(work: Int) -> Known? {
        let size = Self.size(of: work)
        if let known = byWork[size] { return Known(times: known) }
        // A larger one takes no less; a smaller one no less for each pixel.
        var larger: Int?
        for other in byWork.keys where other > size { larger = min(larger ?? other, other) }
        if let larger, let known = byWork[larger] { return Known(times: known) }
        guard let smaller = byWork.keys.max(), let known = byWork[smaller] else { return nil }
        return Known(times: known, growth: pow2(size - smaller))
    }

    /// The half octave that `work` lies in.
    private static func size(of work: Int) -> Int {
        guard work > 0 else { return 0 }
        let octave = Int.bitWidth - 1 - work.leadingZeroBitCount
        // 1.5 lies in the middle of an octave closely enough.
        return 2 * octave + (work >= 3 << max(0, octave - 1) && octave > 0 ? 1 : 0) + 1
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
