// The tree that cmark-gfm makes from Markdown, as plain values.

import Settings

/// A parsed page.
final class MarkdownDocument {
    /// A node with its children.
    struct Entry {
        let kind: MarkdownNode.Kind?
        /// The index of the node that contains it; its own for the document.
        let parent: Int
        /// The indices of its children.
        let children: Range<Int>
        /// cmark's position of its beginning, both from 1; 0 where cmark has none.
        let line: Int
        let byte: Int
        /// cmark's line of its end.
        let lastLine: Int
        let literal: String
        let detail: Detail
    }

    /// What only some kinds of nodes have.
    enum Detail {
        case nothing
        case reference(address: String, title: String)
        case heading(level: Int)
        case list(start: Int?)
        case table(alignments: [UInt8])
        case task(isDone: Bool)
    }

    /// Each node, before its children.
    let entries: [Entry]

    /// Reads the bytes that `ParsingTask.markdown` made. It finds out whether they are wrong, since the process that parses could have
    /// been taken over by a page.
    init(parsed bytes: [UInt8]) throws(MalformedBytes) {
        var reader = PlainReader(bytes)
        let count = try reader.count()
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        // The children of the nodes follow each other level by level, so a tree comes of any numbers that add up.
        var parents = [0]
        parents.reserveCapacity(count)
        for index in 0..<count {
            guard index < parents.count else { throw MalformedBytes() }
            let entry = try Entry(from: &reader, parent: parents[index], firstChild: parents.count)
            guard entry.children.upperBound <= count else { throw MalformedBytes() }
            parents += repeatElement(index, count: entry.children.count)
            entries.append(entry)
        }
        guard count > 0, parents.count == count, reader.isAtEnd else { throw MalformedBytes() }
        self.entries = entries
    }

    /// The node of the whole document.
    var root: MarkdownNode { MarkdownNode(self, 0) }
}

extension MarkdownDocument.Entry {
    fileprivate init(from reader: inout PlainReader, parent: Int, firstChild: Int) throws(MalformedBytes) {
        let places = 0...Int(UInt32.max)
        let number = try reader.number(in: 0...MarkdownNode.Kind.allCases.count)
        let kind = number == 0 ? nil : MarkdownNode.Kind.allCases[number - 1]
        self.kind = kind
        self.parent = parent
        children = firstChild..<firstChild + (try reader.count())
        line = try reader.number(in: places)
        byte = try reader.number(in: places)
        lastLine = try reader.number(in: places)
        literal = try reader.text()
        switch kind {
        case .link, .image: detail = .reference(address: try reader.text(), title: try reader.text())
        case .heading: detail = .heading(level: try reader.number(in: 1...6))
        case .list:
            let isOrdered = try reader.number(in: 0...1) == 1
            let start = try reader.number(in: places)
            detail = .list(start: isOrdered ? start : nil)
        case .table:
            var alignments: [UInt8] = []
            for _ in 0..<(try reader.count()) { alignments.append(UInt8(try reader.number(in: 0...255))) }
            detail = .table(alignments: alignments)
        case .task: detail = .task(isDone: try reader.number(in: 0...1) == 1)
        default: detail = .nothing
        }
    }
}
