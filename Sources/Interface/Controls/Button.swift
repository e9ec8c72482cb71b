// A button.

public import Geometry
public import Stage

/// A title that does something when it is tapped.
public struct Button: ViewElement {
    private let title: String
    private let isStrong: Bool
    private let action: () -> Void

    /// A button with `title` that does `action`. The button of the main action is strong.
    public init(_ title: String, isStrong: Bool = false, action: @escaping () -> Void) {
        (self.title, self.isStrong, self.action) = (title, isStrong, action)
    }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> ButtonView {
        ButtonView(title, isStrong: isStrong, theme: environment.theme, onTap: action)
    }

    /// Lets `view` show the element.
    public func update(_ view: ButtonView, from old: Button?, in environment: Environment) -> Bool {
        view.onTap = action
        if let old, old.title == title, old.isStrong == isStrong { return false }
        (view.title, view.isStrong, view.theme) = (title, isStrong, environment.theme)
        view.isEnabled = environment.isEnabled
        return true
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: ButtonView, in proposal: Proposal, _ environment: Environment) -> Size {
        let size = view.naturalSize
        return Size(min(size.width, proposal.width ?? size.width), size.height)
    }
}
