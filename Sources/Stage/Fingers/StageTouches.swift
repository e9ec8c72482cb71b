// Touches that lose their view, or go on with another one.

import Geometry
import Gestures
import Layers

extension Stage {
    /// Cancels all touches and buttons, because the panel was unplugged or another session has the screen.
    package func cancelAllTouches() {
        dispatcher.cancelTouches()
        dispatcher.cancelPresses()
    }

    /// Cancels all touches that came down on `view` or in it, except those with which `drivers` move something.
    func cancelTouches(in view: View, butNotOf drivers: TransitionDriver?...) {
        let moved = drivers.compactMap { $0 }.flatMap(\.transitions)
        let kept = moved.flatMap { $0.drag?.pan.touches ?? [] }
        dispatcher.cancelTouches { touch in
            touch.view?.isWithin(view) == true && !kept.contains { $0 === touch } && !dispatcher.isAboutToReroute(touch)
        }
    }

    /// Passes `touch` to the view under it from now on, for the reason `why`. Leaving screens and sheets are skipped.
    func reroute(_ touch: Touch, why: String) {
        dispatcher.reroute(touch, why: why) { [unowned self] point in
            let leaving =
                sheets.filter(\.isLeaving).map { $0.view as View }
                + navigators.flatMap { navigator in
                    navigator.screens.filter(navigator.isLeaving).map { $0.view as View }
                }
            for view in leaving { view.isUserInteractionEnabled = false }
            defer { for view in leaving { view.isUserInteractionEnabled = true } }
            return rootView.hitTest(rootView.glass.pixels(point))
        }
    }
}
