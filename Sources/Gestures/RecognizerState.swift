// The states of a recognizer, the transitions between them, and the trace events that report them.

import Geometry

extension Recognizer {
    /// The state of a recognizer. The names and the transitions are UIKit's. `ended` is also what UIKit calls `recognized`
    /// for discrete gestures.
    public enum State: String, CaseIterable, Sendable {
        case possible, began, changed, ended, cancelled, failed

        /// The states that can follow this one. Discrete gestures go from possible directly to ended.
        public var successors: [State] { Self.allCases.filter(leads) }

        /// Whether `next` can follow this state.
        func leads(to next: State) -> Bool {
            switch (self, next) {
            case (.possible, .began), (.possible, .ended), (.possible, .failed): true
            case (.began, .changed), (.began, .ended), (.began, .cancelled): true
            case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
            case (.ended, .possible), (.cancelled, .possible), (.failed, .possible): true
            case (.possible, _), (.began, _), (.changed, _), (.ended, _), (.cancelled, _), (.failed, _): false
            }
        }

        /// Whether a continuous gesture is under way.
        public var isActive: Bool { self == .began || self == .changed }

        /// Whether the gesture has ended, was cancelled or failed.
        public var isOver: Bool { self == .ended || self == .cancelled || self == .failed }
    }
}

/// A state change of a recognizer: one line of a trace.
public struct GestureEvent {
    /// The name of the recognizer.
    public let name: String
    /// The number of the recognizer's attempt, counted over all recognizers.
    public let id: Int
    /// The new state.
    public let state: Recognizer.State
    /// Whether the gesture had begun before. A discrete gesture ends without having begun.
    public let hadBegun: Bool
    /// The numbers of the touches of the attempt, including those that are over.
    public let touches: [Int]
    /// The numbers of the buttons of the attempt, including those that are over.
    public let presses: [Int]
    /// The trace name of the recognizer's view.
    public let view: String
    /// The horizontal position of the touches' centroid, in panel space (mm). When the recognizer follows no touch any
    /// more, that of the attempt's last touch, or 0 without touches.
    public let x: Double
    /// The vertical position of the same point.
    public let y: Double
    /// The reason for a failure or a cancellation. Nil for the other states.
    public let why: String?
}

extension GestureEvent {
    @MainActor
    init(
        _ recognizer: Recognizer, id: Int, state: Recognizer.State, inputs: [Input], why: String?, hadBegun: Bool
    ) {
        let touches = inputs.compactMap { $0 as? Touch }
        let at = recognizer.followed.isEmpty ? touches.last?.location ?? .zero : recognizer.location()
        self.init(
            name: recognizer.name, id: id, state: state, hadBegun: hadBegun, touches: touches.map(\.number),
            presses: inputs.compactMap { ($0 as? Press)?.number }, view: recognizer.view?.traceName ?? "", x: at.x,
            y: at.y, why: why)
    }
}
