// An edge at which what lies behind it fades away, as at the side of a table that goes on there, and above a sheet.

package import Drawing
import Geometry
package import Layers

/// A strip that covers what lies behind it more and more towards one side.
package final class EdgeFade: View {
    /// The side of the strip that covers everything.
    package enum Side { case left, right, bottom }

    private let side: Side
    /// The colour of the ground.
    package var color: Color { didSet { if color != oldValue { setNeedsDisplay() } } }

    /// A strip in `color`, the colour of the ground, that covers everything at `side`.
    package init(at side: Side, of color: Color) {
        (self.side, self.color) = (side, color)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// The length (px) at the side that is covered completely.
    package var whole = 0.0 { didSet { if whole != oldValue { setNeedsDisplay() } } }

    package override func draw(on canvas: Canvas) {
        let isUpright = side == .bottom
        let length = Int(isUpright ? bounds.height : bounds.width)
        for place in 0..<length {
            let way = (Double(place) + 0.5) / max(1, Double(length) - whole)
            let share = side == .left ? 1 - way : min(1, way)
            let strip =
                isUpright
                ? Rect(0, Double(place), bounds.width, 1) : Rect(Double(place), 0, 1, bounds.height)
            canvas.fill(strip, color.withAlpha(share))
        }
    }
}
