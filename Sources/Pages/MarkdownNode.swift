// A node of the tree that cmark-gfm makes from Markdown.

/// A node of a parsed page.
struct MarkdownNode {
    /// The kind of a node by cmark's own name.
    enum Kind: String, CaseIterable {
        case document, list, item, paragraph, heading, text, softbreak, linebreak, code, link, image, table, strong
        case strikethrough
        case quote = "block_quote"
        case codeBlock = "code_block"
        case htmlBlock = "html_block"
        case rule = "thematic_break"
        case htmlInline = "html_inline"
        case emphasis = "emph"
        case tableHeader = "table_header"
        case tableRow = "table_row"
        case tableCell = "table_cell"
        /// An item of a list with a box, ticked or not.
        case task = "tasklist"
        /// The text of a footnote, and its number where a text refers to it.
        case note = "footnote_definition"
        case noteMark = "footnote_reference"
    }

    /// The most nodes between a node and another one from which it takes its position. Nothing is shown that lies deeper.
    private static let farthest = 2 * MarkdownSource.deepest

    private let document: MarkdownDocument
    private let index: Int

    /// The node with the index `index` of `document`.
    init(_ document: MarkdownDocument, _ index: Int) { (self.document, self.index) = (document, index) }

    private var entry: MarkdownDocument.Entry { document.entries[index] }

    /// The kind of the node. Nil for kinds that cmark never makes with the extensions in use.
    var kind: Kind? { entry.kind }
    /// The child nodes, in order.
    var children: [MarkdownNode] { entry.children.map { MarkdownNode(document, $0) } }
    /// The text of a text node, a code node or an HTML node.
    var literal: String { entry.literal }
    /// The address of a link or a picture.
    var address: String { if case .reference(let address, _) = entry.detail { address } else { "" } }
    /// The title of a link or a picture.
    var title: String { if case .reference(_, let title) = entry.detail { title } else { "" } }
    /// The level of a heading, 1 to 6.
    var level: Int { if case .heading(let level) = entry.detail { level } else { 0 } }
    /// The first number of a numbered list. Nil for any other node.
    var start: Int? { if case .list(let start) = entry.detail { start } else { nil } }
    /// Whether a task is done. Nil for any other node.
    var isDone: Bool? { if case .task(let isDone) = entry.detail { isDone } else { nil } }
    /// The alignment of each column of a table: the letter `l`, `c` or `r`, or 0.
    var alignments: [UInt8] { if case .table(let alignments) = entry.detail { alignments } else { [] } }

    /// The line in the document and the byte in that line where the node begins, both from 1. Some nodes within a table
    /// have no position; the position of the parent is then used.
    var begin: (line: Int, byte: Int) {
        var node = index
        for _ in 0..<Self.farthest {
            if let begin = ownBegin(of: node) { return begin }
            node = document.entries[node].parent
        }
        return (1, 1)
    }

    /// The position from cmark's data for the node `node` and its first descendants. Nil when cmark has none.
    private func ownBegin(of node: Int) -> (line: Int, byte: Int)? {
        // For a link or picture, cmark gives the line where it ends. For its text, cmark gives the line where the text
        // begins. That text can begin with a picture again.
        var (path, signs) = ([node], [0])
        while path.count < Self.farthest, let last = path.last, let first = document.entries[last].children.first {
            let width = document.entries[last].kind == .link ? 1 : document.entries[last].kind == .image ? 2 : 0
            if width == 0 { break }
            path.append(first)
            signs.append(signs[signs.count - 1] + width)
        }
        for (inner, width) in zip(path, signs).reversed() where document.entries[inner].line > 0 {
            return (document.entries[inner].line, document.entries[inner].byte - width)
        }
        return nil
    }

    /// The lines in the document, from 1, that the node takes.
    var lines: ClosedRange<Int> { entry.line...max(entry.line, entry.lastLine) }

    /// The line in the document, from 1, where the last text in the node ends.
    var lastLine: Int {
        var last = entry
        while let inner = last.children.last { last = document.entries[inner] }
        return last.lastLine
    }
}

extension MarkdownNode {
    /// The number of nodes in the node that are more than text, counted until there are more than `most`.
    func elementCount(upTo most: Int) -> Int {
        var count = 0
        var left = children
        while let node = left.popLast(), count <= most {
            if node.kind != .text, node.kind != .softbreak { count += 1 }
            left += node.children
        }
        return count
    }

    /// The first node in the document, among those with text of their own, for which `isWanted` returns true.
    func firstText(where isWanted: (MarkdownNode) -> Bool) -> MarkdownNode? {
        var left = [self]
        while let node = left.popLast() {
            switch node.kind {
            case .paragraph, .heading, .tableCell, .codeBlock: if isWanted(node) { return node }
            default: left += node.children.reversed()
            }
        }
        return nil
    }

    /// Whether the node is a line break of either kind.
    var isBreak: Bool { kind == .softbreak || kind == .linebreak }
    /// Whether the node is only whitespace.
    var isSpace: Bool { isBreak || kind == .text && literal.allSatisfy(\.isWhitespace) }
    /// The words in the node and its descendants.
    var plainText: String {
        var words = ""
        var left = [self]
        while let node = left.popLast() {
            if node.kind == .text || node.kind == .code { words += node.literal }
            if node.isBreak { words += " " }
            left += node.children.reversed()
        }
        return words
    }
}
