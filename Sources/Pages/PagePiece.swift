// A part of a long page that is laid out by itself, when a visitor comes near.

import Geometry
import Stage

/// A part of a long page: one block, or some that belong together. Lengths are in pixels.
struct PagePiece {
    /// What a piece shows.
    enum Content {
        case block(Block)
        /// The line that begins with the row `first` of a list of rows or cards.
        case line(RowLines, first: Int)
        /// Some rows of a long table.
        case table(LongTable, rows: Range<Int>)
        /// Blocks that stand in two columns.
        case columns([Block])
        /// Nothing but the marks of items without content.
        case marks
    }

    /// The mark of an item of a list, beside the piece with which the item begins.
    struct Mark {
        var item: Block.Task
        /// The number of the item; nil for a bullet or a box.
        var number: String?
        /// The number of lists around the item's list.
        var depth: Int
        /// The distance of the mark from the side of the screen where lines begin, and its width.
        var left: Double
        var width: Double
    }

    /// The bar of a quotation beside the piece.
    struct Bar {
        /// The distance of the bar from the side of the screen where lines begin.
        var left: Double
        /// The top of the bar in the piece. It goes to the bottom.
        var top: Double
    }

    var content: Content
    /// The distance of the piece from the side of the screen where lines begin, and its width.
    var left: Double
    var width: Double
    /// The space above the piece.
    var gap: Double
    /// Whether the piece is at the top of the page.
    var isTop: Bool
    /// Whether nothing else is kept free above the piece than `gap`.
    var isJoined: Bool
    /// The number of lists around it.
    var depth: Int
    var marks: [Mark]
    var bars: [Bar]
    /// The estimated height, with the space above.
    var estimate: Double
}

/// The view of a piece. It is as wide as the screen, and takes only the touches that its blocks take.
final class PieceView: View {
    /// The index of the piece on its page.
    let index: Int
    /// The first view of each part of the page in it, by the part's place in the page's file.
    var placed: [SourcePlace: View] = [:]

    /// An empty view for piece `index`.
    init(of index: Int) {
        self.index = index
        super.init()
    }

    override func hitTest(_ point: Point) -> View? {
        let hit = super.hitTest(point)
        return hit === self ? nil : hit
    }
}
