// What an app says about elements to whoever cannot see them.

import Geometry
public import Stage

/// What a screen reader is told of the elements in another one.
nonisolated public enum AccessibilityChildren: Hashable, Sendable {
    /// Each of them, in a group.
    case contain
    /// One element that is called by all the words in it. The controls in it are told too.
    case combine
    /// One element, and nothing in it.
    case ignore
}

/// Each of these says something to screen readers, tests and `bezel control tree` alike. They change nothing that is seen. What they say is
/// about the control, the text or the picture that the element is. Of an element that consists of several, a name makes a group, which has
/// them in it, and a value, a hint or a role makes one element that is called by the words in it.
extension Element {
    /// The element, called `label`: an icon, a drawn picture, or a control whose words do not say what it does.
    public func accessibilityLabel(_ label: String) -> some Element { Told(self, .label(label)) }

    /// The element, which is set to `value` in words.
    public func accessibilityValue(_ value: String) -> some Element { Told(self, .value(value)) }

    /// The element, with `hint` about what it is good for. A screen reader says it after the name, and what is wrong with the text of a
    /// field before it.
    public func accessibilityHint(_ hint: String) -> some Element { Told(self, .hint(hint)) }

    /// The element, which is told as a `role`.
    public func accessibilityRole(_ role: Spoken.Role) -> some Element { Told(self, .role(role)) }

    /// The element, of which nothing is told if it `isHidden`: a picture that only decorates. A control in it can still be touched.
    public func accessibilityHidden(_ isHidden: Bool = true) -> some Element { Told(self, .hidden(isHidden)) }

    /// The element as one, such as a card: what is in it is told as `children` says.
    public func accessibilityElement(children: AccessibilityChildren = .ignore) -> some Element {
        let change: SpokenChange.Children =
            switch children {
            case .contain: .contain
            case .combine: .combine
            case .ignore: .ignore
            }
        return Told(self, .children(change))
    }
}

/// An element of which something else is told than its views say.
private struct Told: HoldingElement {
    let layout = WholeLayout()
    let content: Elements
    let change: SpokenChange

    init(_ content: some Element, _ change: SpokenChange) {
        (self.content, self.change) = (Elements(slots: [.one(content)]), change)
    }

    func makeView(in environment: Environment) -> SpokenBox { SpokenBox(change) }
    func update(_ view: SpokenBox, in environment: Environment) { view.change = change }
    var isOnlyHolder: Bool { true }
}

/// The layout of content that fills its place.
private struct WholeLayout: Layout, Equatable {
    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        BoxLayout.size(of: items, in: proposal)
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        BoxLayout.place(items, in: Rect(origin: .zero, size: size))
    }
}
