// What became of a frame: for whoever watches the frame clock at work.

import Geometry

/// A frame that was drawn.
struct FrameReport {
    /// Counted from 1.
    let number: Int
    /// When its parts happened.
    let times: FrameTimes
    /// What of the screens has changed since the frame before; nothing when only what lies over them has.
    let damage: Region
    /// How long it took to draw what lies over the screens.
    let overlay: Instant.Span
    /// From the newest touch to the vblank; nil when nobody has touched anything.
    let touchAge: Instant.Span?
    /// How it comes to the glass, and why not another way.
    let path: PicturePath
    /// What the frame clock keeps before a vblank for what it does not know; nil where there is no frame clock.
    let margin: Instant.Span?

    /// How long the frame took, from reading touches to handing it over, without what lies over the screens.
    var drawing: Instant.Span { times.committed - times.start - overlay }
}
