// What a view says about itself to whoever cannot see it.

/// A view in words: what it is, what it is called, and what it shows. Tests find views by it.
public struct Spoken: Hashable, Sendable {
    /// What a view is, by the names of WAI-ARIA.
    public enum Role: String, CaseIterable, Sendable {
        case text, heading, button, link, image, slider, switching = "switch", progress, textbox, group, radio, tab
        case spinButton = "spinbutton", gridCell = "gridcell", alertdialog, dialog, status
    }

    /// What the view is.
    public var role: Role
    /// What it is called: its words, its title or its description.
    public var label: String
    /// What it is set to; nil for what has no value.
    public var value: String?
    /// Whether a finger can use it.
    public var isEnabled: Bool

    /// A view that is a `role` called `label`.
    public init(_ role: Role, _ label: String, value: String? = nil, isEnabled: Bool = true) {
        (self.role, self.label, self.value, self.isEnabled) = (role, label, value, isEnabled)
    }
}
