// Tabs.

import Drawing
import Geometry
import Layers
import Stage

/// Words side by side, one of which is taken and underlined. Where there are more than fit, they scroll.
public struct Tabs: Element {
    private let titles: [String]
    private let selected: Int
    private let change: (Int) -> Void

    /// Tabs called `titles`, of which that at the place `selected` is taken, or none if there is none at that place. `change` is called with the place of another one.
    public init(_ titles: [String], selected: Int, onChange change: @escaping (Int) -> Void) {
        (self.titles, self.selected, self.change) = (titles, selected, change)
    }

    /// The words, the line below them, and the line below the taken one.
    public var body: some Element {
        TabStrip(
            selected: selected,
            content: Elements(slots: [
                .one(
                    ForEach(titles.indices, id: \.self) { index in
                        EnvironmentReader { environment in
                            let (isTaken, theme) = (index == selected, environment.theme)
                            Text(titles[index]).weight(.medium)
                                .color(isTaken ? theme.text : theme.secondaryText)
                                .padding(EdgeMeasures(leading: .em(1), trailing: .em(1)))
                                .frame(height: .px(max(theme.fingertip, (2.3 * theme.em).rounded())))
                        }
                        .onTap(as: Spoken(.tab, titles[index], isOn: index == selected)) {
                            if index != selected { animate(for: .milliseconds(200)) { change(index) } }
                        }
                    }),
                .one(Divider()),
                .one(Fill(.accent)),
            ]))
    }
}

/// The view of tabs, which scrolls.
struct TabStrip: HoldingElement {
    let selected: Int
    let content: Elements
    var layout: TabLayout { TabLayout(selected: selected) }

    func makeView(in environment: Environment) -> FadingStrip { FadingStrip() }

    func update(_ view: FadingStrip, in environment: Environment) {
        view.fades.dress(environment.ground, width: (1.6 * environment.theme.em).rounded())
    }

    func holder(in view: FadingStrip) -> View { view.scroll }

    func contentSize(in size: Size, _ content: (Proposal) -> Size) -> Size {
        Size(max(size.width, content(Proposal(height: size.height)).width), size.height)
    }

    func traits(of content: LayoutTraits) -> LayoutTraits { LayoutTraits(widthShare: 1) }

    func hasPlaced(_ contentSize: Size, in strip: FadingStrip, _ node: ItemNode) {
        let view = strip.scroll
        strip.fades.show()
        // The lines below the tabs are no tabs.
        let (items, last) = (ListLayout.items(of: node).dropLast(2), node.remembered(LastTab()))
        guard view.bounds.width > 0 else { return }
        let (direction, em) = (node.environment.direction, node.environment.theme.em)
        let isElsewhere = direction != last.direction || em != last.em
        (last.direction, last.em) = (direction, em)
        guard items.indices.contains(selected), let frame = items[selected].frame else {
            last.place = nil
            if isElsewhere {
                let end = max(0, view.contentSize.width - view.bounds.width)
                view.scroll(to: direction == .rightToLeft ? end : 0, along: .horizontal, animated: false)
            }
            return
        }
        guard selected != last.place || isElsewhere else { return }
        // All of it is in view, and some of what is beside it.
        let beside = min(frame.width, max(0, view.bounds.width - frame.width) / 2)
        let target = min(max(view.offset, frame.maxX + beside - view.bounds.width), frame.minX - beside)
        view.scroll(to: target, along: .horizontal, animated: last.place != nil && !isElsewhere)
        last.place = selected
    }

    /// The tab that was brought into view last, and how the tabs stood then.
    private final class LastTab {
        var place: Int?
        var direction: LayoutDirection?
        var em: Double?
    }
}

/// What scrolls sideways, with an edge that fades where it goes on.
final class FadingStrip: View {
    let scroll = ScrollView(axis: .horizontal)
    private(set) lazy var fades = ScrollFades(over: scroll, in: self)

    init() {
        super.init()
        scroll.showsIndicators = false
        addSubview(scroll)
    }

    override func layout() {
        scroll.frame = Rect(origin: .zero, size: bounds.size)
        fades.place()
    }
}

/// The layout of tabs: the words, the line below them, and the line below the taken one.
struct TabLayout: Layout, Equatable {
    let selected: Int

    private func widths(_ items: [LayoutItem]) -> [Double] { items.dropLast(2).map { $0.size(in: Proposal()).width } }

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let height = items.dropLast(2).map { $0.size(in: Proposal()).height }.max() ?? 0
        return Size(proposal.width ?? widths(items).reduce(0, +), max(height, environment.theme.fingertip))
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        guard items.count >= 2 else { return }
        let (thin, thick) = (
            max(1, (0.05 * environment.theme.em).rounded()), max(2, (0.16 * environment.theme.em).rounded())
        )
        var (x, taken) = (0.0, Rect(0, size.height - thick, 0, thick))
        for (index, width) in widths(items).enumerated() {
            items[index].place(in: Rect(x, 0, width, size.height))
            if index == selected { taken = Rect(x, size.height - thick, width, thick) }
            x += width
        }
        items[items.count - 2].place(in: Rect(0, size.height - thin, size.width, thin))
        items[items.count - 1].place(in: taken)
    }
}
