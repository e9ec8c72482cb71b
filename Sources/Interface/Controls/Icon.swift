// Icons.

public import Geometry
public import Layers
public import Stage

/// A sign of one style, in the colour of text. One that points somewhere is mirrored where lines begin at the right.
public struct Icon: ViewElement, Equatable {
    private let symbol: Symbol
    private let size: Double
    private let label: String
    private var color: Shade?

    /// The sign `symbol`, `size` em large. `label` says what it shows to whoever cannot see it, where no words beside it do.
    public init(_ symbol: Symbol, size: Double = 1.4, label: String = "") {
        (self.symbol, self.size, self.label) = (symbol, size, label)
    }

    /// The sign in `color`; without it in the colour of text.
    public func color(_ color: Color?) -> Icon {
        var icon = self
        icon.color = color.map { .color($0) }
        return icon
    }

    /// The sign in the colour that plays `role` where it stands.
    public func foregroundStyle(_ role: ColorRole) -> Icon {
        var icon = self
        icon.color = .role(role)
        return icon
    }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> SymbolView {
        SymbolView(symbol, color: environment.theme.text, direction: environment.direction)
    }

    /// Lets `view` show the element.
    public func update(_ view: SymbolView, from old: Icon?, in environment: Environment) -> Bool {
        guard old != self else { return false }
        (view.symbol, view.label, view.direction) = (symbol, label, environment.direction)
        view.color = color?.color(in: environment.theme) ?? environment.theme.text
        return old?.size != size
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: SymbolView, in proposal: Proposal, _ environment: Environment) -> Size {
        let side = (size * environment.theme.em).rounded()
        return Size(side, side)
    }
}
