// The last frames as a chart: how late each was begun, how long it took, and how much time there was.

import Geometry
import Layers

/// A column for each of the last frames, from left to right and round again like an oscilloscope, so that one frame changes
/// one column. From the bottom: waking up, drawing; a mark where the time that was kept for both ends; red where the frame
/// missed its vblank.
@MainActor
final class HUDChart {
    private struct Column {
        let waking = Layer()
        let drawing = Layer()
        let kept = Layer()
        var all: [Layer] { [drawing, waking, kept] }
    }

    static let count = 120
    private static let gap = 6

    let layer = Layer()
    private let columns: [Column]
    private let width: Double
    private let mark: Double
    /// What the height stands for.
    private let scale: Instant.Span
    private var next = 0

    /// A chart in `frame` whose height is `scale`.
    init(_ frame: Rect, scale: Instant.Span, style: HUDStyle, in parent: Layer) {
        self.scale = scale
        width = (frame.width / Double(Self.count)).rounded(.down)
        mark = style.pixels(2)
        columns = (0..<Self.count).map { _ in Column() }
        layer.frame = frame
        parent.addSublayer(layer)
        let floor = Layer()
        floor.frame = Rect(0, frame.height - style.pixels(1), frame.width, style.pixels(1))
        floor.backgroundColor = HUDStyle.line
        layer.addSublayer(floor)
        for column in columns {
            column.waking.backgroundColor = HUDStyle.waking
            column.kept.backgroundColor = HUDStyle.secondaryText
            for part in column.all {
                part.isHidden = true
                layer.addSublayer(part)
            }
        }
    }

    /// One more frame: woken `late` after it wanted to begin, drawn in `drawing`, where `kept` was there for both. `isMissed`:
    /// its vblank went by without it.
    func add(late: Instant.Span, drawing: Instant.Span, kept: Instant.Span, isMissed: Bool) {
        let column = columns[next]
        let x = Double(next) * width
        let bar = max(1, width - max(1, (width / 5).rounded()))
        let (first, second) = (height(late), height(late + drawing))
        let bottom = layer.bounds.height
        column.waking.frame = Rect(x, bottom - first, bar, first)
        column.waking.isHidden = first < 1
        column.drawing.frame = Rect(x, bottom - second, bar, max(1, second - first))
        column.drawing.backgroundColor = HUDStyle.drawing
        column.drawing.isHidden = false
        column.kept.frame = Rect(x, bottom - max(mark, height(kept)), width, mark)
        column.kept.isHidden = false
        if isMissed { paintMissed(column) }
        next = (next + 1) % Self.count
        for index in 0..<Self.gap { for part in columns[(next + index) % Self.count].all { part.isHidden = true } }
    }

    /// The frame that was added last missed its vblank, as is known now.
    func missedLast() { paintMissed(columns[(next + Self.count - 1) % Self.count]) }

    private func paintMissed(_ column: Column) {
        column.drawing.backgroundColor = HUDStyle.alarm
        let x = column.drawing.position.x
        column.drawing.frame = Rect(x, 0, column.drawing.bounds.width, layer.bounds.height)
    }

    private func height(_ span: Instant.Span) -> Double {
        min(layer.bounds.height, (max(0, span.seconds) / scale.seconds * layer.bounds.height).rounded())
    }
}
