// Which buttons are held on which devices: turns libinput's key events into press frames.

package import Geometry

/// Numbers presses freshly across all devices, and gathers what changed into frames. libinput lifts the keys of a device
/// that goes away before it says that it has gone, so nothing is told before all that has come by now is known. A value
/// without a device, so that it can be tested as one.
package struct HeldButtons: Sendable {
    private struct Key: Hashable {
        var device: Int
        var code: KeyCode
    }
    private struct Step {
        var device: Int
        var frame: PressFrame
    }

    /// What is held, as it was told.
    private var held: [Key: PressFrame.Change] = [:]
    private var steps: [Step] = []
    private var lastNumber = 0
    private var lastTime = Instant.zero

    /// Nothing is held.
    package init() {}

    /// How many buttons are held.
    package var count: Int { held.count }

    /// `code` of `device`, which is for `kind`, went down or came up at `time`. A second press without a release, and a
    /// release without a press, are none.
    package mutating func handle(
        _ code: KeyCode, _ kind: PressFrame.Kind, isDown: Bool, device: Int, at time: Instant
    ) {
        let key = Key(device: device, code: code)
        if isDown {
            guard held[key] == nil else { return }
            lastNumber += 1
            let change = PressFrame.Change(button: lastNumber, kind: kind, phase: .began)
            held[key] = change
            note(change, device, at: time)
        } else if var change = held.removeValue(forKey: key) {
            change.phase = .ended
            note(change, device, at: time)
        }
    }

    /// The device is gone at `time`: what it holds is cancelled, and so is what was released since the last `takeFrames`.
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
            note(end, device, at: time)
        }
    }

    /// What changed since this was last asked, in order, each with its device. Time never goes backwards.
    package mutating func takeFrames() -> [(device: Int, frame: PressFrame)] {
        defer { steps.removeAll() }
        return steps.map { ($0.device, $0.frame) }
    }

    private mutating func note(_ change: PressFrame.Change, _ device: Int, at time: Instant) {
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
