// Finds text that Markdown leaves out, or takes for something else, without a word.

import Settings

/// Places at which cmark loses what an author wrote.
struct LostText {
    /// The signs that can stand before a block: spaces, and the marks of quotations.
    private static func withoutMargin(_ line: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
        line.drop { " \t>".unicodeScalars.contains($0) }
    }

    /// What is wrong with `line`, a row of a table of `columns` columns, whose last cells cmark leaves out; nil for nothing.
    static func problem(ofRow line: [Unicode.Scalar], columns: Int) -> String? {
        var cells = 1
        var isEscaped = false
        let row = withoutMargin(line).reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        for scalar in row {
            if scalar == "|", !isEscaped { cells += 1 }
            isEscaped = scalar == "\\" && !isEscaped
        }
        if row.first == "|" { cells -= 1 }
        if row.last == "|", row.dropLast().last != "\\" { cells -= 1 }
        guard cells > columns else { return nil }
        return
            "this row has \(cells) cells and the table \(columns) columns, so the last of them are not shown; a sign | in a cell is written "
            + "as \\|"
    }

    /// What is wrong with a block of code from line `first` to line `last` of `source`; nil for nothing.
    static func problem(ofCodeFrom first: Int, to last: Int, in source: SourceText) -> String? {
        let begin = withoutMargin(source.line(first))
        guard let sign = begin.first, sign == "`" || sign == "~", begin.prefix(3).allSatisfy({ $0 == sign }),
            begin.count >= 3
        else { return nil }
        // A block that something else ends has its end in the last line of its quotation or item.
        let end = withoutMargin(source.line(last)).reversed().drop { $0 == " " || $0 == "\t" }
        let isClosed = last > first && end.count >= 3 && end.allSatisfy { $0 == sign }
        guard !isClosed, (last + 1..<max(last + 1, source.lineCount + 1)).allSatisfy({ source.line($0).isEmpty }) else {
            return nil
        }
        let fence = String(repeating: String(sign), count: 3)
        return
            "the code that begins here has no \(fence) at its end, so all below it is shown as code; write \(fence) where it ends"
    }
}
