// Makes frames of recorded presses, and accepts only valid sequences: down, then up, with time going forward.

import Geometry

/// The presses of a recording in Bezel's own format.
struct RecordedPresses {
    /// The frames so far, in order of time. Each has the number of touch frames before it.
    private(set) var frames: [(frame: PressFrame, touchesBefore: Int)] = []
    private var held: [Int: PressFrame.Kind] = [:]

    /// Adds a change of `button` at `time`. `kind` is required when the button goes down. If it `joins`, the change
    /// belongs to the last frame.
    mutating func add(
        _ button: Int, _ kind: PressFrame.Kind?, _ phase: PressFrame.Phase, at time: Instant, after touches: Int,
        joins: Bool, line: BezelRecordingLine, faults: inout RecordingFaults
    ) throws(RecordingError) {
        let known = held[button]
        switch phase {
        case .began:
            let kind = try line.required(kind, "button")
            guard known == nil else {
                return faults.add(
                    .secondDown, contact: button, line: line.number,
                    "press \(button) begins again without having ended; ignored")
            }
            held[button] = kind
            emit(.init(button: button, kind: kind, phase: .began), at: time, after: touches, joins: joins)
        case .ended, .cancelled:
            guard let known else {
                return faults.add(
                    .liftWithoutDown, contact: button, line: line.number,
                    "press \(button) ends without having begun; ignored")
            }
            held[button] = nil
            emit(.init(button: button, kind: known, phase: phase), at: time, after: touches, joins: joins)
        }
    }

    private mutating func emit(_ change: PressFrame.Change, at time: Instant, after touches: Int, joins: Bool) {
        if joins, let last = frames.indices.last, frames[last].frame.time == time,
            !frames[last].frame.changes.contains(where: { $0.button == change.button })
        {
            frames[last].frame.changes.append(change)
        } else {
            frames.append((PressFrame(time: time, changes: [change]), touches))
        }
    }
}
