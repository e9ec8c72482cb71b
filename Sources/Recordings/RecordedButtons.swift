// Turns the recorded kernel events of a device with keys into presses.

internal import CLinux
import Geometry

/// The buttons of a device that `libinput record` recorded, from its events. The machine's file assigns keys to
/// buttons, but a recording of kernel events does not contain that file. So the keys count whose names tell their
/// purpose.
struct RecordedButtons {
    /// The frames so far. The number of a button is the code of its key.
    private(set) var frames: [PressFrame] = []
    private var changes: [PressFrame.Change] = []
    private var held: Set<Int> = []
    private var time = Instant.zero
    private var hasDropped = false
    private let number: Int
    /// Whether dropped events concern nothing but buttons. For a panel, the reader of its touches warns of them.
    private let isOfButtonsAlone: Bool

    private static let kinds: [Int: PressFrame.Kind] = [
        Int(KEY_BACK): .back, Int(KEY_HOMEPAGE): .home, Int(KEY_MENU): .menu, Int(KEY_SELECT): .select,
        Int(KEY_UP): .up, Int(KEY_DOWN): .down, Int(KEY_LEFT): .left, Int(KEY_RIGHT): .right,
    ]

    /// The buttons of `device`, which has the number `number` in the recording.
    init(_ device: RecordedDevice, number: Int) {
        self.number = number
        let isPanel = device.touchProtocol != nil && device.positionAxes != nil
        isOfButtonsAlone = !isPanel && !device.keys.isDisjoint(with: Self.kinds.keys)
    }

    /// Handles the next event.
    mutating func handle(_ event: RecordedEvent, faults: inout RecordingFaults) {
        if event.type == Int(EV_SYN), event.code == Int(SYN_DROPPED) {
            hasDropped = true
            if isOfButtonsAlone {
                faults.add(
                    .droppedEvents, device: number, line: event.line,
                    "the kernel dropped events here (SYN_DROPPED); all held buttons are cancelled")
            }
        } else if event.type == Int(EV_KEY), let kind = Self.kinds[event.code], !hasDropped {
            // The value 2 is a repeat of a held key.
            if event.value == 1, held.insert(event.code).inserted {
                changes.append(.init(button: event.code, kind: kind, phase: .began))
            } else if event.value == 0, held.remove(event.code) != nil {
                changes.append(.init(button: event.code, kind: kind, phase: .ended))
            }
        } else if event.type == Int(EV_SYN), event.code == Int(SYN_REPORT) {
            time = max(time, event.time)
            if hasDropped {
                // The kernel dropped events, and the releases of held keys may be among them.
                for code in held.sorted() {
                    guard let kind = Self.kinds[code] else { continue }
                    changes.append(.init(button: code, kind: kind, phase: .cancelled))
                }
                held = []
                hasDropped = false
            }
            if !changes.isEmpty { frames.append(PressFrame(time: time, changes: changes)) }
            changes = []
        }
    }
}
