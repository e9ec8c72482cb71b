// Reads lists whose items are rows: links, and things with a value at their end.

import Settings

/// Reads the rows of a page.
struct RowReader {
    let source: MarkdownSource
    let inlines: InlineReader

    /// The rows of `list` when each of its items is a row: a link or a text with a value, with at most a picture before it, and words
    /// after it or below it. Nil for any other list.
    func read(_ list: MarkdownNode, depth: Int) -> [Row]? {
        var items: [RowItem] = []
        for item in list.children {
            guard let row = RowItem(item) else { return nil }
            items.append(row)
        }
        return items.map { row($0, depth: depth) }
    }

    private func row(_ item: RowItem, depth: Int) -> Row {
        source.beginText()
        var row = Row(
            title: inlines.read(item.title, depth: depth).trimmed,
            subtitle: inlines.read(item.words, depth: depth).trimmed.withoutSeparator,
            link: item.link.flatMap { source.link($0) },
            value: inlines.read(item.value, depth: depth).trimmed.withoutEmphasis,
            picture: item.image.map { source.picture($0, link: nil) },
            leading: ActionLink.read(item.leading, source), trailing: ActionLink.read(item.trailing, source),
            place: source.place(of: item.link ?? item.title.first ?? item.node))
        if let image = item.image, let picture = row.picture { source.warnOfTitle(of: picture, inRow: image) }
        if item.link == nil { row.title = row.title.withoutColon }
        guard let note = (row.title + row.value + row.subtitle).firstNote else { return row }
        // A row is one target for the finger.
        if item.link == nil {
            row.link = note
        } else {
            source.report(
                "a tap on this row opens its link, so nobody can open its footnote; refer to the footnote elsewhere",
                at: item.node, severity: .warning)
        }
        return row
    }

    /// Reports the first item because of which `list` is no list of rows, where few are like that: links are small among bullets then,
    /// and there are no actions. Returns whether that explains each action in the list.
    func reportOdd(in list: MarkdownNode) -> Bool {
        let items = list.children.map { ($0, RowItem($0)) }
        let others = items.filter { $0.1 == nil }
        guard let first = others.first, items.contains(where: { $0.1?.link != nil }), items.count >= 2 * others.count
        else { return false }
        let hasActions = items.contains { !($0.1?.leading.isEmpty ?? true) || !($0.1?.trailing.isEmpty ?? true) }
        // A link that is half written is reported as such.
        let isHalf = first.0.children.contains { !StraySigns.links(in: $0.children[...], isFirst: true).isEmpty }
        if !isHalf {
            source.report(
                "because of this item the whole list is shown with bullets\(hasActions ? ", small links and no actions" : " and small links"); "
                    + "for rows, begin each item with its only link, and end the list before other text", at: first.0,
                severity: hasActions ? .error : .warning)
        }
        return hasActions
    }
}

/// The parts of a list's item that is a row.
private struct RowItem {
    let node: MarkdownNode
    /// The link that a tap follows; nil for a text with a value.
    let link: MarkdownNode?
    let image: MarkdownNode?
    let title: [MarkdownNode]
    /// The strong words at the end of the line.
    let value: [MarkdownNode]
    /// The words after and below the title.
    let words: [MarkdownNode]
    /// The actions before the words of the item, and after them.
    let (leading, trailing): ([MarkdownNode], [MarkdownNode])

    /// The parts of `item`; nil when it is no row.
    init?(_ item: MarkdownNode) {
        let paragraphs = item.children
        guard item.kind == .item, (1...2).contains(paragraphs.count),
            paragraphs.allSatisfy({ $0.kind == .paragraph }), let line = paragraphs.first?.children
        else { return nil }
        let own = line.firstIndex { !$0.isSpace && !$0.isAction && $0.kind != .image } ?? line.endIndex
        let below = paragraphs.dropFirst().flatMap(\.children)
        leading = line[..<own].filter(\.isAction)
        trailing = (line[own...] + below).filter(\.isAction)
        var rest = line.filter { !$0.isAction }[...].drop(while: \.isSpace)
        var image: MarkdownNode?
        if rest.first?.kind == .image {
            image = rest.popFirst()
            rest = rest.drop(while: \.isSpace)
        }
        if let link = rest.first, link.kind == .link {
            let after = rest.dropFirst().drop(while: \.isSpace)
            let (sign, value) = Self.value(at: after)
            let isValue = !value.isEmpty && sign.allSatisfy(\.isSeparator)
            self.link = link
            title = link.children.filter { $0.kind != .image }
            self.value = isValue ? value : []
            words = (isValue ? [] : Array(after)) + below.filter { !$0.isAction }
            self.image = image ?? link.children.first { $0.kind == .image }
        } else {
            let (text, value) = Self.value(at: rest)
            guard !value.isEmpty, text.contains(where: { !$0.isSpace }) else { return nil }
            (link, title, self.value, words, self.image) = (
                nil, Array(text), value, below.filter { !$0.isAction }, image
            )
        }
        node = item
        let others = (link == nil ? title : []) + value + words
        guard !others.contains(where: \.holdsTarget) else { return nil }
    }

    /// `nodes` in two parts: the last ones that are strong, with footnotes among them, and what is before them.
    private static func value(at nodes: ArraySlice<MarkdownNode>) -> (before: [MarkdownNode], value: [MarkdownNode]) {
        var start = nodes.endIndex
        var firstStrong: Int?
        while start > nodes.startIndex {
            let node = nodes[start - 1]
            guard node.kind == .strong || node.kind == .noteMark || node.isSpace else { break }
            start -= 1
            if node.kind == .strong { firstStrong = start }
        }
        guard let firstStrong else { return (Array(nodes), []) }
        return (Array(nodes[..<firstStrong]), Array(nodes[firstStrong...]))
    }
}

extension MarkdownNode {
    /// Whether the node is a link that is an action of a row.
    fileprivate var isAction: Bool { kind == .link && LinkTitle(title).isAction }

    /// Whether the node is a link or a picture, or one lies in it.
    fileprivate var holdsTarget: Bool {
        var left = [self]
        while let node = left.popLast() {
            if node.kind == .link || node.kind == .image { return true }
            left += node.children
        }
        return false
    }

    /// Whether the node is only whitespace, dashes and colons.
    fileprivate var isSeparator: Bool {
        isSpace || kind == .text && literal.allSatisfy { $0.isWhitespace || "–—-:：·".contains($0) }
    }
}

extension [Inline] {
    /// The inlines without the colon or dash that divides them from the value after them.
    fileprivate var withoutColon: [Inline] {
        guard case .text(let text)? = last else { return self }
        let end = text.lastIndex { !$0.isWhitespace && !":：–—".contains($0) }
        let rest = end.map { String(text[...$0]) } ?? ""
        return (dropLast() + (rest.isEmpty ? [] : [.text(rest)])).trimmed
    }

    /// The inlines with the contents of strong ones in their place.
    fileprivate var withoutEmphasis: [Inline] {
        flatMap { if case .strong(let parts) = $0 { parts } else { [$0] } }
    }

    /// The link that opens the first footnote in the inlines.
    fileprivate var firstNote: Link? {
        for inline in self {
            switch inline {
            case .note(let link, _): return link
            case .emphasis(let parts), .strong(let parts), .struck(let parts), .link(_, let parts):
                if let note = parts.firstNote { return note }
            case .text, .code, .lineBreak, .placeholder: break
            }
        }
        return nil
    }
}
