// How a field looks and behaves.

import Drawing
import Stage

extension FieldView {
    /// Whether the text begins at the right.
    var isRightToLeft: Bool {
        guard !text.string.isEmpty else { return environment.direction == .rightToLeft }
        return AttributedText(shown, theme.style(), language: environment.language ?? "en").isRightToLeft
    }

    /// What decides how the field looks and behaves.
    struct Look: Hashable {
        var label = ""
        var prompt = ""
        var kind = TextKind.text
        /// The number of lines that are there from the beginning; 1 for a field of one line.
        var lines = 1
        /// Room (em) that is kept free where lines begin and where they end.
        var leading = 0.0
        var trailing = 0.0
        var isSecure = false
        var isEnabled = true
        /// What is wrong with the text; nil if nothing is.
        var problem: String?

        var hasProblem: Bool { problem != nil }
        var isMultiline: Bool { lines > 1 }
    }
}
