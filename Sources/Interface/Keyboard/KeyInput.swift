// What a keyboard on the glass types into.

package import Stage

/// A view with a text that a keyboard on the glass types into: a text field, or the windows of a guest while one of its fields is typed
/// into. UIKit's protocol of this name has the same part.
package protocol KeyInput: View {
    /// What holds the keyboard.
    var dock: Dock? { get set }
    /// What the text is.
    var kind: TextKind { get }
    /// What the keyboard needs to know of the text.
    var typing: TypingState { get }
    /// Whether no touch is recorded or traced while the text is typed.
    var isPrivate: Bool { get }
    /// Does what a key asks for.
    func take(_ stroke: KeyStroke)
    /// The keys that replace the characters in `range`, in Unicode scalars of what is shown, by `new`, each with those that are held with
    /// it; nil if there are no such keys.
    func keys(replacing range: Range<Int>, by new: String) -> [[Int]]?
    /// The part that is to be seen beside the keyboard, where there is a height of `room` (px from the top of the view).
    func needed(in room: Double) -> ClosedRange<Double>
    /// Shows the keyboard.
    func beginEditing()
    /// Called when the keyboard has gone, or types into something else.
    func editingEnded()
}

/// What the keyboard needs to know of the text that is typed.
nonisolated package struct TypingState: Hashable {
    /// The text before the caret, as far as it decides about capitals.
    package var before: String
    package var hasSelection: Bool
    package var canUndo: Bool
    package var canRedo: Bool
    package var canPaste: Bool
    /// Whether nothing of the text leaves it.
    package var isSecure: Bool

    package init(
        before: String = "", hasSelection: Bool = false, canUndo: Bool = false, canRedo: Bool = false,
        canPaste: Bool = false, isSecure: Bool = false
    ) {
        (self.before, self.hasSelection, self.canUndo, self.canRedo, self.canPaste, self.isSecure) = (
            before, hasSelection, canUndo, canRedo, canPaste, isSecure
        )
    }
}
