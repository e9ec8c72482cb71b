// Decides which touches are for the pages, which only show that somebody is there, and which do not even show that.

import Geometry
import Gestures

/// Passes or withholds touches, and tells people from objects that lie on the panel.
struct TouchGate {
    /// For each contact that is down, the position, in mm, where it came down or last counted as moved.
    private var places: [Int: Point] = [:]
    private var gate = VisitGate<TouchFrame>()

    /// Whether `frame` is a sign of a person: a contact comes down, lifts, or has moved farther than a resting hand does
    /// (`Slop.distance`). What a leaning hand, water or dirt leaves on the panel is no sign, however long it lies there.
    /// Neither is a contact that is cancelled.
    mutating func isSign(_ frame: TouchFrame) -> Bool {
        var isSign = false
        for change in frame.changes {
            switch change.phase {
            case .began:
                isSign = true
                places[change.contact] = change.position
            case .moved:
                guard let place = places[change.contact], (change.position - place).length > Slop.distance else {
                    continue
                }
                isSign = true
                places[change.contact] = change.position
            case .ended, .cancelled:
                isSign = isSign || change.phase == .ended
                places[change.contact] = nil
            }
        }
        return isSign
    }

    /// Withholds the contacts that are down until they end.
    mutating func keepAll() { gate.keepAll() }

    /// Returns the part of `frame` that goes on to the pages; nil for nothing. With `keepsNew`, contacts that come down now are
    /// withheld.
    mutating func pass(_ frame: TouchFrame, keepsNew: Bool) -> TouchFrame? { gate.pass(frame, keepsNew: keepsNew) }
}
