// Drawing in the time between frames: what may come into view, and the screens that planes will show.

import Geometry
import Linux
import Stage

/// Draws pieces of a stage before they are needed, each in a turn of the loop of its own. Between two pieces, touches are taken.
final class AheadDrawing {
    private let stage: Stage
    private let timer: Timer
    /// The longest of the last pieces. It fades, also while it is too long for a frame.
    private var cost = Instant.Span.zero

    /// Draws pieces of `stage` whenever `timer` is due.
    init(of stage: Stage, timer: Timer) { (self.stage, self.timer) = (stage, timer) }

    /// Forgets how long pieces took, and draws none before a frame asks for it.
    func stop() {
        cost = .zero
        timer.setDeadline(nil)
    }

    /// Draws on in the loop's next turn, where something is left of the stage or of the screens that `path` will show.
    func goOn(_ path: TransitionPath) {
        if path.hasMoreAhead || stage.hasMoreAhead { timer.setDeadline(MonotonicClock.now()) }
    }

    /// Draws a piece, if it is likely done by `wake`, when the next frame begins; nil: no frame is scheduled.
    func drawPiece(_ path: TransitionPath, before wake: Instant?) {
        let start = MonotonicClock.now()
        let likely = cost
        cost = Instant.Span(nanoseconds: cost.nanoseconds / 8 * 7)
        if let wake, start + likely > wake { return }
        if path.hasMoreAhead { path.drawAhead(stage) } else { stage.drawAhead() }
        cost = max(MonotonicClock.now() - start, cost)
        goOn(path)
    }
}
