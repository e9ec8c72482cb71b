// The ways to show a list of links.

import Geometry
import Stage

/// How a list of links is shown.
package enum RowStyle: String, CaseIterable, Sendable {
    /// Rows below each other.
    case list
    /// Cards with the picture on top, as many in a line as fit.
    case cards
}

/// The cells of a list of links, line by line. Lengths are in pixels.
struct RowGrid: Hashable {
    /// The most cells in a line.
    let perLine: Int
    /// The width of each cell, between the edges of the page's text.
    let cellWidth: Double
    /// The distance by which a cell reaches beyond these at each side.
    let overhang: Double
    /// The width of the view of a cell.
    var viewWidth: Double { cellWidth + 2 * overhang }
    /// The space between two lines.
    let lineGap: Double

    /// The narrowest card in em and in millimetres. Some 25 letters of a title fit into a line of 14 em; a target of 30 mm is hit
    /// without looking for its edges.
    private static let leastCard = (em: 14.0, millimetres: 30.0)
    /// The widest card in em, where more would fit into the line.
    private static let mostCard = 30.0

    /// The distance from the beginning of a cell to that of the next one in its line.
    let step: Double

    /// The cells of `count` links in a space of `width`.
    init(_ style: RowStyle, count: Int, width: Double, theme: Theme) {
        switch style {
        case .list:
            // In a wider row the chevron is far from the words.
            (perLine, cellWidth, lineGap) = (1, min(width, PageGrid.widestColumn * theme.em).rounded(), 0)
            step = cellWidth
            overhang = RowView.overhang(theme)
        case .cards:
            let gap = (1.1 * theme.em).rounded()
            let least = max(Self.leastCard.em * theme.em, Self.leastCard.millimetres / 9 * theme.fingertip)
            // Lines of the same length look better than a last line of one card.
            let most = max(1, Int(((width + gap) / (least + gap)).rounded(.down)))
            let lines = max(1, (count + most - 1) / most)
            perLine = max(1, (count + lines - 1) / lines)
            func share(_ columns: Int) -> Double { (width - Double(columns - 1) * gap) / Double(columns) }
            let columns = (perLine...most).first { share($0) <= Self.mostCard * theme.em } ?? most
            cellWidth = share(columns).rounded(.down)
            step = columns > 1 ? (width - cellWidth) / Double(columns - 1) : cellWidth
            (lineGap, overhang) = (gap, 0)
        }
    }
}

/// A list of rows or cards on a page, line by line.
struct RowLines {
    let rows: [Row]
    let style: RowStyle
    let grid: RowGrid
    /// Whether a row has a link or actions.
    let hasLinks: Bool
    /// Whether a row has a picture.
    let hasPictures: Bool

    /// The lines of `rows` in a space of `width` (px). Cards are for what can be opened, and do not move aside. As many stand in a line
    /// as of `most` cards, so that all cards of a page have their edges below each other.
    init(_ rows: [Row], _ style: RowStyle, most: Int, width: Double, theme: Theme) {
        self.rows = rows
        let hasActions = rows.contains(where: \.hasActions)
        hasLinks = hasActions || rows.contains { $0.link != nil }
        self.style = hasLinks && !hasActions ? style : .list
        grid = RowGrid(self.style, count: max(most, rows.count), width: width, theme: theme)
        hasPictures = rows.contains { $0.picture?.picture != nil }
    }

    /// Whether a row without a picture stands beside one with a picture.
    var isBesidePictures: Bool { hasPictures && (style == .list || grid.perLine > 1) }

    /// The first row of each line.
    var firsts: StrideTo<Int> { stride(from: 0, to: rows.count, by: grid.perLine) }
}
