// A button.

public import Geometry
public import Stage

/// What the action of a button does, as far as its colour says it.
nonisolated public enum ButtonRole: Hashable, Sendable {
    /// Takes something away for good.
    case destructive
}

/// A title that does something when it is tapped.
public struct Button: ViewElement {
    private let title: String
    private let look: Look
    private let repeats: Bool
    private let action: () -> Void

    /// What a button shows beside its title.
    private struct Look: Equatable {
        let icon: Symbol?
        let isIconOnly: Bool
        let isStrong: Bool
        let role: ButtonRole?
        /// Whether it is the taken one of several choices; nil for a button by itself.
        var choice: Bool?
    }

    /// A button with `title` that does `action`, in the colour of its `role`. It may have an icon before its title, or alone in its place. The button of the main
    /// action is strong. One that `repeats` does its action again and again while a finger rests on it.
    public init(
        _ title: String, role: ButtonRole? = nil, icon: Symbol? = nil, isIconOnly: Bool = false, isStrong: Bool = false,
        repeats: Bool = false,
        action: @escaping () -> Void
    ) {
        look = Look(icon: icon, isIconOnly: isIconOnly, isStrong: isStrong, role: role)
        (self.title, self.repeats, self.action) = (title, repeats, action)
    }

    /// One of several choices on one ground, which is taken if `choice`.
    init(_ title: String, choice: Bool, action: @escaping () -> Void) {
        look = Look(icon: nil, isIconOnly: false, isStrong: choice, role: nil, choice: choice)
        (self.title, repeats, self.action) = (title, false, action)
    }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> ButtonView {
        ButtonView(title, isStrong: look.isStrong, theme: environment.theme, onTap: action)
    }

    /// Lets `view` show the element.
    public func update(_ view: ButtonView, from old: Button?, in environment: Environment) -> Bool {
        (view.onTap, view.repeats) = (action, repeats)
        if let old, old.title == title, old.look == look { return false }
        (view.title, view.isStrong, view.theme) = (title, look.isStrong, environment.theme)
        (view.symbol, view.showsSymbolOnly, view.direction) = (look.icon, look.isIconOnly, environment.direction)
        (view.isDestructive, view.choice) = (look.role == .destructive, look.choice)
        view.isEnabled = environment.isEnabled
        return true
    }

    /// The baseline of the title.
    public func firstBaseline(of view: ButtonView, in size: Size, _ environment: Environment) -> Double? {
        view.baseline(inHeight: size.height)
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: ButtonView, in proposal: Proposal, _ environment: Environment) -> Size {
        proposal.width.map(view.size(forWidth:)) ?? view.naturalSize
    }

    /// The width (px) of the title or the icon, with the room around it.
    public func leastWidth(of view: ButtonView, _ environment: Environment) -> Double { view.naturalSize.width }
}
