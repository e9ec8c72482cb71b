// The widths of a table's columns.

import Drawing
import Geometry

/// Divides the width of a table among its columns, by what their contents need. Lengths are in pixels.
struct TableColumns {
    /// What a column needs.
    struct Need {
        /// The width at which no line of the column has to be broken.
        var natural = 0.0
        /// The least width: that of the longest word.
        var least = 0.0
    }

    /// The width of each column, without the gaps between them.
    let widths: [Double]
    /// Whether the columns and their gaps fit into the available width.
    let fits: Bool

    /// The widths of columns with `needs` and gaps of `gap` between them in `available`. Columns get their natural widths if those
    /// fit; or less, so that text wraps, if their least widths fit. Otherwise the table is wider than the available width, and columns
    /// are up to `readable` wide, since it has to be scrolled anyway. A column is at most `available` wide.
    init(_ needs: [Need], available: Double, gap: Double, readable: Double) {
        let room = max(1, available - gap * Double(max(0, needs.count - 1)))
        let natural = needs.map { min($0.natural.rounded(.up), available) }
        let least = zip(needs, natural).map { min($0.least.rounded(.up), $1) }
        let (most, fewest) = (natural.reduce(0, +), least.reduce(0, +))
        if most <= room {
            widths = natural
            fits = true
        } else if fewest <= room {
            let share = (room - fewest) / (most - fewest)
            widths = zip(least, natural).map { ($0 + ($1 - $0) * share).rounded(.down) }
            fits = true
        } else {
            widths = zip(least, natural).map { max($0, min($1, readable)) }
            fits = false
        }
    }

    /// The distance between two columns, from `gap` to twice as much, at which `end` (px from the start of the table) lies well within
    /// a column: then its cells are cut off there, and the table is seen to go on. `gap` when there is none.
    func gap(from gap: Double, cutAt end: Double) -> Double {
        let gaps = (0...Self.gaps).map { (gap * (1 + Double($0) / Double(Self.gaps))).rounded() }
        return gaps.first { gap in
            var start = 0.0
            return widths.contains { width in
                defer { start += width + gap }
                return (0.25...0.75).contains((end - start) / max(1, width))
            }
        } ?? gap
    }

    /// The number of distances that are tried.
    private static let gaps = 8
}

extension TextSetter {
    /// The number of words of a text that are measured to find the widest. The widest word is seldom not among those with the most
    /// letters, and a word that does not fit is broken.
    private static let measuredWords = 4

    /// The width (px) of the widest of the longest words in `text`, between whose characters no line is broken.
    func widestWord(in text: SetText) -> Double {
        var words: [(text: AttributedText, length: Int)] = []
        var word = AttributedText([], language: language)
        var length = 0
        func endWord() {
            if length > 0 { words.append((word, length)) }
            word = AttributedText([], language: language)
            length = 0
        }
        var breaks = LineBreaks.find(in: text.attributed.string)[...]
        for run in text.attributed.runs {
            var part = String.UnicodeScalarView()
            func endPart() {
                if !part.isEmpty { word.append(String(part), run.style) }
                part = String.UnicodeScalarView()
            }
            for scalar in run.text.unicodeScalars {
                if breaks.popFirst() == true {
                    endPart()
                    endWord()
                }
                // The space at the end of a line takes no width.
                if scalar.properties.isWhitespace { continue }
                part.append(scalar)
                length += 1
            }
            endPart()
        }
        endWord()
        let longest = words.sorted { $0.length > $1.length }.prefix(Self.measuredWords)
        return longest.map { TextLayout($0.text).size.width }.max() ?? 0
    }
}
