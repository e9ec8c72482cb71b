// The text of an accessible element, with places as AT-SPI counts them.

/// A text of which a client asks for parts. Places are counted in Unicode characters (scalars).
package struct AccessibleText: Hashable, Sendable {
    /// The parts of a text that a client can ask for, by the numbers of AtspiTextGranularity.
    package enum Granularity: UInt32, Sendable {
        case character, word, sentence, line, paragraph

        /// By the numbers of AtspiTextBoundaryType, which is older.
        init?(boundary: UInt32) {
            switch boundary {
            case 0: self = .character
            case 1, 2: self = .word
            case 3, 4: self = .sentence
            case 5, 6: self = .line
            default: return nil
            }
        }
    }

    /// The text.
    package let string: String
    /// What is selected; empty at the caret. Nil where there is no caret.
    package let selection: Range<Int>?
    private let scalars: [Unicode.Scalar]

    /// The text `string`, of which the characters `selection`, as people count them, are selected.
    package init(_ string: String, selection: Range<Int>? = nil) {
        self.string = string
        scalars = Array(string.unicodeScalars)
        self.selection = selection.map { selection in
            func scalars(before character: Int) -> Int { string.prefix(max(0, character)).unicodeScalars.count }
            return scalars(before: selection.lowerBound)..<scalars(before: selection.upperBound)
        }
    }

    /// The number of characters.
    package var count: Int { scalars.count }

    /// The character at `offset`; 0 where there is none.
    package func character(at offset: Int) -> UInt32 { scalars.indices.contains(offset) ? scalars[offset].value : 0 }

    /// The characters from `start` to before `end`; -1 is the end of the text.
    package func text(from start: Int, to end: Int) -> String {
        let end = end < 0 ? count : min(end, count)
        let start = min(max(0, start), end)
        return text(start..<end)
    }

    private func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    /// The part of the text around `offset`, with its place; the empty text at the end of the text.
    package func part(at offset: Int, _ granularity: Granularity) -> (text: String, range: Range<Int>) {
        guard offset >= 0, offset < count else { return ("", count..<count) }
        var (start, end) = (offset, offset + 1)
        while start > 0, !begins(at: start, granularity) { start -= 1 }
        while end < count, !begins(at: end, granularity) { end += 1 }
        return (text(start..<end), start..<end)
    }

    /// The part before the one around `offset`.
    package func part(before offset: Int, _ granularity: Granularity) -> (text: String, range: Range<Int>) {
        let start = offset >= count ? count : part(at: offset, granularity).range.lowerBound
        return start > 0 ? part(at: start - 1, granularity) : ("", 0..<0)
    }

    /// The part after the one around `offset`.
    package func part(after offset: Int, _ granularity: Granularity) -> (text: String, range: Range<Int>) {
        part(at: part(at: offset, granularity).range.upperBound, granularity)
    }

    /// Whether a part begins at `offset`, which is neither the first nor past the last. A word has the space behind it, a sentence and a line
    /// too.
    private func begins(at offset: Int, _ granularity: Granularity) -> Bool {
        let (before, here) = (scalars[offset - 1], scalars[offset])
        switch granularity {
        case .character: return true
        case .word: return before.properties.isWhitespace && !here.properties.isWhitespace
        case .sentence:
            guard before.properties.isWhitespace, !here.properties.isWhitespace else { return before.isIdeographicStop }
            if before.isNewline { return true }
            let last = scalars[..<offset].last { !$0.properties.isWhitespace }
            return last.map { ".!?…؟।".unicodeScalars.contains($0) } ?? false
        case .line, .paragraph: return before.isNewline && !(before == "\r" && here == "\n")
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isNewline: Bool { Character(self).isNewline }
    /// Whether it ends a sentence of a script without spaces.
    fileprivate var isIdeographicStop: Bool { "。！？".unicodeScalars.contains(self) }
}
