// Estimates how fast a finger moves from its last samples, with a fitted parabola and with a Kalman filter.

public import Geometry

/// Estimates a velocity from samples of a position. A value: time comes in with the samples.
public struct VelocityTracker: Sendable {
    /// A position and its time.
    public struct Sample: Hashable, Sendable {
        /// The time at which the finger was there.
        public var time: Instant
        /// The position of the finger, in the unit of the wanted velocity.
        public var position: Vector
    }

    /// How far back samples count.
    public let horizon: Instant.Span
    /// The longest gap between two samples of one stroke. Samples before a longer gap say nothing about the current
    /// velocity. Nil selects 60 ms or 3.5 scan periods of the panel, whichever is longer.
    public let stoppedGap: Instant.Span?

    /// The maximum number of samples: 100 ms of a 1000 Hz panel, the fastest there are. With fewer, the samples of such a
    /// panel cover so short a time that a finger at 80 mm/s stays within the slop and counts as at rest.
    static let capacity = 101

    private(set) var samples: [Sample] = []
    private var clock = SampleClock()

    /// A tracker without samples. The default values are those of `Slop`.
    public init(horizon: Instant.Span = Slop.velocityHorizon, stoppedGap: Instant.Span? = nil) {
        self.horizon = horizon
        self.stoppedGap = stoppedGap
    }

    /// Adds a sample. A sample at the time of the last one, or so soon after it that it is part of a burst, replaces the
    /// last one. An older sample is discarded.
    public mutating func add(_ position: Vector, at time: Instant) {
        if let last = samples.last {
            let span = time - last.time
            if span < .zero { return }
            clock.add(span)
            if span == .zero || span.seconds < TouchResampler.burstScanPeriods * (scanPeriod ?? .zero).seconds {
                samples[samples.count - 1] = Sample(time: time, position: position)
                return
            }
        }
        // Older samples count for nothing, so a slow panel keeps only a few.
        let past = samples.firstIndex { time - $0.time <= horizon } ?? samples.endIndex
        samples.removeFirst(max(past, samples.count - (Self.capacity - 1)))
        samples.append(Sample(time: time, position: position))
    }

    /// Forgets the samples and keeps the panel's scan period.
    public mutating func clear() { samples.removeAll(keepingCapacity: true) }

    /// Forgets the samples and the scan period.
    mutating func reset() {
        clear()
        clock.clear()
    }

    /// The scan period of the panel, as this finger's samples show it. Nil until two samples at a plausible interval have come.
    public var scanPeriod: Instant.Span? { clock.period }

    /// The velocity at the newest sample, in the samples' unit per second. This is the slope, at the newest sample, of the
    /// least-squares parabola through the samples of the stroke, or of a straight line for two samples; zero for one
    /// sample. Flutter and Android compute the same. Gestures are decided by `velocityAtLift`, since a parabola over 100 ms
    /// overshoots when a finger slows down.
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

    /// The velocity of a finger that lifts at `time`, in mm/s for samples in mm. Zero when the finger had come to rest:
    /// when its samples of the last `horizon` lie within `slop` of each other, or when the newest sample is older than both
    /// 60 ms and 3.5 scan periods.
    public func velocityAtLift(at time: Instant, slop: Double) -> Vector {
        guard let newest = samples.last else { return .zero }
        let recent = latest(horizon)
        if (time - newest.time).seconds > patience || Self.spread(of: recent) <= slop { return .zero }
        return filteredVelocity
    }

    /// The first instant at which a finger that has not moved since its newest sample counts as at rest; nil without a sample.
    var restTime: Instant? {
        samples.last.map { $0.time + Instant.Span(nanoseconds: Int64((patience * 1e9).rounded(.up)) + 1) }
    }

    /// The velocity at the newest sample, estimated by a filter whose acceleration performs a random walk, in mm/s for
    /// samples in mm. The filter follows a finger that slows down, where a parabola overshoots.
    ///
    /// The filter may run ahead of a finger that is about to stop, so a component of the velocity that points against the
    /// last samples is set to zero. The filter also swings back after a finger that stops dead, such as at the rim of the
    /// glass. A component that points against the whole stroke is therefore limited to the fastest speed seen lately.
    public var filteredVelocity: Vector {
        let stroke = self.stroke
        guard let oldest = stroke.first, stroke.count >= 2 else { return .zero }
        var filter = ConstantAccelerationFilter(
            noise: Self.noise, wander: Self.wander, position: oldest.position, at: oldest.time)
        for sample in stroke.dropFirst() { filter.add(sample.position, at: sample.time) }
        let last = latest(Self.directionHorizon)
        let recent = stroke.suffix(max(3, last.count))
        let way = Self.slopeOfLine(recent)
        func likely(_ velocity: Double, _ way: Double, _ place: (Sample) -> Double) -> Double {
            if velocity * way < 0 { return 0 }
            if velocity * (place(stroke[stroke.endIndex - 1]) - place(oldest)) >= 0 { return velocity }
            // A loop, because a list of the speeds would allocate memory in each frame.
            var seen = 0.0
            for (from, to) in zip(recent, recent.dropFirst()) {
                let step = (place(to) - place(from)) / (to.time - from.time).seconds
                seen = velocity < 0 ? min(seen, step) : max(seen, step)
            }
            return velocity < 0 ? max(velocity, seen) : min(velocity, seen)
        }
        return Vector(
            likely(filter.velocity.x, way.x) { $0.position.x }, likely(filter.velocity.y, way.y) { $0.position.y })
    }

    /// The noise of a sample, in mm, for `filteredVelocity`. Panels have 0.05 to 0.5 mm. 0.2 and 0.3 work equally well.
    static let noise = 0.2
    /// The strength of the random walk of a finger's acceleration, in mm²/s⁵, for `filteredVelocity`. This value has the
    /// smallest error over strokes of 20 to 200 mm at 60 to 240 Hz (docs/internals/velocity.md).
    static let wander = 3e8
    /// The time, up to the newest sample, whose samples give the direction of the finger. After 40 ms a reversal shows.
    static let directionHorizon = Instant.Span.milliseconds(40)

    /// The time without a sample, in seconds, after which a finger counts as stopped.
    private var patience: Double {
        max(Slop.stopped.seconds, Slop.stoppedScanPeriods * (scanPeriod ?? .zero).seconds)
    }

    /// The samples of the last `span` before the newest one, oldest first.
    private func latest(_ span: Instant.Span) -> ArraySlice<Sample> {
        guard let newest = samples.last else { return [] }
        return samples[(samples.firstIndex { newest.time - $0.time <= span } ?? samples.endIndex)...]
    }

    /// The samples of the current stroke, oldest first.
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

    /// The slope of the least-squares line through `samples`, which are ordered oldest first.
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

    /// The slope, at `time`, of the least-squares parabola through the values of `samples`. `time` is that of the newest
    /// sample. The normal equations are in orthogonal form, which stays exact where powers of small times would cancel.
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
        // The functions 1, t and q(t) = t² − a·t − b are orthogonal over the samples.
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
