// An edge at which what lies behind it fades away, as at the side of a table that goes on there.

package import Drawing
import Geometry
package import Layers

/// A strip that covers what lies behind it more and more towards one side.
package final class EdgeFade: View {
    /// The side of the strip that covers everything.
    package enum Side { case left, right }

    private let side: Side
    private let color: Color

    /// A strip in `color`, the colour of the ground, that covers everything at `side`.
    package init(at side: Side, of color: Color) {
        (self.side, self.color) = (side, color)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    package override func draw(on canvas: Canvas) {
        let count = Int(bounds.width)
        for x in 0..<count {
            let way = (Double(x) + 0.5) / Double(count)
            let share = side == .left ? 1 - way : way
            canvas.fill(Rect(Double(x), 0, 1, bounds.height), color.withAlpha(share))
        }
    }
}
