// What is above a finger that covers a key.

import Drawing
import Geometry
import Layers
import Stage

/// Shows above a finger what a key types: one text enlarged, or several among which the finger chooses. The first one, the letter of the key
/// itself, stands over the finger, and the others on both sides of it and in further rows, all of them on the glass. What is typed stays in
/// sight: they are lower than usual below it, or stand beside it, or else beside the finger.
final class KeyCallout: View {
    let texts: [String]
    /// Where the texts stand (px of this view), in their order.
    let cells: [Rect]
    /// The place in `texts` of what the finger has chosen.
    private var chosen = 0 { didSet { if chosen != oldValue { setNeedsDisplay() } } }
    /// Whether the finger has chosen one itself. Until then the letter of the key is the one.
    private(set) var hasMoved = false
    private let theme: Theme

    /// The share of a key's height that a text needs at least, so that a finger finds it and a visitor can read it.
    private static let least = 0.4

    /// `texts` over the key at `key`, which have the size of `cell` if there is room on `glass`. What is typed is at `typed` (all in px of the
    /// keyboard); nil if it is nowhere.
    init(_ texts: [String], over key: Rect, cell: Size, in glass: Rect, beside typed: Rect? = nil, theme: Theme) {
        (self.texts, self.theme) = (texts, theme)
        let above = Self.places(of: texts.count, over: key, cell, in: glass)
        var place = above
        if let typed, !above.frame.intersection(typed).isEmpty {
            let least = Self.least * key.height
            var below = glass
            below.size.height -= typed.maxY - glass.minY
            below.origin.y = typed.maxY
            let lower = Self.places(of: texts.count, over: key, cell, in: below)
            let aside = [typed.minX - above.frame.width, typed.maxX].filter {
                $0 >= glass.minX && $0 + above.frame.width <= glass.maxX
            }
            if let cell = lower.cells.first, cell.height >= least {
                place = lower
            } else if let x = aside.min(by: { abs($0 - above.frame.minX) < abs($1 - above.frame.minX) }) {
                place.frame.origin.x = x.rounded()
            } else if let beside = Self.places(of: texts.count, beside: key, cell, in: below, least) {
                place = beside
            }
        }
        cells = place.cells
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        frame = place.frame
    }

    /// The places of `count` texts (px of the view), and that of the view.
    private typealias Places = (cells: [Rect], frame: Rect)

    /// The places over the key at `key`.
    private static func places(of count: Int, over key: Rect, _ cell: Size, in glass: Rect) -> Places {
        let most = max(1, min(count, Int(glass.width / cell.width)))
        let rows = (count + most - 1) / most
        let columns = (count + rows - 1) / rows
        let gap = 0.15 * key.height
        let height = max(0, min(cell.height, (key.minY - gap - glass.minY) / Double(rows)).rounded(.down))
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
        let cells = places.sorted { distance($0) < distance($1) }.prefix(count).map {
            Rect(Double($0.column) * cell.width, Double(rows - 1 - $0.row) * height, cell.width, height)
        }
        let frame = Rect(
            clamped(left[own]).rounded(), (key.minY - gap - height * Double(rows)).rounded(), width,
            height * Double(rows))
        return (cells, frame)
    }

    /// The places beside the key at `key`, where there is more room, the first one next to the key; nil if they would be lower than `least`.
    private static func places(of count: Int, beside key: Rect, _ cell: Size, in room: Rect, _ least: Double) -> Places?
    {
        let gap = 0.15 * key.height
        let isRight = room.maxX - key.maxX > key.minX - room.minX
        let width = (isRight ? room.maxX - key.maxX : key.minX - room.minX) - gap
        let columns = min(count, Int(width / cell.width))
        guard columns > 0 else { return nil }
        let rows = (count + columns - 1) / columns
        let height = min(cell.height, room.height / Double(rows)).rounded(.down)
        guard height >= least else { return nil }
        let size = Size(cell.width * Double(columns), height * Double(rows))
        let y = min(max(key.center.y - size.height / 2, room.minY), room.maxY - size.height).rounded()
        let own = min(max(Int((key.center.y - y) / height), 0), rows - 1)
        let places = (0..<rows * columns).map { (row: $0 / columns, column: $0 % columns) }
        func distance(_ place: (row: Int, column: Int)) -> Int { abs(place.row - own) * 1000 + place.column }
        let cells = places.sorted { distance($0) < distance($1) }.prefix(count).map {
            let column = isRight ? $0.column : columns - 1 - $0.column
            return Rect(Double(column) * cell.width, Double($0.row) * height, cell.width, height)
        }
        let x = isRight ? key.maxX + gap : key.minX - gap - size.width
        return (cells, Rect(origin: Point(x.rounded(), y), size: size))
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
