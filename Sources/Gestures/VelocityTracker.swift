// How fast a finger moves, from its last samples: a parabola fitted to them, and what a filter says at the lift.

public import Geometry

/// Estimates a velocity from samples of a position. A value: time comes in with the samples.
public struct VelocityTracker: Sendable {
    /// A position and when the finger was there.
    public struct Sample: Hashable, Sendable {
        /// When the finger was there.
        public var time: Instant
        /// Where the finger was, in the unit that the velocity is wanted in.
        public var position: Vector
    }

    /// How far back samples count.
    public let horizon: Instant.Span
    /// A hole between two samples longer than this ends the stroke: what lies before it says nothing about now. Nil for
    /// the longer of 60 ms and 3.5 of the panel's scan periods.
    public let stoppedGap: Instant.Span?

    /// At most this many samples are kept: 100 ms of a 240 Hz panel. Flutter and Android keep 20, which at 240 Hz is 83 ms.
    static let capacity = 24

    private(set) var samples: [Sample] = []
    private var intervals = RunningMedian(of: 32)

    /// A tracker without samples. The defaults are those of `Slop`.
    public init(horizon: Instant.Span = Slop.velocityHorizon, stoppedGap: Instant.Span? = nil) {
        self.horizon = horizon
        self.stoppedGap = stoppedGap
    }

    /// Adds a sample. One at the instant of the last replaces it; one from before is dropped.
    public mutating func add(_ position: Vector, at time: Instant) {
        if let last = samples.last {
            if time < last.time { return }
            if time == last.time {
                samples[samples.count - 1].position = position
                return
            }
            intervals.add((time - last.time).nanoseconds)
        }
        if samples.count == Self.capacity { samples.removeFirst() }
        samples.append(Sample(time: time, position: position))
    }

    /// Forgets the samples. What it learned of the panel's scan period stays.
    public mutating func clear() { samples.removeAll(keepingCapacity: true) }

    /// Forgets the samples and the scan period.
    mutating func reset() {
        clear()
        intervals.clear()
    }

    /// The panel's scan period as this finger showed it: the median time between samples. Nil before there are two.
    public var scanPeriod: Instant.Span? {
        intervals.value.map { Instant.Span(nanoseconds: $0) }
    }

    /// From how many times between samples `scanPeriod` comes; the last 32 are kept.
    var intervalCount: Int { intervals.count }

    /// The velocity at the newest sample, in the samples' unit per second: the slope there of the parabola that fits the
    /// samples of the stroke best; of a straight line for two samples; zero for one. What Flutter and Android compute;
    /// gestures are decided by `velocityAtLift`, since a parabola over 100 ms overshoots where a finger slows down.
    public var velocity: Vector {
        let stroke = self.stroke
        guard let newest = stroke.last, stroke.count >= 2 else { return .zero }
        if stroke.count == 2, let oldest = stroke.first {
            return (newest.position - oldest.position) / (newest.time - oldest.time).seconds
        }
        return Vector(
            Self.slopeOfParabola(stroke, \.position.x, at: newest.time),
            Self.slopeOfParabola(stroke, \.position.y, at: newest.time))
    }

    /// The velocity with which a finger leaves that lifts at `time`, in mm/s for samples in mm. Zero when it had come to
    /// rest: when its samples of the last `horizon` lie within `slop` of each other, or the newest is older than 60 ms
    /// and 3.5 scan periods.
    public func velocityAtLift(at time: Instant, slop: Double) -> Vector {
        guard let newest = samples.last else { return .zero }
        let recent = latest(horizon)
        if (time - newest.time).seconds > patience || Self.spread(of: recent) <= slop { return .zero }
        return filteredVelocity
    }

    /// The velocity at the newest sample as a filter sees it that lets the acceleration wander, in mm/s for samples in
    /// mm. It follows a finger that slows down, where a parabola overshoots. It may then run ahead of a finger that is
    /// about to stop: an axis on which it goes against the last samples counts as at rest.
    public var filteredVelocity: Vector {
        let stroke = self.stroke
        guard let oldest = stroke.first, stroke.count >= 2 else { return .zero }
        var filter = ConstantAccelerationFilter(
            noise: Self.noise, wander: Self.wander, position: oldest.position, at: oldest.time)
        for sample in stroke.dropFirst() { filter.add(sample.position, at: sample.time) }
        let last = latest(Self.directionHorizon)
        let way = Self.slopeOfLine(stroke.suffix(max(3, last.count)))
        return Vector(
            filter.velocity.x * way.x < 0 ? 0 : filter.velocity.x, filter.velocity.y * way.y < 0 ? 0 : filter.velocity.y
        )
    }

    /// The noise of a sample, in mm, for `filteredVelocity`. Panels have 0.05 to 0.5 mm; 0.2 and 0.3 do equally well.
    static let noise = 0.2
    /// How much a finger's acceleration wanders, in mm²/s⁵, for `filteredVelocity`. The value with the least error over
    /// strokes of 20 to 200 mm at 60 to 240 Hz (docs/velocity.md).
    static let wander = 3e8
    /// The samples of this long a time say which way the finger goes. After 40 ms a reversal shows.
    static let directionHorizon = Instant.Span.milliseconds(40)

    /// After how many seconds without a sample a finger counts as stopped.
    private var patience: Double {
        max(Slop.stopped.seconds, Slop.stoppedScanPeriods * (scanPeriod ?? .zero).seconds)
    }

    /// The samples of the last `span`, oldest first.
    private func latest(_ span: Instant.Span) -> ArraySlice<Sample> {
        guard let newest = samples.last else { return [] }
        return samples[(samples.firstIndex { newest.time - $0.time <= span } ?? samples.endIndex)...]
    }

    /// The samples that belong to the present stroke, oldest first.
    private var stroke: ArraySlice<Sample> {
        let gap = stoppedGap?.seconds ?? patience
        let recent = latest(horizon)
        var start = recent.endIndex
        while start > recent.startIndex,
            start == recent.endIndex || (samples[start].time - samples[start - 1].time).seconds <= gap
        { start -= 1 }
        return recent[start...]
    }

    /// The largest distance between any two samples.
    private static func spread(of samples: ArraySlice<Sample>) -> Double {
        var largest = 0.0
        for index in samples.indices {
            for b in samples[index...] { largest = max(largest, (samples[index].position - b.position).length) }
        }
        return largest
    }

    /// The slope of the straight line through `samples`, oldest first, with the least sum of squared errors.
    private static func slopeOfLine(_ samples: ArraySlice<Sample>) -> Vector {
        guard let newest = samples.last else { return .zero }
        let count = Double(samples.count)
        var (meanTime, mean) = (0.0, Vector.zero)
        for sample in samples.reversed() {
            meanTime += (sample.time - newest.time).seconds
            mean = mean + sample.position
        }
        meanTime /= count
        mean = mean / count
        var (along, squares) = (Vector.zero, 0.0)
        for sample in samples.reversed() {
            let time = (sample.time - newest.time).seconds - meanTime
            along = along + (sample.position - mean) * time
            squares += time * time
        }
        return squares > 0 ? along / squares : .zero
    }

    /// The slope at `time`, that of the newest of `samples`, of the parabola through their values with the least sum of
    /// squared errors: the normal equations in orthogonal form, which stay exact where powers of small times would cancel.
    private static func slopeOfParabola(
        _ samples: ArraySlice<Sample>, _ value: (Sample) -> Double, at time: Instant
    ) -> Double {
        let count = Double(samples.count)
        var meanTime = 0.0
        for sample in samples.reversed() { meanTime += (sample.time - time).seconds }
        meanTime /= count
        var (s2, s3) = (0.0, 0.0)
        for sample in samples.reversed() {
            let t = (sample.time - time).seconds - meanTime
            s2 += t * t
            s3 += t * t * t
        }
        guard s2 > 0 else { return 0 }
        // 1, t and q(t) = t² − a·t − b are orthogonal over the samples.
        let a = s3 / s2
        let b = s2 / count
        var (q2, linear, quadratic) = (0.0, 0.0, 0.0)
        for sample in samples.reversed() {
            let t = (sample.time - time).seconds - meanTime
            let q = t * t - a * t - b
            q2 += q * q
            linear += t * value(sample)
            quadratic += q * value(sample)
        }
        return linear / s2 + (q2 > 0 ? quadratic / q2 : 0) * (2 * -meanTime - a)
    }
}
