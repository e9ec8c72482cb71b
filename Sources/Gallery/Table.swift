// The table on which cards lie: a surface with a grid of points, 10 mm apart.

import Bezel

/// A surface on which cards are moved. Its points are 10 mm apart, so visitors see how far a finger has moved.
final class Table: View {
    /// The colours; nil to draw nothing.
    var theme: Theme? { didSet { if theme != oldValue { setNeedsDisplay() } } }

    init(theme: Theme? = nil) {
        self.theme = theme
        super.init(drawsContents: true, isOpaque: true)
        layer.masksToBounds = true
    }

    override func draw(on canvas: Canvas) {
        guard let theme, let panel else { return }
        canvas.fill(theme.background)
        let step = Vector(10 * panel.density(.horizontal), 10 * panel.density(.vertical))
        for row in 0..<Int(bounds.height / step.y) {
            for column in 0..<Int(bounds.width / step.x) {
                let point = Point((Double(column) + 0.5) * step.x, (Double(row) + 0.5) * step.y)
                canvas.fill(Path(center: point, radius: theme.em * 0.07), theme.separator)
            }
        }
    }
}
