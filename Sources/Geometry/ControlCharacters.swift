// Detects control characters in names from outside, which could forge lines in a log or change a terminal.

extension String {
    /// Whether the text has a control character, such as a line feed or an escape, or a separator of lines or paragraphs.
    package var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) }

    /// The text with a replacement character for each of them.
    package var withoutControls: String {
        guard hasControlCharacters else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isControl ? "\u{FFFD}" : scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, a separator of lines or paragraphs, or a sign that turns the direction of a line, which could
    /// then be read as another one.
    package var isControl: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
