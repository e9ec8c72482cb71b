// Parses Markdown with cmark-gfm, and writes the tree down as bytes, so that another process can do it.

internal import CMark
import Settings
import Synchronization

/// Parses Markdown.
enum MarkdownParser {
    /// Serializes parsing. While it parses, cmark-gfm keeps the special characters of its extensions in one table for all
    /// threads.
    private static let parsing = Mutex(())
    private static let registered: Void = cmark_gfm_core_extensions_ensure_registered()

    /// The document that cmark-gfm makes of `text` with tables, struck text, tasks and footnotes, as bytes for
    /// `MarkdownDocument`: the number of nodes, then each node before its children, level by level.
    static func parse(_ text: ArraySlice<UInt8>) -> [UInt8] {
        _ = registered
        // Without source positions, cmark does not count a line break in a code span.
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_SOURCEPOS | CMARK_OPT_FOOTNOTES) else {
            fatalError("cmark has no parser")
        }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "tasklist"] {
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
        var nodes = [root]
        var writer = PlainWriter()
        var index = 0
        while index < nodes.count {
            let before = nodes.count
            var child = cmark_node_first_child(nodes[index])
            while let node = child {
                nodes.append(node)
                child = cmark_node_next(node)
            }
            write(nodes[index], childCount: nodes.count - before, to: &writer)
            index += 1
        }
        var counted = PlainWriter()
        counted.add(nodes.count)
        return counted.bytes + writer.bytes
    }

    /// Writes what `MarkdownDocument.Entry` reads.
    private static func write(_ node: OpaquePointer, childCount: Int, to writer: inout PlainWriter) {
        func text(_ characters: UnsafePointer<CChar>?) -> String { characters.map { String(cString: $0) } ?? "" }
        // cmark has no names for footnotes.
        let name =
            switch cmark_node_get_type(node) {
            case CMARK_NODE_FOOTNOTE_DEFINITION: MarkdownNode.Kind.note.rawValue
            case CMARK_NODE_FOOTNOTE_REFERENCE: MarkdownNode.Kind.noteMark.rawValue
            default: text(cmark_node_get_type_string(node))
            }
        let kind = MarkdownNode.Kind.allCases.firstIndex { $0.rawValue == name }
        writer.add(kind.map { $0 + 1 } ?? 0)
        writer.add(childCount)
        writer.add(Int(cmark_node_get_start_line(node)))
        writer.add(Int(cmark_node_get_start_column(node)))
        writer.add(Int(cmark_node_get_end_line(node)))
        writer.add(text(cmark_node_get_literal(node)))
        switch kind.map({ MarkdownNode.Kind.allCases[$0] }) {
        case .link, .image:
            writer.add(text(cmark_node_get_url(node)))
            writer.add(text(cmark_node_get_title(node)))
        case .heading: writer.add(Int(cmark_node_get_heading_level(node)))
        case .list:
            let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            writer.add(isOrdered ? 1 : 0)
            writer.add(isOrdered ? Int(cmark_node_get_list_start(node)) : 0)
        case .table:
            let letters = cmark_gfm_extensions_get_table_alignments(node)
            let count = letters == nil ? 0 : Int(cmark_gfm_extensions_get_table_columns(node))
            writer.add(count)
            for column in 0..<count { writer.add(Int(letters![column])) }
        case .task: writer.add(cmark_gfm_extensions_get_tasklist_item_checked(node) ? 1 : 0)
        default: break
        }
    }
}
