// Turns the recorded kernel events of one touch panel into touches, as libinput does for a live panel.

internal import CLinux
import Geometry

/// A kernel event, and the line that records it.
struct RecordedEvent {
    let time: Instant
    let type: Int
    let code: Int
    let value: Int
    let line: Int
}

/// A touch panel of a recording, from its events. Contacts have the numbers of their slots. Positions are fractions of
/// the panel's width and height: 0 is the left or top edge, 1 the right or bottom edge.
struct RecordedPanel {
    private struct Slot {
        var x: Int
        var y: Int
        var hasMoved = false
        var isPalm = false
        /// The touch-downs (true) and lifts (false) since the last report.
        var edges: [Bool] = []
    }

    private(set) var touches: RecordedTouches
    private let number: Int
    private let x: RecordedDevice.Axis
    private let y: RecordedDevice.Axis
    private let contacts: RecordedDevice.TouchProtocol
    private var slots: [Int: Slot] = [:]
    /// The slot of the next events. Nil after a slot that the device does not have.
    private var current: Int? = 0
    /// The line of the first event since the last report.
    private var unreported: Int?
    private var hasDropped = false

    /// Makes the panel `device`, number `number` of the recording, which begins at `start`. Nil when the device is no
    /// touch panel.
    init?(_ device: RecordedDevice, number: Int, startingAt start: Instant) {
        guard let contacts = device.touchProtocol, let (x, y) = device.positionAxes else { return nil }
        self.number = number
        self.x = x
        self.y = y
        self.contacts = contacts
        let noun =
            switch contacts {
            case .slots: "slot"
            case .single: "touch"
            }
        touches = RecordedTouches(device: number, startingAt: start, noun: noun)
    }

    /// Handles the next event.
    mutating func handle(_ event: RecordedEvent, faults: inout RecordingFaults) {
        if event.type == Int(EV_SYN) { return synchronize(event, faults: &faults) }
        unreported = unreported ?? event.line
        switch contacts {
        case .slots(let range):
            if event.type == Int(EV_ABS) { handleSlot(event, range: range, faults: &faults) }
        case .single:
            switch (event.type, event.code) {
            case (Int(EV_ABS), Int(ABS_X)): move(\.x, event, in: x, fault: .outsideX, faults: &faults)
            case (Int(EV_ABS), Int(ABS_Y)): move(\.y, event, in: y, fault: .outsideY, faults: &faults)
            case (Int(EV_KEY), Int(BTN_TOUCH)): change { $0.edges.append(event.value != 0) }
            default: break
            }
        }
    }

    /// Ends the last frame, and reports an unfinished report at the end of the recording.
    mutating func finish(faults: inout RecordingFaults) {
        touches.endFrame()
        guard let unreported else { return }
        faults.add(
            .unfinishedReport, device: number, line: unreported,
            "the recording ends within a report (no SYN_REPORT follows); its last events are left out")
    }

    private mutating func handleSlot(_ event: RecordedEvent, range: ClosedRange<Int>?, faults: inout RecordingFaults) {
        switch event.code {
        case Int(ABS_MT_SLOT):
            let allowed = range ?? 0...Int(Int32.max)
            current = allowed.contains(event.value) ? event.value : nil
            if current == nil {
                faults.add(
                    .slotOutOfRange, device: number, contact: event.value, line: event.line,
                    "slot \(event.value) is not one of the device's slots \(allowed.lowerBound) to "
                        + "\(allowed.upperBound); its events are ignored")
            }
        case Int(ABS_MT_TRACKING_ID): change { $0.edges.append(event.value >= 0) }
        case Int(ABS_MT_POSITION_X): move(\.x, event, in: x, fault: .outsideX, faults: &faults)
        case Int(ABS_MT_POSITION_Y): move(\.y, event, in: y, fault: .outsideY, faults: &faults)
        case Int(ABS_MT_TOOL_TYPE): change { $0.isPalm = event.value == Int(MT_TOOL_PALM) }
        default: break
        }
    }

    private mutating func change(_ body: (inout Slot) -> Void) {
        guard let current else { return }
        // The kernel starts all slots at 0, and reports a value only when it changes.
        let fresh = Slot(
            x: min(max(0, x.minimum), x.maximum),
            y: min(max(0, y.minimum), y.maximum))
        body(&slots[current, default: fresh])
    }

    private mutating func move(
        _ coordinate: WritableKeyPath<Slot, Int>, _ event: RecordedEvent, in axis: RecordedDevice.Axis,
        fault: RecordingFaults.Kind, faults: inout RecordingFaults
    ) {
        guard let current else { return }
        if event.value < axis.minimum || event.value > axis.maximum {
            faults.add(
                fault, device: number, contact: current, line: event.line,
                "\(fault == .outsideX ? "x" : "y") = \(event.value) is outside the axis, which goes from "
                    + "\(axis.minimum) to \(axis.maximum); taken as it is")
        }
        change {
            $0[keyPath: coordinate] = event.value
            $0.hasMoved = true
        }
    }

    private mutating func synchronize(_ event: RecordedEvent, faults: inout RecordingFaults) {
        switch event.code {
        case Int(SYN_DROPPED):
            hasDropped = true
            faults.add(
                .droppedEvents, device: number, line: event.line,
                "the kernel dropped events here (SYN_DROPPED); all touches are cancelled")
        case Int(SYN_REPORT):
            unreported = nil
            touches.advance(to: event.time, line: event.line, faults: &faults)
            if hasDropped {
                // The events since the drop are incomplete, and the kernel's documentation says to ignore them.
                for contact in touches.contactsDown { touches.ignore(contact) }
                for slot in slots.keys { clearReport(slot) }
                hasDropped = false
            } else {
                for slot in slots.keys.sorted() { report(slot, line: event.line, faults: &faults) }
            }
            touches.endFrame()
        default: break
        }
    }

    private mutating func report(_ number: Int, line: Int, faults: inout RecordingFaults) {
        guard let slot = slots[number], slot.hasMoved || slot.isPalm || !slot.edges.isEmpty else { return }
        let position = position(of: slot)
        for isDown in slot.edges {
            if !isDown {
                touches.add(number, .ended, at: nil, line: line, faults: &faults)
            } else if slot.isPalm {
                touches.ignore(number)
            } else {
                touches.add(number, .began, at: position, line: line, faults: &faults)
            }
        }
        if slot.edges.isEmpty, slot.isPalm {
            if touches.isDown(number) { touches.ignore(number) }
        } else if slot.edges.isEmpty, touches.isDown(number) || contactsNeedTouch {
            touches.add(number, .moved, at: position, line: line, faults: &faults)
        }
        clearReport(number)
    }

    /// Whether a contact moves only while it is down. A single-touch panel may report a hovering finger, but a slot
    /// without a contact must not move.
    private var contactsNeedTouch: Bool {
        switch contacts {
        case .slots: true
        case .single: false
        }
    }

    private mutating func clearReport(_ number: Int) {
        slots[number]?.hasMoved = false
        slots[number]?.edges.removeAll()
    }

    /// The position by libinput's transform: an axis has `maximum - minimum + 1` places, which span the picture.
    private func position(of slot: Slot) -> Point {
        Point(
            Double(slot.x - x.minimum) / Double(x.maximum - x.minimum + 1),
            Double(slot.y - y.minimum) / Double(y.maximum - y.minimum + 1))
    }
}
