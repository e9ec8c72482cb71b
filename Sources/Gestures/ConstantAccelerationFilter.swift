// Follows a finger whose acceleration changes slowly, through noisy samples at uneven times: a Kalman filter.

import Geometry

/// A Kalman filter with the state position, velocity and acceleration, in mm and seconds. Between samples the
/// acceleration wanders at random; how much, against the noise of a sample, says how far back samples count. Holes need
/// no case of their own: the longer it has been, the less the filter trusts what it knew.
///
/// Both axes have the same covariance, since it depends on the times alone.
struct ConstantAccelerationFilter {
    /// Standard deviation of a sample, in mm.
    let noise: Double
    /// How much the acceleration wanders: the spectral density of its rate of change, in mm²/s⁵.
    let wander: Double

    private(set) var position: Vector
    private(set) var velocity = Vector.zero
    private(set) var acceleration = Vector.zero
    private(set) var time: Instant

    // The covariance, upper triangle: position, velocity, acceleration.
    private var pp: Double
    private var pv = 0.0
    private var pa = 0.0
    private var vv: Double
    private var va = 0.0
    private var aa: Double

    /// Speeds of fingers, in mm/s, before anything is known: one standard deviation. So wide that nothing is presumed,
    /// and an even movement is seen as exactly as it is.
    static let usualSpeed = 1e5
    /// Accelerations of fingers, in mm/s², before anything is known: one standard deviation.
    static let usualAcceleration = 5000.0

    /// Begins with one sample.
    init(noise: Double, wander: Double, position: Vector, at time: Instant) {
        self.noise = noise
        self.wander = wander
        self.position = position
        self.time = time
        pp = noise * noise
        vv = Self.usualSpeed * Self.usualSpeed
        aa = Self.usualAcceleration * Self.usualAcceleration
    }

    /// Takes a sample in, which must be later than the last. Returns by how much it missed the prediction.
    @discardableResult
    mutating func add(_ sample: Vector, at next: Instant) -> Vector {
        predict(after: (next - time).seconds)
        time = next
        let surprise = sample - position
        let total = pp + noise * noise
        let (gainP, gainV, gainA) = (pp / total, pv / total, pa / total)
        position = position + surprise * gainP
        velocity = velocity + surprise * gainV
        acceleration = acceleration + surprise * gainA
        aa -= gainA * pa
        va -= gainV * pa
        vv -= gainV * pv
        pa -= gainP * pa
        pv -= gainP * pv
        pp -= gainP * pp
        return surprise
    }

    /// Lets `h` seconds pass without a sample.
    private mutating func predict(after h: Double) {
        let half = h * h / 2
        position = position + velocity * h + acceleration * half
        velocity = velocity + acceleration * h
        pp += 2 * h * pv + h * h * vv + 2 * half * pa + 2 * h * half * va + half * half * aa
        pv += h * vv + half * va + h * (pa + h * va + half * aa)
        pa += h * va + half * aa
        vv += 2 * h * va + h * h * aa
        va += h * aa
        let (h2, h3) = (h * h, h * h * h)
        pp += wander * h2 * h3 / 20
        pv += wander * h2 * h2 / 8
        pa += wander * h3 / 6
        vv += wander * h3 / 3
        va += wander * h2 / 2
        aa += wander * h
    }
}
