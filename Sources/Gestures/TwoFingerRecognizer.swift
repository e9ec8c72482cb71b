// The life that pinch and rotation share: two fingers, no jump at the beginning, none when a finger is replaced.

public import Geometry

/// A gesture of exactly two fingers. Continuous: it begins when they have moved against each other, changes when one of
/// them moves while both are down, and ends when both have left. A third finger is ignored.
///
/// What it measures begins to count at the moment when it begins, without a jump. When one of the fingers leaves, the
/// gesture stays as it is; a finger that comes down in its place goes on from there. `location(in:)` is the centroid of
/// the two; with one finger left, it is that finger's.
public class TwoFingerRecognizer: Recognizer {
    /// How far, in mm, the fingers move against each other, apart, together or around, before it begins.
    public final var slop = Slop.twoFingers
    /// When the fingers last moved, came or went.
    public private(set) final var time = Instant.zero

    /// What is measured; `neutral` without movement.
    final private(set) var measure: Double
    private final let neutral: Double
    private final let advance: (Double, FingerPair, FingerPair) -> Double
    /// Where the fingers were at the last sample; nil unless both are down.
    private final var last: FingerPair?
    /// How far apart, in mm, they were when both had come down.
    private final var startDistance = Slop.nearest
    private final var velocityTracker = VelocityTracker()
    /// Whether a finger has left that nobody has replaced.
    private final var isLeaving = false

    /// A recognizer of what is `neutral` without movement, and goes on with `advance` from one sample to the next.
    init(name: String, neutral: Double, advance: @escaping (Double, FingerPair, FingerPair) -> Double) {
        self.neutral = neutral
        self.advance = advance
        measure = neutral
        super.init(name: name)
    }

    /// The change of the measure that is still slop, for fingers that came down `distance` apart (mm).
    func threshold(at distance: Double) -> Double { slop / distance }

    /// How fast the measure changes, per second. From the first lift on, how fast it did before: zero when the fingers
    /// had come to rest.
    final var measureVelocity: Double {
        isLeaving
            ? velocityTracker.velocityAtLift(at: time, slop: slop / startDistance).x : velocityTracker.velocity.x
    }

    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        let before = touches.count { touch in !new.contains { $0 === touch } }
        for touch in new where touches.count > 2 { ignore(touch) }
        guard before < 2, touches.count == 2 else { return }
        self.time = time
        let pair = FingerPair(touches[0].locationBeforeThisMoment, touches[1].locationBeforeThisMoment)
        last = pair
        if state == .possible {
            startDistance = pair.distance
            measure = neutral
        }
        isLeaving = false
        restartVelocity()
    }

    public override func touchesMoved(_ moved: [Touch], at time: Instant) {
        // A finger may have been taken away that did not leave: one that is ignored.
        guard touches.count == 2, let old = last else { return }
        self.time = time
        let pair = FingerPair(touches[0].location, touches[1].location)
        last = pair
        measure = advance(measure, old, pair)
        if state.isActive {
            velocityTracker.add(Vector(measure, 0), at: time)
            change()
        } else if heldState != nil {
            measure = neutral
            restartVelocity()
        } else if abs(measure - neutral) > threshold(at: startDistance) {
            measure = neutral
            restartVelocity()
            begin()
        }
    }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) {
        let isEmpty = !touches.contains(where: \.isDown)
        // The velocity is that of the moment when the measure stopped counting, unless the other finger stays long.
        if last != nil || isEmpty { self.time = time }
        last = nil
        isLeaving = true
        if state.isActive {
            if isEmpty { end() }
        } else if heldState != nil {
            fail("lifted while it waited for another gesture to fail")
        } else if isEmpty {
            fail("lifted before two fingers had moved \(tenths(slop)) mm against each other")
        }
    }

    public override func reset() {
        last = nil
        isLeaving = false
        measure = neutral
        velocityTracker.reset()
    }

    private final func restartVelocity() {
        velocityTracker.clear()
        velocityTracker.add(Vector(measure, 0), at: time)
    }
}
