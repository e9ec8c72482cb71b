// The calibration of an edge width from intended swipes and from drags that must stay in the page.

import Machine

/// Collects strokes at one edge until they suffice, and proposes a width.
///
/// The method assumes no particular distribution of first contacts, because the distribution is skewed near an edge.
/// The width is an order statistic: one of the measured distances, chosen so that it bounds the share of swipes beyond
/// it. At most 5 % of all swipes exceed the greatest of 59 distances, with 95 % confidence. A long tail makes this
/// width larger than needed. While the width may be much larger than what 19 of 20 swipes need, the calibration asks
/// for more swipes and leaves out the greatest distances.
package struct EdgeCalibration {
    /// The greatest share of swipes that may be missed, and of drags that may be taken.
    static let promise = EdgeProposal.promise
    static let confidence = 0.95
    /// The swipe counts at which the calibration checks whether there are enough, and the confidence required of the
    /// width at each check. Repeated checks stop too early now and then, so the later ones require more confidence.
    static let looks: [(swipes: Int, confidence: Double)] = [
        (59, 0.95), (110, 0.975), (165, 0.975), (240, 0.975), (340, 0.975), (480, 0.975), (680, 0.975),
    ]
    /// A width is known well enough when it is at most this many times the least width that is needed.
    static let spread = 1.5
    /// The confidence in that least width at each check. It is high enough to hold in all of some thousand
    /// calibrations.
    static let leastConfidence = 0.9995
    /// The narrowest edge that is proposed, in mm. A panel that passes Microsoft's test first sees a swipe within 2 mm
    /// of the edge, with an error of 1 mm.
    static let leastWidth = 3.0
    /// A contact that comes down farther inside than the median swipe by more than this, in mm, is not a swipe over the
    /// edge. A fingertip is this wide.
    static let fingertip = 10.0

    /// Whether more swipes are made as long as the calibration asks for them. If not, all swipes count, because their
    /// number does not depend on their distances.
    let asksForMore: Bool
    /// The intended swipes, in order.
    private(set) var swipes: [EdgeStroke] = []
    /// The drags that were meant to stay in the page.
    private(set) var drags: [EdgeStroke] = []

    /// Makes a calibration without strokes.
    init(asksForMore: Bool = true) { self.asksForMore = asksForMore }

    /// Adds an intended swipe.
    mutating func add(swipe: EdgeStroke) { swipes.append(swipe) }
    /// Adds a drag that was meant to stay in the page.
    mutating func add(drag: EdgeStroke) { drags.append(drag) }
    /// Removes the last swipe, because it went wrong.
    mutating func removeLastSwipe() { _ = swipes.popLast() }

    /// Removes all strokes.
    mutating func removeAll() { self = EdgeCalibration(asksForMore: asksForMore) }

    /// The swipes that began at the edge. Swipes that hardly moved or that came down in the page are left out.
    var counted: [EdgeStroke] {
        let moved = swipes.filter { $0.reach >= EdgeStroke.leastReach }
        guard let middle = median(moved.map(\.origin)) else { return [] }
        return moved.filter { $0.origin <= max(middle, 0) + Self.fingertip }
    }

    /// The number of swipes that are not in `counted`.
    var leftOut: Int { swipes.count - counted.count }

    /// The width of the strip at the edge, in mm, in which the panel never saw a contact. 0 when it is no wider than
    /// `leastDeadBorder`.
    var deadBorder: Double {
        let least = counted.map(\.distance).min() ?? 0
        return least > Self.leastDeadBorder ? least : 0
    }
    /// The greatest distance, in mm, that noise and fast fingers alone leave between the edge and the nearest of 59
    /// swipes.
    static let leastDeadBorder = 2.0

    /// The number of swipes needed for the next check. Nil when there are enough, or after the last check.
    var wanted: Int? {
        let counted = counted
        for (number, look) in Self.looks.enumerated() {
            if counted.count < look.swipes { return look.swipes }
            if Self.isEnough(Array(counted.prefix(look.swipes)), number) { return nil }
        }
        return nil
    }

    /// Whether the swipes of check number `look` determine the width well enough.
    private static func isEnough(_ counted: [EdgeStroke], _ look: Int) -> Bool {
        let distances = counted.map(\.distance).sorted()
        let (width, least) = (width(distances, looks[look].confidence), least(distances))
        return rounded(width) <= spread * max(least, leastWidth)
    }

    /// The proposal from the strokes so far. Nil without a swipe.
    var proposal: EdgeProposal? {
        let counted = counted
        guard !counted.isEmpty else { return nil }
        var (used, confidence) = (counted, Self.confidence)
        // Uses the check at which the swipes sufficed, or else the last one. Swipes after that check were not asked
        // for.
        for (number, look) in Self.looks.enumerated() where asksForMore && counted.count >= look.swipes {
            (used, confidence) = (Array(counted.prefix(look.swipes)), look.confidence)
            if Self.isEnough(used, number) { break }
        }
        let distances = used.map(\.distance).sorted()
        let width = Self.rounded(Self.width(distances, confidence))
        return proposal(width: width, of: distances)
    }

    /// The proposal for an edge of `width` mm, with its bounds.
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

    /// The widest edge that takes no more drags than allowed, when the proposed edge takes more. Nil when both bounds
    /// can be kept, or when there are no drags.
    var narrower: EdgeProposal? {
        guard let proposal, !drags.isEmpty else { return nil }
        let allowed = Int((Self.promise * Double(drags.count)).rounded(.down))
        guard proposal.taken > allowed else { return nil }
        let nearest = drags.map(\.distance).sorted()[allowed]
        return self.proposal(width: max(0, ((nearest - 0.05) * 10).rounded(.down) / 10))
    }

    /// The distance that at most 5 % of swipes exceed, with `confidence`. With too few swipes, the greatest distance.
    private static func width(_ sorted: [Double], _ confidence: Double) -> Double {
        let leaving = BinomialBound.allowed(of: sorted.count, share: promise, confidence: confidence) ?? 0
        return max(leastWidth, sorted.isEmpty ? 0 : sorted[sorted.count - 1 - leaving])
    }

    /// The least distance that 19 of 20 swipes need.
    private static func least(_ sorted: [Double]) -> Double {
        // The greatest number of swipes that may lie beyond that distance.
        var beyond = 0
        while BinomialBound.atMost(beyond, of: sorted.count, share: promise) < leastConfidence { beyond += 1 }
        return beyond < sorted.count ? sorted[sorted.count - 1 - beyond] : 0
    }

    /// Rounds up to a tenth of a millimetre.
    private static func rounded(_ width: Double) -> Double { (width * 10).rounded(.up) / 10 }
}

/// The middle value, or the mean of the two middle values. Nil for an empty array.
package func median(_ values: [Double]) -> Double? {
    if values.isEmpty { return nil }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
