// The gates at the glass of a screen, which are open while the screen has a display.

import Geometry

/// The gates that touches and presses go through before the frame loop of a screen gets them.
struct ScreenGates {
    private var touches = CancellingGate<TouchFrame>()
    private var presses = CancellingGate<PressFrame>()

    /// Opens the gate for touches that begin from now on, and with `withPresses` also for presses.
    mutating func open(withPresses: Bool) {
        touches.open()
        if withPresses { presses.open() }
    }

    /// Closes the gates. Returns the ends of what is down, at `instant` or later.
    mutating func close(at instant: Instant) -> (touches: TouchFrame?, presses: PressFrame?) {
        (touches.close(at: instant), presses.close(at: instant))
    }

    /// Returns the ends of the touches that are down, at `instant` or later. The gate stays open for later touches if it was open.
    mutating func cancelTouches(at instant: Instant) -> TouchFrame? {
        guard touches.isOpen else { return nil }
        defer { touches.open() }
        return touches.close(at: instant)
    }

    /// Returns the part of `frame` that passes; nil for nothing.
    mutating func pass(_ frame: TouchFrame) -> TouchFrame? { touches.pass(frame) }

    /// Returns the part of `frame` that passes; nil for nothing.
    mutating func pass(_ frame: PressFrame) -> PressFrame? { presses.pass(frame) }
}
