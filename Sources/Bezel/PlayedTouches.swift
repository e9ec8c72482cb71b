// Recorded touches that come at the pace at which they were recorded, as if a panel sent them.

import Geometry
import Linux

/// Plays touches over and over, with a second between two rounds. For demonstrations, and for runs that go on for long.
final class PlayedTouches {
    private let frames: [TouchFrame]
    private let handle: (TouchFrame) -> Void
    private let timer: Timer
    private var next = 0
    private var start: Instant

    /// Plays `frames`, which begin at zero, from now on.
    init(_ frames: [TouchFrame], loop: EventLoop, handle: @escaping (TouchFrame) -> Void) {
        self.frames = PlayedTouches.lifted(frames)
        self.handle = handle
        start = MonotonicClock.now()
        var due: () -> Void = {}
        timer = loop.timer { due() }
        due = { [unowned self] in play() }
        wait()
    }

    /// `frames`, with an end to the contacts that have none.
    private static func lifted(_ frames: [TouchFrame]) -> [TouchFrame] {
        var down: [Int: TouchFrame.Change] = [:]
        for change in frames.flatMap(\.changes) {
            let ends = change.phase == .ended || change.phase == .cancelled
            down[change.contact] = ends ? nil : change
        }
        guard !down.isEmpty, let last = frames.last else { return frames }
        let changes = down.values.sorted { $0.contact < $1.contact }.map { change in
            var end = change
            end.phase = .cancelled
            return end
        }
        return frames + [TouchFrame(time: last.time, changes: changes)]
    }

    /// Whoever comes so much too late has stood still, as all did: nothing is made up for.
    private static let patience = Instant.Span.seconds(1)

    private func play() {
        let frame = frames[next]
        let late = MonotonicClock.now() - (start + (frame.time - .zero))
        if late > PlayedTouches.patience { start = start + late }
        handle(TouchFrame(time: start + (frame.time - .zero), changes: frame.changes))
        next += 1
        if next == frames.count {
            next = 0
            start = start + (frame.time - .zero) + .seconds(1)
        }
        wait()
    }

    private func wait() {
        if frames.isEmpty { return }
        timer.setDeadline(start + (frames[next].time - .zero))
    }
}
