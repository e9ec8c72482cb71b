// The columns of a page: how many fit on the glass, and where they lie.

import Geometry
import Stage

/// One column on the glass, or two side by side. Lengths are in pixels.
///
/// A line of 45 to 75 characters is comfortable to read (Bringhurst, The Elements of Typographic Style, 2.1.2). In Noto Serif a
/// character of English text is some 0.5 em wide.
struct PageGrid: Hashable {
    /// The most columns.
    static let most = 2
    /// The narrowest of two columns, in em: some 56 characters.
    static let leastColumn = 28.0
    /// The widest column, in em. Rows, pictures and tables fill it.
    static let widestColumn = 44.0
    /// The longest line of running text, in em: some 75 characters.
    static let measure = 38.0

    /// The least distance of text from the sides of a screen of `screenWidth`: two em, and less where large text would leave little of a
    /// narrow screen.
    static func margin(_ screenWidth: Double, _ theme: Theme) -> Double {
        min(2 * theme.em, max(TableView.overhang(theme), 0.06 * screenWidth))
    }

    /// The space between two columns.
    static func gap(_ theme: Theme) -> Double { (3 * theme.em).rounded() }

    /// The number of columns.
    let count: Int
    /// The width of a column.
    let width: Double
    /// The space between two columns.
    let gap: Double
    /// The distance of the first column from the side of the screen where lines begin.
    let left: Double

    /// The columns on a screen of `screenWidth`, at most `most`, with at least `margin` free at each side, and `end` at the side where
    /// lines end. The first column of any number begins at one distance from the side where lines begin, so that no heading jumps
    /// from page to page: where the widest grid that fits the screen begins in the middle of it.
    init(screenWidth: Double, most: Int = Self.most, margin: Double, end: Double = 0, theme: Theme) {
        let (em, gap) = (theme.em, Self.gap(theme))
        func count(_ room: Double) -> Int { room >= 2 * Self.leastColumn * em + gap ? 2 : 1 }
        func width(_ count: Int, _ room: Double) -> Double {
            min(((room - Double(count - 1) * gap) / Double(count)).rounded(.down), (Self.widestColumn * em).rounded())
        }
        let whole = screenWidth - 2 * margin
        let widest = count(whole)
        let span = Double(widest) * width(widest, whole) + Double(widest - 1) * gap
        left = ((screenWidth - span) / 2).rounded()
        let room = end <= margin ? whole : min(whole, screenWidth - left - end)
        self.count = min(most, count(room))
        self.width = width(self.count, room)
        self.gap = gap
    }

    /// The width of all columns with the space between them.
    var span: Double { Double(count) * width + Double(count - 1) * gap }
}
