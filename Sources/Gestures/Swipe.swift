// Recognizes fingers that move quickly and straight in one direction.

public import Geometry

/// A swipe. Discrete: it is recognized while the fingers still move, as soon as each of them has gone far enough in one
/// direction.
public final class SwipeRecognizer: Recognizer {
    /// The directions that count.
    public var directions: Directions
    /// The number of fingers. More of them make the recognizer fail.
    public var numberOfTouchesRequired = 1
    /// The smallest distance, in mm, that each finger moves.
    public var minimumDistance = Slop.swipeDistance
    /// The longest time to reach that distance, counted from the first touch-down.
    public var maximumDuration = Slop.swipeDuration
    /// How far, in mm, a finger may stray in addition to `maximumCrookedness`.
    public var slop = Slop.distance
    /// How far a finger may stray to the side, as a share of the way.
    public var maximumCrookedness = Slop.swipeCrookedness

    /// The recognized direction. Empty before the swipe is recognized.
    public private(set) var direction: Directions = []
    /// The position of the fingers' centroid when the last of them came down, in panel space (mm).
    public private(set) var startLocation = Point.zero

    private var start: Instant?

    /// A swipe in one of `directions`.
    public init(name: String = "swipe", directions: Directions) {
        self.directions = directions
        super.init(name: name)
    }

    public override func refusal(of touch: Touch) -> String? { touch.whyNotNew }

    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        guard direction.isEmpty else {
            // The recognizer waits for another one to fail. Fingers that come now are not part of the swipe.
            for touch in new { ignore(touch) }
            return
        }
        if touches.count > numberOfTouchesRequired {
            return fail(TapCounter.Means.fingers.tooMany(numberOfTouchesRequired))
        }
        if start == nil { start = time }
        startLocation = location()
    }

    public override func touchesMoved(_ moved: [Touch], at time: Instant) {
        guard direction.isEmpty else { return }
        var ways: Directions = []
        for way in Directions.single where directions.contains(way) {
            if touches.allSatisfy({ isStraight($0.displacement, way) }) { ways.formUnion(way) }
        }
        if ways.isEmpty {
            let furthest = touches.max { $0.displacement.length < $1.displacement.length }
            return fail("moved \(describe(furthest?.displacement ?? .zero)), not straight \(directions.text)")
        }
        guard touches.count == numberOfTouchesRequired else { return }
        for way in Directions.single
        where ways.contains(way) && touches.allSatisfy({ way.split($0.displacement).along >= minimumDistance }) {
            direction = way
            return recognize()
        }
    }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) {
        if direction.isEmpty { fail("lifted before it had moved \(tenths(minimumDistance)) mm") }
    }

    public override var deadline: Instant? {
        guard direction.isEmpty, let start else { return nil }
        return start + maximumDuration
    }

    public override func deadlineReached(at time: Instant) {
        fail("had not moved \(tenths(minimumDistance)) mm after \(maximumDuration.text)")
    }

    public override func reset() {
        direction = []
        start = nil
    }

    private func isStraight(_ displacement: Vector, _ way: Directions) -> Bool {
        let (along, across) = way.split(displacement)
        return along >= -slop && across <= slop + maximumCrookedness * max(0, along)
    }
}

extension Directions {
    /// The four single directions.
    static let single: [Directions] = [.left, .right, .up, .down]

    /// Splits `displacement` into its component in this single direction and its distance to the side.
    func split(_ displacement: Vector) -> (along: Double, across: Double) {
        let axis: Axis = isSubset(of: .horizontal) ? .horizontal : .vertical
        let sign: Double = isSubset(of: [.left, .up]) ? -1 : 1
        return (sign * displacement[axis], abs(displacement[axis == .horizontal ? .vertical : .horizontal]))
    }
}
