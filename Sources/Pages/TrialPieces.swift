// The pieces of a long page on trial.

import Geometry
import Stage

/// The pieces of a long page, each of which is laid out by itself on trial, as the kiosk does. So the time that counts is that of the
/// pieces that the kiosk lays out at once.
@MainActor
package struct TrialPieces {
    private let page: LongPage

    /// The height (px) of what the kiosk lays out at once: the glass, and as much above and below it.
    package static let heightAtOnce = 3 * Double(LayoutTrial.panel.pixels.height)

    /// Whether a page with `blocks` is laid out in pieces.
    package static func isLong(_ blocks: [Block]) -> Bool { LongPage.isLong(blocks) }

    /// The pieces of a page with `blocks` in `trial`. Nil for a page that is laid out whole.
    package init?(_ trial: LayoutTrial, of blocks: [Block]) {
        guard LongPage.isLong(blocks) else { return nil }
        let theme = Theme(.paper, on: LayoutTrial.panel)
        let size = Size(Double(LayoutTrial.panel.pixels.width), Double(LayoutTrial.panel.pixels.height))
        page = LongPage(
            blocks, text: TextSetter(theme: theme, language: trial.language), screenSize: size,
            direction: trial.direction, rows: .list
        ) { view in
            PageLayout(
                view: view, theme: theme, language: trial.language, direction: trial.direction, screenSize: size,
                columns: 1, rows: .list, margin: 0, open: { _ in })
        }
    }

    /// The number of pieces.
    package var count: Int { page.pieces.count }

    /// Lays out piece `index`, and draws it if it `isDrawn`. A piece with plain text takes no time that counts, and is left out. Returns
    /// the height (px) of the piece.
    package func carryOut(_ index: Int, isDrawn: Bool) -> Double {
        let piece = page.pieces[index]
        if let text = piece.plainText, !LayoutTrial.isNeeded(for: Array(text.utf8)[...]) { return piece.estimate }
        let view = page.view(of: index)
        LayoutTrial.draw(view, height: view.bounds.height, isDrawn: isDrawn)
        return view.bounds.height
    }
}

extension PagePiece {
    /// The text of a piece, if it can be told by its text how long it takes; nil for any other.
    @MainActor fileprivate var plainText: String? {
        func joined(_ texts: [[Inline]]) -> String { texts.map(\.plainText).joined(separator: " ") }
        switch content {
        case .block(let block):
            switch block.content {
            case .heading(_, let text), .paragraph(let text): return text.plainText
            case .code(let code): return code
            case .rule: return ""
            case .picture(let picture): return picture.description + " " + picture.caption
            default: return nil
            }
        case .line(let lines, let first):
            let row = lines.rows[first]
            return lines.grid.perLine == 1 ? joined([row.title, row.value, row.subtitle]) : nil
        // In a table each cell counts as much as one that is written with its bar.
        case .table(let table, let rows):
            let part = table.part(rows)
            return (part.header + part.rows.joined()).map(\.plainText).joined(separator: " | ")
        case .columns: return nil
        case .marks: return ""
        }
    }
}
