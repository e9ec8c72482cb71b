// Which touches are for the pages, and which only said that somebody is there.

import Geometry
import Gestures

/// Lets touches through or keeps them: a contact that was kept once is kept to its end.
struct TouchGate {
    /// Where each contact that is down last counted as moved, in mm.
    private var places: [Int: Point] = [:]
    private var kept: Set<Int> = []
    /// Those of them that the pages have seen come down: they hear of the end, as that of a touch that counts for nothing.
    private var unfinished: Set<Int> = []

    /// What of `frame` is a sign of somebody: a contact that comes down, leaves, or has moved by more than a resting hand
    /// does. What a leaning hand, water or dirt leaves on the panel is none, however long it lies there.
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

    /// The contacts that are down are kept from now on.
    mutating func keepAll() {
        unfinished.formUnion(places.keys.filter { !kept.contains($0) })
        kept.formUnion(places.keys)
    }

    /// What of `frame` goes on to the pages; nil for nothing. `keepsNew`: contacts that come down now are kept.
    mutating func pass(_ frame: TouchFrame, keepsNew: Bool) -> TouchFrame? {
        if kept.isEmpty, !keepsNew { return frame }
        var passed = frame
        passed.changes = frame.changes.compactMap { change in
            switch change.phase {
            case .began:
                if keepsNew {
                    kept.insert(change.contact)
                    return nil
                }
                kept.remove(change.contact)
                unfinished.remove(change.contact)
                return change
            case .moved: return kept.contains(change.contact) ? nil : change
            case .ended, .cancelled:
                guard kept.remove(change.contact) != nil else { return change }
                guard unfinished.remove(change.contact) != nil else { return nil }
                var end = change
                end.phase = .cancelled
                return end
            }
        }
        return passed.changes.isEmpty ? nil : passed
    }
}
