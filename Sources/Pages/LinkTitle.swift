// The title of a link, which says how its target appears: [Rules](rules.md "sheet").

/// What the title of a link says.
struct LinkTitle {
    private let text: String
    /// How the target page appears.
    private(set) var presentation = Link.Presentation.push
    /// Whether a swipe on the row uncovers the link: `action`.
    private(set) var isAction = false
    private var isKnown = true

    /// Reads `title`: words with spaces or commas between them.
    init(_ title: String) {
        text = title
        for word in title.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            switch word {
            case "push": break
            case "sheet": presentation = .sheet
            case "action": isAction = true
            default: isKnown = false
            }
        }
    }

    /// What is wrong with the title of a link that is an action of a row if `isTaken` as one; nil for nothing.
    func problem(isTaken: Bool) -> String? {
        if !isKnown { return "a link's title can only be \"sheet\" or \"action\", not \"\(text)\"" }
        guard isAction, !isTaken else { return nil }
        return
            "only a row has actions: an item of a list that begins with -, and has one link of its own or a value, such as "
            + "- [Hall](hall.md) [Map](map.md \"action\")"
    }
}
