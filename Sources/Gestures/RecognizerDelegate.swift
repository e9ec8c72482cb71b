// The questions that a recognizer asks its delegate. They are UIKit's, with UIKit's meaning and at UIKit's times.

public import Geometry

/// An answer that can give its reason, for the trace.
public enum Permission: Hashable, Sendable, ExpressibleByBooleanLiteral {
    case yes
    /// No, for the given reason.
    case no(String)

    /// Yes, or no with a generic reason.
    public init(booleanLiteral value: Bool) { self = value ? .yes : .no("its delegate said no") }
}

/// Answers the questions that only the owner of a recognizer can answer. The default answers change nothing.
///
/// For each touch that comes down and each button that is pressed, a recognizer asks in this order: `shouldReceive(frame)`,
/// once for each frame, then `shouldReceive(touch)` or `shouldReceive(press)`. When the recognizer wants to leave
/// `possible`, it asks `shouldBegin`. For each pair of recognizers that follow one touch or press, it asks the two
/// questions about failure once in an attempt.
@MainActor
public protocol RecognizerDelegate: AnyObject {
    /// Whether `recognizer` looks at the touches that come down in `frame` at all.
    func shouldReceive(_ frame: TouchFrame, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` may follow `touch`. Called once for each touch, before the recognizer sees it.
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` looks at the buttons that are pressed in `frame` at all.
    func shouldReceive(_ frame: PressFrame, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` may follow `press`. Called once for each press, before the recognizer sees it.
    func shouldReceive(_ press: Press, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` may leave `possible`. When it may not, it fails for the given reason.
    func shouldBegin(_ recognizer: Recognizer) -> Permission
    /// Whether both may recognize at the same time. Called when one would keep the other out. One yes, from either side, is
    /// enough.
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool
    /// Whether `recognizer` has to wait until `other` has failed. Called once in an attempt.
    func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool
    /// Whether `other` has to wait until `recognizer` has failed. Called once in an attempt.
    func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool
}

extension RecognizerDelegate {
    /// Yes, every frame.
    public func shouldReceive(_ frame: TouchFrame, by recognizer: Recognizer) -> Bool { true }
    /// Yes, every touch.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool { true }
    /// Yes, every frame.
    public func shouldReceive(_ frame: PressFrame, by recognizer: Recognizer) -> Bool { true }
    /// Yes, every press.
    public func shouldReceive(_ press: Press, by recognizer: Recognizer) -> Bool { true }
    /// Yes.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission { true }
    /// No.
    public func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { false }
    /// No.
    public func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool { false }
    /// No.
    public func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool { false }
}
