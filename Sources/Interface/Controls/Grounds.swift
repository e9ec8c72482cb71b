// Colours behind and between elements.

public import Geometry
public import Layers
public import Stage

/// A rectangle in one colour, as large as it may be.
public struct Fill: ViewElement, Equatable {
    private let color: Shade
    private let corners: Double

    /// A rectangle in `color`, with corners that are `corners` em round.
    public init(_ color: Color, corners: Double = 0) { (self.color, self.corners) = (.color(color), corners) }

    /// The same in the colour that plays `role` where the rectangle stands.
    public init(_ role: ColorRole, corners: Double = 0) { (color, self.corners) = (.role(role), corners) }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> View { View() }

    /// Lets `view` show the element.
    public func update(_ view: View, from old: Fill?, in environment: Environment) -> Bool {
        guard old != self else { return false }
        view.layer.backgroundColor = color.color(in: environment.theme)
        view.layer.cornerRadius = environment.theme.radius(corners)
        return false
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: View, in proposal: Proposal, _ environment: Environment) -> Size {
        Size(proposal.width ?? 0, proposal.height ?? 0)
    }

    /// What the element asks of a stack.
    public var traits: LayoutTraits { LayoutTraits(widthShare: 1, heightShare: 1) }
}

/// A line between two elements of a column.
public struct Divider: ViewElement, Equatable {
    /// A line.
    public init() {}

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> View { View() }

    /// Lets `view` show the element.
    public func update(_ view: View, from old: Divider?, in environment: Environment) -> Bool {
        guard old == nil else { return false }
        view.layer.backgroundColor = environment.theme.separator
        return true
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: View, in proposal: Proposal, _ environment: Environment) -> Size {
        Size(proposal.width ?? 0, max(1, (0.05 * environment.theme.em).rounded()))
    }

    /// What the element asks of a stack.
    public var traits: LayoutTraits { LayoutTraits(widthShare: 1) }
}

extension Element {
    /// The element on a ground of `color`, whose corners are `corners` em round.
    public func background(_ color: Color, corners: Double = 0) -> some Element {
        Grounded(self, on: .color(color), corners: corners)
    }

    /// The element on a ground in the colour that plays `role` where it stands, with corners that are `corners` em round.
    public func background(_ role: ColorRole, corners: Double = 0) -> some Element {
        Grounded(self, on: .role(role), corners: corners)
    }
}

/// An element in a view of its own with a coloured ground.
struct Grounded: HoldingElement {
    let layout = OverlayLayout(alignment: .center)
    let content: Elements
    let color: Shade
    let corners: Double

    init(_ content: some Element, on color: Shade, corners: Double) {
        (self.content, self.color, self.corners) = (
            Elements(slots: [.one(OnGround(content: content, color: color))]), color, corners
        )
    }

    func makeView(in environment: Environment) -> View { View() }

    func update(_ view: View, in environment: Environment) {
        view.layer.backgroundColor = color.color(in: environment.theme)
        view.layer.cornerRadius = environment.theme.radius(corners)
    }
}

/// An element on a ground of its own.
private struct OnGround<Content: Element>: EnvironmentChange {
    let content: Content
    let color: Shade

    func change(_ environment: inout Environment) {
        let color = color.color(in: environment.theme)
        // One that lets the ground behind it through does not replace it.
        if color.alpha == 255 { environment.ground = color }
    }

    func changesAlike(_ other: Self) -> Bool { color == other.color }
}

/// A colour that is given, or that plays a role where it stands.
nonisolated enum Shade: Hashable {
    case color(Color)
    case role(ColorRole)

    func color(in theme: Theme) -> Color {
        switch self {
        case .color(let color): color
        case .role(let role): theme.color(role)
        }
    }
}
