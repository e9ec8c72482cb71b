// A long table, of which some rows at a time are laid out.

import Drawing
import Geometry
import Stage

/// A table in slices with the same columns. Lengths are in pixels.
@MainActor
final class LongTable {
    private let table: Block.Table
    /// What the columns need, by the cells with the most characters.
    let needs: [TableColumns.Need]
    /// The slices scroll sideways together.
    let group = ScrollGroup()

    /// The most rows of a table that is laid out whole.
    static let leastRows = 40
    /// The rows of a slice.
    private static let rowsInSlice = 10
    /// The cells of a column that are measured. The widest of a column is seldom not among those with the most characters, and text that
    /// does not fit is broken into lines.
    private static let measuredCells = 6

    /// Finds the columns of `table` in a column of text that is `width` wide.
    init(_ table: Block.Table, width: Double, text: TextSetter, estimate: TextEstimate) {
        self.table = table
        needs = table.alignments.indices.map { column in
            var need = TableColumns.Need()
            func measure(_ inlines: [Inline]) {
                let set = text.paragraph(inlines)
                let natural = TextLayout(set.attributed, lineSpacing: set.lineSpacing).size.width
                need.natural = max(need.natural, natural)
                let word = text.widestWord(in: set)
                need.word = max(need.word, min(natural, word))
                need.least = max(need.least, min(natural, max(word, TableView.narrow * text.theme.em)))
            }
            let cells = table.rows.compactMap { $0.indices.contains(column) ? $0[column] : nil }
            for cell in Self.most(cells, by: { estimate.width($0) }) { measure(cell) }
            if cells.indices.contains(0) {
                for cell in Self.most(cells, by: { Double(Self.longestWord(in: $0)) }) { measure(cell) }
            }
            if table.header.indices.contains(column) { measure([.strong(table.header[column])]) }
            return need
        }
    }

    /// The ranges of rows that are laid out together.
    var slices: [Range<Int>] {
        stride(from: 0, to: table.rows.count, by: Self.rowsInSlice).map {
            $0..<min($0 + Self.rowsInSlice, table.rows.count)
        }
    }

    /// The part of the table with `rows`. The first has the header.
    func part(_ rows: Range<Int>) -> Block.Table {
        Block.Table(
            alignments: table.alignments, header: rows.lowerBound == 0 ? table.header : [],
            rows: Array(table.rows[rows]))
    }

    /// The cells of `cells` with the greatest `size`.
    private static func most(_ cells: [[Inline]], by size: ([Inline]) -> Double) -> [[Inline]] {
        var most: [(cell: Int, size: Double)] = []
        for (index, cell) in cells.enumerated() {
            let size = size(cell)
            if most.count == measuredCells, size <= most[measuredCells - 1].size { continue }
            let place = most.firstIndex { $0.size < size } ?? most.count
            most.insert((index, size), at: place)
            if most.count > measuredCells { most.removeLast() }
        }
        return most.map { cells[$0.cell] }
    }

    /// The bytes of the longest word in `inlines`.
    private static func longestWord(in inlines: [Inline]) -> Int {
        var (longest, word) = (0, 0)
        for byte in inlines.plainText.utf8 {
            word = byte == UInt8(ascii: " ") ? 0 : word + 1
            longest = max(longest, word)
        }
        return longest
    }
}
