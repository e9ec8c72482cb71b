// The noise of a panel, as measured by a calibration.

/// The noise of a panel, and the settings that follow from it.
package struct NoiseResult: Hashable {
    /// The jitter of a resting finger along each axis, in mm, root mean square.
    package var jitter: Double
    /// The scan rate in Hz. Nil when there were too few samples.
    package var scanRate: Double?
    /// The greatest number of contacts that the panel reported at the same time.
    package var contacts: Int
    /// The number of holes between samples, and the longest of them, in seconds.
    package var holes: Int
    package var longestHole: Double
    /// The delay of a reported lift in seconds. Nil when no contact lifted.
    package var liftDelay: Double?
    /// The slop at which this noise does not count as a movement, in mm.
    package var slop: Double
    /// Whether a resting finger stays at rest with resampling.
    package var isResampling: Bool

    package init(
        jitter: Double, scanRate: Double? = nil, contacts: Int, holes: Int, longestHole: Double,
        liftDelay: Double? = nil, slop: Double, isResampling: Bool
    ) {
        self.jitter = jitter
        self.scanRate = scanRate
        self.contacts = contacts
        self.holes = holes
        self.longestHole = longestHole
        self.liftDelay = liftDelay
        self.slop = slop
        self.isResampling = isResampling
    }
}
