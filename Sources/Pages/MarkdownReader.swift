// Turns the Markdown of a page into blocks.

import Drawing
import Settings

/// Reads the body of one page.
struct MarkdownReader {
    private let source: MarkdownSource
    private let inlines: InlineReader

    /// Reads `source`.
    init(_ source: MarkdownSource) {
        self.source = source
        inlines = InlineReader(source: source)
    }

    /// Reads the blocks of the page.
    func read() -> [Block] { blocks(in: source.document.root, depth: 0) }

    private func blocks(in node: MarkdownNode, depth: Int) -> [Block] {
        guard source.mayDescend(into: node, depth: depth) else { return [] }
        return node.children.flatMap { blocks(from: $0, depth: depth + 1) }
    }

    private func blocks(from node: MarkdownNode, depth: Int) -> [Block] {
        source.beginText()
        let place = source.place(of: node)
        func block(_ content: Block.Content) -> [Block] { [Block(content, at: place)] }
        switch node.kind {
        case .paragraph: return paragraph(node, depth: depth)
        case .heading: return block(.heading(level: node.level, inlines.read(in: node, depth: depth)))
        case .list:
            if node.start == nil {
                if let rows = rows(in: node, depth: depth) { return block(.rows(rows)) }
                warnOfLinks(in: node)
            }
            return block(.list(start: node.start, items: node.children.map { blocks(in: $0, depth: depth + 1) }))
        case .quote: return block(.quote(blocks(in: node, depth: depth)))
        case .codeBlock:
            let code = Placeholder.literal(node.literal)
            return block(.code(code.hasSuffix("\n") ? String(code.dropLast()) : code))
        case .rule: return block(.rule)
        case .table: return block(.table(table(node, depth: depth)))
        case .htmlBlock:
            source.warnOfHTML(node)
            return []
        case .document, .item, .text, .softbreak, .linebreak, .code, .link, .image, .strong, .strikethrough,
            .htmlInline, .emphasis, .tableHeader, .tableRow, .tableCell, nil:
            return blocks(in: node, depth: depth)
        }
    }

    // MARK: Paragraphs and pictures

    /// The blocks of a paragraph: its text, and the pictures before, between and after it.
    private func paragraph(_ node: MarkdownNode, depth: Int) -> [Block] {
        var blocks: [Block] = []
        var text: [MarkdownNode] = []
        var pictures: [PagePicture] = []
        func endText() {
            guard let first = text.first else { return }
            let place = source.place(of: first)
            let content = inlines.read(text, depth: depth).trimmed
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
            if let table = source.dataTable(child) {
                endText()
                endPictures()
                blocks.append(Block(.dataTable(table), at: source.place(of: child)))
            } else if let shown = picture(child) {
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
        if node.kind == .image { return source.picture(node, link: nil) }
        let parts = node.kind == .link ? node.children : []
        guard parts.count == 1, let image = parts.first, image.kind == .image else { return nil }
        return source.picture(image, link: source.link(node))
    }

    // MARK: Lists and tables

    /// The parts of a list's item that is a row: a link, a picture before or in it, and the words after and below it.
    private struct RowParts {
        let link: MarkdownNode
        let image: MarkdownNode?
        let words: [MarkdownNode]

        /// The parts of `item`; nil when it is no row.
        init?(of item: MarkdownNode) {
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
            words = Array(rest.drop(while: \.isSpace)) + paragraphs.dropFirst().flatMap(\.children)
            guard words.allSatisfy({ $0.kind != .link && $0.kind != .image }) else { return nil }
            self.link = link
            self.image = image ?? link.children.first { $0.kind == .image }
        }
    }

    /// The rows of a list in which each item is a link, with at most a picture before it, and words after it or below it. Nil for
    /// any other list.
    private func rows(in list: MarkdownNode, depth: Int) -> [Row]? {
        var parts: [RowParts] = []
        for item in list.children {
            guard let row = RowParts(of: item) else { return nil }
            parts.append(row)
        }
        return parts.map { row in
            source.beginText()
            let target = source.link(row.link)
            let title = row.link.children.filter { $0.kind != .image }
            return Row(
                title: inlines.read(title, depth: depth).trimmed,
                subtitle: inlines.read(row.words, depth: depth).trimmed.withoutSeparator,
                link: target, picture: row.image.map { source.picture($0, link: nil) },
                place: source.place(of: row.link))
        }
    }

    /// Warns when `list` would be rows without a few of its items: its links are small among bullets.
    private func warnOfLinks(in list: MarkdownNode) {
        let others = list.children.filter { RowParts(of: $0) == nil }
        guard let first = others.first, list.children.count >= 2 * others.count else { return }
        source.report(
            "because of this item the whole list is shown with bullets and small links; for rows, begin each item with its only "
                + "link, and end the list before other text", at: first, severity: .warning)
    }

    private func table(_ node: MarkdownNode, depth: Int) -> Block.Table {
        var table = Block.Table(alignments: [], header: [], rows: [])
        for letter in node.alignments {
            table.alignments.append(letter == UInt8(ascii: "c") ? .center : letter == UInt8(ascii: "r") ? .end : .start)
        }
        for row in node.children {
            let cells = row.children.map { inlines.read(in: $0, depth: depth + 1) }
            if row.kind == .tableHeader { table.header = cells } else { table.rows.append(cells) }
        }
        return table
    }
}
