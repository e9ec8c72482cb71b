// Requests that wait for a frame or for stillness: screenshots, a repaint, a change of pages.

import Geometry
import Layers
import Stage

/// Requests to a frame loop, until they are answered.
final class Onlookers {
    private var waiting: [(Bitmap) -> Void] = []
    private var repaint: (shown: (Instant) -> Void, isDrawn: Bool)?
    /// Called once when nothing moves and no finger holds anything; nil while nothing waits for that.
    var whenStill: (() -> Void)?
    /// The presentation that the last frame was made for.
    private var lastPresentation = Instant.zero

    func add(_ onlooker: @escaping (Bitmap) -> Void) { waiting.append(onlooker) }

    /// Calls `shown` with the moment at which the next frame is on the glass. The last call counts.
    func waitForRepaint(_ shown: @escaping (Instant) -> Void) { repaint = (shown, false) }

    /// Calls `whenStill` where `stage` is.
    func tellStill(_ stage: Stage) {
        guard let change = whenStill, !stage.isBusy else { return }
        whenStill = nil
        change()
    }

    /// The next frame is drawn.
    func drew() { repaint?.isDrawn = true }

    /// A frame for `presentation` is on its way to the glass.
    func handedOver(for presentation: Instant) { lastPresentation = presentation }

    /// A frame is on the glass since `instant`.
    func presented(at instant: Instant) {
        guard let repaint, repaint.isDrawn else { return }
        self.repaint = nil
        repaint.shown(instant)
    }

    /// Gives every screenshot `part` of what `stage` shows.
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
