// Inline Markdown: the bold, italic and typewritten words of a line, and its links.

internal import CMark
import Drawing
import Layers
import Stage

/// Words with inline Markdown, as runs of one style.
struct Markdown: Equatable {
    /// Words of one style.
    struct Run: Equatable {
        var text: String
        var isBold = false
        var isItalic = false
        var isCode = false
        /// The address of the link that the words are; nil for others.
        var address: String?
    }

    private(set) var runs: [Run] = []

    /// The runs of `text`. Each line is read by itself, and signs that begin headings, lists and other blocks are letters in it. What is no
    /// Markdown is text.
    init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { append(Run(text: "\n")) }
            read(String(line))
        }
    }

    /// A line that begins with this sign begins no block. cmark takes it for a space beside the signs of emphasis.
    private static let start: Character = "\u{A0}"

    private mutating func read(_ line: String) {
        guard !line.isEmpty else { return }
        // Its extensions, which change a table that all threads share, are not in use.
        let text = String(Self.start) + line
        guard let document = cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT),
            let walk = cmark_iter_new(document)
        else { return append(Run(text: line)) }
        defer {
            cmark_iter_free(walk)
            cmark_node_free(document)
        }
        var isFirst = true
        // Emphasis may stand in emphasis.
        var (bold, italic, addresses) = (0, 0, [String]())
        while true {
            let event = cmark_iter_next(walk)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) else { break }
            let step = event == CMARK_EVENT_ENTER ? 1 : -1
            switch cmark_node_get_type(node) {
            case CMARK_NODE_STRONG: bold += step
            case CMARK_NODE_EMPH: italic += step
            case CMARK_NODE_LINK:
                if step > 0 {
                    addresses.append(cmark_node_get_url(node).map { String(cString: $0) } ?? "")
                } else {
                    addresses.removeLast()
                }
            case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
                var words = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
                if isFirst, words.first == Self.start { words.removeFirst() }
                isFirst = false
                append(
                    Run(
                        text: words, isBold: bold > 0, isItalic: italic > 0,
                        isCode: cmark_node_get_type(node) == CMARK_NODE_CODE, address: addresses.last))
            default: break
            }
        }
    }

    /// Appends `run`, to the last one if that has the same style.
    private mutating func append(_ run: Run) {
        guard !run.text.isEmpty else { return }
        if var last = runs.last {
            let text = last.text
            last.text = run.text
            if last == run { return runs[runs.count - 1].text = text + run.text }
        }
        runs.append(run)
    }

    /// The words in `style`, with `link` as the colour of links, and the links among their runs.
    func text(in style: TextStyle, links color: Color?) -> (runs: [AttributedText.Run], links: [LabelView.Link]) {
        var links: [LabelView.Link] = []
        let words = runs.enumerated().map { index, run in
            var style = style
            if run.isBold { style.weight = .bold }
            if run.isItalic { style.isItalic = true }
            if run.isCode { style.isMonospaced = true }
            if let address = run.address, let color {
                (style.color, style.isUnderlined) = (color, true)
                if links.last?.address == address, links.last?.runs.upperBound == index {
                    links[links.count - 1].runs = links[links.count - 1].runs.lowerBound..<index + 1
                } else {
                    links.append(LabelView.Link(address: address, runs: index..<index + 1))
                }
            }
            return AttributedText.Run(run.text, style)
        }
        return (words, links)
    }
}
