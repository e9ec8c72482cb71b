// Limits of a page's text for which its parser would take too long.

import Settings

/// What a page may have at most, however many bytes the rules allow.
enum PageLimits {
    /// The greatest number of lines in a page.
    static let mostLines = 40_000
    /// The greatest number of `<!` and `<?` in a page. For each of them, cmark searches the rest of the paragraph for
    /// the end.
    static let mostHTML = 1000
    /// The greatest number of lines such as `|-|-|` with no blank line between them. For each of them in a paragraph, cmark takes the
    /// whole paragraph above it for a table's head.
    static let mostSeparators = 100

    /// Throws the first limit that `source`, the text of a page, exceeds.
    static func check(_ source: SourceText) throws(Diagnostic) {
        if source.lineCount > mostLines {
            throw Diagnostic(
                "the page has \(source.lineCount) lines; the most is \(mostLines): split it",
                file: source.file, line: mostLines + 1, column: 1)
        }
        let beginnings = zip(source.bytes, source.bytes.dropFirst()).count { $0 == 60 && ($1 == 33 || $1 == 63) }
        if beginnings > mostHTML {
            throw Diagnostic(
                "the page has \(beginnings) pieces of HTML that begin with <! or <?; remove them", file: source.file)
        }
        if let line = excessiveSeparator(in: source) {
            throw Diagnostic(
                "more than \(mostSeparators) lines look like the line below a table's head, with no blank line between "
                    + "them; divide the table, or write – instead of -", file: source.file, line: line, column: 1)
        }
    }

    /// The first line of `source` that looks like the separator of a table and has too many of them above it in its block. Blank lines
    /// divide blocks; a sign of a quotation is as good as blank.
    private static func excessiveSeparator(in source: SourceText) -> Int? {
        var count = 0
        return (1...source.lineCount).first { number in
            let line = source.bytes(ofLine: number)
            if line.allSatisfy(" >\t\r\n".utf8.contains) { count = 0 }
            let isSeparator =
                line.allSatisfy("-:| >\t\u{B}\u{C}\r\n".utf8.contains) && line.contains(UInt8(ascii: "-"))
                && line.contains { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ":") }
            if isSeparator { count += 1 }
            return count > mostSeparators
        }
    }
}
