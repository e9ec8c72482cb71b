// Detects control characters in names from outside, which could forge lines in a log or change a terminal.

extension String {
    /// Whether the text has a control character, such as a line feed or an escape, or a separator of lines or paragraphs.
    package var hasControlCharacters: Bool {
        unicodeScalars.contains {
            switch $0.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
