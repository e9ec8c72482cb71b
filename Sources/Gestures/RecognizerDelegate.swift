// The questions a recognizer asks about its gesture. UIKit's, with UIKit's meaning.

/// Decides for a recognizer what only its owner can know. Every question has the answer that changes nothing.
public protocol RecognizerDelegate: AnyObject {
    /// Whether `recognizer` may follow `touch`. Asked once for each touch, before the recognizer sees it.
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool
    /// Whether `recognizer` may leave `possible`: nil, or the reason why not, with which it then fails.
    func refusalToBegin(_ recognizer: Recognizer) -> String?
    /// Whether both may recognize at the same time. Yes from either side is enough.
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool
    /// Whether `recognizer` has to wait until `other` has failed.
    func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool
    /// Whether `other` has to wait until `recognizer` has failed.
    func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool
}

extension RecognizerDelegate {
    /// Yes, every touch.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool { true }
    /// There is no reason.
    public func refusalToBegin(_ recognizer: Recognizer) -> String? { nil }
    /// No.
    public func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { false }
    /// No.
    public func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool { false }
    /// No.
    public func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool { false }
}
