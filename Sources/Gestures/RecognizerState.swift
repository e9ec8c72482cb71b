// Where a recognizer is in its life, and the arrows between these places.

extension Recognizer {
    /// Where a recognizer is in its life. The names and the arrows are UIKit's; `ended` is also what UIKit calls
    /// `recognized` for discrete gestures.
    public enum State: String, CaseIterable, Sendable {
        case possible, began, changed, ended, cancelled, failed

        /// Where it can go from here. Discrete gestures go from possible straight to ended.
        public var successors: [State] {
            switch self {
            case .possible: [.began, .ended, .failed]
            case .began, .changed: [.changed, .ended, .cancelled]
            case .ended, .cancelled, .failed: [.possible]
            }
        }

        /// Whether a continuous gesture is under way.
        public var isActive: Bool { self == .began || self == .changed }

        /// Whether the gesture is over, one way or the other.
        public var isOver: Bool { self == .ended || self == .cancelled || self == .failed }
    }
}

/// What happened to a recognizer: one line of a trace.
public struct GestureEvent {
    /// The recognizer's name.
    public let name: String
    /// Which attempt of the recognizer: a number that counts up over all recognizers.
    public let id: Int
    /// The state it came to.
    public let state: Recognizer.State
    /// Whether it had begun before; a discrete gesture ends without having begun.
    public let hadBegun: Bool
    /// The numbers of the touches it follows.
    public let touches: [Int]
    /// The numbers of the buttons it follows.
    public let presses: [Int]
    /// What its view calls itself in traces.
    public let view: String
    /// The centroid of its touches, in panel space (mm): how far to the right.
    public let x: Double
    /// And how far down.
    public let y: Double
    /// Why, for what failed, was prevented or cancelled.
    public let why: String?
}
