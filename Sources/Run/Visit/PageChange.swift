// A change of a screen's pages that waits until the stage is still.

import Frames
import Geometry
import Linux
import Stage

/// Makes a change as soon as no finger is down and no screen moves, or when a time limit ends. While a sheet of the machine is open, it
/// waits: a technician types the PIN, or reads the log. Such a sheet closes by itself when it is not touched.
@MainActor
final class PageChange {
    /// What changes. Of each kind the newest change waits.
    enum Kind: Int { case pages, theme }

    private let stage: Stage
    private let frameLoop: FrameLoop
    private let timer: Timer
    private var waiting: [Kind: (change: () -> Void, patience: Instant.Span)] = [:]

    /// Changes the pages or the theme of `stage`, which `frameLoop` draws.
    init(of stage: Stage, _ frameLoop: FrameLoop, loop: EventLoop) {
        (self.stage, self.frameLoop) = (stage, frameLoop)
        var due: () -> Void = {}
        timer = loop.timer { due() }
        due = { [unowned self] in makeChanges() }
    }

    /// Makes `change` at once if the stage is still, or else as soon as it is, at the latest after `patience`; without patience, now.
    /// A change of the same `kind` that still waits is dropped.
    func make(_ kind: Kind = .pages, within patience: Instant.Span?, _ change: @escaping () -> Void) {
        guard let patience else {
            waiting[kind] = nil
            if waiting.isEmpty {
                frameLoop.whenStill(nil)
                timer.setDeadline(nil)
            }
            return change()
        }
        waiting[kind] = (change, patience)
        if stage.isBusy { wait() } else { makeChanges() }
    }

    private func wait() {
        guard let patience = waiting.values.map(\.patience).min() else { return }
        frameLoop.whenStill { [unowned self] in makeChanges() }
        timer.setDeadline(MonotonicClock.now() + patience)
    }

    private func makeChanges() {
        frameLoop.whenStill(nil)
        timer.setDeadline(nil)
        if stage.isMaintained { return wait() }
        // A change of the pages may ask for one of the theme.
        let changes = waiting.sorted { $0.key.rawValue < $1.key.rawValue }
        waiting = [:]
        for (_, waiting) in changes { waiting.change() }
    }
}
