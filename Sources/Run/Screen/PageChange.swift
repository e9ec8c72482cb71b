// A change of the pages of a screen that waits for a good moment.

import Frames
import Geometry
import Linux
import Stage

/// Makes a change as soon as nobody holds one of the pages that are there, or when patience ends.
final class PageChange {
    private let stage: Stage
    private let frameLoop: FrameLoop
    private let timer: Timer
    private var waiting: (() -> Void)?

    /// Changes the pages of `stage`, which `frameLoop` draws.
    init(of stage: Stage, _ frameLoop: FrameLoop, loop: EventLoop) {
        (self.stage, self.frameLoop) = (stage, frameLoop)
        var due: () -> Void = {}
        timer = loop.timer { due() }
        due = { [unowned self] in makeChange() }
    }

    /// Makes `change` at once where nobody holds a page, else as soon as nobody does, and after `patience` anyway. A change that
    /// waits is not made any more.
    func make(within patience: Instant.Span, _ change: @escaping () -> Void) {
        waiting = change
        if !stage.isBusy { return makeChange() }
        frameLoop.whenStill { [unowned self] in makeChange() }
        timer.setDeadline(MonotonicClock.now() + patience)
    }

    private func makeChange() {
        frameLoop.whenStill(nil)
        timer.setDeadline(nil)
        guard let change = waiting else { return }
        waiting = nil
        change()
    }
}
