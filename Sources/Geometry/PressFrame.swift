// What hardware buttons say in one instant: those that went down or came up. The plain data between Linux and Gestures.

/// All changes of buttons that belong to one moment (the kernel's SYN_REPORT).
public struct PressFrame: Hashable, Sendable {
    /// When the kernel took the change.
    public var time: Instant
    /// What changed, in order. Buttons that are still held are not listed.
    public var changes: [Change]

    /// The `changes` of the moment `time`.
    public init(time: Instant, changes: [Change]) {
        self.time = time
        self.changes = changes
    }

    /// What happened to one button.
    public struct Change: Hashable, Sendable {
        /// Tells buttons apart, across all devices.
        public var button: Int
        /// What the button is for.
        public var kind: Kind
        /// What happened.
        public var phase: Phase

        /// `button`, which is for `kind`, did `phase`.
        public init(button: Int, kind: Kind, phase: Phase) {
            self.button = button
            self.kind = kind
            self.phase = phase
        }
    }

    /// What a button is for.
    public enum Kind: Hashable, Sendable {
        case back, home, menu, select
        case up, down, left, right
        /// Another one, by its key code in linux/input-event-codes.h.
        case other(Int)
    }

    /// What can happen to a button. It is cancelled when its device goes away.
    public enum Phase: String, Hashable, Sendable {
        case began, ended, cancelled
    }
}
