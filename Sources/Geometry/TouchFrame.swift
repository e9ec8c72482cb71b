// What a touch panel says in one instant: the contacts that changed. The plain data between Linux and Gestures.

/// All changes of contacts that belong to one moment (libinput's frame, the kernel's SYN_REPORT).
public struct TouchFrame: Hashable, Sendable {
    /// When the kernel took the sample.
    public var time: Instant
    /// What changed. Contacts that did not change are not listed.
    public var changes: [Change]

    /// The `changes` of the moment `time`.
    public init(time: Instant, changes: [Change]) {
        self.time = time
        self.changes = changes
    }

    /// What happened to one contact.
    public struct Change: Hashable, Sendable {
        /// Tells contacts apart that are down at the same time, across all devices.
        public var contact: Int
        /// What happened.
        public var phase: Phase
        /// Where, in panel space (mm). For `ended` and `cancelled` the last known place; the kernel reports none.
        public var position: Point
        /// What touches the panel.
        public var tool: Tool

        /// `contact`, made by `tool`, did `phase` at `position` (panel space, mm).
        public init(contact: Int, phase: Phase, position: Point, tool: Tool = .finger) {
            self.contact = contact
            self.phase = phase
            self.position = position
            self.tool = tool
        }
    }

    /// What can touch a panel.
    public enum Tool: String, CaseIterable, Hashable, Sendable {
        case finger, pen
        /// A mouse that acts as one finger.
        case pointer
    }

    /// What can happen to a contact.
    public enum Phase: String, Hashable, Sendable {
        case began, moved, ended, cancelled
    }
}
