// The gates at the glass of a screen, which are open while the screen has a display.

import Geometry

/// The gates that touches and presses go through before the frame loop of a screen gets them.
struct ScreenGates {
    private var touches = CancellingGate<TouchFrame>()
    private var presses = CancellingGate<PressFrame>()

    /// Lets through what comes down from now on: touches, and with `withPresses` presses.
    mutating func open(withPresses: Bool) {
        touches.open()
        if withPresses { presses.open() }
    }

    /// Lets nothing through any more. Returns the ends of what is down, at `instant` or later.
    mutating func close(at instant: Instant) -> (touches: TouchFrame?, presses: PressFrame?) {
        (touches.close(at: instant), presses.close(at: instant))
    }

    /// Returns the ends of the touches that are down, at `instant` or later. Touches that come down from now on come through if
    /// others did before.
    mutating func cancelTouches(at instant: Instant) -> TouchFrame? {
        guard touches.isOpen else { return nil }
        defer { touches.open() }
        return touches.close(at: instant)
    }

    /// What of `frame` comes through; nil when nothing does.
    mutating func pass(_ frame: TouchFrame) -> TouchFrame? { touches.pass(frame) }

    /// What of `frame` comes through; nil when nothing does.
    mutating func pass(_ frame: PressFrame) -> PressFrame? { presses.pass(frame) }
}
