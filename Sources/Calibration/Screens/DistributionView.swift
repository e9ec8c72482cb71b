// A histogram of first contacts, large enough to be read at arm's length.

import Drawing
import Geometry
import Layers
import Machine
import Stage

/// A copy of the histogram that lies on the glass at true size. It is in the middle, as large as the room allows.
final class DistributionView: View {
    private let theme: Theme
    private let words: CalibrationWords
    private var distances: [Double] = []
    private var drags: [Double] = []
    private var width: Double?

    /// The range of the histogram and the width of a bar, in mm.
    private static let (reach, bin) = (30.0, 1.0)

    init(theme: Theme, words: CalibrationWords) {
        (self.theme, self.words) = (theme, words)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// Shows the strokes of `calibration`, and `width` (mm), the proposed or the chosen one.
    func show(_ calibration: EdgeCalibration, width: Double?) {
        distances = calibration.counted.map(\.distance)
        drags = calibration.drags.map(\.distance)
        self.width = width
        setNeedsDisplay()
    }

    override func draw(on canvas: Canvas) {
        let base = bounds.height - theme.em * 1.5
        func x(_ distance: Double) -> Double { theme.em + (bounds.width - 2 * theme.em) * distance / Self.reach }
        if let width {
            canvas.fill(Rect(x(0), 0, x(min(width, Self.reach)) - x(0), base), theme.accent.withAlpha(0.12))
        }
        var counts = [Int](repeating: 0, count: Int(Self.reach / Self.bin))
        for distance in distances { counts[min(max(0, Int(distance / Self.bin)), counts.count - 1)] += 1 }
        let unit = (base - theme.em * 0.6) / Double(max(12, counts.max() ?? 0))
        for (index, count) in counts.enumerated() where count > 0 {
            let (left, right) = (x(Double(index) * Self.bin), x(Double(index + 1) * Self.bin))
            canvas.fill(
                Rect(left + 1, base - unit * Double(count), right - left - 2, unit * Double(count)), theme.text,
                cornerRadius: theme.em * 0.08)
        }
        for distance in drags where distance < Self.reach {
            canvas.fill(
                Path(center: Point(x(max(0, distance)), base + theme.em * 0.32), radius: theme.em * 0.17), theme.accent)
        }
        canvas.stroke(
            Path(lines: [Point(x(0), base), Point(x(Self.reach), base)]), width: theme.em * 0.05, theme.secondaryText)
        for distance in stride(from: 0.0, through: Self.reach, by: 10) {
            let label = TextLayout(
                AttributedText(
                    distance == 0 ? "0 mm" : "\(Int(distance))", theme.style(0.65, color: theme.secondaryText)))
            canvas.draw(label, at: Point(x(distance) - label.size.width / 2, base + theme.em * 0.55))
        }
        guard let width, width < Self.reach else { return }
        canvas.stroke(Path(lines: [Point(x(width), 0), Point(x(width), base)]), width: theme.em * 0.1, theme.accent)
        let label = TextLayout(
            AttributedText("\(tenths(width)) mm", theme.style(0.85, weight: .semibold, color: theme.accent)))
        canvas.draw(label, at: Point(x(width) + theme.em * 0.3, 0))
    }
}
