// A report on a frame, for observers of the frame clock.

package import Geometry

/// A frame that was drawn.
package struct FrameReport {
    /// Counted from 1.
    package let number: Int
    /// The times of its parts.
    package let times: FrameTimes
    /// The part of the screens that has changed since the last frame; empty if only the overlay has.
    package let damage: Region
    /// The time to draw the overlay.
    package let overlay: Instant.Span
    /// The time from the newest touch to the vblank; nil if there was no touch yet.
    package let touchAge: Instant.Span?
    /// How the frame is shown, and why not in another way.
    package let path: PicturePath
    /// The frame clock's margin before a vblank; nil without a frame clock.
    package let margin: Instant.Span?

    /// The time from reading touches to submitting the frame, without the overlay.
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
