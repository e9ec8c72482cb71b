// Tells people from objects that lie on the panel.

import Geometry

/// Decides which touches are a sign of a person.
struct ActivityDetector {
    /// For each contact that is down, the position, in mm, where it came down or last counted as moved.
    private var places: [Int: Point] = [:]

    /// Whether `frame` is a sign of a person: a contact comes down, lifts, or has moved by more than `slop` mm, which is
    /// farther than a resting hand moves on this panel. What a leaning hand, water or dirt leaves on the panel is no sign,
    /// however long it lies there. Neither is a contact that is cancelled.
    mutating func isSign(_ frame: TouchFrame, slop: Double) -> Bool {
        var isSign = false
        for change in frame.changes {
            switch change.phase {
            case .began:
                isSign = true
                places[change.contact] = change.position
            case .moved:
                guard let place = places[change.contact], (change.position - place).length > slop else { continue }
                isSign = true
                places[change.contact] = change.position
            case .ended, .cancelled:
                isSign = isSign || change.phase == .ended
                places[change.contact] = nil
            }
        }
        return isSign
    }
}
