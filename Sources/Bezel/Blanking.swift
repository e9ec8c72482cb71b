// Whether the glass is dark, and which fingers only wake it.

import Geometry

/// A glass that goes dark and is lit again. A finger that comes while nothing is to be seen presses nothing, and neither
/// does one that was there when it went dark: none of their touches is passed on until they have left.
struct Blanking {
    private enum State {
        case lit
        case dark
        /// Lit, and no picture has been seen yet.
        case waking
    }
    private var state = State.lit
    /// The contacts that are on the panel.
    private var down: Set<Int> = []
    /// Those of them that count for nothing.
    private var swallowed: Set<Int> = []

    /// Whether nothing is drawn.
    var isDark: Bool { if case .dark = state { true } else { false } }

    /// The glass goes dark.
    mutating func darken() {
        state = .dark
        swallowed = down
    }

    /// The glass is lit; a picture is on its way to it.
    mutating func wake() { if isDark { state = .waking } }

    /// A picture is seen.
    mutating func shown() { if case .waking = state { state = .lit } }

    /// What of `frame` counts; nil when nothing does.
    mutating func take(_ frame: TouchFrame) -> TouchFrame? {
        var isSwallowing = !swallowed.isEmpty
        for change in frame.changes where change.phase == .began {
            down.insert(change.contact)
            guard case .lit = state else {
                swallowed.insert(change.contact)
                isSwallowing = true
                continue
            }
        }
        defer {
            for change in frame.changes where change.phase == .ended || change.phase == .cancelled {
                down.remove(change.contact)
                swallowed.remove(change.contact)
            }
        }
        guard isSwallowing else { return frame }
        let rest = frame.changes.filter { !swallowed.contains($0.contact) }
        return rest.isEmpty ? nil : TouchFrame(time: frame.time, changes: rest)
    }
}
