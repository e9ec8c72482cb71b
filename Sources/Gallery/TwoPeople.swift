// Two people side by side, each with their own square.

import Bezel

/// Two independent views: gestures in one do not affect the other.
final class TwoPeople: Sample {
    init() {
        super.init(
            name: "two-people", title: "Two people",
            summary: "Each side is one person’s own: both drag, zoom and turn their square at once.")
    }

    override func build(in content: View, theme: Theme) {
        let width = (content.bounds.width / 2).rounded()
        let sides = [
            Side(name: "left", title: "One person", color: theme.accent, theme: theme),
            Side(name: "right", title: "Another person", color: theme.text, theme: theme),
        ]
        for (index, side) in sides.enumerated() {
            side.frame = Rect(Double(index) * width, 0, width, content.bounds.height)
            content.addSubview(side)
            side.build()
        }
        let line = View()
        line.layer.backgroundColor = theme.separator
        line.frame = Rect(width - 1, 0, 2, content.bounds.height)
        content.addSubview(line)
    }
}

/// One person's half of the screen.
final class Side: View {
    private let name: String
    private let title: String
    private let color: Color
    private let theme: Theme
    private let readout: LabelView
    /// The square, and the gestures on it; nil before `build`.
    private(set) var card: Card?
    private var mover: CardMover?

    init(name: String, title: String, color: Color, theme: Theme) {
        self.name = name
        self.title = title
        self.color = color
        self.theme = theme
        readout = LabelView(AttributedText("", theme.style()), alignment: .center)
        super.init()
        layer.masksToBounds = true
        isIndependent = true
    }

    /// Adds the views, once the side has its size.
    func build() {
        let area = Rect(origin: .zero, size: bounds.size)
        let table = Table(theme: theme)
        table.frame = area
        addSubview(table)
        let side = (area.height * 0.28).rounded()
        let size = Size(side, side)
        let card = Card(
            size: size, pose: Pose(center: area.center), figure: Figures.square(size, color, theme: theme))
        table.addSubview(card)
        let mover = CardMover(card, on: table, prefix: "\(name)-")
        mover.onChange = { [unowned self] in showNumbers() }
        (self.card, self.mover) = (card, mover)

        let heading = LabelView(
            AttributedText([
                .init(title + "\n", theme.style(1.25, weight: .semibold)),
                .init("One finger drags, two zoom and turn.", theme.style(0.9, color: theme.secondaryText)),
            ]), alignment: .center)
        heading.frame = Rect(0, (theme.em * 1.6).rounded(), area.width, heading.height(forWidth: area.width))
        addSubview(heading)
        readout.frame = Rect(0, area.height - (theme.em * 4.4).rounded(), area.width, (theme.em * 3.4).rounded())
        addSubview(readout)
        showNumbers()
    }

    private func showNumbers() {
        guard let card, let mover else { return }
        let under = mover.active.map { $0.dropFirst(name.count + 1) }.joined(separator: " · ")
        readout.text = AttributedText([
            .init("\(decimal(card.pose.scale, places: 2)) ×   \(degrees(card.pose.angle))\n", theme.style(1.1)),
            .init(under.isEmpty ? " " : under, theme.style(0.9, color: theme.accent)),
        ])
    }
}

/// Formats an angle (radians) in whole degrees, for people.
func degrees(_ angle: Double) -> String { decimal(angle * 180 / .pi, places: 0) + "°" }
