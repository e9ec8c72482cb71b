// Passes touches of panels, or presses of buttons, to a screen. Each of them begins and ends while the screen is there.

import Geometry

/// Passes touches or presses while it is open. When it closes, those that are down are cancelled, and their later changes are
/// discarded. Those that begin while it is closed are discarded until they end, even if it opens before that.
struct CancellingGate<Frame: InputFrame> {
    /// Whether the gate is open.
    private(set) var isOpen = false
    /// The last change of each contact or button that has passed and is down.
    private var held: [Int: Frame.Change] = [:]
    private var lastTime = Instant.zero

    /// The number of contacts or buttons that have passed and are down.
    var count: Int { held.count }

    /// Opens the gate for touches or presses that begin from now on.
    mutating func open() { isOpen = true }

    /// Closes the gate. Returns the cancelled ends of what is down, at `instant` or the time of the last frame, whichever is later;
    /// nil when nothing is down.
    mutating func close(at instant: Instant) -> Frame? {
        isOpen = false
        let ends = held.sorted { $0.key < $1.key }.map(\.value.cancelled)
        held = [:]
        return ends.isEmpty ? nil : Frame(time: max(instant, lastTime), changes: ends)
    }

    /// Returns the part of `frame` that passes; nil for nothing.
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

    /// Opens or closes the gate according to `isOpen`, and then does the same. If the gate is closed, returns the ends of what is
    /// down.
    mutating func pass(_ frame: Frame, whileOpen isOpen: Bool) -> Frame? {
        if !isOpen { return close(at: frame.time) }
        open()
        return pass(frame)
    }
}
