// What of a panel's touches, or of buttons, reaches a screen: whole ones, that come down and end while the screen is there.

import Geometry

/// Lets touches or presses through while it is open. When it closes, those that are down are cancelled; what becomes of them
/// later, and those that come down while it is closed, reach nobody, also when it is open again.
struct CancellingGate<Frame: InputFrame> {
    /// Whether they come through.
    private(set) var isOpen = false
    /// Those that have come through and are down: what they did last.
    private var held: [Int: Frame.Change] = [:]
    private var lastTime = Instant.zero

    /// How many are down that have come through.
    var count: Int { held.count }

    /// From now on those that come down come through.
    mutating func open() { isOpen = true }

    /// Nothing comes through any more. Gives the end of what is down, at `instant` or the last frame's time.
    mutating func close(at instant: Instant) -> Frame? {
        isOpen = false
        let ends = held.sorted { $0.key < $1.key }.map(\.value.cancelled)
        held = [:]
        return ends.isEmpty ? nil : Frame(time: max(instant, lastTime), changes: ends)
    }

    /// What of `frame` comes through; nil when nothing does.
    mutating func pass(_ frame: Frame) -> Frame? {
        guard isOpen else { return nil }
        let changes = frame.changes.filter { change in
            switch change.step {
            case .began:
                held[change.number] = change
                return true
            case .moved:
                guard held[change.number] != nil else { return false }
                held[change.number] = change
                return true
            case .ended: return held.removeValue(forKey: change.number) != nil
            }
        }
        lastTime = max(lastTime, frame.time)
        return changes.isEmpty ? nil : Frame(time: frame.time, changes: changes)
    }

    /// The same, where whether it is open is known with each frame.
    mutating func pass(_ frame: Frame, whileOpen isOpen: Bool) -> Frame? {
        if !isOpen { return close(at: frame.time) }
        open()
        return pass(frame)
    }
}
