// The anchors of a page: the names by which links lead to its headings.

/// Gives each heading of a page its anchor, in reading order. The anchors are those that GitHub gives: lower case, with hyphens for
/// spaces, without punctuation, and with a number where the page has the same heading again.
struct PageAnchors {
    /// How often each anchor has been given.
    private var counts: [String: Int] = [:]

    /// The anchor of the next heading, whose text is `heading`. Empty when the text has no letters and no digits.
    mutating func next(_ heading: String) -> String {
        let plain = Self.plain(heading)
        guard !plain.isEmpty else { return "" }
        var anchor = plain
        while let count = counts[anchor] {
            counts[plain] = (counts[plain] ?? 0) + 1
            anchor = "\(plain)-\(max(count, counts[plain] ?? 0))"
        }
        counts[anchor] = 0
        return anchor
    }

    /// `heading` as an anchor that no other heading has.
    private static func plain(_ heading: String) -> String {
        var anchor = String.UnicodeScalarView()
        for scalar in heading.lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .control: anchor.append("-")
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
                anchor.append(scalar)
            default: if scalar == "-" { anchor.append(scalar) }
            }
        }
        return String(anchor)
    }

    /// The anchors of the headings in `blocks`, in reading order.
    static func all(in blocks: [Block]) -> [String] { places(in: blocks).map(\.anchor) }

    /// The place of the heading in `blocks` with the anchor `anchor`. Nil when there is none.
    static func place(of anchor: String, in blocks: [Block]) -> SourcePlace? {
        places(in: blocks).first { $0.anchor == anchor }?.place
    }

    private static func places(in blocks: [Block]) -> [(anchor: String, place: SourcePlace)] {
        var anchors = PageAnchors()
        return blocks.flatMap(\.headings).map { (anchors.next($0.text), $0.place) }.filter { !$0.0.isEmpty }
    }
}

extension Block {
    /// The texts and the places of the headings in the block, in reading order.
    var headings: [(text: String, place: SourcePlace)] {
        switch content {
        case .heading(_, let text): [(text.plainText, place)]
        case .quote(let blocks): blocks.flatMap(\.headings)
        case .list(_, let items): items.flatMap { $0.flatMap(\.headings) }
        case .tasks(_, let tasks): tasks.flatMap { $0.blocks.flatMap(\.headings) }
        default: []
        }
    }
}
