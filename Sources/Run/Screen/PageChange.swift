// A change of a screen's pages that waits until the stage is still.

import Frames
import Geometry
import Linux
import Stage

/// Makes a change as soon as no finger is down and no screen moves, or when a time limit ends. While a sheet of the machine is open, it
/// waits: a technician types the PIN, or reads the log. Such a sheet closes by itself when it is not touched.
final class PageChange {
    private let stage: Stage
    private let frameLoop: FrameLoop
    private let timer: Timer
    private var waiting: (change: () -> Void, patience: Instant.Span)?

    /// Changes the pages of `stage`, which `frameLoop` draws.
    init(of stage: Stage, _ frameLoop: FrameLoop, loop: EventLoop) {
        (self.stage, self.frameLoop) = (stage, frameLoop)
        var due: () -> Void = {}
        timer = loop.timer { due() }
        due = { [unowned self] in makeChange() }
    }

    /// Makes `change` at once if the stage is still, or else as soon as it is, at the latest after `patience`; without patience, now.
    /// A change that still waits is dropped.
    func make(within patience: Instant.Span?, _ change: @escaping () -> Void) {
        guard let patience else {
            waiting = nil
            frameLoop.whenStill(nil)
            timer.setDeadline(nil)
            return change()
        }
        waiting = (change, patience)
        if stage.isBusy { wait(patience) } else { makeChange() }
    }

    private func wait(_ patience: Instant.Span) {
        frameLoop.whenStill { [unowned self] in makeChange() }
        timer.setDeadline(MonotonicClock.now() + patience)
    }

    private func makeChange() {
        frameLoop.whenStill(nil)
        timer.setDeadline(nil)
        guard let (change, patience) = waiting else { return }
        if stage.isMaintained { return wait(patience) }
        waiting = nil
        change()
    }
}
