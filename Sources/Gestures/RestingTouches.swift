// Contacts that stay: a leaning hand, a drop of water, dirt. Unmoved they count for nothing.

import Geometry

extension TouchDispatcher {
    /// When `touch` comes to rest if it does not move; nil when it rests, when a gesture that has begun holds it, and when
    /// one waits for it to stay: a press that is longer than the rest.
    func restDeadline(_ touch: Touch) -> Instant? {
        guard touch.isDown, !touch.isResting,
            !touch.recognizers.contains(where: { $0.state.isActive || $0.deadline != nil })
        else { return nil }
        return touch.restSince + restingAfter
    }

    /// `touch` has not moved for so long that no recognizer counts it any more.
    func putToRest(_ touch: Touch) {
        touch.isResting = true
        for recognizer in touch.recognizers where recognizer.state == .possible {
            if recognizer.touches.count == 1 {
                recognizer.fail("the finger has not moved for \(Int(restingAfter.seconds.rounded())) s")
            } else {
                recognizer.ignore(touch)
            }
        }
    }

    /// `touch` has a new place. Further than the slop from where it was is movement, and ends its rest.
    func noteMovement(_ touch: Touch) {
        guard (touch.location - touch.restPlace).length > Slop.distance else { return }
        let restedSince = touch.restSince
        touch.restPlace = touch.location
        touch.restSince = touch.time
        guard touch.isResting else { return }
        touch.isResting = false
        guard touch.phase == .moved else { return }
        touch.startTime = restedSince
        touch.startLocation = touch.previousLocation
        routeAnew(touch)
    }
}
