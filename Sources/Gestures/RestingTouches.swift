// Contacts that rest: a leaning hand, a drop of water, or dirt. They are ignored until they move.

import Geometry

extension TouchDispatcher {
    /// The time at which `touch` comes to rest if it does not move. Nil when the touch has ended or rests already, when a
    /// gesture that has begun follows it, and when a recognizer with a deadline follows it, such as a press that is longer
    /// than the rest.
    func restDeadline(_ touch: Touch) -> Instant? {
        guard touch.isDown, !touch.isResting,
            !touch.recognizers.contains(where: { $0.actual.isActive || $0.deadline != nil })
        else { return nil }
        return touch.restSince + restingAfter
    }

    /// Puts `touch` to rest, since it has not moved for `restingAfter`. From now on recognizers ignore it.
    func putToRest(_ touch: Touch) {
        touch.isResting = true
        for recognizer in touch.recognizers where recognizer.actual == .possible {
            if recognizer.followed.count == 1 {
                recognizer.fail("the finger has not moved for \(Int(restingAfter.seconds.rounded())) s")
            } else {
                recognizer.ignore(touch)
            }
        }
    }

    /// Notes the new position of `touch`. A distance of more than the slop from its rest position is movement, and ends its
    /// rest.
    func noteMovement(_ touch: Touch) {
        guard (touch.location - touch.restPlace).length > max(Slop.distance, slop) else { return }
        let restedSince = touch.restSince
        touch.restPlace = touch.location
        touch.restSince = touch.time
        guard touch.isResting else { return }
        touch.isResting = false
        guard touch.phase == .moved else { return }
        touch.hasRested = true
        touch.startTime = restedSince
        touch.startLocation = touch.previousLocation
        routeAnew(touch)
    }

    /// Routes `touch`, which rested and moves again, as if it had just come down. It can drag, but it does not tap.
    func routeAnew(_ touch: Touch) {
        frameNumber += 1
        let change = TouchFrame.Change(
            contact: touch.number, phase: .began, position: touch.location, tool: touch.tool)
        route(touch, TouchFrame(time: now, changes: [change]))
        for recognizer in touch.recognizers where !recognizer.actual.isOver {
            recognizer.asItIs { recognizer.touchesBegan([touch], at: now) }
        }
    }
}
