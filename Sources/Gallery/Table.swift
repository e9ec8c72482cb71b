// What cards lie on: a surface with a point for each ten millimetres.

import Bezel

/// A surface on which things are moved about. Its points are 10 mm apart, so that one sees how far a finger has gone.
final class Table: View {
    private let theme: Theme

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true, isOpaque: true)
        layer.masksToBounds = true
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        guard let panel else { return }
        let step = Vector(10 * panel.density(.horizontal), 10 * panel.density(.vertical))
        for row in 0..<Int(bounds.height / step.y) {
            for column in 0..<Int(bounds.width / step.x) {
                let point = Point((Double(column) + 0.5) * step.x, (Double(row) + 0.5) * step.y)
                canvas.fill(Path(center: point, radius: theme.em * 0.07), theme.separator)
            }
        }
    }
}
