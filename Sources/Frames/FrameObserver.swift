// Protocols for the parts of a run that observe a screen or filter its touches.

package import Geometry
package import Linux
package import Stage

/// Observes the frames of a screen. All calls come on the deciding thread.
@MainActor
package protocol FrameObserver: AnyObject {
    /// A frame is about to be planned: what has come by now and changes what it shows is to be taken now.
    func reads()
    /// Frame `number`, counted from 1, was drawn for `presentation`. The stage has advanced to `drawn`.
    func drew(frame number: Int, for presentation: Instant, at drawn: Instant)
    /// A frame was submitted to the display. It shows all that was there when `reads()` was called last.
    func handedOver()
    /// The stage has changed in a way that does not show: the next picture is the last one.
    func sawNothingNew()
    /// The frame that was submitted last has been on the screen since `instant`.
    func presented(at instant: Instant)
    /// The display rejected a frame.
    func refused(_ error: DisplayError)
}

extension FrameObserver {
    /// Does nothing.
    package func reads() {}
    /// Does nothing.
    package func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {}
    /// Does nothing.
    package func handedOver() {}
    /// Does nothing.
    package func sawNothingNew() {}
    /// Does nothing.
    package func presented(at instant: Instant) {}
    /// Does nothing.
    package func refused(_ error: DisplayError) {}
}

/// Observes the input and the decisions of a stage. All calls come on the deciding thread.
@MainActor
package protocol StageObserver: AnyObject {
    /// The stage is about to process `touches`. Times increase, and positions are the panel's.
    func takes(_ touches: TouchFrame)
    /// The stage is about to process `presses`. Times increase.
    func takes(_ presses: PressFrame)
    /// The stage is about to process a picture or a result that it requested earlier.
    func takes(_ arrival: ArrivalRecord)
    /// The stage has made a decision.
    func decided(_ record: TraceRecord)
    /// The stage was changed by something other than touches, presses, arrivals and time.
    func changedFromOutside()
    /// The stage is about to be resized.
    func resizes()
}

extension StageObserver {
    /// Does nothing.
    package func takes(_ touches: TouchFrame) {}
    /// Does nothing.
    package func takes(_ presses: PressFrame) {}
    /// Does nothing.
    package func takes(_ arrival: ArrivalRecord) {}
    /// Does nothing.
    package func decided(_ record: TraceRecord) {}
    /// Does nothing.
    package func changedFromOutside() {}
    /// Does nothing.
    package func resizes() {}
}

/// Filters touches and presses: passes them on, changes them, or discards them.
@MainActor
package protocol InputFilter: AnyObject {
    /// The part of `touches` to pass on, with its positions; nil to discard all of it.
    func pass(_ touches: TouchFrame) -> TouchFrame?
    /// The part of `presses` to pass on; nil to discard all of it.
    func pass(_ presses: PressFrame) -> PressFrame?
}
