// Finds Markdown that is half written, or written as for another program, and so is shown as text.

import Settings

/// Signs in running text that were probably meant as Markdown.
struct StraySigns {
    /// A mistake, and the node and the beginning of the text at which it is.
    struct Finding {
        let message: String
        let severity: Diagnostic.Severity
        let node: MarkdownNode
        let words: String
    }

    private static let shown = "this is shown as text: "
    /// What an error begins with. Where it is new, the last good version of the page is shown, not the text.
    private static let read = "this is read as text: "
    /// Signs in which programs for letters put quotations.
    private static let curlyQuotes: Set<Character> = [
        "“", "”", "„", "‟", "‘", "’", "‚", "‛", "«", "»", "‹", "›", "″", "′", "´", "`",
    ]
    /// Words that are titles of links and pictures.
    private static let titles: Set<Substring> = ["sheet", "push", "fit", "fill", "banner"]

    /// The most findings of a kind in a text. To find a place takes time with the length of the text.
    private static let most = 20

    /// The text up to the first node that is no text.
    private let text: String
    /// The nodes, with the bytes of `text` at which they begin.
    private let nodes: [(begin: Int, node: MarkdownNode)]

    /// Looks at the text with which `nodes` begin.
    private init(_ nodes: ArraySlice<MarkdownNode>) {
        var text = ""
        var found: [(Int, MarkdownNode)] = []
        for node in nodes.prefix(while: { $0.kind == .text || $0.kind == .softbreak }) {
            found.append((text.utf8.count, node))
            text += node.kind == .softbreak ? "\n" : node.literal
        }
        (self.text, self.nodes) = (text, found)
    }

    /// The mistake `message` at `index` of the text.
    private func finding(
        _ message: String, at index: String.Index, _ severity: Diagnostic.Severity = .warning
    ) -> [Finding] {
        let byte = text.utf8.distance(from: text.startIndex, to: index)
        guard let node = nodes.last(where: { $0.begin <= byte })?.node ?? nodes.first?.node else { return [] }
        return [
            Finding(
                message: (severity == .error ? Self.read : Self.shown) + message, severity: severity, node: node,
                words: String(text[index...].prefix(Self.words)))
        ]
    }

    /// How many characters tell a place in its line.
    private static let words = 8

    // MARK: Links and pictures

    /// The half-written links and pictures in the text with which `nodes` begin. Those with an address are errors: a visitor would see
    /// the address, and could not open it. `isFirst` says that nothing stands before the text in its paragraph.
    static func links(in nodes: ArraySlice<MarkdownNode>, isFirst: Bool) -> [Finding] {
        let signs = StraySigns(nodes)
        guard signs.text.contains("]") || signs.text.contains("*") else { return [] }
        return signs.links(isFirst: isFirst) + signs.withoutAddress + signs.stars
    }

    private func links(isFirst: Bool) -> [Finding] {
        var found: [Finding] = []
        var rest = text[...]
        var isOpen = !isFirst
        while found.count < Self.most, let sign = rest.firstRange(of: "](") {
            let before = rest[..<sign.lowerBound]
            let begin = before.lastIndex(of: "[")
            isOpen = isOpen || begin != nil
            let isPicture = begin.map { $0 > text.startIndex && text[text.index(before: $0)] == "!" } == true
            let place = begin.map { isPicture ? text.index(before: $0) : $0 } ?? sign.lowerBound
            let target = rest[sign.upperBound...]
            let close = target.firstIndex(of: ")")
            let inner = target[..<(close ?? target.endIndex)]
            let message =
                close == nil || inner.contains("(")
                ? "the \(isPicture ? "picture" : "link") has no ) at its end; write "
                    + (isPicture ? "![words](picture.png)" : "[words](page.md)")
                : !isOpen && Self.isFile(inner)
                    ? "the link has no [ before its words; write [words](\(inner))" : Self.advice(for: inner)
            if let message { found += finding(message, at: place, .error) }
            guard let close else { break }
            rest = target[target.index(after: close)...]
        }
        return found
    }

    /// What to write in place of what stands between ( and ) after a link's words or a picture's; nil for what is fine.
    private static func advice(for inner: Substring) -> String? {
        let inner = trimmed(String(inner).replacing("\n", with: " "))
        if inner.hasPrefix("qr:") { return advice(forCode: inner) }
        let address = inner.prefix { $0 != " " }
        let tail = trimmed(String(inner[address.endIndex...]))
        guard let sign = tail.first else { return nil }
        let words = sign == "'" ? tail.dropFirst() : tail[...]
        let title = trimmed(words.filter { $0 != "\"" && !curlyQuotes.contains($0) })
        let written = "write (\(address) \"\(title)\")"
        if curlyQuotes.contains(sign) { return "a title stands between straight quotes; \(written)" }
        if sign == "\"" || sign == "'" {
            return tail.dropFirst().contains(sign) ? nil : "the title has no \(sign) at its end; \(written)"
        }
        let isTitle = titles.contains(tail.prefix { $0 != ":" && $0 != " " }) || isFile(address) && !isFile(tail[...])
        if isTitle { return "a title stands between quotes; \(written)" }
        guard !inner.contains("\"") else { return nil }
        return
            "the address of a link or a picture has no spaces; write (\(inner.replacing(" ", with: "%20")))"
    }

    /// What to write in place of `inner`, which makes a QR code; nil for what is fine.
    private static func advice(forCode inner: String) -> String? {
        // A title in quotes ends what stands between the brackets. Other quotes are part of the code's text.
        let isQuote = { (sign: Character) in sign == "\"" || curlyQuotes.contains(sign) }
        let begin = zip(inner.indices, inner.indices.dropFirst()).first { inner[$0] == " " && isQuote(inner[$1]) }?.1
        let end = begin.flatMap { inner[$0...].dropFirst().last.map(isQuote) == true ? $0 : nil } ?? inner.endIndex
        let (text, title) = (trimmed(String(inner[..<end].dropFirst(3))), inner[end...])
        guard !text.isEmpty else { return nil }
        let words = trimmed(title.filter { !isQuote($0) })
        let written = words.isEmpty ? "" : " \"\(words)\""
        if text.contains(" ") { return "a text with spaces stands between < and >; write (<qr:\(text)>\(written))" }
        if inner.hasPrefix("qr: ") { return "the text follows qr: at once; write (qr:\(text)\(written))" }
        return title.contains(where: curlyQuotes.contains)
            ? "a title stands between straight quotes; write (qr:\(text)\(written))" : nil
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Whether `text` ends as the names of pages and pictures do.
    private static func isFile(_ text: Substring) -> Bool {
        guard let dot = text.lastIndex(of: "."), dot > text.startIndex else { return false }
        let ending = text[text.index(after: dot)...]
        return (2...8).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Links and pictures in whose place no address stands: `[a] (b.md)`, `![a]`, `[a][b]`.
    private var withoutAddress: [Finding] {
        var found: [Finding] = []
        var rest = text[...]
        while found.count < Self.most, let close = rest.firstIndex(of: "]") {
            let begin = rest[..<close].lastIndex(of: "[")
            let after = rest[rest.index(after: close)...]
            rest = after
            guard let begin else { continue }
            let isPicture = begin > text.startIndex && text[text.index(before: begin)] == "!"
            let spaces = after.prefix { $0 == " " }
            if !spaces.isEmpty, after.dropFirst(spaces.count).first == "(",
                let end = after.firstIndex(of: ")"), Self.isFile(after[..<end])
            {
                found += finding(
                    "the address follows the words at once; remove the space between ] and (", at: begin, .error)
            } else if after.first == "[" {
                found += finding("there is no line that says where it leads; write [words](page.md)", at: begin)
            } else if isPicture, after.first != "(" {
                found += finding("the picture has no file; write ![words](picture.png)", at: text.index(before: begin))
            }
        }
        return found
    }

    /// Stars that do not touch the word that they should make bold.
    private var stars: [Finding] {
        if let wide = starsAfterSign { return wide }
        guard let sign = text.firstRange(of: "**") else { return [] }
        return finding("** stands at both ends of the words without spaces, as in **bold**", at: sign.lowerBound)
    }

    /// Stars that end emphasized words after a Chinese or Japanese sign such as 。 and before a letter. Markdown does not take these for an
    /// end, because in other scripts a space would follow the sign.
    private var starsAfterSign: [Finding]? {
        guard let begin = text.firstIndex(of: "*") else { return nil }
        let stars = text[begin...].prefix { $0 == "*" }
        let inner = text[stars.endIndex...]
        guard stars.count <= 2, let end = inner.firstRange(of: stars), let sign = inner[..<end.lowerBound].last,
            sign.unicodeScalars.allSatisfy({
                (0x3000...0x303F).contains($0.value) || (0xFF00...0xFF65).contains($0.value)
            }),
            inner[end.upperBound...].first.map({ $0.isLetter || $0.isNumber }) == true
        else { return nil }
        let words = inner[..<end.lowerBound].dropLast()
        let short = words.count > 12 ? "…\(words.suffix(12))" : String(words)
        return finding(
            "\(stars) cannot end between \(sign) and a letter; write \(stars)\(short)\(stars)\(sign)", at: begin)
    }

    // MARK: Paragraphs

    /// What the lines of `paragraph` were probably meant to be; nil for running text.
    static func problem(ofParagraph paragraph: MarkdownNode) -> String? {
        let signs = StraySigns(paragraph.children[...])
        let lines = signs.text.split(separator: "\n").map { trimmed(String($0)) }
        guard let first = lines.first else { return nil }
        if first.hasPrefix("|"), first.dropFirst().contains("|"), lines.count > 1 {
            return shown + "a table needs a line such as |---|---| below its first line, with as many cells"
        }
        let heading = first.drop { $0 == "#" }
        if lines.count == 1, (1...6).contains(first.count - heading.count), heading.first?.isLetter == true {
            return shown + "a heading has a space after #"
        }
        if let sign = first.first, "•‣◦▪".contains(sign) {
            return
                "\(sign) is shown in running text, and the lines are joined; for a list, begin each line with - and a space"
        }
        let items = lines.filter { $0.hasPrefix("-") && $0.dropFirst().first?.isLetter == true }
        if lines.count > 1, items.count == lines.count { return shown + "a list has a space after each -" }
        return nil
    }
}
