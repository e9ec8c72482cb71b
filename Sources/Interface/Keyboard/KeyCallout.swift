// What is above a finger that covers a key.

import Drawing
import Geometry
import Layers
import Stage

/// Shows above a finger what a key types: one text enlarged, or several among which the finger chooses. The first one, the letter of the key
/// itself, stands over the finger, and the others on both sides of it and in further rows, all of them on the glass.
final class KeyCallout: View {
    let texts: [String]
    /// Where the texts stand (px of this view), in their order.
    let cells: [Rect]
    /// The place in `texts` of what the finger has chosen.
    private var chosen = 0 { didSet { if chosen != oldValue { setNeedsDisplay() } } }
    /// Whether the finger has chosen one itself. Until then the letter of the key is the one.
    private(set) var hasMoved = false
    private let theme: Theme

    /// `texts` over the key at `key`, which have the size of `cell` if there is room on `glass` (px of the keyboard).
    init(_ texts: [String], over key: Rect, cell: Size, in glass: Rect, theme: Theme) {
        (self.texts, self.theme) = (texts, theme)
        let most = max(1, min(texts.count, Int(glass.width / cell.width)))
        let rows = (texts.count + most - 1) / most
        let columns = (texts.count + rows - 1) / rows
        let gap = 0.15 * key.height
        let height = min(cell.height, (key.minY - gap - glass.minY) / Double(rows)).rounded(.down)
        // The letter stands over its key; beside an edge of the glass, or where they take all of it, as nearly as they can.
        let left = (0..<columns).map { key.center.x - (Double($0) + 0.5) * cell.width }
        let width = cell.width * Double(columns)
        func clamped(_ x: Double) -> Double { min(max(glass.minX, x), max(glass.minX, glass.maxX - width)) }
        func miss(_ column: Int) -> (Double, Double) {
            (abs(clamped(left[column]) - left[column]), abs(Double(column) - Double(columns - 1) / 2))
        }
        let own = left.indices.min { miss($0) < miss($1) } ?? 0
        let places = (0..<rows * columns).map { (row: $0 / columns, column: $0 % columns) }
        func distance(_ place: (row: Int, column: Int)) -> Int {
            // On both sides alike: first the one behind, then the one before.
            place.row * 1000 + abs(place.column - own) * 2 + (place.column < own ? 1 : 0)
        }
        cells = places.sorted { distance($0) < distance($1) }.prefix(texts.count).map {
            Rect(Double($0.column) * cell.width, Double(rows - 1 - $0.row) * height, cell.width, height)
        }
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        frame = Rect(
            clamped(left[own]).rounded(), (key.minY - gap - height * Double(rows)).rounded(), width,
            height * Double(rows))
    }

    /// The text that the finger has chosen.
    var chosenText: String { texts[chosen] }

    /// The finger is at `point` (px of the keyboard), and has the text that is nearest to it.
    func choose(at point: Point) {
        hasMoved = true
        let point = Point.zero + (point - frame.origin)
        func distance(_ cell: Rect) -> Double {
            let x = max(cell.minX - point.x, point.x - cell.maxX, 0)
            let y = max(cell.minY - point.y, point.y - cell.maxY, 0)
            return x * x + y * y
        }
        chosen = cells.indices.min { distance(cells[$0]) < distance(cells[$1]) } ?? 0
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(bounds, theme.separator, cornerRadius: theme.radius(0.5))
        canvas.fill(
            bounds.inset(by: Insets(left: 1, top: 1, right: 1, bottom: 1)), theme.background,
            cornerRadius: theme.radius(0.5))
        for (index, cell) in cells.enumerated() {
            let isChosen = index == chosen && texts.count > 1
            if isChosen {
                canvas.fill(
                    cell.inset(by: Insets(left: 3, top: 3, right: 3, bottom: 3)), theme.accent,
                    cornerRadius: theme.radius(0.4))
            }
            KeyView.draw(texts[index], on: canvas, in: cell, theme, color: isChosen ? theme.background : theme.text)
        }
    }
}
