// A handle at an end of what is selected.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// A knob at one end of the selected text, which a finger moves.
final class SelectionHandle: View {
    /// The end of the selection at which it is.
    enum End { case start, end }
    /// It changes when a finger brings the handle past the other one.
    var end: End
    let pan = PanRecognizer(name: "selection", directions: .all)
    private var stem = Rect.zero
    private var color = Color.black
    private var radius = 0.0

    init(_ end: End) {
        self.end = end
        super.init(drawsContents: true)
        pan.maximumTouches = 1
        pan.beginsAtTouchDown = true
        addRecognizer(pan)
        addGestureRegion(GestureRegion(.claim))
    }

    /// Stands at `caret` (px): the handle of the start above the line, that of the end below it.
    func place(at caret: Rect, _ theme: Theme, _ panel: Panel?, in bounds: Rect) {
        let reach = Size(
            (4.5 * (panel?.density(.horizontal) ?? 4)).rounded(), (4.5 * (panel?.density(.vertical) ?? 4)).rounded())
        (radius, color) = ((0.3 * theme.em).rounded(), theme.accent)
        let knob = end == .start ? caret.minY - radius : caret.maxY + radius
        frame = Rect(
            (caret.minX - reach.width).rounded(), min(knob, caret.center.y) - reach.height, 2 * reach.width,
            abs(knob - caret.center.y) + 2 * reach.height)
        stem = Rect(reach.width - 1, caret.minY - frame.minY, 2, caret.height)
        setNeedsDisplay()
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(stem, color)
        let center = Point(stem.center.x, end == .start ? stem.minY - radius : stem.maxY + radius)
        canvas.fill(Path(center: center, radius: radius), color)
    }

    override func hitTest(_ point: Point) -> View? { layer.isHidden ? nil : super.hitTest(point) }
}
