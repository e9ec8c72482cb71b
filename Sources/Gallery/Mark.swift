// The mark that a tap or a press leaves on a table.

import Bezel

/// A mark where fingers were. Touches pass through it.
final class Mark: View {
    enum Kind {
        case tap, doubleTap, press
    }

    private let kind: Kind
    private let theme: Theme
    /// The centre of the mark in its superview's space (px).
    var center: Point { didSet { place() } }
    /// Whether a finger holds the mark.
    var isHeld = false { didSet { place() } }

    init(_ kind: Kind, at center: Point, theme: Theme) {
        self.kind = kind
        self.center = center
        self.theme = theme
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        place()
    }

    private func place() {
        let side = 2 * (theme.em * (isHeld ? 3 : 2)).rounded()
        frame = Rect((center.x - side / 2).rounded(), (center.y - side / 2).rounded(), side, side)
    }

    override func draw(on canvas: Canvas) {
        let middle = Point(bounds.width / 2, bounds.height / 2)
        switch kind {
        case .tap: canvas.fill(Path(center: middle, radius: theme.em * 0.8), theme.accent)
        case .doubleTap:
            for (radius, width) in [(1.2, 0.2), (0.6, 0.2)] {
                canvas.stroke(Path(center: middle, radius: theme.em * radius), width: theme.em * width, theme.accent)
            }
        case .press:
            let reach = theme.em * (isHeld ? 2 : 1.2)
            if isHeld { canvas.fill(Path(center: middle, radius: theme.em * 2.9), theme.text.withAlpha(0.12)) }
            canvas.fill(
                Rect(middle.x - reach, middle.y - reach, 2 * reach, 2 * reach), theme.text, cornerRadius: reach * 0.3)
        }
    }
}
