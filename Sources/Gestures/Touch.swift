// One finger on the glass, from touch-down to lift.

public import Geometry

/// One finger. The object stays the same from touch-down to lift. Recognizers and views keep it while the finger is down.
public final class Touch: Input {
    /// The tool that touches the panel.
    public let tool: TouchFrame.Tool
    /// The position at which the finger came down, began to move after a rest, or was rerouted, in panel space (mm).
    @exclusivity(unchecked) public internal(set) var startLocation: Point
    /// The current position of the finger, in panel space (mm).
    @exclusivity(unchecked) public internal(set) var location: Point
    /// The position of the finger before its last change, in panel space (mm).
    @exclusivity(unchecked) public internal(set) var previousLocation: Point

    /// Whether the finger has not moved for so long that it is ignored until it moves.
    @exclusivity(unchecked) public internal(set) var isResting = false

    /// Whether the finger has rested and then moved. Since it has moved already, it does not tap.
    public internal(set) var hasRested = false

    /// Whether the touch was rerouted. It did not come down where it started, and it has moved already.
    public internal(set) var isRerouted = false

    /// Whether the touch is the second tap of a double tap whose first tap has changed the content there. It came down soon
    /// after the first tap's lift and close to it, so it is meant for the old content.
    public internal(set) var isSecondTap = false

    /// Whether the content under the finger moved there without a finger, just before the finger came down.
    package internal(set) var isForOldContent = false

    /// The position of the finger when it last moved further than the slop, and the time of that movement.
    @exclusivity(unchecked) var restPlace: Point
    @exclusivity(unchecked) var restSince: Instant
    /// The number of the delivery that last included the touch.
    @exclusivity(unchecked) var round = 0

    init(number: Int, time: Instant, location: Point, tool: TouchFrame.Tool) {
        self.tool = tool
        restPlace = location
        restSince = time
        startLocation = location
        self.location = location
        previousLocation = location
        super.init(number: number, time: time)
    }

    /// The position of the finger in the space of `responder`, or in panel space (mm) for nil.
    public func location(in responder: Responder?) -> Point {
        responder?.convert(fromPanel: location) ?? location
    }

    /// The displacement since `startLocation`, in mm.
    public var displacement: Vector { location - startLocation }

    /// The reason why recognizers of new fingers refuse the touch, or nil when they accept it.
    var whyNotNew: String? { isRerouted ? "it has moved already" : nil }

    /// The reason why recognizers of fingers that stay where they came down refuse the touch, or nil when they accept it.
    var whyNotStill: String? { isRerouted || hasRested ? "it has moved already" : nil }

    /// Restarts the touch on `view` at `time`, as if it had come down there. The time of its last change stays, because the
    /// scan period is measured from it.
    func comeDownAnew(on view: Responder?, at time: Instant) {
        (self.view, delivery) = (view, .pending([]))
        (startTime, startLocation, previousLocation) = (time, location, location)
        // A gesture may have held the finger in place for long. A rest counts from here.
        (restSince, restPlace) = (time, location)
        (phase, isRerouted) = (.began, true)
    }

    override var step: Step { Step(phase: phase, time: time, location: location) }

    override func isAllowed(by recognizer: Recognizer) -> Bool { recognizer.allows(tool) }

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
        // When the touch ended while the view was being told, the new values stay.
        if isDown == wasDown { (phase, time, location) = present }
    }
}
