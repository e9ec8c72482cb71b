// Recognizes fingers that drag beyond the slop in one of the allowed directions.

public import Geometry

/// A set of directions of a finger's movement.
public struct Directions: OptionSet, Hashable, Sendable {
    /// The raw bits, one for each member.
    public let rawValue: UInt8
    /// The set of the members whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// To the left.
    public static let left = Directions(rawValue: 1)
    /// To the right.
    public static let right = Directions(rawValue: 2)
    /// Upwards.
    public static let up = Directions(rawValue: 4)
    /// Downwards.
    public static let down = Directions(rawValue: 8)
    /// To the left or the right.
    public static let horizontal: Directions = [.left, .right]
    /// Upwards or downwards.
    public static let vertical: Directions = [.up, .down]
    /// Every direction.
    public static let all: Directions = [.horizontal, .vertical]

    /// Whether `displacement` goes mainly in one of these directions. An exactly diagonal displacement does so only for `all`.
    func contain(_ displacement: Vector) -> Bool {
        if self == .all { return true }
        let (x, y) = (displacement.x, displacement.y)
        return contains(.right) && x > abs(y) || contains(.left) && -x > abs(y)
            || contains(.down) && y > abs(x) || contains(.up) && -y > abs(x)
    }
}

/// A drag. Continuous: it begins when the displacement exceeds the slop in one of `directions`. When the displacement
/// exceeds the slop in another direction, the recognizer fails for these touches.
open class PanRecognizer: Recognizer {
    /// The directions in which the drag may begin. Once it has begun, fingers may move anywhere.
    @exclusivity(unchecked) public final var directions: Directions
    /// The minimum number of fingers. Movements of fewer fingers are ignored, before the drag begins and after.
    @exclusivity(unchecked) public final var minimumTouches = 1
    /// The maximum number of fingers that may be down before the drag begins; more make it fail. Once it has begun, further
    /// fingers are ignored.
    @exclusivity(unchecked) public final var maximumTouches = Int.max
    /// How far the fingers move, in mm, before the drag begins. The default is the dispatcher's slop.
    public final var slop: Double {
        get { ownSlop ?? dispatcher?.slop ?? Slop.distance }
        set { ownSlop = newValue }
    }
    @exclusivity(unchecked) private final var ownSlop: Double?
    /// Whether the drag begins at touch-down, whatever its direction is then. With a rerouted touch it begins like any
    /// other pan.
    @exclusivity(unchecked) public final var beginsAtTouchDown = false

    /// The displacement of the fingers' centroid, in mm, since the minimum number of fingers came down. It does not jump
    /// when fingers come or go.
    @exclusivity(unchecked) public private(set) final var displacement = Vector.zero
    /// The displacement minus the slop in the direction in which the slop was exceeded. Zero within the slop.
    @exclusivity(unchecked) public private(set) final var translation = Vector.zero
    /// The time of the touch-down from which displacements are measured: that of the first finger, or of the last of
    /// `minimumTouches`.
    @exclusivity(unchecked) public private(set) final var startTime = Instant.zero
    /// The position of the fingers' centroid at `startTime`, or at the last `restart()`, in panel space (mm).
    @exclusivity(unchecked) public private(set) final var startLocation = Point.zero
    /// The time when the fingers last moved, came or went.
    @exclusivity(unchecked) public private(set) final var time = Instant.zero
    /// The samples of the displacement.
    @exclusivity(unchecked) public private(set) final var velocityTracker = VelocityTracker()
    /// The path of the fingers since the first touch-down, extrapolated to any instant. `restart()` does not interrupt it.
    @exclusivity(unchecked) private final var resampler: TouchResampler?
    /// The displacement along that path before the last `restart()`.
    @exclusivity(unchecked) private final var wayBefore = Vector.zero

    /// Called when a finger comes down, before the drag may begin at touch-down.
    @exclusivity(unchecked) public final var onTouchDown: (() -> Void)?

    @exclusivity(unchecked) private final var anchor: Vector?
    /// The number of fingers for which `anchor` was computed.
    @exclusivity(unchecked) private final var anchored = 0
    @exclusivity(unchecked) private final var slopTaken: Vector?

    /// A drag in one of `directions`.
    public init(name: String, directions: Directions = .all) {
        self.directions = directions
        super.init(name: name)
    }

    /// Whether the fingers have exceeded the slop.
    public final var hasMoved: Bool { slopTaken != nil }
    /// Whether the fingers exceeded the slop in a direction outside of `directions`. This is possible only when the drag
    /// had begun before that.
    public private(set) final var setOffAcross = false

    /// The predicted displacement of the fingers at `instant`, in mm. `instant` is when the frame that shows the movement
    /// becomes visible; by then the samples are old. The prediction lets a finger continue its movement. A finger that has
    /// stopped stays at its last sample.
    public final func displacement(at instant: Instant) -> Vector {
        guard let resampler else { return displacement }
        return resampler.position(at: instant) - Point.zero - wayBefore
    }

    /// The predicted translation of the fingers at `instant`: `displacement(at:)` minus the slop. Zero within the slop.
    public final func translation(at instant: Instant) -> Vector {
        guard let slopTaken else { return translation }
        return displacement(at: instant) - slopTaken
    }

    /// The time until which `displacement(at:)` and `translation(at:)` change though no finger moves.
    public final var predictionEnd: Instant { resampler?.restTime ?? time }

    /// The velocity of the fingers when they lift, in mm/s. Zero when they had come to rest.
    public final var velocityAtLift: Vector { velocityAtLift(at: time) }

    /// The velocity of the fingers if they lift at `instant` and do not move until then.
    package final func velocityAtLift(at instant: Instant) -> Vector {
        velocityTracker.velocityAtLift(at: instant, slop: slop)
    }

    /// The instant from which on the fingers count as at rest if they do not move any more.
    package final var restTime: Instant { velocityTracker.restTime ?? time }

    open override func touchesBegan(_ new: [Touch], at time: Instant) {
        if state == .possible, touches.count > maximumTouches {
            if !beginsAtTouchDown {
                return fail(
                    maximumTouches == 1
                        ? "a second finger came down" : "more than \(maximumTouches) fingers came down")
            }
            // The drag begins at this touch-down, and further fingers are ignored.
            for touch in touches.dropFirst(maximumTouches) { ignore(touch) }
        }
        let before = touches.count - new.count
        for touch in new where state.isActive && touches.count > maximumTouches { ignore(touch) }
        self.time = time
        if state == .possible, slopTaken == nil, before < minimumTouches {
            startTime = time
            startLocation = location()
            displacement = .zero
            velocityTracker.clear()
            resampler = nil
            wayBefore = .zero
        }
        reanchor(touches, at: \.locationBeforeThisMoment)
        // A finger that joins others says nothing about their movement.
        if before < minimumTouches { addSample() }
        onTouchDown?()
        let isTouchDown = beginsAtTouchDown && !new.contains(where: \.isRerouted)
        if isTouchDown, state == .possible, touches.count >= minimumTouches { begin() }
    }

    open override func touchesMoved(_ moved: [Touch], at time: Instant) {
        // The recognizer may have dropped a finger that did not lift: `ignore(_:)` does that.
        if anchor != nil, touches.count != anchored { reanchor(touches, at: \.locationBeforeThisMoment) }
        guard let anchor, touches.count >= minimumTouches else { return }
        let wasActive = state.isActive
        self.time = time
        displacement = centroid(of: touches) - anchor
        addSample()
        if slopTaken == nil, displacement.length > slop { exceedSlop() }
        if state.isOver { return }
        if let slopTaken { translation = displacement - slopTaken }
        if wasActive { change() }
    }

    open override func touchesEnded(_ ended: [Touch], at time: Instant) {
        self.time = time
        let remaining = touches.filter(\.isDown)
        if state == .possible {
            if heldState != nil, remaining.count < minimumTouches {
                fail("lifted while it waited for another gesture to fail")
            } else if remaining.isEmpty {
                let fingers = minimumTouches == 1 ? "it" : "\(minimumTouches) fingers"
                fail("lifted before \(fingers) had moved \(slop) mm")
            }
        } else if remaining.isEmpty {
            end()
        }
        if !remaining.isEmpty { reanchor(remaining) }
    }

    /// Restarts displacement, translation and velocity at the current position of the fingers, with no slop to exceed.
    public final func restart() {
        wayBefore = wayBefore + displacement
        displacement = .zero
        translation = .zero
        slopTaken = .zero
        startLocation = location()
        reanchor(touches.filter(\.isDown))
        velocityTracker.clear()
        velocityTracker.add(displacement, at: time)
    }

    open override func reset() {
        displacement = .zero
        translation = .zero
        anchor = nil
        slopTaken = nil
        setOffAcross = false
        velocityTracker.reset()
        resampler = nil
        wayBefore = .zero
    }

    private final func addSample() {
        velocityTracker.add(displacement, at: time)
        let place = Point.zero + wayBefore + displacement
        if resampler == nil {
            resampler = TouchResampler(place, at: time)
        } else {
            resampler?.add(place, at: time)
        }
    }

    private final func exceedSlop() {
        if state == .possible {
            guard directions.contain(displacement) else {
                return fail("moved \(describe(displacement)), not \(directions.text)")
            }
        }
        setOffAcross = !directions.contain(displacement)
        slopTaken = slopVector(displacement)
        translation = displacement - (slopTaken ?? .zero)
        if state == .possible { begin() }
    }

    /// The part of the displacement that the slop absorbs. It lies along one axis when the directions do.
    private final func slopVector(_ displacement: Vector) -> Vector {
        if directions.isSubset(of: .horizontal) { return Vector(displacement.x < 0 ? -slop : slop, 0) }
        if directions.isSubset(of: .vertical) { return Vector(0, displacement.y < 0 ? -slop : slop) }
        return displacement * (slop / displacement.length)
    }

    /// Sets the anchor so that `touches` have the current displacement. A finger more or less then causes no jump.
    private final func reanchor(_ touches: [Touch], at location: (Touch) -> Point = { $0.location }) {
        anchor = centroid(of: touches, at: location) - displacement
        anchored = touches.count
    }

    private final func centroid(of touches: [Touch], at location: (Touch) -> Point = { $0.location }) -> Vector {
        touches.reduce(.zero) { $0 + (location($1) - .zero) } / Double(max(1, touches.count))
    }
}

extension Directions {
    /// The directions in words, for messages: `right`, `up or down`.
    var text: String {
        let names: [(Directions, String)] = [(.left, "left"), (.right, "right"), (.up, "up"), (.down, "down")]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
    }
}

/// The direction and length of a displacement in words, to 0.1 mm, for messages.
func describe(_ displacement: Vector) -> String {
    let main =
        abs(displacement.x) > abs(displacement.y)
        ? (displacement.x < 0 ? "left" : "right") : (displacement.y < 0 ? "up" : "down")
    let across = min(abs(displacement.x), abs(displacement.y))
    let along = max(abs(displacement.x), abs(displacement.y))
    return "\(tenths(along)) mm \(main) and \(tenths(across)) mm across"
}

/// Returns `value` with one decimal.
func tenths(_ value: Double) -> String {
    let scaled = Int((abs(value) * 10).rounded())
    return "\(value < 0 && scaled > 0 ? "-" : "")\(scaled / 10).\(scaled % 10)"
}
