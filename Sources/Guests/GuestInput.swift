// The fingers and the pointer that a guest is given.

package import Geometry
import Linux

extension GuestServer {
    /// Finger `number` came down at `point` (pixels of the glass) at `time`.
    package func touchDown(_ number: Int, at point: Point, _ time: Instant) {
        lastInput = time
        seat.down(number, at: point, time)
        flushSoon()
    }

    /// Finger `number` moved to `point`.
    package func touchMoved(_ number: Int, to point: Point, _ time: Instant) {
        lastInput = time
        seat.move(number, to: point, time)
        flushSoon()
    }

    /// Finger `number` was lifted.
    package func touchUp(_ number: Int, _ time: Instant) {
        lastInput = time
        seat.up(number, time)
        flushSoon()
    }

    /// The pointer moved to `point` (pixels of the glass).
    package func pointerMoved(to point: Point, _ time: Instant) {
        lastInput = time
        pointer.move(to: point, time)
        flushSoon()
    }

    /// The pointer moved by `way` (pixels of the glass).
    package func pointerMoved(by way: Vector, _ time: Instant) {
        lastInput = time
        pointer.move(by: way, time)
        flushSoon()
    }

    /// Button `button` of the pointer, as in linux/input-event-codes.h, was pressed or released.
    package func pointerPressed(_ button: UInt32, isDown: Bool, _ time: Instant) {
        lastInput = time
        pointer.press(button, isDown: isDown, time)
        flushSoon()
    }

    /// A gesture of the kiosk has taken finger `number`.
    package func touchCancelled(_ number: Int) {
        seat.cancel(number, lastInput)
        flushSoon()
    }
}
