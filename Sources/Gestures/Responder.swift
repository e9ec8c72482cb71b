// What touches land on, and presses are for: a node of the view tree, as far as gestures know it.

public import Geometry

/// Something that touches land on. The view tree's nodes are responders; gestures know no more of them than this.
open class Responder {
    /// The recognizers that see touches on this responder and on those within it, in order of attachment.
    public private(set) final var recognizers: [Recognizer] = []

    /// A responder without recognizers.
    public init() {}

    /// Whether touches on this responder and what is in it are one person's own: outside of it, recognizers do not count
    /// them together with touches elsewhere. For two people side by side.
    public final var isIndependent = false

    /// The responder around this one; nil for the outermost.
    open var next: Responder? { nil }

    /// Who brings touches here; nil for what is not on the glass.
    open var dispatcher: TouchDispatcher? { next?.dispatcher }

    /// Whether this is `other` or lies in it.
    public final func isWithin(_ other: Responder) -> Bool {
        var here: Responder? = self
        while let responder = here {
            if responder === other { return true }
            here = responder.next
        }
        return false
    }

    /// For traces: the screen that this responder belongs to.
    open var traceName: String { next?.traceName ?? "" }

    /// From panel space (mm) to this responder's own space.
    open func convert(fromPanel point: Point) -> Point { point }

    /// Attaches `recognizer`, taking it from where it was.
    public final func addRecognizer(_ recognizer: Recognizer) {
        recognizer.view?.removeRecognizer(recognizer)
        recognizer.view = self
        recognizers.append(recognizer)
    }

    /// Detaches `recognizer`. What it was recognizing is cancelled.
    public final func removeRecognizer(_ recognizer: Recognizer) {
        guard recognizer.view === self else { return }
        recognizer.abandon("it was removed from its view")
        recognizer.view = nil
        recognizers.removeAll { $0 === recognizer }
    }

    /// Fingers came down on this responder.
    open func touchesBegan(_ touches: [Touch]) {}
    /// Fingers that came down on this responder moved.
    open func touchesMoved(_ touches: [Touch]) {}
    /// Fingers that came down on this responder were lifted.
    open func touchesEnded(_ touches: [Touch]) {}
    /// Fingers were taken away: by a recognizer, by the panel, or because the panel is gone. Nothing they did counts.
    open func touchesCancelled(_ touches: [Touch]) {}

    /// Buttons were pressed while this responder, or one in it that does nothing about presses, had the focus. Here, as in
    /// the other two, it goes on to the responder around this one.
    open func pressesBegan(_ presses: [Press]) { next?.pressesBegan(presses) }
    /// Those buttons were released.
    open func pressesEnded(_ presses: [Press]) { next?.pressesEnded(presses) }
    /// Those buttons were taken away: by a recognizer, or because their device is gone. Nothing they did counts.
    open func pressesCancelled(_ presses: [Press]) { next?.pressesCancelled(presses) }
}
