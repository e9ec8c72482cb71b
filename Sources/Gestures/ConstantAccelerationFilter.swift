// A Kalman filter that follows a finger whose acceleration changes slowly, from noisy samples at uneven times.

import Geometry

/// A Kalman filter whose state is position, velocity and acceleration, in mm and seconds. Between samples the acceleration
/// performs a random walk. The ratio of this walk to the noise of a sample determines how far back samples count. Gaps need
/// no special case: the longer a gap lasts, the less the filter trusts its state.
///
/// Both axes share one covariance, since the covariance depends only on the times.
struct ConstantAccelerationFilter {
    /// The standard deviation of a sample, in mm.
    let noise: Double
    /// The strength of the random walk: the spectral density of the acceleration's rate of change, in mm²/s⁵.
    let wander: Double

    private(set) var position: Vector
    private(set) var velocity = Vector.zero
    private(set) var acceleration = Vector.zero
    private(set) var time: Instant

    // The upper triangle of the covariance: position, velocity, acceleration.
    private var pp: Double
    private var pv = 0.0
    private var pa = 0.0
    private var vv: Double
    private var va = 0.0
    private var aa: Double

    /// The prior standard deviation of a finger's velocity, in mm/s. The prior is so wide that it assumes nothing, and an
    /// even movement is estimated as exactly as it was sampled.
    static let usualSpeed = 1e5
    /// The prior standard deviation of a finger's acceleration, in mm/s².
    static let usualAcceleration = 5000.0

    /// A filter that starts with one sample.
    init(noise: Double, wander: Double, position: Vector, at time: Instant) {
        self.noise = noise
        self.wander = wander
        self.position = position
        self.time = time
        pp = noise * noise
        vv = Self.usualSpeed * Self.usualSpeed
        aa = Self.usualAcceleration * Self.usualAcceleration
    }

    /// Adds a sample, which must be later than the last one. Returns the difference between the sample and its prediction.
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

    /// Advances the state by `h` seconds without a sample.
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
