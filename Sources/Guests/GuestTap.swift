// Whether somebody has just tapped a guest.

import Geometry
import Gestures
import Stage

/// The last tap on a guest. A field that the guest begins soon after it is one that somebody wants to type into, and gets the keyboard. A
/// page that opens with a field of its own does not cover the kiosk with one.
final class GuestTap {
    private enum State {
        case none
        /// A finger is down that has not moved.
        case down(number: Int, at: Point)
        /// It was lifted, and counts until the timer ends.
        case lifted(at: Point, until: StageTimer, decision: StageTimer)
    }
    private var state = State.none

    /// The time in which a guest answers a tap with a field. A browser on a slow processor takes a second to lay out its page.
    private static let answer = Instant.Span.seconds(1)
    /// The time in which it ends a field that was not what was tapped.
    private static let end = Instant.Span.milliseconds(300)

    /// Where the finger was (px of the windows); nil if nobody has tapped just now.
    var place: Point? {
        switch state {
        case .none: nil
        case .down(_, let place): place
        case .lifted(let place, let timer, _): timer.isRunning ? place : nil
        }
    }

    func began(_ touch: Touch, at place: Point) {
        forget()
        state = .down(number: touch.number, at: place)
    }

    /// A finger that moves scrolls.
    func moved(_ touch: Touch, to place: Point, _ panel: Panel?) {
        guard case .down(touch.number, let start) = state, let panel else { return }
        let way = Vector(
            (place.x - start.x) / panel.density(.horizontal), (place.y - start.y) / panel.density(.vertical))
        if way.x * way.x + way.y * way.y > Slop.distance * Slop.distance { state = .none }
    }

    /// The finger was lifted. `decide` is called when the guest has had time to end the field that it has.
    func ended(_ touch: Touch, on screen: Screen?, decide: @escaping @MainActor () -> Void) {
        guard case .down(touch.number, let place) = state, let screen else { return }
        state = .lifted(
            at: place, until: screen.after(Self.answer) {}, decision: screen.after(Self.end, decide))
    }

    func cancelled(_ touch: Touch) { if case .down(touch.number, _) = state { state = .none } }

    /// Nobody wants the keyboard any more.
    func forget() {
        if case .lifted(_, let timer, let decision) = state {
            timer.cancel()
            decision.cancel()
        }
        state = .none
    }
}
