// A control of a few choices.

import Geometry
import Stage

/// A few choices on one ground, one of which is taken. They stand side by side, or in lines of equal columns where they have too little room.
public struct Segments: Element {
    private let titles: [String]
    private let selected: Int
    private let change: (Int) -> Void

    /// Choices called `titles`, of which that at the place `selected` is taken, or none if there is none at that place. `change` is called with the place of another one.
    public init(_ titles: [String], selected: Int, onChange change: @escaping (Int) -> Void) {
        (self.titles, self.selected, self.change) = (titles, selected, change)
    }

    /// The ground, and a button for each choice.
    public var body: some Element {
        EnvironmentReader { environment in
            let theme = environment.theme
            let edge = theme.contrast == .high ? ButtonView.edge(theme) : 0
            SegmentStack(
                content: Elements(slots: [
                    .one(
                        ForEach(titles.indices, id: \.self) { index in
                            Button(titles[index], choice: index == selected) { if index != selected { change(index) } }
                        })
                ])
            )
            .padding(.em(0.2))
            .background(theme.pressed, corners: 0.7)
            .padding(.px(edge))
            .background(edge > 0 ? theme.accent : theme.pressed, corners: 0.75)
        }
    }
}

/// The choices of a control.
private struct SegmentStack: LayoutElement {
    let layout = SegmentsLayout()
    let content: Elements
}

/// The layout of choices: in one line, each as wide as its title, or in lines of equal columns.
struct SegmentsLayout: Layout, Equatable {
    private func gap(_ environment: Environment) -> Double { environment.pixels(.em(0.2), along: .horizontal) ?? 0 }

    private func places(_ items: [LayoutItem], _ width: Double?, _ environment: Environment) -> [Rect] {
        let (gap, natural) = (gap(environment), items.map { $0.size(in: Proposal()) })
        let whole = natural.reduce(-gap) { $0 + $1.width + gap }
        if width.map({ whole <= $0 }) ?? true {
            let height = natural.map(\.height).max() ?? 0
            var x = 0.0
            return natural.map { size in
                defer { x += size.width + gap }
                return Rect(x, 0, size.width, height)
            }
        }
        let (room, widest) = (width ?? whole, natural.map(\.width).max() ?? 0)
        let most = min(max(1, Int(((room + gap) / (widest + gap)).rounded(.down))), max(1, items.count))
        // Lines are equally long as far as possible.
        let lines = (items.count + most - 1) / most
        let columns = max(1, (items.count + lines - 1) / max(1, lines))
        let column = ((room + gap) / Double(columns) - gap).rounded(.down)
        let height = items.map { $0.size(in: Proposal(width: column)).height }.max() ?? 0
        return items.indices.map {
            Rect(
                Double($0 % columns) * (column + gap), Double($0 / columns) * (height + gap), column, height)
        }
    }

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let places = places(items, proposal.width, environment)
        return Size(places.map(\.maxX).max() ?? 0, places.map(\.maxY).max() ?? 0)
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        for (item, place) in zip(items, places(items, size.width, environment)) { item.place(in: place) }
    }
}
