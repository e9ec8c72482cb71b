// One report of the hardware buttons: those that went down or came up. Plain data between Linux and Gestures.

/// All button changes that belong to one moment (the kernel's SYN_REPORT).
public struct PressFrame: Hashable, Sendable {
    /// The time at which the kernel recorded the changes.
    public var time: Instant
    /// The changes, in order. Buttons that are still held are not listed.
    public var changes: [Change]

    /// A frame of `changes` at `time`.
    public init(time: Instant, changes: [Change]) {
        self.time = time
        self.changes = changes
    }

    /// A change of one button.
    public struct Change: Hashable, Sendable {
        /// The number of the button, unique across all devices.
        public var button: Int
        /// The function of the button.
        public var kind: Kind
        /// The change.
        public var phase: Phase

        /// A change of `button`, whose function is `kind`, to `phase`.
        public init(button: Int, kind: Kind, phase: Phase) {
            self.button = button
            self.kind = kind
            self.phase = phase
        }
    }

    /// The function of a button.
    public enum Kind: Hashable, Sendable {
        case back, home, menu, select
        case up, down, left, right
        /// Any other button, identified by its key code in linux/input-event-codes.h.
        case other(Int)

        /// All kinds that have a name of their own.
        public static let named: [Kind] = [.back, .home, .menu, .select, .up, .down, .left, .right]

        /// The name of the kind in recordings, in traces and in the machine's file: `back`, `up`, … or `key-99`.
        public var name: String {
            switch self {
            case .back: "back"
            case .home: "home"
            case .menu: "menu"
            case .select: "select"
            case .up: "up"
            case .down: "down"
            case .left: "left"
            case .right: "right"
            case .other(let code): "key-\(code)"
            }
        }

        /// The kind named `name`. Returns nil when there is none.
        public init?(name: String) {
            if let kind = Self.named.first(where: { $0.name == name }) {
                self = kind
            } else if name.hasPrefix("key-"), let code = Int(name.dropFirst(4)), code >= 0 {
                self = .other(code)
            } else {
                return nil
            }
        }
    }

    /// The phase of a press. A press is cancelled when its device goes away.
    public enum Phase: String, Hashable, Sendable {
        case began, ended, cancelled
    }
}
