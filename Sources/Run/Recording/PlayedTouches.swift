// Plays recorded touches and presses at the pace at which they were recorded, as if a panel sent them.

import Geometry
import Linux
import Recordings

/// Plays touches over and over, with a second after each round, for demonstrations and for long runs.
final class PlayedTouches {
    private let inputs: [Recording.Input]
    private let handle: (Recording.Input) -> Void
    private let timer: Timer
    /// How long after the beginning of a round the first of them comes.
    private let lead: Instant.Span
    private var next = 0
    private var start: Instant

    /// Plays the inputs of `recording` from now on: the first of them comes after its lead.
    init(_ recording: Recording, loop: EventLoop, handle: @escaping (Recording.Input) -> Void) {
        inputs = PlayedTouches.lifted(recording.inputs)
        (lead, self.handle) = (recording.lead, handle)
        start = MonotonicClock.now() + lead
        var due: () -> Void = {}
        timer = loop.timer { due() }
        due = { [unowned self] in play() }
        wait()
    }

    /// `inputs`, with an end for each contact and press that has none.
    private static func lifted(_ inputs: [Recording.Input]) -> [Recording.Input] {
        guard let last = inputs.last else { return [] }
        var (touches, presses) = (CancellingGate<TouchFrame>(), CancellingGate<PressFrame>())
        touches.open()
        presses.open()
        for input in inputs {
            switch input {
            case .touches(let frame): _ = touches.pass(frame)
            case .presses(let frame): _ = presses.pass(frame)
            }
        }
        var ended = inputs
        if let end = touches.close(at: last.time) { ended.append(.touches(end)) }
        if let end = presses.close(at: last.time) { ended.append(.presses(end)) }
        return ended
    }

    /// An input that is later than this was delayed with the whole process. The rest is then delayed too, and not played faster.
    private static let patience = Instant.Span.seconds(1)

    private func play() {
        let input = inputs[next]
        let late = MonotonicClock.now() - (start + (input.time - .zero))
        if late > PlayedTouches.patience { start = start + late }
        let time = start + (input.time - .zero)
        switch input {
        case .touches(let frame): handle(.touches(TouchFrame(time: time, changes: frame.changes)))
        case .presses(let frame): handle(.presses(PressFrame(time: time, changes: frame.changes)))
        }
        next += 1
        if next == inputs.count {
            next = 0
            start = time + .seconds(1) + lead
        }
        wait()
    }

    private func wait() {
        if inputs.isEmpty { return }
        timer.setDeadline(start + (inputs[next].time - .zero))
    }
}
