// Decides which touches or presses are for the pages, and which only show that somebody is there.

import Geometry

/// Passes or withholds touches or presses. A contact or button that was withheld once is withheld until it ends.
struct WithholdingGate<Frame: InputFrame> {
    /// The contacts or buttons that are down, as far as their frames came here.
    private var down: Set<Int> = []
    private var kept: Set<Int> = []
    /// The withheld ones that the pages have seen begin. Their end is passed on as cancelled.
    private var unfinished: Set<Int> = []

    /// Withholds everything that is down until it ends.
    mutating func keepAll() {
        unfinished.formUnion(down.subtracting(kept))
        kept.formUnion(down)
    }

    /// Returns the part of `frame` that goes on to the pages; nil for nothing. With `keepsNew`, everything that comes down now
    /// is withheld.
    mutating func pass(_ frame: Frame, keepsNew: Bool) -> Frame? {
        for change in frame.changes {
            switch change.step {
            case .began: down.insert(change.number)
            case .moved: break
            case .ended: down.remove(change.number)
            }
        }
        if kept.isEmpty, !keepsNew { return frame }
        var passed = frame
        passed.changes = frame.changes.compactMap { change in
            let number = change.number
            switch change.step {
            case .began:
                if keepsNew {
                    kept.insert(number)
                    return nil
                }
                kept.remove(number)
                unfinished.remove(number)
                return change
            case .moved: return kept.contains(number) ? nil : change
            case .ended:
                guard kept.remove(number) != nil else { return change }
                return unfinished.remove(number) == nil ? nil : change.cancelled
            }
        }
        return passed.changes.isEmpty ? nil : passed
    }
}
