// The finish rule, which decides at the release whether a page leaves or goes back.

/// The rule by which a transition that a finger drives finishes. Lengths are in mm, velocities in mm/s.
///
/// A share of the screen alone would require an arm's length on a large panel, and a swipe that begins in the far half
/// could never reach it. So the threshold is the least of a share of the moving screen, a fixed limit, and half of the
/// room that the finger had. The velocity counts as the distance that it would carry the page in `velocityWeight`.
public struct FinishRule: Hashable, Sendable {
    /// The share of the moving screen's extent that suffices.
    public var share: Double
    /// The distance (mm) that suffices on any panel.
    public var limit: Double
    /// The time (s) for which the velocity at the release is taken to carry the page on.
    public var velocityWeight: Double
    /// The slop (mm) of the drag. A drag of less than three times the slop is a twitch.
    public var slop: Double

    /// Creates a rule with the given parameters, in mm and seconds.
    public init(share: Double, limit: Double, velocityWeight: Double, slop: Double) {
        self.share = share
        self.limit = limit
        self.velocityWeight = velocityWeight
        self.slop = slop
    }

    /// The velocity (mm/s) at or below which a finger that moves back always takes the page back.
    public static let backwards = -150.0
    /// The least (mm) that half of the room counts for, however little room the finger had.
    public static let leastDistance = 6.0

    /// The finger's movement up to the release.
    public struct Release: Hashable, Sendable {
        /// The finger's travel in the direction that counts, less the slop, plus the travel that a hand-over brought
        /// along (mm). It is not limited where the screen is clamped or banded.
        public var p: Double
        /// The largest `p` of this gesture (mm).
        public var peak: Double
        /// The velocity in the direction in which `p` grows (mm/s).
        public var velocity: Double
        /// The extent of the moving screen (mm).
        public var extent: Double
        /// The distance from the start of the finger's travel to the far side of the panel (mm).
        public var room: Double
        /// The maximum distance that the velocity counts for (mm); nil for no maximum.
        public var carryLimit: Double?

        /// Creates a release; lengths in mm, velocity in mm/s.
        public init(
            p: Double, peak: Double, velocity: Double, extent: Double, room: Double, carryLimit: Double? = nil
        ) {
            self.p = p
            self.peak = peak
            self.velocity = velocity
            self.extent = extent
            self.room = room
            self.carryLimit = carryLimit
        }
    }

    /// The result of the rule, with the reason in words.
    public struct Verdict: Hashable, Sendable {
        /// Whether the finger gets its way: the transition that it began finishes, or the one that it caught turns round.
        public let finishes: Bool
        /// The required distance (mm).
        public let threshold: Double
        /// The condition that decided.
        public let why: String

        /// The same threshold for a screen that may not leave, whatever the finger did.
        func refused(_ why: String) -> Verdict { Verdict(finishes: false, threshold: threshold, why: why) }
    }

    /// Applies the rule.
    public func verdict(on release: Release) -> Verdict {
        let threshold = min(share * release.extent, limit, max(Self.leastDistance, release.room / 2))
        let carry = velocityWeight * release.velocity
        let reach = release.p + min(carry, release.carryLimit ?? .infinity)
        func verdict(_ finishes: Bool, _ why: String) -> Verdict {
            Verdict(finishes: finishes, threshold: threshold, why: why)
        }
        if release.p < 3 * slop { return verdict(false, "p < 3 × slop") }
        if release.velocity <= Self.backwards { return verdict(false, "v ≤ −150") }
        if reach < threshold { return verdict(false, "p + w·v < T") }
        if reach < release.peak / 2 { return verdict(false, "p + w·v < P / 2") }
        return verdict(true, "p + w·v ≥ T")
    }
}
