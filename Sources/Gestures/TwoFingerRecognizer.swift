// The base class of pinch and rotation: two fingers whose measure does not jump at the start or at a change of fingers.

public import Geometry

/// A gesture of exactly two fingers. Continuous: it begins when the fingers have moved relative to each other, changes when
/// one of them moves while both are down, and ends when both have lifted. A third finger is ignored.
///
/// The measure starts at the moment when the gesture begins, without a jump. When one of the fingers lifts, the measure
/// keeps its value, and a finger that comes down in its place continues from there. `location(in:)` is the centroid of the
/// two fingers, or the position of the one that is left.
public class TwoFingerRecognizer: Recognizer {
    /// How far the fingers move relative to each other (apart, together or around), in mm, before the gesture begins.
    public final var slop = Slop.twoFingers
    /// The time when the fingers last moved, came or went.
    public private(set) final var time = Instant.zero

    /// The measured value. `neutral` without movement.
    final private(set) var measure: Double
    private final let neutral: Double
    private final let advance: (Double, FingerPair, FingerPair) -> Double
    /// The positions of the fingers at the last sample. Nil unless both are down.
    private final var last: FingerPair?
    /// The distance between the fingers, in mm, when both had come down.
    private final var startDistance = Slop.nearest
    private final var velocityTracker = VelocityTracker()
    /// Whether a finger has lifted and no other has replaced it.
    private final var isLeaving = false

    /// A recognizer whose measure is `neutral` without movement. `advance` computes the measure from its last value, the
    /// last positions and the current ones.
    init(name: String, neutral: Double, advance: @escaping (Double, FingerPair, FingerPair) -> Double) {
        self.neutral = neutral
        self.advance = advance
        measure = neutral
        super.init(name: name)
    }

    /// The largest change of the measure that is still slop, for fingers that came down `distance` apart (mm).
    func threshold(at distance: Double) -> Double { slop / distance }

    /// The rate of change of the measure, per second. After the first lift, the rate before it; zero when the fingers had
    /// come to rest.
    final var measureVelocity: Double {
        isLeaving
            ? velocityTracker.velocityAtLift(at: time, slop: slop / startDistance).x : velocityTracker.velocity.x
    }

    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        let before = touches.count - new.count
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
        // The recognizer may have dropped a finger that did not lift: `ignore(_:)` does that.
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
        // The velocity is that of the moment when the measure stopped, unless the remaining finger stays for long.
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
