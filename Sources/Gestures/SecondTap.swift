// Detects the second tap of a double tap whose first tap has changed the content under the finger.

import Geometry

/// The place and the time of a lift whose tap has changed the content there.
struct FirstTap {
    let place: Point
    let lift: Instant

    /// Whether a finger that comes down at `point` at `time` makes the second tap.
    func isFollowed(by point: Point, at time: Instant) -> Bool {
        time - lift <= Slop.tapPause && (point - place).length <= Slop.tapDistance
    }
}

extension TouchDispatcher {
    /// Whether a finger lifts in this moment.
    public var isLifting: Bool { touchesDown.contains { $0.phase == .ended && !$0.isDown } }

    /// Notes that the content on the glass has changed. When fingers lift in this moment, their taps have caused the change. A
    /// finger that comes down at the same place, no later than a double tap allows, is meant for the old content, and taps
    /// nothing. When no finger lifts, no tap was meant for the old content, and the earlier first taps are forgotten.
    public func ignoreSecondTaps() {
        let lifted = touchesDown.filter { $0.phase == .ended && !$0.isDown }
        firstTaps.removeAll { lifted.isEmpty || now - $0.lift > Slop.tapPause }
        firstTaps += lifted.map { FirstTap(place: $0.location, lift: now) }
    }
}
