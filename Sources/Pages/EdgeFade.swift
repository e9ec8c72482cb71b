// The edge of a table at which it goes on: its contents fade away there.

import Drawing
import Geometry
import Layers
import Stage

/// A strip that covers what lies behind it more and more towards one side.
final class EdgeFade: View {
    /// The side of the strip that covers everything.
    enum Side { case left, right }

    private let side: Side
    private let color: Color

    /// A strip in `color`, the colour of the ground, that covers everything at `side`.
    init(at side: Side, of color: Color) {
        (self.side, self.color) = (side, color)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    override func draw(on canvas: Canvas) {
        let count = Int(bounds.width)
        for x in 0..<count {
            let way = (Double(x) + 0.5) / Double(count)
            let share = side == .left ? 1 - way : way
            canvas.fill(Rect(Double(x), 0, 1, bounds.height), color.withAlpha(share))
        }
    }
}
