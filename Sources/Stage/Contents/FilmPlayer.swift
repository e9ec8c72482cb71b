// Shows the frames of an animation, each when it is due, for as long as pictures on the glass show them.

import Drawing
import Geometry
import Layers

/// Plays an animation on a layer. Its time begins with the first picture on the glass that shows it, and runs on while nobody sees it.
/// Only a picture that shows it asks for the next frame, so what is hidden, covered or dark wakes nobody.
@MainActor
final class FilmPlayer {
    private let film: Film
    private let layer: Layer
    private weak var stage: Stage?
    private var start: Instant?
    /// The frame that the layer shows.
    private var index = 0
    /// Runs until the next frame is due. A page that moves this way is at rest all the same.
    private var due: Countdown?

    /// Shows the first frame of `film` on `layer`, whose superlayer is as large as the shown part of the picture.
    init(_ film: Film, on layer: Layer) {
        (self.film, self.layer) = (film, layer)
        let size = film.place.size.size
        layer.scaleAnchor = .zero
        layer.frame = Rect(origin: .zero, size: size)
        layer.scale = film.place.scale
        layer.position = film.place.origin
        layer.contents = film.frames[0]
        due = Countdown(of: self, isClockwork: true) { $0.show() }
    }

    isolated deinit { due?.cancel() }

    /// Called for a picture of `stage` that shows the layer.
    func seen(on stage: Stage) {
        self.stage = stage
        let start = start ?? stage.seenUntil
        self.start = start
        guard let due, due.end == nil else { return }
        let (current, next) = film.timing.frame(at: stage.seenUntil - start)
        if current != index {
            due.start(on: stage, until: stage.now)
        } else if let next {
            due.start(on: stage, until: start + next)
        }
    }

    /// Shows the frame of this moment.
    private func show() {
        // While screens move, they keep what they show, since drawing them anew would cost their movement its frames.
        guard let stage, let start, !stage.hasTransition else { return }
        index = film.timing.frame(at: max(stage.now, stage.seenUntil) - start).index
        layer.contents = film.frames[index]
    }
}
