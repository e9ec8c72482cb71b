// Makes frames of recorded touches, and accepts only valid sequences: down, moves, up, with time going forward.

import Geometry

/// The touches of one device of a recording, or of a whole recording in Bezel's own format.
struct RecordedTouches {
    private enum State {
        case down(at: Point)
        /// The contact moved without having begun, or is a palm. It is ignored until it begins again.
        case ignored
    }

    /// The frames so far, in order of time. A contact is in each frame at most once.
    private(set) var frames: [TouchFrame] = []
    private var pending: [TouchFrame.Change] = []
    /// The latest time so far.
    private(set) var time: Instant
    private var isBehind = false
    private var states: [Int: State] = [:]
    private let device: Int
    private let noun: String
    /// The most contacts that are down at once: as many as Linux's multitouch protocol has slots on the largest panels. More
    /// would cost each later touch time.
    static let mostContacts = 256
    /// The number of contacts that are down.
    private var downCount = 0
    /// The greatest coordinate, in mm or in multiples of the panel's extent. The kernel's 32 bits reach this far on a
    /// panel with a single position.
    private static let farthest = 0x1p32

    /// The touches of `device` from `start` on. `noun` precedes the number of a contact in warnings.
    init(device: Int, startingAt start: Instant, noun: String) {
        self.device = device
        self.noun = noun
        time = start
    }

    /// Whether the current frame contains a change of `contact`.
    func isPending(_ contact: Int) -> Bool { pending.contains { $0.contact == contact } }

    /// Whether `contact` is down.
    func isDown(_ contact: Int) -> Bool { if case .down = states[contact] { true } else { false } }

    /// The contacts that are down.
    var contactsDown: [Int] {
        states.compactMap { contact, state in if case .down = state { contact } else { nil } }.sorted()
    }

    /// Advances to `time`, the time of the next changes. When the time goes back, the latest time is kept.
    mutating func advance(to time: Instant, line: Int, faults: inout RecordingFaults) {
        if time >= self.time {
            self.time = time
            isBehind = false
        } else if !isBehind {
            let back = (self.time - time).decimalSeconds
            faults.add(
                .timeGoesBack, device: device, line: line,
                "time goes back by \(back) s; held at the latest time until then")
            isBehind = true
        }
    }

    /// Ends the current frame.
    mutating func endFrame() {
        guard !pending.isEmpty else { return }
        frames.append(TouchFrame(time: time, changes: pending))
        pending.removeAll(keepingCapacity: true)
    }

    /// Adds a change of `contact`. `position` is in panel space (mm), or nil when the recording has none.
    mutating func add(
        _ contact: Int, _ phase: TouchFrame.Phase, at position: Point?, line: Int, faults: inout RecordingFaults
    ) {
        var position = position
        if let point = position, !(abs(point.x) <= Self.farthest && abs(point.y) <= Self.farthest) {
            faults.add(
                .noNumber, device: device, contact: contact, line: line,
                "\(noun) \(contact) has a position that is not a number; its last position is kept")
            position = nil
        }
        switch (phase, states[contact]) {
        case (.began, nil), (.began, .ignored):
            guard let position else {
                states[contact] = .ignored
                return
            }
            guard downCount < Self.mostContacts else {
                faults.add(
                    .tooManyContacts, device: device, line: line,
                    "more than \(Self.mostContacts) contacts are down at once; the others are ignored")
                states[contact] = .ignored
                return
            }
            emit(contact, .began, position)
        case (.began, .down(let last)):
            faults.add(
                .secondDown, device: device, contact: contact, line: line,
                "\(noun) \(contact) goes down without having lifted; treated as a move")
            emit(contact, .moved, position ?? last)
        case (.moved, .down):
            if let position { emit(contact, .moved, position) }
        case (.moved, nil):
            faults.add(
                .moveWithoutDown, device: device, contact: contact, line: line,
                "\(noun) \(contact) moves without having gone down; ignored until it does")
            states[contact] = .ignored
        case (.moved, .ignored): break
        case (.ended, .down(let last)), (.cancelled, .down(let last)):
            emit(contact, phase, position ?? last)
        case (.ended, nil), (.cancelled, nil):
            faults.add(
                .liftWithoutDown, device: device, contact: contact, line: line,
                "\(noun) \(contact) lifts without having gone down; ignored")
        case (.ended, .ignored), (.cancelled, .ignored): states[contact] = nil
        }
    }

    /// Cancels `contact` if it is down, and ignores it until it goes down again.
    mutating func ignore(_ contact: Int) {
        if case .down(let last) = states[contact] { emit(contact, .cancelled, last) }
        states[contact] = .ignored
    }

    private mutating func emit(_ contact: Int, _ phase: TouchFrame.Phase, _ position: Point) {
        if isPending(contact) { endFrame() }
        pending.append(TouchFrame.Change(contact: contact, phase: phase, position: position))
        switch phase {
        case .began: downCount += 1
        case .moved: break
        case .ended, .cancelled: downCount -= 1
        }
        states[contact] = phase == .began || phase == .moved ? .down(at: position) : nil
    }
}
