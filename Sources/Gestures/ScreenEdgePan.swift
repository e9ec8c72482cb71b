// Recognizes a finger that comes in from an edge of the panel.

public import Geometry

/// A drag with one finger that begins at an edge of the panel and goes inwards.
///
/// A finger that slides in from beyond the glass is first seen up to speed × scan period inside it: 8 mm at 500 mm/s and
/// 60 Hz. So three quarters of the edge width always count. A touch farther in is followed until its first movement, and
/// counts when that, carried back by a scan period, leads back to the edge. In the last quarter of the edge width a slow
/// one counts, too (docs/edges.md).
public final class ScreenEdgePanRecognizer: PanRecognizer {
    /// The edges it begins at.
    public var edges: Edges { didSet { directions = Self.inwards(from: edges) } }
    /// How near to the edge, in mm, the touch begins.
    public var edgeWidth = Slop.edgeWidth
    /// Whether the width was measured on this panel with swipes: then each finger within it counts.
    public var isEdgeWidthMeasured = false
    /// The panel, in mm; its edges are those of the picture.
    public var panelSize: Size
    /// Whether a touch counts that begins beyond the edge width and is too fast to have begun on the glass. If not, the
    /// edge width alone decides.
    public var takesSwipesFromBeyond = true
    /// The time between two scans of the panel; nil for what the dispatcher has learned from all touches. As long as that
    /// is nothing, the time to the touch's own first movement counts.
    public var scanPeriod: Instant.Span?

    /// No finger comes over the edge faster than this, in mm/s; touches that lie farther inside are refused at once.
    static let fastestSwipe = 2000.0
    /// The scan period that no panel exceeds: 40 Hz.
    static let longestScanPeriod = Instant.Span.milliseconds(25)

    // What follows was chosen by measurement, among the values that halve the missed swipes and take no more drags than
    // the edge width alone on panels of 40 to 240 Hz: those that refuse the fewest fingers within the edge width.

    /// The share of the edge width in which every finger counts.
    static let certainShare = 0.75
    /// In the rest of it fingers count that are slower than this, in mm/s, at their first movement.
    static let fast = 120.0
    /// A first movement is carried back by a scan period, and by no more than this.
    static let longestCarry = Instant.Span.milliseconds(16)
    /// What is carried back to this near to the edge, in mm, has reached it.
    static let tolerance = 0.5

    /// Whether the touch that is followed counts.
    private enum Proof {
        /// It does, or there is none.
        case given
        /// It began within the edge width: it counts unless its first movement is that of a fast drag in the page.
        case notNeededIfSlow(Touch)
        /// It began beyond: it counts only if its first movement comes from the edge.
        case needed(Touch)
    }
    private var proof = Proof.given

    /// A drag inwards from one of `edges` of a panel of `panelSize` (mm).
    public init(name: String, edges: Edges, panelSize: Size) {
        self.edges = edges
        self.panelSize = panelSize
        super.init(name: name, directions: Self.inwards(from: edges))
        maximumTouches = 1
    }

    /// Refuses a touch that cannot have come over an edge, unless one that did is followed already: then it is a second
    /// finger.
    public override func refusal(of touch: Touch) -> String? {
        if !attempt.isEmpty, unproven == nil { return nil }
        let distance = distance(of: touch.startLocation)
        return distance <= edgeWidth || asksForProof && distance <= reach ? nil : tooFar(touch)
    }

    /// A finger that came down beyond the edge width and is not proven yet makes room for another; it is no first finger
    /// of anything.
    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        let isSecond = unproven == nil && touches.count > new.count
        guard !isSecond, state == .possible else { return super.touchesBegan(new, at: time) }
        let fromEdge = new.filter { distance(of: $0.startLocation) <= edgeWidth }
        let kept = fromEdge.isEmpty ? Array(new.suffix(1)) : fromEdge
        for touch in touches where !kept.contains(where: { $0 === touch }) { ignore(touch) }
        if unproven != nil { super.reset() }
        proof = kept.first.map(proofNeeded) ?? .given
        super.touchesBegan(kept, at: time)
    }

    public override func touchesMoved(_ moved: [Touch], at time: Instant) {
        switch proof {
        case .given: break
        case .notNeededIfSlow(let touch), .needed(let touch):
            guard touch.displacement != .zero else { break }
            if let why = whyNot(touch, at: time) { return fail(why) }
            proof = .given
        }
        super.touchesMoved(moved, at: time)
    }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) {
        if let touch = unproven { return fail("\(tooFar(touch)), and lifted where it was") }
        super.touchesEnded(ended, at: time)
    }

    /// A finger that does not move for longer than a panel leaves holes was at rest when it came down.
    public override var deadline: Instant? {
        unproven.map {
            $0.startTime + .seconds(Slop.stoppedScanPeriods * (knownScanPeriod ?? Self.longestScanPeriod).seconds)
        }
    }

    public override func deadlineReached(at time: Instant) {
        if let touch = unproven { fail("\(tooFar(touch)), and at rest") }
    }

    public override func reset() {
        proof = .given
        super.reset()
    }

    /// The touch that counts only if its first movement comes from the edge.
    private var unproven: Touch? { if case .needed(let touch) = proof { touch } else { nil } }

    private var asksForProof: Bool { takesSwipesFromBeyond && !beginsAtTouchDown }

    private func proofNeeded(from touch: Touch) -> Proof {
        let distance = distance(of: touch.startLocation)
        let certain = isEdgeWidthMeasured ? edgeWidth : Self.certainShare * edgeWidth
        if !asksForProof || distance <= certain { return .given }
        return distance <= edgeWidth ? .notNeededIfSlow(touch) : .needed(touch)
    }

    /// Why `touch`, which has just made its first movement, does not count; nil when it does.
    private func whyNot(_ touch: Touch, at time: Instant) -> String? {
        let elapsed = (time - touch.startTime).seconds
        let velocity = elapsed > 0 ? touch.displacement / elapsed : .zero
        let isBeyond = unproven != nil
        if !isBeyond, velocity.length < Self.fast { return nil }
        if distance(of: touch.startLocation - velocity * min(elapsed, carry)) <= Self.tolerance { return nil }
        return isBeyond
            ? "\(tooFar(touch)), and too slow to come from beyond it"
            : "began \(tenths(distance(of: touch.startLocation))) mm from the edge, fast, and not from beyond it"
    }

    private var knownScanPeriod: Instant.Span? { scanPeriod ?? dispatcher?.scanPeriod }

    /// By how many seconds a first movement is carried back.
    private var carry: Double { min(knownScanPeriod ?? Self.longestCarry, Self.longestCarry).seconds }

    /// How far inside, in mm, a finger that came over an edge is seen first at the most.
    private var reach: Double { Self.fastestSwipe * carry }

    private func tooFar(_ touch: Touch) -> String {
        "began \(tenths(distance(of: touch.startLocation))) mm from the edge, more than \(tenths(edgeWidth)) mm"
    }

    /// The distance of `point` to the nearest of the edges, in mm; negative beyond it.
    private func distance(of point: Point) -> Double {
        var nearest = Double.infinity
        if edges.contains(.left) { nearest = min(nearest, point.x) }
        if edges.contains(.right) { nearest = min(nearest, panelSize.width - point.x) }
        if edges.contains(.top) { nearest = min(nearest, point.y) }
        if edges.contains(.bottom) { nearest = min(nearest, panelSize.height - point.y) }
        return nearest
    }

    private static func inwards(from edges: Edges) -> Directions {
        var directions: Directions = []
        if edges.contains(.left) { directions.insert(.right) }
        if edges.contains(.right) { directions.insert(.left) }
        if edges.contains(.top) { directions.insert(.down) }
        if edges.contains(.bottom) { directions.insert(.up) }
        return directions
    }
}
