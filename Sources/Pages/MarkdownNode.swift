// A node of cmark-gfm's tree.

internal import CMark
import Synchronization

/// Serializes parsing. While it parses, cmark-gfm keeps the special characters of its extensions in one table for all
/// threads.
private let parsing = Mutex(())
private let registered: Void = cmark_gfm_core_extensions_ensure_registered()

/// A node of the tree that cmark-gfm makes from Markdown. Valid as long as its document.
struct MarkdownNode {
    /// The kind of a node by cmark's own name. The kinds of extensions have numbers only at run time.
    enum Kind: String {
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
    }

    private let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// Parses `text` with the extensions table and strikethrough, and calls `body` with the document.
    static func withDocument<Result>(_ text: ArraySlice<UInt8>, _ body: (MarkdownNode) -> Result) -> Result {
        _ = registered
        // Without source positions, cmark does not count a line break in a code span.
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_SOURCEPOS) else {
            fatalError("cmark has no parser")
        }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough"] {
            guard let known = cmark_find_syntax_extension(name) else { fatalError("cmark knows no \(name)") }
            cmark_parser_attach_syntax_extension(parser, known)
        }
        let document = parsing.withLock { _ in
            text.withUnsafeBytes {
                cmark_parser_feed(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
            }
            return cmark_parser_finish(parser).map { UInt(bitPattern: $0) }
        }
        guard let document, let root = OpaquePointer(bitPattern: document) else { fatalError("cmark made no document") }
        defer { cmark_node_free(root) }
        return body(MarkdownNode(root))
    }

    /// The kind of the node. Nil for kinds that cmark never makes with the extensions in use.
    var kind: Kind? { cmark_node_get_type_string(pointer).flatMap { Kind(rawValue: String(cString: $0)) } }
    /// The child nodes, in order.
    var children: [MarkdownNode] {
        Array(sequence(first: cmark_node_first_child(pointer)) { cmark_node_next($0) }.prefix { $0 != nil })
            .compactMap { $0.map(MarkdownNode.init) }
    }
    /// The text of a text node, a code node or an HTML node.
    var literal: String { cmark_node_get_literal(pointer).map { String(cString: $0) } ?? "" }
    /// The address of a link or a picture.
    var address: String { cmark_node_get_url(pointer).map { String(cString: $0) } ?? "" }
    /// The title of a link or a picture.
    var title: String { cmark_node_get_title(pointer).map { String(cString: $0) } ?? "" }
    /// The level of a heading, 1 to 6.
    var level: Int { Int(cmark_node_get_heading_level(pointer)) }
    /// The first number of a numbered list. Nil for any other node.
    var start: Int? {
        cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(pointer)) : nil
    }
    /// The alignment of each column of a table: the letter `l`, `c` or `r`, or 0.
    var alignments: [UInt8] {
        let count = Int(cmark_gfm_extensions_get_table_columns(pointer))
        guard let letters = cmark_gfm_extensions_get_table_alignments(pointer) else { return [] }
        return Array(UnsafeBufferPointer(start: letters, count: count))
    }

    /// The line in the document and the byte in that line where the node begins, both from 1. Some nodes within a table
    /// have no position; the position of the parent is then used.
    var begin: (line: Int, byte: Int) {
        if let ownBegin { return ownBegin }
        return cmark_node_parent(pointer).map { MarkdownNode($0).begin } ?? (1, 1)
    }

    /// The position from cmark's data for the node and its children. Nil when cmark has none.
    private var ownBegin: (line: Int, byte: Int)? {
        // For a link or picture, cmark gives the line where it ends. For its text, cmark gives the line where the text
        // begins.
        let signs = kind == .link ? 1 : kind == .image ? 2 : 0
        if signs > 0, let first = cmark_node_first_child(pointer), let inner = MarkdownNode(first).ownBegin {
            return (inner.line, inner.byte - signs)
        }
        let line = Int(cmark_node_get_start_line(pointer))
        return line > 0 ? (line, Int(cmark_node_get_start_column(pointer))) : nil
    }

    /// The line in the document, from 1, where the last text in the node ends.
    var lastLine: Int {
        var last = pointer
        while let inner = cmark_node_last_child(last) { last = inner }
        return Int(cmark_node_get_end_line(last))
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
