// A link that a swipe on a row uncovers: [Map](map.md "action").

import Layers
import Settings
import Stage

/// An action of a row: a link on a button beside the row, which a swipe uncovers.
package struct ActionLink: Hashable, Sendable {
    /// The words on the button.
    package var title: String
    /// The target of a tap on the button.
    package var link: Link

    /// The most actions at one side of a row. There is no room for more buttons as wide as a finger needs.
    static let most = 2

    /// The links `nodes` as actions at one side of a row. The first is the one that a long swipe follows.
    static func read(_ nodes: [MarkdownNode], _ source: MarkdownSource) -> [ActionLink] {
        for node in nodes.dropFirst(most) {
            source.report(
                "a row has at most \(most) actions at each side; this one is left out, and can have a row of its own",
                at: node)
        }
        return nodes.prefix(most).compactMap { node in
            let title = Placeholder.plain(node.plainText)
            return source.link(node, isAction: true).map { ActionLink(title: title, link: $0) }
        }
    }
}

extension Row {
    /// All links of the row, in reading order.
    var links: [Link] { leading.map(\.link) + [link].compactMap(\.self) + trailing.map(\.link) }
    /// Whether a swipe uncovers anything.
    var hasActions: Bool { !leading.isEmpty || !trailing.isEmpty }
}

extension [ActionLink] {
    /// The buttons of the actions at one side of a row.
    func actions(language: String, theme: Theme, open: @escaping (Link) -> Void) -> [RowAction] {
        enumerated().map { index, action in
            // The action that a long swipe performs stands out.
            let color = index == 0 ? theme.accent : theme.accent.mixed(with: theme.background, 0.5)
            let text = [theme.background, theme.text, .white, .black].max {
                Contrast.between($0, color) < Contrast.between($1, color)
            }
            return RowAction(title: action.title, color: color, textColor: text ?? .white, language: language) {
                open(action.link)
            }
        }
    }
}

extension SwipeRow {
    /// A view of `row`, which `content` shows without its actions. It stands within the margins of its page, where its words would
    /// be cut off as it opens; they fade there.
    convenience init(_ row: Row, content: View, language: String, theme: Theme, open: @escaping (Link) -> Void) {
        self.init(
            content: content, leading: row.leading.actions(language: language, theme: theme, open: open),
            trailing: row.trailing.actions(language: language, theme: theme, open: open), theme: theme)
        edges = RowEdges(width: 2 * RowView.overhang(theme), color: theme.background)
        marks = (content as? RowView)?.marks ?? []
    }
}
