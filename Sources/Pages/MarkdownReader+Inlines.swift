// Turns the running text of a page's Markdown into inlines: letters, emphasis, code and links.

import Settings

extension MarkdownReader {
    /// The inlines in `node`.
    func inlines(in node: MarkdownNode, depth: Int) -> [Inline] {
        mayDescend(into: node, depth: depth) ? inlines(node.children, depth: depth + 1) : []
    }

    /// The inlines of `nodes`.
    func inlines(_ nodes: [MarkdownNode], depth: Int) -> [Inline] {
        var found: [Inline] = []
        for (index, node) in nodes.enumerated() {
            switch node.kind {
            case .text: found.append(.text(node.literal))
            case .softbreak:
                found.append(.text("\n"))
                uncountedBytes = 0
            case .linebreak:
                found.append(.lineBreak)
                uncountedBytes = 0
                if index > 0, source.endsWithBackslash(line(nodes[index - 1].lastLine)) {
                    uncountedLines += 1
                    if index + 1 < nodes.count { uncountedBytes = nodes[index + 1].begin.byte - 1 }
                }
            case .code: found.append(.code(node.literal))
            case .emphasis: found.append(.emphasis(inlines(in: node, depth: depth)))
            case .strong: found.append(.strong(inlines(in: node, depth: depth)))
            case .strikethrough: found.append(.struck(inlines(in: node, depth: depth)))
            case .link:
                let target = link(node)
                let text = inlines(in: node, depth: depth)
                if let target { found.append(.link(target, text)) } else { found += text }
            case .image:
                // The picture's file is checked nevertheless.
                _ = picture(node, link: nil)
                report(
                    "a picture within text is shown as its words; give it a paragraph of its own", at: node,
                    severity: .warning)
                found.append(.text(node.plainText))
            case .htmlInline:
                let tag = node.literal.filter { !$0.isWhitespace }
                if tag == "<br>" || tag == "<br/>" { found.append(.lineBreak) } else { warnOfHTML(node) }
            case .document, .list, .item, .paragraph, .heading, .table, .quote, .codeBlock, .htmlBlock, .rule,
                .tableHeader, .tableRow, .tableCell, nil:
                found += inlines(in: node, depth: depth)
            }
        }
        return found.joined
    }

    /// The target of the link `node`. Nil when it has none, which is reported.
    func link(_ node: MarkdownNode) -> Link? {
        var presentation = Link.Presentation.push
        switch node.title {
        case "", "push": break
        case "sheet": presentation = .sheet
        default: report("a link's title can only be \"sheet\", not \"\(node.title)\"", at: node)
        }
        let (name, problem) = references.page(at: node.address, on: page)
        if let problem { report(problem, at: node) }
        return name.map { Link(page: $0, presentation: presentation, place: place(of: node)) }
    }
}

extension MarkdownNode {
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

extension [Inline] {
    /// The inlines with adjacent texts merged. A line end within a text becomes a space, or nothing between characters
    /// of scripts without spaces between words.
    var joined: [Inline] {
        var result: [Inline] = []
        for part in self {
            if case .text(let more) = part, case .text(let text)? = result.last {
                result[result.count - 1] = .text(text + more)
            } else {
                result.append(part)
            }
        }
        return result.map {
            guard case .text(let text) = $0, text.contains("\n") else { return $0 }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return .text(
                lines.dropFirst().reduce(into: String(lines[0])) { text, line in
                    let isClosed = text.last?.isIdeographic == true && line.first?.isIdeographic == true
                    text += (isClosed ? "" : " ") + line
                })
        }
    }

    /// The inlines without whitespace and line breaks at both ends.
    var trimmed: [Inline] {
        var parts = self[...]
        while let first = parts.first {
            if case .text(let text) = first {
                let rest = text.drop(while: \.isWhitespace)
                if !rest.isEmpty {
                    parts[parts.startIndex] = .text(String(rest))
                    break
                }
            } else if first != .lineBreak {
                break
            }
            parts.removeFirst()
        }
        while let last = parts.last {
            if case .text(let text) = last {
                let end = text.lastIndex { !$0.isWhitespace }
                if let end {
                    parts[parts.endIndex - 1] = .text(String(text[...end]))
                    break
                }
            } else if last != .lineBreak {
                break
            }
            parts.removeLast()
        }
        return Array(parts)
    }
}

extension Character {
    /// Whether the character belongs to Chinese or Japanese writing, which has no spaces between words.
    fileprivate var isIdeographic: Bool {
        unicodeScalars.first.map {
            (0x2E80...0x30FF).contains($0.value) || $0.properties.isIdeographic || (0xFF00...0xFFEF).contains($0.value)
        } ?? false
    }
}
