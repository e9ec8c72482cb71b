// Turns the Markdown of a page into blocks, and reports what cannot be shown.

import Drawing
import Settings

/// Reads the body of one page.
final class MarkdownReader {
    /// The maximum nesting of quotes, lists, emphasis and links.
    static let deepest = 100

    /// The errors found so far.
    var diagnostics = Diagnostics()
    let source: SourceText
    let references: KioskReferences
    let page: String
    private let firstLine: Int
    /// The number of backslashes at line ends in the current text. cmark does not count the lines that they end.
    var uncountedLines = 0
    /// The number of bytes by which cmark's column is too great in the line after such a backslash.
    var uncountedBytes = 0

    /// Makes a reader of `source` from line `firstLine` on, for the page called `page`.
    init(_ source: SourceText, from firstLine: Int, page: String, references: KioskReferences) {
        self.source = source
        self.firstLine = firstLine
        self.page = page
        self.references = references
    }

    /// Reads the blocks of the page.
    func read() -> [Block] {
        MarkdownNode.withDocument(source.bytes(from: firstLine)) { blocks(in: $0, depth: 0) }
    }

    /// The line of the file for line `number` of the body, as cmark counts it.
    func line(_ number: Int) -> Int { number + firstLine - 1 + uncountedLines }

    /// The place in the file where `node` begins.
    func place(of node: MarkdownNode) -> SourcePlace {
        let begin = node.begin
        let line = line(begin.line)
        let column = source.column(line: line, byte: begin.byte - uncountedBytes)
        let signs: [Unicode.Scalar] = node.kind == .link ? ["[", "<"] : node.kind == .image ? ["!"] : []
        guard !signs.isEmpty else { return SourcePlace(line: line, column: column) }
        // In a continuation line of a paragraph, cmark does not count the leading spaces.
        let columns = source.line(line).enumerated().filter { signs.contains($0.element) }.map { $0.offset + 1 }
        return SourcePlace(line: line, column: columns.first { $0 >= column } ?? columns.first ?? column)
    }

    /// Resets the corrections to cmark's count, which last until the end of a paragraph.
    private func beginText() { (uncountedLines, uncountedBytes) = (0, 0) }

    /// Reports `message` at the place where `node` begins.
    func report(_ message: String, at node: MarkdownNode, severity: Diagnostic.Severity = .error) {
        let place = place(of: node)
        diagnostics.add(
            Diagnostic(message, file: source.file, line: place.line, column: place.column, severity: severity))
    }

    /// Returns whether a node at `depth` may have children, and reports an error if it may not.
    func mayDescend(into node: MarkdownNode, depth: Int) -> Bool {
        if depth <= MarkdownReader.deepest { return true }
        report(
            "lies in more than \(MarkdownReader.deepest) quotes, lists or emphases; its contents are ignored", at: node
        )
        return false
    }

    private func blocks(in node: MarkdownNode, depth: Int) -> [Block] {
        guard mayDescend(into: node, depth: depth) else { return [] }
        return node.children.flatMap { blocks(from: $0, depth: depth + 1) }
    }

    private func blocks(from node: MarkdownNode, depth: Int) -> [Block] {
        beginText()
        let place = place(of: node)
        func block(_ content: Block.Content) -> [Block] { [Block(content, at: place)] }
        switch node.kind {
        case .paragraph: return paragraph(node, depth: depth)
        case .heading: return block(.heading(level: node.level, inlines(in: node, depth: depth)))
        case .list:
            if node.start == nil, let rows = rows(in: node, depth: depth) { return block(.rows(rows)) }
            return block(.list(start: node.start, items: node.children.map { blocks(in: $0, depth: depth + 1) }))
        case .quote: return block(.quote(blocks(in: node, depth: depth)))
        case .codeBlock:
            return block(.code(node.literal.hasSuffix("\n") ? String(node.literal.dropLast()) : node.literal))
        case .rule: return block(.rule)
        case .table: return block(.table(table(node, depth: depth)))
        case .htmlBlock:
            warnOfHTML(node)
            return []
        case .document, .item, .text, .softbreak, .linebreak, .code, .link, .image, .strong, .strikethrough,
            .htmlInline, .emphasis, .tableHeader, .tableRow, .tableCell, nil:
            return blocks(in: node, depth: depth)
        }
    }

    /// Reports HTML, which is left out. Comments are not reported.
    func warnOfHTML(_ node: MarkdownNode) {
        guard !node.literal.drop(while: \.isWhitespace).hasPrefix("<!--") else { return }
        report("HTML is not shown; write Markdown", at: node, severity: .warning)
    }

    // MARK: Paragraphs and pictures

    /// The blocks of a paragraph: its text, and the pictures before, between and after it.
    private func paragraph(_ node: MarkdownNode, depth: Int) -> [Block] {
        var blocks: [Block] = []
        var text: [MarkdownNode] = []
        var pictures: [PagePicture] = []
        func endText() {
            guard let first = text.first else { return }
            let place = place(of: first)
            let content = inlines(text, depth: depth).trimmed
            if !content.isEmpty { blocks.append(Block(.paragraph(content), at: place)) }
            text = []
        }
        func endPictures() {
            if let first = pictures.first {
                blocks.append(
                    Block(pictures.count == 1 ? .picture(first) : .gallery(pictures), at: first.place))
            }
            pictures = []
        }
        for child in node.children {
            if let shown = picture(child) {
                endText()
                pictures.append(shown)
            } else if !child.isSpace {
                endPictures()
                text.append(child)
            } else if pictures.isEmpty {
                text.append(child)
            }
        }
        endText()
        endPictures()
        return blocks
    }

    /// The picture that `node` is, or that is the only content of the link `node`. Nil for any other node.
    private func picture(_ node: MarkdownNode) -> PagePicture? {
        if node.kind == .image { return picture(node, link: nil) }
        let parts = node.kind == .link ? node.children : []
        guard parts.count == 1, let image = parts.first, image.kind == .image else { return nil }
        return picture(image, link: link(node))
    }

    func picture(_ node: MarkdownNode, link: Link?) -> PagePicture {
        let (picture, problem) = references.picture(at: node.address, on: page)
        if let problem { report(problem, at: node) }
        return PagePicture(picture: picture, description: node.plainText, link: link, place: place(of: node))
    }

    // MARK: Lists and tables

    /// The rows of a list in which each item is a link, at most with a picture before it and text below it. Nil for any
    /// other list.
    private func rows(in list: MarkdownNode, depth: Int) -> [Row]? {
        var parts: [(item: MarkdownNode, link: MarkdownNode, image: MarkdownNode?, below: [MarkdownNode])] = []
        for item in list.children {
            let paragraphs = item.children
            guard (1...2).contains(paragraphs.count), paragraphs.allSatisfy({ $0.kind == .paragraph }),
                var rest = paragraphs.first?.children[...]
            else { return nil }
            var image: MarkdownNode?
            if rest.first?.kind == .image {
                image = rest.popFirst()
                rest = rest.drop(while: \.isSpace)
            }
            guard let link = rest.popFirst(), link.kind == .link else { return nil }
            rest = rest.drop { $0.isSpace && !$0.isBreak }
            if let next = rest.first, !next.isBreak { return nil }
            let below = Array(rest.drop(while: \.isSpace)) + paragraphs.dropFirst().flatMap(\.children)
            guard below.allSatisfy({ $0.kind != .link && $0.kind != .image }) else { return nil }
            parts.append((item, link, image ?? link.children.first { $0.kind == .image }, below))
        }
        return parts.map { item, link, image, below in
            beginText()
            let target = self.link(link)
            let words = link.children.filter { $0.kind != .image }
            return Row(
                title: inlines(words, depth: depth).trimmed, subtitle: inlines(below, depth: depth).trimmed,
                link: target, picture: image.map { picture($0, link: nil) }, place: place(of: link))
        }
    }

    private func table(_ node: MarkdownNode, depth: Int) -> Block.Table {
        var table = Block.Table(alignments: [], header: [], rows: [])
        for letter in node.alignments {
            table.alignments.append(letter == UInt8(ascii: "c") ? .center : letter == UInt8(ascii: "r") ? .end : .start)
        }
        for row in node.children {
            let cells = row.children.map { inlines(in: $0, depth: depth + 1) }
            if row.kind == .tableHeader { table.header = cells } else { table.rows.append(cells) }
        }
        return table
    }
}
