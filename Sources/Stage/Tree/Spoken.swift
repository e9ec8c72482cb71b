// What a view says about itself to whoever cannot see it.

/// A view in words: what it is, what it is called, and what it shows. Tests find views by it, and screen readers speak it.
public struct Spoken: Hashable, Sendable {
    /// What a view is, by the names of WAI-ARIA.
    public enum Role: String, CaseIterable, Sendable {
        case text, heading, button, link, image, slider, switching = "switch", progress, textbox, group, radio, tab
        case spinButton = "spinbutton", gridCell = "gridcell", alertdialog, dialog, status

        /// Whether it is only said, and nothing can be done with it.
        package var isWords: Bool { [.text, .heading, .image].contains(self) }
    }

    /// What a field in which a text is typed tells besides its text.
    public struct Editing: Hashable, Sendable {
        /// What is selected, in characters; empty at the caret.
        public var selection: Range<Int>
        /// Whether the text is secret. The value then has a dot for each character.
        public var isSecure: Bool
        /// Whether the text may have several lines.
        public var isMultiline: Bool
        /// Whether something is wrong with the text.
        public var hasProblem: Bool

        /// A field with `selection`.
        public init(selection: Range<Int>, isSecure: Bool = false, isMultiline: Bool = false, hasProblem: Bool = false)
        {
            (self.selection, self.isSecure) = (selection, isSecure)
            (self.isMultiline, self.hasProblem) = (isMultiline, hasProblem)
        }
    }

    /// What the view is.
    public var role: Role
    /// What it is called: its words, its title or its description.
    public var label: String
    /// What it is set to; nil for what has no value.
    public var value: String?
    /// Whether it is on, checked or chosen; nil for what can be none of these. Words for that depend on the language, and are in `value` where
    /// they are spoken.
    public var isOn: Bool?
    /// Whether a finger can use it.
    public var isEnabled: Bool
    /// Where the value lies between the least and the greatest, from 0 to 1; nil for what has no such value.
    public var share: Double?
    /// What there is to know about it besides, such as what is wrong with what was typed; nil for nothing.
    public var hint: String?
    /// The text that is typed in it; nil for what is no field.
    public var editing: Editing?

    /// A view that is a `role` called `label`.
    public init(
        _ role: Role, _ label: String, value: String? = nil, isOn: Bool? = nil, isEnabled: Bool = true,
        share: Double? = nil, hint: String? = nil, editing: Editing? = nil
    ) {
        (self.role, self.label, self.value, self.isOn, self.isEnabled) = (role, label, value, isOn, isEnabled)
        (self.share, self.hint, self.editing) = (share, hint, editing)
    }
}
