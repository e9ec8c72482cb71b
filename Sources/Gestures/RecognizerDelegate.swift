// The questions a recognizer asks about its gesture. UIKit's, with UIKit's meaning, asked when UIKit asks them.

public import Geometry

/// An answer that can say why not, for the trace.
public enum Permission: Hashable, Sendable, ExpressibleByBooleanLiteral {
    case yes
    /// No, for this reason.
    case no(String)

    /// Yes, or no for no reason that is given.
    public init(booleanLiteral value: Bool) { self = value ? .yes : .no("its delegate said no") }
}

/// Decides for a recognizer what only its owner can know. Every question has the answer that changes nothing.
///
/// For each touch that comes down and each button that is pressed the questions are asked in this order:
/// `shouldReceive(frame)`, once for a frame, then `shouldReceive(touch)` or `shouldReceive(press)`; then, at the moment
/// when the recognizer wants to leave `possible`, `shouldBegin`; and for each pair of recognizers that follow one touch or
/// press, once in an attempt, the two about failure.
public protocol RecognizerDelegate: AnyObject {
    /// Whether `recognizer` looks at the touches that come down in `frame` at all.
    func shouldReceive(_ frame: TouchFrame, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` may follow `touch`. Asked once for each touch, before the recognizer sees it.
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` looks at the buttons that are pressed in `frame` at all.
    func shouldReceive(_ frame: PressFrame, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` may follow `press`. Asked once for each press, before the recognizer sees it.
    func shouldReceive(_ press: Press, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` may leave `possible`; if not it fails, with the reason.
    func shouldBegin(_ recognizer: Recognizer) -> Permission
    /// Whether both may recognize at the same time. Asked when one would keep the other out; yes from either side is enough.
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool
    /// Whether `recognizer` has to wait until `other` has failed. Asked once in an attempt.
    func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool
    /// Whether `other` has to wait until `recognizer` has failed. Asked once in an attempt.
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
