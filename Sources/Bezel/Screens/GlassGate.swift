// What of a panel's touches reaches a screen: whole ones, that come down and end while the screen is there.

import Geometry

/// Lets touches through while it is open. When it closes, those that are down are cancelled; what becomes of them later,
/// and those that come down while it is closed, reach nobody, also when it is open again.
struct GlassGate {
    /// Whether touches come through.
    private(set) var isOpen = false
    /// The touches that have come through and are down: where they were last.
    private var held: [Int: TouchFrame.Change] = [:]
    private var lastTime = Instant.zero

    /// How many touches are down that have come through.
    var count: Int { held.count }

    /// From now on touches that come down come through.
    mutating func open() { isOpen = true }

    /// Nothing comes through any more. Gives the end of what is down, at `instant` or the last touch's time.
    mutating func close(at instant: Instant) -> TouchFrame? {
        isOpen = false
        let ends = held.values.sorted { $0.contact < $1.contact }.map { change in
            TouchFrame.Change(
                contact: change.contact, phase: .cancelled, position: change.position, tool: change.tool)
        }
        held = [:]
        return ends.isEmpty ? nil : TouchFrame(time: max(instant, lastTime), changes: ends)
    }

    /// What of `frame` comes through; nil when nothing does.
    mutating func pass(_ frame: TouchFrame) -> TouchFrame? {
        guard isOpen else { return nil }
        let changes = frame.changes.filter { change in
            switch change.phase {
            case .began:
                held[change.contact] = change
                return true
            case .moved:
                guard held[change.contact] != nil else { return false }
                held[change.contact] = change
                return true
            case .ended, .cancelled: return held.removeValue(forKey: change.contact) != nil
            }
        }
        lastTime = max(lastTime, frame.time)
        return changes.isEmpty ? nil : TouchFrame(time: frame.time, changes: changes)
    }

    /// The same, where whether it is open is known with each frame.
    mutating func pass(_ frame: TouchFrame, whileOpen isOpen: Bool) -> TouchFrame? {
        if !isOpen { return close(at: frame.time) }
        open()
        return pass(frame)
    }
}
