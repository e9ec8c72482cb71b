// Where a finger will be when the next frame is seen, from samples that are late, noisy and uneven.

public import Geometry

/// Carries a touch's position forward to the moment when a frame is shown. A picture that goes by the last sample lags
/// behind the finger by the sample's age and by the wait for the vblank, and by another time for each frame.
///
/// A value; time comes in with the samples and the question. It counts on timestamps alone, so the panel's rate may
/// change and samples may be missing. Positions are panel space (mm).
public struct TouchResampler: Sendable {
    private var filter: ConstantAccelerationFilter
    /// The filter without its newest sample, for a sample that replaces it.
    private var earlier: ConstantAccelerationFilter?
    private var intervals = RunningMedian(of: 16)

    /// Begins where a finger comes down.
    public init(_ position: Point, at time: Instant) {
        filter = Self.filter(position, at: time)
    }

    /// Takes a sample in. One at the instant of the last replaces it; one from before is dropped.
    public mutating func add(_ position: Point, at time: Instant) {
        if time < filter.time { return }
        if time == filter.time {
            guard let earlier else { return filter = Self.filter(position, at: time) }
            filter = earlier
        } else {
            intervals.add((time - filter.time).nanoseconds)
            earlier = filter
        }
        filter.add(position - .zero, at: time)
    }

    /// Where the finger is at `presentation`, which may lie before the newest sample by a scan period at most.
    ///
    /// The finger is carried on through holes of three scan periods. When nothing has come for longer, it has stopped, or
    /// is about to leave: the prediction then goes back, as fast as it went, to where the finger was last.
    public func position(at presentation: Instant) -> Point {
        let horizon = self.horizon
        var ahead = max((presentation - filter.time).seconds, -scanPeriod)
        if ahead > horizon { ahead = max(0, 2 * horizon - ahead) }
        let way = filter.velocity * ahead + filter.acceleration * (Self.accelerationShare * ahead * ahead / 2)
        return .zero + filter.position + way
    }

    /// When the prediction is back at the newest sample, if none comes until then.
    public var restTime: Instant { filter.time + .seconds(2 * horizon) }

    /// For how many seconds after a sample the finger is taken to go on.
    private var horizon: Double { Slop.stoppedScanPeriods * scanPeriod + Self.latency }

    /// The median time between samples, in seconds. 60 Hz before there are two: slow panels are the common ones.
    private var scanPeriod: Double {
        intervals.value.map { Double($0) / 1e9 } ?? 1.0 / 60
    }

    private static func filter(_ position: Point, at time: Instant) -> ConstantAccelerationFilter {
        ConstantAccelerationFilter(noise: noise, wander: wander, position: position - .zero, at: time)
    }

    /// The noise of a sample, in mm. A noise of 0.3 mm, the worst of panels, still moves the picture less than two bare
    /// samples would.
    static let noise = 0.2
    /// How much a finger's acceleration wanders, in mm²/s⁵: a third of what serves velocities best. More follows
    /// turns sooner and trembles more (docs/resampling.md).
    static let wander = 1e8
    /// The share of the acceleration that a prediction counts on: it has changed by the time it would show.
    static let accelerationShare = 0.25
    /// What lies between a sample and the frame that shows it at best, in seconds: the way to the program, the drawing
    /// and the commit. A hole is only a hole when it is longer than that and its scan periods.
    static let latency = 0.012
}
