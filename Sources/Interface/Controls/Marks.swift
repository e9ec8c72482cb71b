// Small marks: dots of pages, a badge with a number, and a spinner.

import Drawing
public import Geometry
import Layers
public import Stage

/// A dot for each page, of which that of the page in view is dark.
public struct PageDots: Element {
    private let count: Int
    private let page: Int

    /// The most dots that can be told apart at a glance. Numbers say where one of more pages is.
    private static let most = 20

    /// Dots for `count` pages, with that at the place `page` in view, or the nearest one if there is none at that place. More than 20 pages
    /// are shown as numbers, such as 7/300. Without a page there is nothing.
    public init(count: Int, at page: Int) {
        self.count = max(0, count)
        self.page = min(max(page, 0), max(1, count) - 1)
    }

    /// The dots.
    public var body: some Element {
        if count > Self.most {
            Text(place).size(0.8).foregroundStyle(.secondary)
        } else if count > 0 {
            dots.spoken(Spoken(.group, "", value: place))
        }
    }

    private var place: String { "\(page + 1)/\(count)" }

    private var dots: some Element {
        EnvironmentReader { environment in
            Row(spacing: .em(0.42)) {
                ForEach(0..<count, id: \.self) { index in
                    Fill(index == page ? environment.theme.text : environment.theme.mark, corners: 0.21)
                        .frame(width: .em(0.42), height: .em(0.42))
                }
            }
        }
    }
}

/// A number on a coloured ground, such as that of the things in a cart. There is none for 0.
public struct Badge: Element {
    private let count: Int

    /// The number `count`; “99+” for one with more digits.
    public init(_ count: Int) { self.count = count }

    /// The number on its ground.
    public var body: some Element {
        if count > 0 {
            EnvironmentReader { environment in
                // A number with one digit is on a circle.
                Text(count < 100 ? "\(count)" : "99+").size(0.75).weight(.semibold)
                    .color(environment.theme.background)
                    .frame(width: .em(count < 10 ? 1.3 : count < 100 ? 1.7 : 2.2), height: .em(1.3))
                    .background(environment.theme.accent, corners: 0.65)
            }
        }
    }
}

/// Dots in a circle that say that something goes on, where a bar has no room.
public struct Spinner: ViewElement {
    private let size: Double

    /// A circle of dots, `size` em large.
    public init(size: Double = 1.6) { self.size = size }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> SpinnerView { SpinnerView(color: environment.theme.accent) }

    /// Lets `view` show the element.
    public func update(_ view: SpinnerView, from old: Spinner?, in environment: Environment) -> Bool {
        if old == nil { view.color = environment.theme.accent }
        return old?.size != size
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: SpinnerView, in proposal: Proposal, _ environment: Environment) -> Size {
        let side = (size * environment.theme.em).rounded()
        return Size(side, side)
    }
}

extension Element {
    /// The element, which says `spoken` about itself.
    func spoken(_ spoken: Spoken) -> some Element {
        SpokenElement(content: Elements(slots: [.one(self)]), spoken: spoken)
    }
}

/// An element in a view that says something about itself.
struct SpokenElement: HoldingElement {
    let layout = OverlayLayout(alignment: .center)
    let content: Elements
    let spoken: Spoken

    func makeView(in environment: Environment) -> SpokenView { SpokenView() }
    func update(_ view: SpokenView, in environment: Environment) { view.words = spoken }

    final class SpokenView: View {
        var words: Spoken?
        override var spoken: Spoken? { words }
    }
}
