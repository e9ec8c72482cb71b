// A frame of a transition shown by planes: the position of each buffer.

/// The content of the planes for one frame. Positions are whole screen pixels.
package enum PlanePicture: Equatable, Sendable {
    /// One screen over another, each on its own plane.
    case planes(Screens)
    /// A part of a buffer with two screens side by side, from the column `x` on.
    case panning(buffer: Int, x: Int)

    /// Two screens and the shadow and dimming between them.
    package struct Screens: Equatable, Sendable {
        /// The screen beneath.
        package var lower: Screen
        /// The screen above.
        package var upper: Screen
        /// The opacity of the lower screen: 65535 is opaque; lower values let the black behind it show through.
        package var lowerAlpha: UInt16
        /// The left edge of the shadow; used only if the transition has one.
        package var shadowX: Int
        /// The top edge of the shadow.
        package var shadowY: Int

        /// Two screens.
        package init(lower: Screen, upper: Screen, lowerAlpha: UInt16 = .max, shadowX: Int = 0, shadowY: Int = 0) {
            self.lower = lower
            self.upper = upper
            self.lowerAlpha = lowerAlpha
            self.shadowX = shadowX
            self.shadowY = shadowY
        }
    }

    /// A screen: the buffer that contains it, and the position of its top left corner.
    package struct Screen: Equatable, Sendable {
        /// The number of the buffer.
        package var buffer: Int
        /// Its left edge.
        package var x: Int
        /// Its top edge.
        package var y: Int

        /// The buffer `buffer` with its corner at (`x`, `y`).
        package init(buffer: Int, x: Int, y: Int) {
            self.buffer = buffer
            self.x = x
            self.y = y
        }
    }
}
