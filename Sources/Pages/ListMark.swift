// The sign before an item of a list: a bullet, or the box or tick of a task.

import Drawing
import Geometry
import Stage

/// A bullet, a tick or a box beside the first line of an item. It is drawn, so that it looks the same in every font.
final class ListMark: View, BlockView {
    /// The kinds of sign.
    enum Kind {
        /// A disc, in a list within a list a ring, and deeper a square.
        case bullet(depth: Int)
        /// The box of a task, or the tick of one that is done.
        case box(isDone: Bool)
    }

    private let kind: Kind
    private let theme: Theme
    /// The distance (px) of the middle of a capital letter from the top of the line.
    private let middle: Double

    /// A sign of `kind` in a line of text whose first baseline is `baseline` (px) below its top.
    init(_ kind: Kind, baseline: Double, theme: Theme) {
        self.kind = kind
        self.theme = theme
        middle = baseline - 0.36 * theme.em
        super.init(drawsContents: true, isOpaque: true)
    }

    func height(forWidth width: Double) -> Double { (1.4 * theme.em).rounded(.up) }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        switch kind {
        case .bullet(let depth): drawBullet(depth, on: canvas)
        case .box(let isDone): drawBox(isDone, on: canvas)
        }
    }

    private func drawBullet(_ depth: Int, on canvas: Canvas) {
        let center = Point(bounds.width / 2, middle)
        let radius = theme.em * 0.15
        switch depth {
        case 0: canvas.fill(Path(center: center, radius: radius * 1.1), theme.text)
        case 1: canvas.stroke(Path(center: center, radius: radius), width: theme.em * 0.08, theme.text)
        default:
            canvas.fill(Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius), theme.text)
        }
    }

    /// Draws a tick, or an empty box. They look printed, not like a control that could be tapped.
    private func drawBox(_ isDone: Bool, on canvas: Canvas) {
        let (side, line) = (theme.em * 0.62, max(1, theme.em * 0.055))
        let box = Rect((bounds.width - side) / 2, middle - side / 2, side, side)
        guard isDone else {
            let inner = box.inset(by: Insets(left: line / 2, top: line / 2, right: line / 2, bottom: line / 2))
            return canvas.stroke(Path(inner, cornerRadius: 0), width: line, theme.secondaryText)
        }
        func point(_ x: Double, _ y: Double) -> Point { Point(box.minX + x * side, box.minY + y * side) }
        canvas.stroke(
            Path(lines: [point(0, 0.55), point(0.36, 0.92), point(1, 0.06)]), width: theme.em * 0.09, theme.text)
    }
}
