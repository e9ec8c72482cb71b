// The protocols through which the parts of a run follow a screen, and stand in the way of its touches.

package import Geometry
package import Linux
package import Stage

/// Follows the frames of a screen. Each call comes on the deciding thread.
package protocol FrameObserver: AnyObject {
    /// Frame `number`, counted from 1, is drawn for `presentation`. The stage has come to `drawn`.
    func drew(frame number: Int, for presentation: Instant, at drawn: Instant)
    /// The frame that was handed to the display last is on the glass since `instant`.
    func presented(at instant: Instant)
    /// The display refused a frame.
    func refused(_ error: DisplayError)
}

extension FrameObserver {
    /// Does nothing.
    package func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {}
    /// Does nothing.
    package func presented(at instant: Instant) {}
    /// Does nothing.
    package func refused(_ error: DisplayError) {}
}

/// Follows what a stage takes and decides. Each call comes on the deciding thread.
package protocol StageObserver: AnyObject {
    /// The stage is about to take `touches`. Their time runs forwards, and their positions are the panel's.
    func takes(_ touches: TouchFrame)
    /// The stage is about to take `presses`. Their time runs forwards.
    func takes(_ presses: PressFrame)
    /// The stage is about to take a picture or a result that was asked for earlier.
    func takes(_ arrival: ArrivalRecord)
    /// The stage has decided something.
    func decided(_ record: TraceRecord)
    /// Something other than touches, presses, arrivals and time has changed the stage.
    func changedFromOutside()
    /// The stage is about to get another size.
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

/// Stands in the way of touches and presses: passes them on, changes them, or keeps them.
package protocol InputFilter: AnyObject {
    /// The part of `touches` that goes on, and where it is; nil when nothing goes on.
    func pass(_ touches: TouchFrame) -> TouchFrame?
    /// The part of `presses` that goes on; nil when nothing goes on.
    func pass(_ presses: PressFrame) -> PressFrame?
}
