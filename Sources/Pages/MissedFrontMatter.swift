// Finds lines at the top of a page that were meant as front matter, and are shown as text.

import Settings

/// The lines at the top of a page without front matter.
struct MissedFrontMatter {
    private let source: SourceText
    /// The lines that are looked at.
    private let top: Range<Int>

    /// Front matter that is longer is not looked for.
    private static let mostLines = 64
    /// The keys of front matter. A first line that sets one of them is no sentence.
    private static let keys = Set(KeyPlaces.all.first { $0.file == .page && $0.table.isEmpty }?.keys ?? [])
    /// Those with which a line of text may begin, and go on after a colon.
    private static let words: Set = ["closed", "hours", "index", "keep", "place", "special", "start"]

    /// What front matter is, with a line as it would be there: the one that says what the page shows, or its title.
    private var rule: String { "front matter is TOML between lines of +++, such as \(example ?? "title = \"Hours\"")" }

    private var example: String? {
        for key in ["url", "app", "title"] {
            for number in top {
                let line = text(number)
                let rest = line.drop { $0 != ":" && $0 != "=" }.dropFirst().drop(while: \.isWhitespace)
                guard line.hasPrefix(key), setsKey(number), let first = rest.first else { continue }
                let value =
                    first == "\"" || first == "'"
                    ? rest.dropFirst().prefix { $0 != first }
                    : rest[..<(rest.firstRange(of: " #")?.lowerBound ?? rest.endIndex)]
                let written = String(value.reversed().drop(while: \.isWhitespace).reversed())
                if !written.isEmpty, !written.contains(where: { "\"\\[".contains($0) }) {
                    return "\(key) = \"\(written)\""
                }
            }
        }
        return nil
    }

    /// The top of `source`, which has no front matter.
    init(_ source: SourceText) {
        self.source = source
        top = 1..<min(Self.mostLines, source.lineCount) + 1
    }

    /// A warning about lines that were probably meant as front matter; nil if there are none.
    var warning: Diagnostic? {
        guard let first = top.first(where: { !isBlank($0) }) else { return nil }
        if source.isFence(first) {
            return first == 1
                ? nil : warning(first, "front matter begins in the first line; remove the lines before it")
        }
        let text = text(first)
        if text.count >= 2, text.allSatisfy({ $0 == "+" }) {
            return warning(first, "front matter stands between two lines of three signs, +++, not \(text.prefix(20))")
        }
        if setsKey(first) { return warning(first, rule + "; write +++ above and below these lines") }
        guard let end = end(ofFenceIn: first) else { return nil }
        let isTOML = (first + 1..<end).allSatisfy { isBlank($0) || self.text($0).contains("=") || isComment($0) }
        return warning(first, isTOML ? "front matter stands between two lines of +++, not \(text)" : rule)
    }

    private func text(_ number: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: source.line(number))
        return String(String(text).drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    private func isBlank(_ number: Int) -> Bool { text(number).isEmpty }

    private func isComment(_ number: Int) -> Bool { text(number).hasPrefix("#") }

    private func warning(_ line: Int, _ text: String) -> Diagnostic {
        Diagnostic("this is shown as text: " + text, file: source.file, line: line, column: 1, severity: .warning)
    }

    /// Whether a line sets a key of front matter, in TOML or in YAML.
    private func setsKey(_ number: Int) -> Bool {
        let text = text(number)
        guard let sign = text.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return false }
        let key = text[..<sign].filter { $0 != " " }
        return Self.keys.contains(key) && (text[sign] == "=" || !Self.words.contains(key))
    }

    /// The line that ends the front matter of another program, which line `first` begins; nil when it is none. A line of `---` is also
    /// a rule, so everything between two of them has to look like settings.
    private func end(ofFenceIn first: Int) -> Int? {
        let fence = text(first)
        let isYAML = fence == "---"
        guard isYAML || fence == "```toml" || fence == "```yaml" else { return nil }
        guard let end = top.dropFirst(first).first(where: { isYAML ? isYAMLFence($0) : text($0) == "```" }) else {
            return setsKey(first + 1) ? first + 2 : nil
        }
        let isSettings = (first + 1..<end).allSatisfy { number in
            isBlank(number) || text(number).contains { ":=".contains($0) } || isComment(number)
                || text(number).hasPrefix("- ")
        }
        return end > first + 1 && isSettings ? end : nil
    }

    private func isYAMLFence(_ number: Int) -> Bool { ["---", "..."].contains(text(number)) }
}
