// How wide an edge has to be, from swipes that were meant and drags that were not.

/// Gathers strokes at one edge until they say enough, and proposes a width.
///
/// Nothing is supposed about how first contacts are distributed, since near an edge they are skewed: the width is one
/// of the distances themselves, the order statistic that bounds the share of swipes beyond it. The greatest of 59 is
/// passed by at most 5 % of all swipes, with 95 % confidence. A long tail makes it wider than needed; so as long as
/// the width may be much more than what 19 of 20 swipes need, more of them are asked for, and the greatest ones left out.
struct EdgeCalibration {
    /// The share of swipes that may be missed, and of drags that may be taken.
    static let promise = 0.05
    static let confidence = 0.95
    /// How many swipes have been made when it is asked whether they are enough, and the confidence that is asked of
    /// the width then. Who looks often stops too early now and then: later looks ask for more.
    static let looks: [(swipes: Int, confidence: Double)] = [
        (59, 0.95), (110, 0.975), (165, 0.975), (240, 0.975), (340, 0.975), (480, 0.975), (680, 0.975),
    ]
    /// A width is known well enough when it is no more than this many times what it has to be at least.
    static let spread = 1.5
    /// How sure that least width is at each look: a promise that holds in all of some thousand calibrations.
    static let leastConfidence = 0.9995
    /// In mm. A narrower edge is never proposed: a panel that is good by Microsoft's test sees a swipe first within 2 mm,
    /// and is wrong by 1 mm.
    static let leastWidth = 3.0
    /// Who comes down farther inside than the others by more than this, in mm, did not swipe over the edge: a fingertip is
    /// as wide.
    static let fingertip = 10.0

    /// Whether somebody goes on swiping for as long as more are wanted. If not, all swipes that there are count: their
    /// number has nothing to do with what they are like.
    let asksForMore: Bool
    /// What was meant as swipes, in order.
    private(set) var swipes: [EdgeStroke] = []
    /// What was meant to stay in the page.
    private(set) var drags: [EdgeStroke] = []

    /// No strokes yet.
    init(asksForMore: Bool = true) { self.asksForMore = asksForMore }

    /// A swipe that was meant.
    mutating func add(swipe: EdgeStroke) { swipes.append(swipe) }
    /// A drag that was not.
    mutating func add(drag: EdgeStroke) { drags.append(drag) }
    /// Takes back the last swipe: it went wrong.
    mutating func removeLastSwipe() { _ = swipes.popLast() }

    /// Begins anew.
    mutating func removeAll() { self = EdgeCalibration(asksForMore: asksForMore) }

    /// The swipes that began at the edge: not those that hardly moved, nor those that came down in the page.
    var counted: [EdgeStroke] {
        let moved = swipes.filter { $0.reach >= EdgeStroke.leastReach }
        guard let middle = median(moved.map(\.origin)) else { return [] }
        return moved.filter { $0.origin <= max(middle, 0) + Self.fingertip }
    }

    /// How many were left out by that rule.
    var leftOut: Int { swipes.count - counted.count }

    /// The part of the glass at the edge, in mm, in which nothing was ever seen; 0 when it is less than a finger's
    /// first contact lies inside anyway.
    var deadBorder: Double {
        let least = counted.map(\.distance).min() ?? 0
        return least > Self.leastDeadBorder ? least : 0
    }
    /// In mm: what a panel's noise and a fast finger leave at most in 59 swipes.
    static let leastDeadBorder = 2.0

    /// How many swipes there have to be at the next look; nil when there are enough.
    var wanted: Int? {
        let counted = counted
        for (number, look) in Self.looks.enumerated() {
            if counted.count < look.swipes { return look.swipes }
            if Self.isEnough(Array(counted.prefix(look.swipes)), number) { return nil }
        }
        return nil
    }

    /// Whether the swipes of that look pin the width down.
    private static func isEnough(_ counted: [EdgeStroke], _ look: Int) -> Bool {
        let distances = counted.map(\.distance).sorted()
        let (width, least) = (width(distances, looks[look].confidence), least(distances))
        return rounded(width) <= spread * max(least, leastWidth)
    }

    /// What the strokes so far propose; nil without a swipe.
    var proposal: EdgeProposal? {
        let counted = counted
        guard !counted.isEmpty else { return nil }
        var (used, confidence) = (counted, Self.confidence)
        // The look at which they were enough, or else the last: what came after it was not asked for.
        for (number, look) in Self.looks.enumerated() where asksForMore && counted.count >= look.swipes {
            (used, confidence) = (Array(counted.prefix(look.swipes)), look.confidence)
            if Self.isEnough(used, number) { break }
        }
        let distances = used.map(\.distance).sorted()
        let width = Self.rounded(Self.width(distances, confidence))
        return proposal(width: width, of: distances)
    }

    /// What `width` (mm) would promise.
    func proposal(width: Double) -> EdgeProposal { proposal(width: width, of: counted.map(\.distance)) }

    private func proposal(width: Double, of distances: [Double]) -> EdgeProposal {
        let missed = distances.count { $0 > width }
        let taken = drags.count { $0.distance <= width }
        return EdgeProposal(
            width: width, swipes: distances.count, missed: missed, leftOut: leftOut, drags: drags.count, taken: taken,
            missBound: BinomialBound.most(missed, of: distances.count, confidence: Self.confidence),
            takeBound: BinomialBound.most(taken, of: drags.count, confidence: Self.confidence),
            deadBorder: deadBorder)
    }

    /// The widest edge that takes no more drags than were promised, where the proposed one takes more; nil when both
    /// promises can be kept, or nothing is known of drags.
    var narrower: EdgeProposal? {
        guard let proposal, !drags.isEmpty else { return nil }
        let allowed = Int((Self.promise * Double(drags.count)).rounded(.down))
        guard proposal.taken > allowed else { return nil }
        let nearest = drags.map(\.distance).sorted()[allowed]
        return self.proposal(width: max(0, ((nearest - 0.05) * 10).rounded(.down) / 10))
    }

    /// The distance that at most 5 % of swipes pass, with `confidence`; with too few to say so the greatest.
    private static func width(_ sorted: [Double], _ confidence: Double) -> Double {
        let leaving = BinomialBound.allowed(of: sorted.count, share: promise, confidence: confidence) ?? 0
        return max(leastWidth, sorted.isEmpty ? 0 : sorted[sorted.count - 1 - leaving])
    }

    /// What 19 of 20 swipes need at least.
    private static func least(_ sorted: [Double]) -> Double {
        // So many of them lie beyond it at the most.
        var beyond = 0
        while BinomialBound.atMost(beyond, of: sorted.count, share: promise) < leastConfidence { beyond += 1 }
        return beyond < sorted.count ? sorted[sorted.count - 1 - beyond] : 0
    }

    /// Up to the next tenth of a millimetre.
    private static func rounded(_ width: Double) -> Double { (width * 10).rounded(.up) / 10 }
}

/// A width for an edge, and what it promises.
struct EdgeProposal: Hashable {
    /// In mm.
    let width: Double
    /// How many swipes speak for it, and how many of them it misses.
    let swipes: Int
    let missed: Int
    /// How many more did not begin at the edge.
    let leftOut: Int
    /// How many drags that began near the edge it was tried with, and how many of them it takes.
    let drags: Int
    let taken: Int
    /// With 95 % confidence no greater share of swipes is missed.
    let missBound: Double
    /// With 95 % confidence no greater share of such drags is taken.
    let takeBound: Double
    /// In mm; 0 when there is none.
    let deadBorder: Double

    /// Whether it misses as few as promised.
    var holds: Bool { missBound <= EdgeCalibration.promise }
}

/// The middle one, or the mean of the two in the middle; nil of none.
func median(_ values: [Double]) -> Double? {
    if values.isEmpty { return nil }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
