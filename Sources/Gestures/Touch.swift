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
    /// When the finger came down.
    public let startTime: Instant
    /// Where the finger came down, in panel space (mm).
    public let startLocation: Point
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

    /// The recognizers that follow this touch, innermost view first.
    var recognizers: [Recognizer] = []
    /// Whether the view has been told that the touch began and not yet that it is over.
    var isShownToView = false
    /// Whether a recognizer took the touch away from the view.
    var isTakenFromView = false

    init(number: Int, time: Instant, location: Point) {
        self.number = number
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
