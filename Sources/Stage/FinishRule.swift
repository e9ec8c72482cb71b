// Whether a page that a finger lets go of leaves or goes back.

/// The rule by which a transition that a finger drives finishes. Lengths in mm, velocities in mm/s.
///
/// A share of the screen alone would ask for an arm's length on a large panel and could never be met by a swipe that
/// begins in its far half. So the distance is the least of a share of the moving screen, a fixed limit, and half of the
/// room that the finger had; and the velocity counts as the way it would still carry the page in `velocityWeight`.
public struct FinishRule: Hashable, Sendable {
    /// The share of the moving screen's extent that is enough.
    public var share: Double
    /// A distance (mm) that is enough on any panel.
    public var limit: Double
    /// For how long (s) the velocity at release is taken to carry the page on.
    public var velocityWeight: Double
    /// The slop (mm) of the drag. Less than three of it is a twitch.
    public var slop: Double

    /// A rule with the given parameters, in mm and seconds.
    public init(share: Double, limit: Double, velocityWeight: Double, slop: Double) {
        self.share = share
        self.limit = limit
        self.velocityWeight = velocityWeight
        self.slop = slop
    }

    /// A finger that moves back faster than this (mm/s) always takes the page back.
    public static let backwards = -150.0
    /// However little room the finger had, less than this (mm) is never enough.
    public static let leastDistance = 6.0

    /// What the finger did, when it lets go.
    public struct Release: Hashable, Sendable {
        /// Offset of the screen when caught, plus the finger's displacement, minus the slop (mm); also while banded.
        public var p: Double
        /// The largest `p` of this gesture (mm).
        public var peak: Double
        /// The velocity towards dismissal (mm/s).
        public var velocity: Double
        /// The extent of the moving screen (mm).
        public var extent: Double
        /// From where `p` was 0, or from where the finger caught the screen, to the far side of the panel (mm).
        public var room: Double
        /// How much of the way that the velocity stands for counts at most (mm); nil for all of it.
        public var carryLimit: Double?

        /// What the finger did; lengths in mm, velocity in mm/s.
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

    /// What the rule says, with the reason in words.
    public struct Verdict: Hashable, Sendable {
        /// Whether the page leaves.
        public let finishes: Bool
        /// The distance that was asked for (mm).
        public let threshold: Double
        /// The condition that decided.
        public let why: String

        /// The same for a screen that does not leave, whatever the finger did.
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
