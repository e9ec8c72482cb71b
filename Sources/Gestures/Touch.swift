// One finger on the glass, from the moment it comes down to the moment it leaves.

public import Geometry

/// One finger. The same object from touch-down to lift; recognizers and views keep it while it is down.
public final class Touch {
    /// What the finger did last.
    public enum Phase: String, Sendable {
        case began, moved, stationary, ended, cancelled
    }

    /// The contact's number, for traces. Unique among the touches that are down.
    public let number: Int
    /// What touches the panel.
    public let tool: TouchFrame.Tool
    /// When the finger came down, or began to move after a long rest.
    public internal(set) var startTime: Instant
    /// Where the finger came down, or began to move after a long rest, in panel space (mm).
    public internal(set) var startLocation: Point
    /// What the finger did last.
    public internal(set) var phase = Phase.began
    /// Where the finger is, in panel space (mm).
    public internal(set) var location: Point
    /// Where the finger was before its last change, in panel space (mm).
    public internal(set) var previousLocation: Point
    /// When the finger last changed.
    public internal(set) var time: Instant
    /// The responder that lay under the finger when it came down; it stays the same until the finger leaves.
    public internal(set) var view: Responder?

    /// Whether the finger has not moved for so long that it counts for nothing until it does.
    public internal(set) var isResting = false

    /// The recognizers that follow this touch, innermost view first.
    var recognizers: [Recognizer] = []
    /// What the view is told of the touch.
    var delivery = Delivery.pending([])
    /// Where the finger was when it last moved further than the slop, and when that was.
    var restPlace: Point
    var restSince: Instant

    /// What the view knows of a touch.
    enum Delivery {
        /// Nothing yet; these steps wait until nobody delays them any more.
        case pending([Step])
        /// That it began; these steps wait.
        case begun([Step])
        /// That it is over, or nothing, because a recognizer took it.
        case over
    }

    /// One change of a touch, kept for later.
    struct Step {
        let phase: Phase
        let time: Instant
        let location: Point
    }

    init(number: Int, time: Instant, location: Point, tool: TouchFrame.Tool) {
        self.number = number
        self.tool = tool
        restPlace = location
        restSince = time
        startTime = time
        startLocation = location
        self.time = time
        self.location = location
        previousLocation = location
    }

    /// Where the finger is, in the space of `responder`; panel space (mm) for nil.
    public func location(in responder: Responder?) -> Point {
        responder?.convert(fromPanel: location) ?? location
    }

    /// Displacement since touch-down, in mm.
    public var displacement: Vector { location - startLocation }

    /// Whether the finger is still on the glass.
    public var isDown: Bool { phase != .ended && phase != .cancelled }
}
