// Rerouting of fingers: they continue on another responder than the one on which they came down.

public import Geometry

/// A touch to reroute, the reason, and the hit test to use.
struct Reroute {
    let touch: Touch
    let why: String
    let hitTest: (Point) -> Responder?
}

extension TouchDispatcher {
    /// Ends `touch` for the reason `why` and routes it again from its current position, as if it had just come down there.
    ///
    /// Every recognizer that follows the touch loses it: recognizers that have begun are cancelled, and the others fail.
    /// The touch's view is told that the touch was cancelled. Then `hitTest` (panel space, mm), or the dispatcher's own hit
    /// test when it is nil, finds the responder under the touch, and the recognizers there see the touch begin. Its start
    /// is the current position and time. Since the touch has moved already, it does not tap: recognizers of fingers that
    /// come down or rest refuse it, and a drag begins with it beyond the slop.
    ///
    /// In an action, or while views and recognizers are told of touches, the rerouting happens after the actions of this
    /// moment have run. A touch that has ended by then is not rerouted.
    public func reroute(_ touch: Touch, why: String, hitTest: ((Point) -> Responder?)? = nil) {
        reroutes.removeAll { $0.touch === touch }
        reroutes.append(Reroute(touch: touch, why: why, hitTest: hitTest ?? self.hitTest))
        settle()
    }

    /// Whether `touch` will be rerouted at the end of this moment. What happens to its view until then does not affect it.
    public func isAboutToReroute(_ touch: Touch) -> Bool { reroutes.contains { $0.touch === touch } }

    /// Carries out the queued reroutes.
    func carryOutReroutes() {
        let those = reroutes.filter { reroute in touchesDown.contains { $0 === reroute.touch && $0.isDown } }
        reroutes = []
        guard !those.isEmpty else { return }
        depth += 1
        for reroute in those {
            breakOff(reroute.touch.recognizers, reroute.why)
            takeFromView(reroute.touch)
        }
        depth -= 1
        // Recognizers that lose a touch are told so before any recognizer gets it. One recognizer may do both.
        tellActions()
        resetWhatIsOver()
        begin(those.filter(\.touch.isDown))
    }

    private func begin(_ those: [Reroute]) {
        let touches = those.map(\.touch)
        frameNumber += 1
        let frame = TouchFrame(
            time: now,
            changes: touches.map {
                TouchFrame.Change(contact: $0.number, phase: .began, position: $0.location, tool: $0.tool)
            })
        depth += 1
        // The earlier changes of this moment have been delivered.
        for touch in touchesDown where touch.isDown { touch.phase = .stationary }
        for reroute in those {
            let touch = reroute.touch
            touch.comeDownAnew(on: reroute.hitTest(touch.location), at: now)
            // A resting contact belongs to no recognizer until it moves.
            if !touch.isResting { route(touch, frame) }
        }
        deliver(touches, .began)
        depth -= 1
        for touch in touches { touch.phase = .stationary }
    }
}
