// One report of a touch panel: the contacts that changed. Plain data between Linux and Gestures.

/// All contact changes that belong to one moment (libinput's frame, the kernel's SYN_REPORT).
public struct TouchFrame: Hashable, Sendable {
    /// The time at which the kernel took the sample.
    public var time: Instant
    /// The changes. Contacts that did not change are not listed.
    public var changes: [Change]

    /// A frame of `changes` at `time`.
    public init(time: Instant, changes: [Change]) {
        self.time = time
        self.changes = changes
    }

    /// A change of one contact.
    public struct Change: Hashable, Sendable {
        /// The number of the contact, unique among the contacts that are down at the same time, across all devices.
        public var contact: Int
        /// The change.
        public var phase: Phase
        /// The position in panel space (mm). For `ended` and `cancelled` this is the last known position, since the kernel
        /// reports none.
        public var position: Point
        /// The tool that touches the panel.
        public var tool: Tool

        /// A change of `contact`, made by `tool`, to `phase` at `position` (panel space, mm).
        public init(contact: Int, phase: Phase, position: Point, tool: Tool = .finger) {
            self.contact = contact
            self.phase = phase
            self.position = position
            self.tool = tool
        }
    }

    /// The tools that can touch a panel.
    public enum Tool: String, CaseIterable, Hashable, Sendable {
        case finger, pen
        /// A mouse that acts as one finger.
        case pointer
    }

    /// The phase of a contact.
    public enum Phase: String, Hashable, Sendable {
        case began, moved, ended, cancelled
    }
}
