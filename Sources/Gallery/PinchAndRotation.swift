// A card that two fingers zoom and turn, with the numbers beside it.

import Bezel

/// Pinch and rotation at the same time, about the point between the fingers.
final class PinchAndRotation: Sample {
    /// The card; nil before the screen is first shown.
    private(set) var card: Card?
    private var mover: CardMover?
    private var readouts: [LabelView] = []

    init() {
        super.init(
            name: "pinch-and-rotation", title: "Pinch and rotation",
            summary: "Two fingers zoom and turn a compass card, and it stays between them.")
    }

    override func build(in content: View, theme: Theme) {
        let area = Rect(origin: .zero, size: content.bounds.size)
        let table = Table(theme: theme)
        table.frame = Rect(0, 0, area.width, area.height - (theme.em * 5.4).rounded())
        content.addSubview(table)
        let side = (table.frame.height * 0.66).rounded()
        let size = Size(side, side)
        let card = Card(
            size: size,
            pose: Pose(center: table.frame.center, scale: card?.pose.scale ?? 1, angle: card?.pose.angle ?? 0),
            figure: Figures.compass(size, theme: theme))
        table.addSubview(card)
        let mover = CardMover(card, on: table)
        mover.onChange = { [unowned self] in showNumbers(theme) }
        (self.card, self.mover) = (card, mover)

        let line = View()
        line.layer.backgroundColor = theme.separator
        line.frame = Rect(0, table.frame.maxY, area.width, 2)
        content.addSubview(line)
        let width = (area.width / 3).rounded(.down)
        readouts = []
        for column in 0..<3 {
            let label = LabelView(AttributedText("", theme.style()), alignment: .center)
            let top = line.frame.maxY + (theme.em * 0.9).rounded()
            label.frame = Rect(Double(column) * width, top, width, area.height - top)
            content.addSubview(label)
            readouts.append(label)
        }
        showNumbers(theme)
    }

    private func showNumbers(_ theme: Theme) {
        guard let card, let mover else { return }
        let under = mover.active.joined(separator: ", ")
        let texts = [
            (decimal(card.pose.scale, places: 2) + " ×", "zoom"), (degrees(card.pose.angle), "angle"),
            (under.isEmpty ? "—" : under, "under way"),
        ]
        for (label, (value, caption)) in zip(readouts, texts) {
            label.text = AttributedText([
                .init(caption + "\n", theme.style(0.8, color: theme.secondaryText)),
                .init(value, theme.style(1.5, weight: .semibold)),
            ])
        }
    }
}
