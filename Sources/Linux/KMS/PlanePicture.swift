// A frame of a transition as planes show it: which buffer lies where.

/// What planes show for one frame. Positions are whole pixels of the screen.
package enum PlanePicture: Equatable, Sendable {
    /// One screen over another, each on a plane of its own.
    case planes(Screens)
    /// The part of a buffer of two screens side by side that begins at the column `x`.
    case panning(buffer: Int, x: Int)

    /// Two screens and what lies between them.
    package struct Screens: Equatable, Sendable {
        /// The screen beneath.
        package var lower: Screen
        /// The screen above.
        package var upper: Screen
        /// How opaque the lower screen is: 65535 altogether; less lets the black behind it through.
        package var lowerAlpha: UInt16
        /// The left side of the shadow; it counts where one was wanted.
        package var shadowX: Int
        /// The top of the shadow.
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

    /// A screen: which buffer it was drawn into, and where its top left corner lies.
    package struct Screen: Equatable, Sendable {
        /// The number of the buffer.
        package var buffer: Int
        /// Its left side.
        package var x: Int
        /// Its top.
        package var y: Int

        /// The buffer `buffer` with its corner at (`x`, `y`).
        package init(buffer: Int, x: Int, y: Int) {
            self.buffer = buffer
            self.x = x
            self.y = y
        }
    }
}
