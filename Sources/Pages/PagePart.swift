// The parts of a page: where each stands in the page's file, and what it says.

/// A part of a page that is laid out by itself: a block without other blocks in it, or a row.
struct PagePart {
    /// The place in the page's file where the part begins.
    var place: SourcePlace
    /// What the part says, by which it is known again when the file has changed.
    var text: String
}

extension Block {
    /// Whether the block is one part of its page.
    var isPart: Bool {
        switch content {
        case .rows, .list, .tasks, .quote: false
        default: true
        }
    }

    /// The parts of the block, in reading order.
    var parts: [PagePart] {
        switch content {
        case .rows(let rows):
            rows.map { PagePart(place: $0.place, text: Block(.rows([$0]), at: $0.place).words) }
        case .list(_, let items): items.flatMap { $0.flatMap(\.parts) }
        case .tasks(_, let tasks): tasks.flatMap { $0.blocks.flatMap(\.parts) }
        case .quote(let blocks): blocks.flatMap(\.parts)
        default: [PagePart(place: place, text: words)]
        }
    }

    private var words: String { (texts + pictures.map(\.description)).joined(separator: "\n") }
}
