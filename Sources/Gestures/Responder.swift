// The target of touches and presses: a node of the view tree, as far as gestures know it.

public import Geometry

/// A target of touches. The nodes of the view tree are responders; gestures know only this part of them.
@MainActor
open class Responder {
    /// The recognizers that see touches on this responder and on the responders within it, in the order in which they were
    /// added.
    @exclusivity(unchecked) public private(set) final var recognizers: [Recognizer] = []

    /// A responder without recognizers.
    public init() {}

    /// Whether the touches in this responder belong to one person. Recognizers outside of it do not combine them with
    /// touches elsewhere. Meant for two people side by side.
    @exclusivity(unchecked) public final var isIndependent = false

    /// The responder around this one. Nil for the outermost.
    open var next: Responder? { nil }

    /// The dispatcher that delivers touches here. Nil when the responder is not on the glass.
    open var dispatcher: TouchDispatcher? { next?.dispatcher }

    /// Whether a finger could land here now. By default, the responder around this one decides. When the answer has become
    /// false, a discrete gesture that was made here a moment ago does not count.
    open var takesTouches: Bool { next?.takesTouches ?? true }

    /// Whether this responder is `other` or lies in it.
    public final func isWithin(_ other: Responder) -> Bool {
        var here: Responder? = self
        while let responder = here {
            if responder === other { return true }
            here = responder.next
        }
        return false
    }

    /// The name of the screen that this responder belongs to, for traces.
    open var traceName: String { next?.traceName ?? "" }

    /// Converts from panel space (mm) to this responder's own space.
    open func convert(fromPanel point: Point) -> Point { point }

    /// Attaches `recognizer`, after detaching it from its previous responder.
    public final func addRecognizer(_ recognizer: Recognizer) {
        recognizer.view?.removeRecognizer(recognizer)
        recognizer.view = self
        recognizers.append(recognizer)
    }

    /// Detaches `recognizer`. A gesture that it has begun is cancelled.
    public final func removeRecognizer(_ recognizer: Recognizer) {
        guard recognizer.view === self else { return }
        recognizer.abandon("it was removed from its view")
        recognizer.view = nil
        recognizers.removeAll { $0 === recognizer }
    }

    /// Called when fingers came down on this responder.
    open func touchesBegan(_ touches: [Touch]) {}
    /// Called when fingers that came down on this responder moved.
    open func touchesMoved(_ touches: [Touch]) {}
    /// Called when fingers that came down on this responder were lifted.
    open func touchesEnded(_ touches: [Touch]) {}
    /// Called when touches were cancelled: by a recognizer, by the panel, or because the panel is gone. Undo their effects.
    open func touchesCancelled(_ touches: [Touch]) {}

    /// Called when buttons were pressed while the focus was on this responder, or on a responder in it that does not handle
    /// presses. The default, here and in the other two methods, passes the presses on to the responder around this one.
    open func pressesBegan(_ presses: [Press]) { next?.pressesBegan(presses) }
    /// Called when these buttons were released.
    open func pressesEnded(_ presses: [Press]) { next?.pressesEnded(presses) }
    /// Called when these presses were cancelled: by a recognizer, or because their device is gone. Undo their effects.
    open func pressesCancelled(_ presses: [Press]) { next?.pressesCancelled(presses) }
}
