// Predicts the position of a finger when the next frame is shown, from samples that are late, noisy and uneven.

package import Geometry

/// Extrapolates the position of a touch to the moment when a frame is shown. A picture drawn from the last sample lags
/// behind the finger by the age of the sample plus the wait for the vblank, and this lag differs from frame to frame.
///
/// The resampler is a value; time comes in with the samples and with the question. It relies only on timestamps, so the
/// rate of the panel may change and samples may be missing. Positions are in panel space (mm).
///
/// A panel sends nothing while a finger rests. A gap of more than five scan periods is such a rest: the resampler then
/// forgets the finger's movement and learns it again from the samples that follow. Three dropped reports are not a rest.
///
/// Whatever the filter predicts, the shown position is never farther from the newest sample than the distance of one scan
/// period at the fastest speed seen within the last 40 ms. A *seen speed* is the distance between a sample and the previous
/// one of the same movement, divided by the time between them, or by one scan period when their timestamps are closer. No
/// panel scans faster than its scan period, so closer samples are late. The newest seen speed counts whatever its age. An
/// older one counts when its later sample is at most 40 ms older than the frame. The shown position is therefore never
/// farther ahead than the longest distance between two reports, and not ahead at all of the first sample after a rest.
package struct TouchResampler: Sendable {
    private struct Sample {
        let time: Instant
        let position: Point
        /// The longest distance to this sample from the report before it, in mm. For a burst, the longest distance between
        /// two of its reports or to the first of them.
        let longestStep: Double
    }

    private var filter: ConstantAccelerationFilter
    /// The filter without its newest sample, for a sample that replaces the newest. Nil when the newest sample is the only one.
    private var earlier: ConstantAccelerationFilter?
    /// The samples since the last rest that count for speeds, oldest first. Always contains the newest sample.
    private var samples: [Sample]
    private var clock = SampleClock()

    /// A resampler that starts where a finger comes down.
    package init(_ position: Point, at time: Instant) {
        filter = Self.filter(position, at: time)
        // Reserving storage keeps frames of moving fingers free of allocations: a panel that scans 1000 times a second adds
        // 40 samples in 40 ms.
        samples = []
        samples.reserveCapacity(48)
        samples.append(Sample(time: time, position: position, longestStep: 0))
    }

    /// Adds a sample. A sample at the time of the last one, or so soon after it that it is part of a burst, replaces the
    /// last one. An older sample is discarded.
    package mutating func add(_ position: Point, at time: Instant) {
        let span = time - newest.time
        if span < .zero { return }
        let isRest = span.seconds > Self.restScanPeriods * scanPeriod
        clock.add(span)
        let step = (position - newest.position).length
        if isRest {
            (filter, earlier) = (Self.filter(position, at: time), nil)
            samples.removeAll(keepingCapacity: true)
            samples.append(Sample(time: time, position: position, longestStep: 0))
        } else if span.seconds < Self.burstScanPeriods * scanPeriod {
            samples[samples.count - 1] = Sample(
                time: time, position: position, longestStep: max(step, newest.longestStep))
            guard let earlier else { return filter = Self.filter(position, at: time) }
            filter = earlier
            filter.add(position - .zero, at: time)
        } else {
            samples.append(Sample(time: time, position: position, longestStep: step))
            while samples.count > 2, time - samples[1].time > Self.memory { samples.removeFirst() }
            earlier = filter
            filter.add(position - .zero, at: time)
        }
    }

    /// The position of the finger at `presentation`, which may precede the newest sample by at most one scan period.
    ///
    /// The finger is taken to continue through gaps of three scan periods. When no sample has come for longer, the finger
    /// has stopped or is about to lift: within one scan period the position returns to the newest sample.
    package func position(at presentation: Instant) -> Point {
        let age = (presentation - newest.time).seconds
        let share = 1 - (age - patience) / scanPeriod
        if share <= 0 { return newest.position }
        let ahead = age < 0 ? max(age, -scanPeriod) : max(0, min(age, patience) - Self.lateness)
        let lead =
            filter.position - (newest.position - .zero) + filter.velocity * ahead
            + filter.acceleration * (Self.accelerationShare * ahead * ahead / 2)
        let (length, reach) = (lead.length, reach(at: presentation))
        return newest.position + lead * ((length > reach ? reach / length : 1) * min(1, share))
    }

    /// The time at which the prediction is back at the newest sample, if no other sample comes until then.
    package var restTime: Instant { newest.time + .seconds(patience + scanPeriod) }

    private var newest: Sample { samples[samples.count - 1] }

    /// The largest distance from the newest sample, in mm, at which the finger may be shown at `presentation`. It is one
    /// scan period of the fastest speed seen lately, and at most one and a half times that of the newest speed, so that a
    /// finger that is seen to stop also stops on the screen.
    private func reach(at presentation: Instant) -> Double {
        guard samples.count > 1 else { return 0 }
        let newestStep = step(samples.count - 1)
        var longest = newestStep
        for index in samples.indices.dropFirst() where presentation - samples[index].time <= Self.memory {
            longest = max(longest, step(index))
        }
        return min(Self.reachScanPeriods * longest, Self.mostSpeedUp * newestStep)
    }

    /// The distance, in mm, that the finger moved in one scan period on its way from the sample before `index` to the
    /// sample at `index`.
    private func step(_ index: Int) -> Double {
        let (from, to) = (samples[index - 1], samples[index])
        let (span, period) = ((to.time - from.time).seconds, scanPeriod)
        return min(to.longestStep, (to.position - from.position).length * (period / max(span, period)))
    }

    /// How long after a sample, in seconds, the finger is taken to continue.
    private var patience: Double { Slop.stoppedScanPeriods * scanPeriod + Self.latency }

    /// The time between samples, in seconds.
    private var scanPeriod: Double { (clock.period ?? SampleClock.usual).seconds }

    private static func filter(_ position: Point, at time: Instant) -> ConstantAccelerationFilter {
        ConstantAccelerationFilter(noise: noise, wander: wander, position: position - .zero, at: time)
    }

    /// The noise of a sample, in mm. Even 0.3 mm, the noise of the worst panels, then moves the picture less than two
    /// unfiltered samples would.
    static let noise = 0.2
    /// The strength of the random walk of a finger's acceleration, in mm²/s⁵: a third of the best value for velocities. A
    /// larger value follows turns sooner and trembles more (docs/internals/resampling.md).
    static let wander = 1e8
    /// The share of the estimated acceleration that a prediction uses. The acceleration has changed by the time it would show.
    static let accelerationShare = 0.25
    /// The shortest time between a sample and the frame that shows it, in seconds: delivery to the program, drawing and the
    /// commit. Only a gap longer than this plus `Slop.stoppedScanPeriods` counts as a stop.
    static let latency = 0.012
    /// The deliberate delay of the shown finger, in seconds. The predicted position is then out of reach less often, and a
    /// picture that is late by the same time in each frame trembles less. Android also uses 5 ms.
    static let lateness = 0.005
    /// The largest distance of the shown finger from its newest sample, in scan periods at the fastest speed seen lately.
    static let reachScanPeriods = 1.0
    /// The largest factor by which a finger may now be faster than when it was last seen.
    static let mostSpeedUp = 1.5
    /// How far back from the frame speeds count.
    static let memory = Instant.Span.milliseconds(40)
    /// The gap, in scan periods, above which the finger rested. Three dropped reports make a gap of four, and timestamps
    /// jitter.
    static let restScanPeriods = 5.0
    /// The interval, in scan periods, below which samples belong to a burst that was held up. The last sample of a burst is
    /// the one in time.
    static let burstScanPeriods = 0.25
}
