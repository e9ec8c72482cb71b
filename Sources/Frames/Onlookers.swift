// Requests that wait for a frame or for a moment without movement: screenshots, a repaint, a change of pages.

import Geometry
import Layers
import Stage

/// Pending requests to a frame loop.
@MainActor
final class Onlookers {
    private var waiting: [(Bitmap) -> Void] = []
    private var repaint: (shown: (Instant) -> Void, isDrawn: Bool)?
    /// Called once when nothing moves and no touch is active; nil if no request waits for that.
    var whenStill: (() -> Void)?
    /// The presentation time of the last frame.
    private var lastPresentation = Instant.zero

    func add(_ onlooker: @escaping (Bitmap) -> Void) { waiting.append(onlooker) }

    /// Calls `shown` with the time at which the next frame is on the screen. Replaces an earlier request.
    func waitForRepaint(_ shown: @escaping (Instant) -> Void) { repaint = (shown, false) }

    /// Calls `whenStill` if `stage` is still.
    func tellStill(_ stage: Stage) {
        guard let change = whenStill, !stage.isBusy else { return }
        whenStill = nil
        change()
    }

    /// The next frame was drawn.
    func drew() { repaint?.isDrawn = true }

    /// A frame for `presentation` was submitted.
    func handedOver(for presentation: Instant) { lastPresentation = presentation }

    /// A frame has been on the screen since `instant`.
    func presented(at instant: Instant) {
        guard let repaint, repaint.isDrawn else { return }
        self.repaint = nil
        repaint.shown(instant)
    }

    /// Answers every request for a screenshot with its part of the picture of `stage`.
    func show(_ stage: Stage, _ part: Stage.Part) {
        guard !waiting.isEmpty else { return }
        let bitmap = Bitmap(size: stage.panel.pixels, isOpaque: true)
        let instant = max(lastPresentation, stage.now)
        stage.draw(stage.plan(at: instant, part), into: bitmap.surface, region: Region(stage.panel.pixels.bounds))
        let onlookers = waiting
        waiting = []
        for onlooker in onlookers { onlooker(bitmap) }
    }
}
