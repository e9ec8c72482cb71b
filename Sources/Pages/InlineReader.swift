// Turns the running text of a page's Markdown into inlines: letters, emphasis, code and links.

import Settings

/// Reads the running text in a page.
struct InlineReader {
    let source: MarkdownSource

    /// The inlines in `node`.
    func read(in node: MarkdownNode, depth: Int) -> [Inline] {
        source.mayDescend(into: node, depth: depth) ? read(node.children, depth: depth + 1) : []
    }

    /// Warns of signs that mean something elsewhere and are shown as they are, in the text with which `nodes` begin.
    private func warnOfSigns(in nodes: ArraySlice<MarkdownNode>) {
        guard let first = nodes.first else { return }
        var text = ""
        for node in nodes.prefix(while: { $0.kind == .text }) { text += node.literal }
        if let open = text.firstRange(of: "[^"), let close = text[open.upperBound...].firstIndex(of: "]") {
            let name = text[open.lowerBound...close]
            source.reportOnce("there is no footnote \(name); write it in a line of its own: \(name): …", at: first)
        }
    }

    /// The inlines of `nodes`.
    func read(_ nodes: [MarkdownNode], depth: Int) -> [Inline] {
        var found: [Inline] = []
        for (index, node) in nodes.enumerated() {
            switch node.kind {
            case .text:
                if index == 0 || nodes[index - 1].kind != .text { warnOfSigns(in: nodes[index...]) }
                if index == 0 || nodes[index - 1].kind != .text && nodes[index - 1].kind != .softbreak {
                    source.reportStraySigns(in: nodes[index...], isFirst: index == 0)
                }
                found += source.inlines(of: node)
            case .softbreak:
                found.append(.text("\n"))
                source.endLine()
            case .linebreak:
                found.append(.lineBreak)
                source.breakLine(
                    after: index > 0 ? nodes[index - 1] : nil, before: index + 1 < nodes.count ? nodes[index + 1] : nil)
            case .code: found.append(.code(Placeholder.literal(node.literal)))
            case .emphasis: found.append(.emphasis(read(in: node, depth: depth)))
            case .strong: found.append(.strong(read(in: node, depth: depth)))
            case .strikethrough: found.append(.struck(read(in: node, depth: depth)))
            case .link:
                let target = source.link(node)
                let text = read(in: node, depth: depth)
                if let target { found.append(.link(target, text)) } else { found += text }
            case .noteMark:
                if let (number, link) = source.note(node) { found.append(.note(link, number: number)) }
            case .image:
                // The picture's file is checked nevertheless.
                if source.picture(node, link: nil).picture != nil {
                    source.report(
                        "a picture within text is shown as its words; give it a paragraph of its own", at: node,
                        severity: .warning)
                }
                found.append(.text(node.plainText))
            case .htmlInline:
                if HTMLAdvice.isLineBreaks(node.literal) { found.append(.lineBreak) } else { source.warnOfHTML(node) }
            case .document, .list, .item, .paragraph, .heading, .table, .quote, .codeBlock, .htmlBlock, .rule,
                .tableHeader, .tableRow, .tableCell, .task, .note, nil:
                found += read(in: node, depth: depth)
            }
        }
        return found.joined
    }
}

extension [Inline] {
    /// The inlines with adjacent texts merged. A line end within a text becomes a space, or nothing between characters
    /// of scripts without spaces between words.
    var joined: [Inline] {
        var result: [Inline] = []
        for part in self {
            if case .text(let more) = part, case .text(let text)? = result.last {
                // Between them a comment or a tag was left out, which had a space at each side.
                let rest = text.last == " " ? more.drop { $0 == " " } : more[...]
                result[result.count - 1] = .text(text + rest)
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

    /// Signs that are as wide as Chinese characters, after which there is no space.
    private static let wideSigns = "：，；。、｜"

    /// The inlines without the dash, colon or other sign that divides them from the link before them.
    var withoutSeparator: [Inline] {
        guard case .text(let text)? = first, let sign = text.first else { return self }
        if Self.wideSigns.contains(sign) {
            return ([.text(String(text.drop { Self.wideSigns.contains($0) }))] + dropFirst()).trimmed
        }
        guard "–—-:,;.·|،؛".contains(sign) else { return self }
        let rest = text.dropFirst()
        // A minus sign belongs to its number.
        guard rest.isEmpty || rest.first?.isWhitespace == true || text.hasPrefix("——") else { return self }
        if text.hasPrefix("——") { return ([.text(String(text.drop { $0 == "—" }))] + dropFirst()).trimmed }
        return ([.text(String(rest))] + dropFirst()).trimmed
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
