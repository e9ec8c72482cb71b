// Recognizes fingers that drag: from the slop on, along the directions it is for.

public import Geometry

/// Ways in which a finger can go.
public struct Directions: OptionSet, Hashable, Sendable {
    /// One bit for each member.
    public let rawValue: UInt8
    /// The members whose bits are set.
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
    /// Any way.
    public static let all: Directions = [.horizontal, .vertical]

    /// Whether `displacement` goes mainly in one of these directions. Exactly diagonal is none.
    func contain(_ displacement: Vector) -> Bool {
        if self == .all { return true }
        let (x, y) = (displacement.x, displacement.y)
        return contains(.right) && x > abs(y) || contains(.left) && -x > abs(y)
            || contains(.down) && y > abs(x) || contains(.up) && -y > abs(x)
    }
}

/// A drag. It begins when the displacement exceeds the slop, if it then goes in one of `directions`; if not, it fails
/// for these touches. Continuous.
open class PanRecognizer: Recognizer {
    /// The directions in which it begins. Once begun, fingers may go anywhere.
    public final var directions: Directions
    /// How many fingers it takes at least. What fewer fingers do counts for nothing, before it begins and after.
    public final var minimumTouches = 1
    /// How many fingers may be down before it begins; more fail it. Once begun, further fingers are ignored.
    public final var maximumTouches = Int.max
    /// How far fingers move, in mm, before it begins.
    public final var slop = Slop.distance
    /// Whether it begins when the finger comes down, in whatever direction it then goes.
    public final var beginsAtTouchDown = false

    /// Displacement of the fingers' centroid, in mm, since as many as it takes were down. It does not jump when fingers
    /// come or go.
    public private(set) final var displacement = Vector.zero
    /// The displacement with the slop subtracted in the direction in which it was exceeded; zero within the slop.
    public private(set) final var translation = Vector.zero
    /// When the finger came down from which displacements count: the first, or the last of `minimumTouches`.
    public private(set) final var startTime = Instant.zero
    /// Where the fingers' centroid was then, in panel space (mm).
    public private(set) final var startLocation = Point.zero
    /// When the fingers last moved, came or went.
    public private(set) final var time = Instant.zero
    /// The samples of this drag.
    public private(set) final var velocityTracker = VelocityTracker()
    /// The fingers' way since the first came down, carried on to any instant; restarts do not interrupt it.
    private final var resampler: TouchResampler?
    /// The part of that way from before displacements last began anew.
    private final var wayBefore = Vector.zero

    /// Called when a finger comes down, before anything is decided.
    public final var onTouchDown: (() -> Void)?

    private final var anchor: Vector?
    /// How many fingers the anchor was made for.
    private final var anchored = 0
    private final var slopTaken: Vector?

    /// A drag in one of `directions`.
    public init(name: String, directions: Directions = .all) {
        self.directions = directions
        super.init(name: name)
    }

    /// Whether the fingers have exceeded the slop.
    public final var hasMoved: Bool { slopTaken != nil }

    /// The translation that the fingers will have at `instant`, when what they move is seen: samples are late by then.
    /// Zero within the slop. As far as a finger goes on as it went; one that has stopped is where it was last.
    public final func translation(at instant: Instant) -> Vector {
        guard let slopTaken, let resampler else { return translation }
        return resampler.position(at: instant) - .zero - wayBefore - slopTaken
    }

    /// Until when `translation(at:)` changes though no finger moves.
    public final var predictionEnd: Instant { resampler?.restTime ?? time }

    /// The velocity with which the fingers leave, in mm/s; zero when they had come to rest.
    public final var velocityAtLift: Vector { velocityTracker.velocityAtLift(at: time, slop: slop) }

    open override func touchesBegan(_ new: [Touch], at time: Instant) {
        if state == .possible, touches.count > maximumTouches {
            return fail(
                maximumTouches == 1 ? "a second finger came down" : "more than \(maximumTouches) fingers came down")
        }
        for touch in new where state.isActive && touches.count > maximumTouches { ignore(touch) }
        self.time = time
        let before = touches.count { touch in !new.contains { $0 === touch } }
        if state == .possible, slopTaken == nil, before < minimumTouches {
            startTime = time
            startLocation = location()
            displacement = .zero
            velocityTracker.clear()
            resampler = nil
            wayBefore = .zero
        }
        reanchor(touches, at: \.locationBeforeThisMoment)
        addSample()
        onTouchDown?()
        if beginsAtTouchDown, state == .possible, touches.count >= minimumTouches { begin() }
    }

    open override func touchesMoved(_ moved: [Touch], at time: Instant) {
        // A finger may have been taken away that did not leave: one that is ignored.
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

    /// Starts displacement, translation and velocity anew from where the fingers are, with no slop to exceed.
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
        slopTaken = slopVector(displacement)
        translation = displacement - (slopTaken ?? .zero)
        if state == .possible { begin() }
    }

    /// The part of the displacement that the slop swallows. Along one axis where the directions lie on one.
    private final func slopVector(_ displacement: Vector) -> Vector {
        if directions.isSubset(of: .horizontal) { return Vector(displacement.x < 0 ? -slop : slop, 0) }
        if directions.isSubset(of: .vertical) { return Vector(0, displacement.y < 0 ? -slop : slop) }
        return displacement * (slop / displacement.length)
    }

    /// Makes the present displacement that of `touches`, so that a finger more or less moves nothing.
    private final func reanchor(_ touches: [Touch], at location: (Touch) -> Point = \.location) {
        anchor = centroid(of: touches, at: location) - displacement
        anchored = touches.count
    }

    private final func centroid(of touches: [Touch], at location: (Touch) -> Point = \.location) -> Vector {
        touches.reduce(.zero) { $0 + (location($1) - .zero) } / Double(max(1, touches.count))
    }
}

extension Directions {
    /// For sentences: `right`, `up or down`.
    var text: String {
        let names: [(Directions, String)] = [(.left, "left"), (.right, "right"), (.up, "up"), (.down, "down")]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
    }
}

/// For sentences: the direction and length of a displacement, to 0.1 mm.
func describe(_ displacement: Vector) -> String {
    let main =
        abs(displacement.x) > abs(displacement.y)
        ? (displacement.x < 0 ? "left" : "right") : (displacement.y < 0 ? "up" : "down")
    let across = min(abs(displacement.x), abs(displacement.y))
    let along = max(abs(displacement.x), abs(displacement.y))
    return "\(tenths(along)) mm \(main) and \(tenths(across)) mm across"
}

/// `value` to one decimal.
func tenths(_ value: Double) -> String {
    let scaled = Int((abs(value) * 10).rounded())
    return "\(value < 0 && scaled > 0 ? "-" : "")\(scaled / 10).\(scaled % 10)"
}
