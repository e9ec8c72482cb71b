// What became of a frame: for whoever watches the frame clock at work.

package import Geometry

/// A frame that was drawn.
package struct FrameReport {
    /// Counted from 1.
    package let number: Int
    /// When its parts happened.
    package let times: FrameTimes
    /// What of the screens has changed since the frame before; nothing when only what lies over them has.
    package let damage: Region
    /// How long it took to draw what lies over the screens.
    package let overlay: Instant.Span
    /// From the newest touch to the vblank; nil when nobody has touched anything.
    package let touchAge: Instant.Span?
    /// How it comes to the glass, and why not another way.
    package let path: PicturePath
    /// What the frame clock keeps before a vblank for what it does not know; nil where there is no frame clock.
    package let margin: Instant.Span?

    /// How long the frame took, from reading touches to handing it over, without what lies over the screens.
    package var drawing: Instant.Span { times.committed - times.start - overlay }

    package init(
        number: Int, times: FrameTimes, damage: Region, overlay: Instant.Span, touchAge: Instant.Span?,
        path: PicturePath, margin: Instant.Span?
    ) {
        self.number = number
        self.times = times
        self.damage = damage
        self.overlay = overlay
        self.touchAge = touchAge
        self.path = path
        self.margin = margin
    }
}
