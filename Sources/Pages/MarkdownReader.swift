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

    /// Reads the footnotes of the page, from number 1 on. cmark puts them at the end, in the order in which the text refers to them.
    func readNotes() -> [[Block]] {
        source.warnOfUnusedNotes()
        return source.document.root.children.filter { $0.kind == .note }.map { blocks(in: $0, depth: 1) }
    }

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
        case .list: return block(list(node, depth: depth))
        case .quote: return block(.quote(blocks(in: node, depth: depth)))
        case .codeBlock:
            source.warnOfOpenCode(node)
            let code = Placeholder.literal(node.literal)
            return block(.code(code.hasSuffix("\n") ? String(code.dropLast()) : code))
        case .rule: return block(.rule)
        case .table:
            let stepped = SteppedReader(source: source).table(node, inlines, depth: depth)
            return block(stepped ?? .table(table(node, depth: depth)))
        case .htmlBlock:
            source.warnOfHTML(node)
            return []
        case .note: return []
        case .document, .item, .task, .noteMark, .text, .softbreak, .linebreak, .code, .link, .image, .strong,
            .strikethrough,
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
                if pictures.count > 1 { pictures.forEach(source.warnOfBanner) }
                blocks.append(
                    Block(pictures.count == 1 ? .picture(first) : .gallery(pictures), at: first.place))
            }
            pictures = []
        }
        if let problem = StraySigns.problem(ofParagraph: node) { source.reportOnce(problem, at: node) }
        for (message, heading) in StrayTable.all(in: node) { source.reportOnce(message, at: heading) }
        for child in node.children {
            if let content = source.figure(child) {
                endText()
                endPictures()
                blocks.append(Block(content, at: source.place(of: child)))
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

    private func list(_ node: MarkdownNode, depth: Int) -> Block.Content {
        let around = source.actionsAreExplained
        defer { source.actionsAreExplained = around }
        if node.start == nil {
            let rows = RowReader(source: source, inlines: inlines)
            if let rows = rows.read(node, depth: depth) { return .rows(rows) }
            source.actionsAreExplained = rows.reportOdd(in: node)
        }
        let items = node.children.map { blocks(in: $0, depth: depth + 1) }
        guard node.children.contains(where: { $0.kind == .task }) else { return .list(start: node.start, items: items) }
        return .tasks(
            start: node.start,
            zip(node.children, items).map { Block.Task(isDone: $0.isDone, blocks: $1) })
    }

    private func table(_ node: MarkdownNode, depth: Int) -> Block.Table {
        var table = Block.Table(alignments: [], header: [], rows: [])
        for letter in node.alignments {
            table.alignments.append(letter == UInt8(ascii: "c") ? .center : letter == UInt8(ascii: "r") ? .end : .start)
        }
        for row in node.children {
            source.warnOfLostCells(in: row, columns: table.alignments.count)
            let cells = row.children.map { inlines.read(in: $0, depth: depth + 1) }
            if row.kind == .tableHeader { table.header = cells } else { table.rows.append(cells) }
        }
        return table
    }
}
