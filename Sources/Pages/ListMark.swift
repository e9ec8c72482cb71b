// The sign before an item of a list: a bullet, or the box of a task.

import Drawing
import Geometry
import Stage

/// A bullet or a box beside the first line of an item. It is drawn, so that it looks the same in every font.
final class ListMark: View, BlockView {
    /// The kinds of sign.
    enum Kind {
        /// A disc, in a list within a list a ring, and deeper a square.
        case bullet(depth: Int)
        /// The box of a task.
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

    private func drawBox(_ isDone: Bool, on canvas: Canvas) {
        let (side, line) = (theme.em * 0.86, theme.em * 0.09)
        let box = Rect((bounds.width - side) / 2, middle - side / 2, side, side)
        guard isDone else {
            let inner = box.inset(by: Insets(left: line / 2, top: line / 2, right: line / 2, bottom: line / 2))
            return canvas.stroke(Path(inner, cornerRadius: side * 0.18), width: line, theme.secondaryText)
        }
        canvas.fill(Path(box, cornerRadius: side * 0.2), theme.accent)
        func point(_ x: Double, _ y: Double) -> Point { Point(box.minX + x * side, box.minY + y * side) }
        canvas.stroke(
            Path(lines: [point(0.22, 0.52), point(0.42, 0.72), point(0.79, 0.29)]), width: side * 0.13,
            theme.background)
    }
}
