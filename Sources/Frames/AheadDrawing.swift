// Drawing in the time between frames: content that may scroll into view, and the screens that planes will show.

import Geometry
import Linux
import Stage

/// Draws pieces of a stage before they are needed, one piece per turn of the loop. Touches are handled between two pieces.
@MainActor
final class AheadDrawing {
    private let stage: Stage
    private let loop: EventLoop
    private let timer: Timer
    /// The longest drawing time of recent pieces. It decays over time, even while it is too long for the gap between frames.
    private var cost = Instant.Span.zero

    /// Draws a piece of `stage` whenever `timer`, of `loop`, fires.
    init(of stage: Stage, timer: Timer, _ loop: EventLoop) {
        (self.stage, self.timer, self.loop) = (stage, timer, loop)
    }

    /// Forgets the drawing times, and draws no pieces until a frame requests them.
    func stop() {
        cost = .zero
        timer.setDeadline(nil)
    }

    /// Draws another piece in the loop's next turn, if the stage or the screens that `path` will show are incomplete.
    func goOn(_ path: TransitionPath) {
        if path.hasMoreAhead || stage.hasMoreAhead { timer.setDeadline(loop.now) }
    }

    /// Draws a piece if it will probably be finished by `wake`, when the next frame begins; nil means that no frame is scheduled.
    func drawPiece(_ path: TransitionPath, before wake: Instant?) {
        let start = loop.now
        let likely = cost
        cost = Instant.Span(nanoseconds: cost.nanoseconds / 8 * 7)
        if let wake, start + likely > wake { return }
        if path.hasMoreAhead { path.drawAhead(stage) } else { stage.drawAhead() }
        cost = max(loop.now - start, cost)
        goOn(path)
    }
}
