// One finger on the glass, from the moment it comes down to the moment it leaves.

public import Geometry

/// One finger. The same object from touch-down to lift; recognizers and views keep it while it is down.
public final class Touch: Input {
    /// What touches the panel.
    public let tool: TouchFrame.Tool
    /// Where the finger came down, or began to move after a long rest, in panel space (mm).
    public internal(set) var startLocation: Point
    /// Where the finger is, in panel space (mm).
    public internal(set) var location: Point
    /// Where the finger was before its last change, in panel space (mm).
    public internal(set) var previousLocation: Point

    /// Whether the finger has not moved for so long that it counts for nothing until it does.
    public internal(set) var isResting = false

    /// Where the finger was when it last moved further than the slop, and when that was.
    var restPlace: Point
    var restSince: Instant
    /// The number of the delivery that brought its last change around.
    var round = 0

    init(number: Int, time: Instant, location: Point, tool: TouchFrame.Tool) {
        self.tool = tool
        restPlace = location
        restSince = time
        startLocation = location
        self.location = location
        previousLocation = location
        super.init(number: number, time: time)
    }

    /// Where the finger is, in the space of `responder`; panel space (mm) for nil.
    public func location(in responder: Responder?) -> Point {
        responder?.convert(fromPanel: location) ?? location
    }

    /// Displacement since touch-down, in mm.
    public var displacement: Vector { location - startLocation }

    override var step: Step { Step(phase: phase, time: time, location: location) }

    override func isAllowed(by recognizer: Recognizer) -> Bool { recognizer.allowedTouchTypes.contains(tool) }

    override func isReceived(by recognizer: Recognizer) -> Bool {
        recognizer.delegate?.shouldReceive(self, by: recognizer) != false
    }

    override func refusal(by recognizer: Recognizer) -> String? { recognizer.refusal(of: self) }

    override func tell(_ step: Step, in dispatcher: TouchDispatcher) {
        let (present, wasDown) = ((phase, time, location), isDown)
        (phase, time, location) = (step.phase, step.time, step.location)
        dispatcher.withList(of: self) { touches in
            switch step.phase {
            case .began: view?.touchesBegan(touches)
            case .moved: view?.touchesMoved(touches)
            case .ended: view?.touchesEnded(touches)
            case .cancelled: view?.touchesCancelled(touches)
            case .stationary: break
            }
        }
        // Unless its end came while the view was told.
        if isDown == wasDown { (phase, time, location) = present }
    }
}
