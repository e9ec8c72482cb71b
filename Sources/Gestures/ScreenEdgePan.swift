// Recognizes a finger that comes in from an edge of the panel.

public import Geometry

/// A drag with one finger that begins at an edge of the panel and goes inwards.
///
/// A finger that slides in from beyond the glass is first seen up to speed × scan period inside it: 8 mm at 500 mm/s and
/// 60 Hz, 25 mm at 1500 mm/s. So a touch beyond the edge width is followed until its first movement, and kept when that
/// movement, carried back by one scan period, reaches the edge. A drag inside the page starts from rest and does not.
public final class ScreenEdgePanRecognizer: PanRecognizer {
    /// The edges it begins at.
    public var edges: Edges { didSet { directions = Self.inwards(from: edges) } }
    /// How near to the edge, in mm, the touch begins.
    public var edgeWidth = Slop.edgeWidth
    /// The panel, in mm; its edges are those of the picture.
    public var panelSize: Size
    /// Whether a touch that begins beyond the edge width counts, too, when it is too fast to have begun on the glass.
    public var takesSwipesFromBeyond = true
    /// The time between two scans of the panel. Learned from each finger that is followed long enough; nil before, and
    /// then the time to the touch's own first movement counts instead.
    public var scanPeriod: Instant.Span?

    /// No finger comes over the edge faster than this, in mm/s; touches that lie farther inside are refused at once.
    static let fastestSwipe = 1500.0
    /// The scan period that no panel exceeds: 40 Hz.
    static let longestScanPeriod = Instant.Span.milliseconds(25)
    /// How exactly a panel knows where a finger is, in mm: Microsoft's requirement for touch digitizers. A movement that
    /// is carried back to this near to the edge has reached it.
    static let accuracy = 1.0
    /// After so many samples a touch has shown the panel's scan period.
    static let samplesToLearn = 8

    /// The touch that may have come from beyond the edge; its first movement will tell.
    private var unproven: Touch?

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
        return distance <= edgeWidth || takesSwipesFromBeyond && !beginsAtTouchDown && distance <= reach
            ? nil : tooFar(touch)
    }

    /// A finger that is not proven yet makes room for another; it is no first finger of anything.
    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        let isProven = unproven == nil && touches.count > new.count
        guard !isProven, state == .possible else { return super.touchesBegan(new, at: time) }
        let fromEdge = new.filter { distance(of: $0.startLocation) <= edgeWidth }
        let kept = fromEdge.isEmpty ? Array(new.suffix(1)) : fromEdge
        for touch in touches where !kept.contains(where: { $0 === touch }) { ignore(touch) }
        if unproven != nil { super.reset() }
        unproven = fromEdge.isEmpty ? kept.first : nil
        super.touchesBegan(kept, at: time)
    }

    public override func touchesMoved(_ moved: [Touch], at time: Instant) {
        if let touch = unproven, touch.displacement != .zero {
            unproven = nil
            guard cameFromBeyond(touch, at: time) else {
                return fail("\(tooFar(touch)), and too slow to come from beyond it")
            }
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
            $0.startTime + .seconds(Slop.stoppedScanPeriods * (scanPeriod ?? Self.longestScanPeriod).seconds)
        }
    }

    public override func deadlineReached(at time: Instant) {
        if let touch = unproven { fail("\(tooFar(touch)), and at rest") }
    }

    public override func reset() {
        if velocityTracker.intervalCount >= Self.samplesToLearn { scanPeriod = velocityTracker.scanPeriod }
        unproven = nil
        super.reset()
    }

    /// Whether the first movement of `touch`, carried back from where it came down, reaches an edge.
    private func cameFromBeyond(_ touch: Touch, at time: Instant) -> Bool {
        let elapsed = (time - touch.startTime).seconds
        guard elapsed > 0 else { return false }
        let back = min(elapsed, (scanPeriod ?? Self.longestScanPeriod).seconds)
        return distance(of: touch.startLocation - touch.displacement * (back / elapsed)) <= Self.accuracy
    }

    /// How far inside, in mm, a finger that came over an edge is seen first at the most.
    private var reach: Double { Self.fastestSwipe * (scanPeriod ?? Self.longestScanPeriod).seconds }

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
