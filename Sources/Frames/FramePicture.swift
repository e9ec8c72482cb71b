// The picture of a stage on its way to a display: drawn or shown by planes, with what lies over the screens.

import Geometry
import Linux
import Logging
import Stage

/// How a stage becomes the picture on a display.
@MainActor
final class FramePicture {
    private let log: Logger
    private var painter = FramePainter()
    private(set) var path: TransitionPath
    /// The measurements that lie over the screens; nil where nobody asked for them.
    var hud: HUD? { didSet { painter.showsOverlay = !isBare } }
    /// Asks to be touched, over everything; nil while it need not.
    private(set) var notice: TouchThisScreen?

    /// The picture goes to `display`.
    init(on display: any Display, log: Logger) {
        self.log = log
        path = TransitionPath(display: display, log: log)
    }

    /// Whether the screens are all that is shown.
    private var isBare: Bool { hud == nil && notice == nil }

    /// The picture goes to `display` from now on; nil: nowhere.
    func move(to display: (any Display)?) { path = TransitionPath(display: display, log: log) }

    /// Takes the notice off the glass, and puts `next` there. Returns whether that changes anything.
    func replaceNotice(with next: TouchThisScreen?) -> Bool {
        guard notice !== next else { return false }
        notice?.remove()
        notice = next
        painter.showsOverlay = !isBare
        painter.reset()
        return true
    }

    /// Forgets what is on the glass: the next frame is new from edge to edge.
    func reset() {
        painter.reset()
        path.reset()
    }

    /// How much there is likely to draw (`Frame.work`) for the picture of `stage` at `presentation`. Planes show their frames
    /// without drawing.
    func likelyWork(_ stage: Stage, at presentation: Instant) -> Int {
        path.isShown ? 0 : painter.plan(stage, at: presentation, age: painter.lastAge).work
    }

    /// Has the display engine show the picture of `stage` for `presentation`, if it can and nothing lies over the screens. What
    /// is on the glass already is shown again only if `isSameWanted`.
    func showByPlanes(_ stage: Stage, at presentation: Instant, isSameWanted: Bool) -> TransitionPath.Outcome {
        guard isBare else {
            path.cover()
            return .drawn(isAfterPlanes: false)
        }
        let outcome = path.show(stage, at: presentation, isSameWanted: isSameWanted)
        if case .drawn(isAfterPlanes: true) = outcome { painter.reset() }
        return outcome
    }

    /// The picture of `stage` for `presentation`, in a buffer whose contents are `age` frames old.
    func plan(_ stage: Stage, at presentation: Instant, age: Int) -> FramePainter.Plan {
        painter.plan(stage, at: presentation, age: age)
    }

    /// Draws `plan` into the buffer that it was made for, with `alone` by this thread. Returns when the screens were done.
    func draw(_ plan: FramePainter.Plan, of stage: Stage, into surface: PixelSurface, alone: Bool) -> Instant {
        painter.draw(plan, of: stage, into: surface, alone: alone)
    }
}
