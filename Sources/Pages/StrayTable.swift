// Finds tables of TOML in the text of a page, which were meant as settings.

import Settings

/// A line such as `[[place]]` in a paragraph, with a line such as `picture = "plan.png"` below it.
enum StrayTable {
    /// The headings of tables in `paragraph`: each with a message, and the node with which its line begins.
    static func all(in paragraph: MarkdownNode) -> [(message: String, node: MarkdownNode)] {
        // Nearly every paragraph is none of this.
        guard paragraph.children.contains(where: { $0.literal.hasPrefix("[") }) else { return [] }
        let lines = paragraph.children.split { $0.kind == .softbreak || $0.kind == .linebreak }
        return zip(lines, lines.dropFirst()).compactMap { line, next in
            guard let node = line.first, let heading = heading(text(line)), isSetting(text(next)) else { return nil }
            return (
                "this is shown as text: the table \(heading) belongs to \(place(of: heading))", node
            )
        }
    }

    /// The text of a line; it ends where something else than text begins.
    private static func text(_ line: ArraySlice<MarkdownNode>) -> String {
        line.prefix { $0.kind == .text }.map(\.literal).joined()
    }

    /// The heading of a table that is all of `line`, but for a comment; nil for any other line.
    private static func heading(_ line: String) -> String? {
        let (open, close) = line.hasPrefix("[[") ? ("[[", "]]") : ("[", "]")
        guard line.hasPrefix(open), let end = line.firstRange(of: close) else { return nil }
        let name = line[line.index(line.startIndex, offsetBy: open.count)..<end.lowerBound]
        let rest = line[end.upperBound...].drop(while: \.isWhitespace)
        let isTable = !name.isEmpty && name.allSatisfy { isOfKey($0) || $0 == "." }
        return isTable && (rest.isEmpty || rest.hasPrefix("#")) ? open + name + close : nil
    }

    /// Whether `line` gives a key a value.
    private static func isSetting(_ line: String) -> Bool {
        let rest = line.drop { isOfKey($0) || $0 == "." }
        return rest.startIndex > line.startIndex && rest.drop(while: \.isWhitespace).hasPrefix("=")
    }

    /// Whether `character` can be in a key without quotes.
    private static func isOfKey(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }

    /// Where a table with `heading` belongs.
    private static func place(of heading: String) -> String {
        let key = String(heading.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "." })
        let files = KeyPlaces.all.filter { $0.table.isEmpty && $0.keys.contains(key) }.map(\.file)
        let other = files.contains(.page) ? nil : files.first
        return other?.rawValue ?? "the front matter, between two lines of +++ at the top of the page"
    }
}
