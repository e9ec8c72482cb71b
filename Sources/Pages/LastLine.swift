// The lines of a paragraph: none of one short word at the end, and all at the side where they are read from.

import Drawing

extension SetText {
    /// The share of the width below which a single word is too short for the last line of a text.
    private static let leastLastLine = 1.0 / 3
    /// The most characters of Chinese or Japanese, with their sign, that are too few for a line.
    private static let fewCharacters = 2

    /// The text in lines of `width` pixels. If its last line is a single short word, the word before it comes into that line too, as long
    /// as the text does not get longer. A text that stands at the side where the lines of its page begin, and is read from the other
    /// side, stands there as soon as its lines are full: they would end at the one side and not begin below each other at the other.
    func lines(ofWidth width: Double, alignment: TextAlignment) -> TextLayout {
        let layout = balancedLines(ofWidth: width, alignment: alignment)
        guard alignment == .end, layout.lineCount > 1,
            layout.lineCount > 1 + attributed.string.unicodeScalars.count(where: { $0 == "\u{2028}" || $0 == "\n" })
        else { return layout }
        return balancedLines(ofWidth: width, alignment: .start)
    }

    private func balancedLines(ofWidth width: Double, alignment: TextAlignment) -> TextLayout {
        let layout = TextLayout(attributed, width: width, alignment: alignment, lineSpacing: lineSpacing)
        guard layout.lineCount > 1, layout.lastLine.width < Self.leastLastLine * width,
            let joined = attributed.joined(at: layout.lastLine.start, atMost: Self.fewCharacters)
        else { return layout }
        let other = TextLayout(joined, width: width, alignment: alignment, lineSpacing: lineSpacing)
        // Where the two words do not fit a line together, they would be parted at a letter.
        return other.lineCount == layout.lineCount && other.lastLine.start < layout.lastLine.start ? other : layout
    }
}

extension AttributedText {
    /// The text whose lines are not broken at `byte`; nil if more than one word follows there or, where words have no spaces between
    /// them, more than `few` characters, or if the line ends there by itself.
    fileprivate func joined(at byte: Int, atMost few: Int) -> AttributedText? {
        let bytes = string.utf8
        let (before, last) = (Substring(bytes.prefix(byte)), Substring(bytes.dropFirst(byte)))
        guard let end = before.last, !last.isEmpty, !last.contains(where: \.isWhitespace) else { return nil }
        let isAfterSpace = end == " "
        guard isAfterSpace || !end.isWhitespace && last.count <= few else { return nil }
        var (text, start) = (self, 0)
        for index in runs.indices {
            let bytes = runs[index].text.utf8
            defer { start += bytes.count }
            // The space before the word, or the place between two characters.
            let place = (isAfterSpace ? byte - 1 : byte) - start
            guard (isAfterSpace ? 0..<bytes.count : 1..<bytes.count + 1).contains(place) else { continue }
            let (before, after) = (Substring(bytes.prefix(place)), Substring(bytes.dropFirst(place)))
            text.runs[index].text = isAfterSpace ? "\(before)\u{A0}\(after.dropFirst())" : "\(before)\u{2060}\(after)"
            return text
        }
        return nil
    }
}
