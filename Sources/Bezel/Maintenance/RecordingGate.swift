// What of the touches may be written down: nothing of what is typed in secret.

import Geometry

/// Lets touches through until a private screen is shown, and again when it is gone. Touches that are down at that moment
/// end there, as cancelled where they were seen last; one that began in secret stays unseen to its end.
struct RecordingGate {
    /// The last that was let through of each touch that is down.
    private var seen: [TouchFrame.Change] = []

    /// What of `frame` may be written; nil for nothing. `isPrivate` is how it is when the touches come.
    mutating func pass(_ frame: TouchFrame, isPrivate: Bool) -> TouchFrame? {
        if isPrivate {
            let cut = seen.map { change in
                TouchFrame.Change(
                    contact: change.contact, phase: .cancelled, position: change.position, tool: change.tool)
            }
            seen = []
            return cut.isEmpty ? nil : TouchFrame(time: frame.time, changes: cut)
        }
        let changes = frame.changes.filter { change in
            let index = seen.firstIndex { $0.contact == change.contact }
            switch (change.phase, index) {
            case (.began, _): seen.append(change)
            case (_, nil): return false
            case (.moved, let index?): seen[index] = change
            case (.ended, let index?), (.cancelled, let index?): seen.remove(at: index)
            }
            return true
        }
        if changes.count == frame.changes.count { return frame }
        return changes.isEmpty ? nil : TouchFrame(time: frame.time, changes: changes)
    }
}
