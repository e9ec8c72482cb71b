// Recognizes a finger that comes in from an edge of the panel.

public import Geometry

/// A drag with one finger that begins at an edge of the panel and goes inwards.
///
/// The panel first sees a finger that slides in from beyond the glass at up to speed × scan period inside the edge: 8 mm at
/// 500 mm/s and 60 Hz. Touches in the outer three quarters of the edge width therefore always count. The recognizer follows
/// a touch farther in until its first movement. The touch counts when this movement, extrapolated back by one scan period,
/// leads to the edge. In the last quarter of the edge width, a slow touch also counts (docs/internals/edges.md).
public final class ScreenEdgePanRecognizer: PanRecognizer {
    /// The edges at which the drag begins.
    public var edges: Edges { didSet { directions = Self.inwards(from: edges) } }
    /// The largest distance from the edge, in mm, at which the touch may begin.
    public var edgeWidth = Slop.edgeWidth
    /// Whether the width was calibrated on this panel with swipes. Every touch within it then counts.
    public var isEdgeWidthMeasured = false
    /// The size of the panel, in mm. Its edges are those of the picture.
    public var panelSize: Size
    /// Whether a touch counts that begins beyond the edge width and is too fast to have begun on the glass. When false,
    /// only the edge width decides.
    public var takesSwipesFromBeyond = true
    /// The time between two scans of the panel. Nil selects the period that the dispatcher has learned from all touches.
    /// Until the dispatcher has learned one, the time to the first movement of the touch is used.
    public var scanPeriod: Instant.Span?

    /// The highest speed at which a finger crosses the edge, in mm/s. Touches that lie farther inside than this allows are
    /// refused at once.
    static let fastestSwipe = 2000.0
    /// The longest scan period of any panel: 40 Hz.
    static let longestScanPeriod = Instant.Span.milliseconds(25)

    // The following values were chosen by measurement on panels of 40 to 240 Hz. Of the values that halve the missed swipes
    // and take no more drags than the edge width alone, these refuse the fewest fingers within the edge width.

    /// The share of the edge width in which every finger counts.
    static let certainShare = 0.75
    /// The speed, in mm/s, below which a finger in the rest of the edge width counts at its first movement.
    static let fast = 120.0
    /// The longest time by which a first movement is extrapolated back. Otherwise the time is one scan period.
    static let longestCarry = Instant.Span.milliseconds(16)
    /// The distance from the edge, in mm, within which an extrapolated touch has reached the edge.
    static let tolerance = 0.5

    /// Whether the followed touch counts.
    private enum Proof {
        /// The touch counts, or there is none.
        case given
        /// The touch began within the edge width. It counts unless its first movement is that of a fast drag in the page.
        case notNeededIfSlow(Touch)
        /// The touch began beyond the edge width. It counts only when its first movement comes from the edge.
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

    /// Refuses a touch that cannot have come over an edge. While the recognizer follows a touch that counts, a further
    /// touch is accepted: it is a second finger.
    public override func refusal(of touch: Touch) -> String? {
        if !attempt.isEmpty, unproven == nil { return nil }
        let distance = distance(of: touch.startLocation)
        let mayComeFromBeyond = asksForProof && !touch.isRerouted
        return distance <= edgeWidth || mayComeFromBeyond && distance <= reach ? nil : tooFar(touch)
    }

    /// Replaces a finger that came down beyond the edge width and is not yet proven, when another finger comes down. The
    /// replaced finger does not make the other one a second finger.
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

    /// The time at which an unproven finger counts as at rest, because it has not moved for longer than any gap of a panel.
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

    /// The touch that counts only when its first movement comes from the edge.
    private var unproven: Touch? { if case .needed(let touch) = proof { touch } else { nil } }

    private var asksForProof: Bool { takesSwipesFromBeyond && !beginsAtTouchDown }

    private func proofNeeded(from touch: Touch) -> Proof {
        let distance = distance(of: touch.startLocation)
        let certain = isEdgeWidthMeasured ? edgeWidth : Self.certainShare * edgeWidth
        if !asksForProof || distance <= certain { return .given }
        return distance <= edgeWidth ? .notNeededIfSlow(touch) : .needed(touch)
    }

    /// The reason why `touch`, which has just made its first movement, does not count. Nil when it counts.
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

    /// The time, in seconds, by which a first movement is extrapolated back.
    private var carry: Double { min(knownScanPeriod ?? Self.longestCarry, Self.longestCarry).seconds }

    /// The largest distance from an edge, in mm, at which a finger that came over the edge is first seen.
    private var reach: Double { Self.fastestSwipe * carry }

    private func tooFar(_ touch: Touch) -> String {
        "began \(tenths(distance(of: touch.startLocation))) mm from the edge, more than \(tenths(edgeWidth)) mm"
    }

    /// The distance from `point` to the nearest of the edges, in mm. Negative beyond the edge.
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
