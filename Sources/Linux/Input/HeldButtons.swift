// The buttons that are held on all devices: turns libinput's key events into press frames.

package import Geometry

/// Assigns each press a number that is unique across devices, and groups changes into frames. When a device is removed, libinput
/// first sends releases for its held keys and then the removal. So frames are reported only after all pending events have been
/// read. It is a value without a device, so that tests need no hardware.
package struct HeldButtons: Sendable {
    private struct Key: Hashable {
        var device: Int
        var code: KeyCode
    }
    private struct Step {
        var device: Int
        var frame: PressFrame
    }

    /// The held buttons, as reported in frames.
    private var held: [Key: PressFrame.Change] = [:]
    private var steps: [Step] = []
    private var lastNumber = 0
    private var lastTime = Instant.zero

    /// No button is held.
    package init() {}

    /// The number of held buttons.
    package var count: Int { held.count }

    /// The key `code` of `device`, with the purpose `kind`, went down or came up at `time`. A second press without a release, and
    /// a release without a press, are ignored.
    package mutating func handle(
        _ code: KeyCode, _ kind: PressFrame.Kind, isDown: Bool, device: Int, at time: Instant
    ) {
        let key = Key(device: device, code: code)
        if isDown {
            guard held[key] == nil else { return }
            lastNumber += 1
            let change = PressFrame.Change(button: lastNumber, kind: kind, phase: .began)
            held[key] = change
            append(change, device, at: time)
        } else if var change = held.removeValue(forKey: key) {
            change.phase = .ended
            append(change, device, at: time)
        }
    }

    /// The device was removed at `time`. Cancels its held buttons, and its releases since the last `takeFrames`.
    package mutating func remove(device: Int, at time: Instant) {
        for index in steps.indices where steps[index].device == device {
            for change in steps[index].frame.changes.indices
            where steps[index].frame.changes[change].phase == .ended {
                steps[index].frame.changes[change].phase = .cancelled
            }
        }
        for (key, change) in held.filter({ $0.key.device == device }).sorted(by: { $0.value.button < $1.value.button })
        {
            held[key] = nil
            var end = change
            end.phase = .cancelled
            append(end, device, at: time)
        }
    }

    /// Returns and clears the changes since the last call, in order, each with its device. Time never goes backwards.
    package mutating func takeFrames() -> [(device: Int, frame: PressFrame)] {
        defer { steps.removeAll() }
        return steps.map { ($0.device, $0.frame) }
    }

    private mutating func append(_ change: PressFrame.Change, _ device: Int, at time: Instant) {
        lastTime = max(lastTime, time)
        if let last = steps.last, last.device == device, last.frame.time == lastTime,
            !last.frame.changes.contains(where: { $0.button == change.button })
        {
            steps[steps.count - 1].frame.changes.append(change)
        } else {
            steps.append(Step(device: device, frame: PressFrame(time: lastTime, changes: [change])))
        }
    }
}
