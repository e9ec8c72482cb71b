// The widths of a table's columns.

import Drawing
import Geometry

/// Divides the width of a table among its columns, by what their contents need. Lengths are in pixels.
struct TableColumns {
    /// What a column needs.
    struct Need {
        /// The width at which no line of the column has to be broken.
        var natural = 0.0
        /// The least width at which the column is read well.
        var least = 0.0
        /// The width of the longest word.
        var word = 0.0
    }

    /// The width of each column, without the gaps between them.
    let widths: [Double]
    /// The distance between two columns.
    let gap: Double
    /// Whether the columns and their gaps fit into the available width.
    let fits: Bool

    /// The widths of columns with `needs` in `available`, and the distance between them in `gaps`. Columns get their natural widths if
    /// those fit, with smaller gaps if need be. Otherwise text wraps, the widest columns first. If the longest words do not fit
    /// either, the table is wider than the available width, and columns are up to `readable` wide, since it has to be scrolled anyway.
    /// A column is at most `available` wide.
    init(_ needs: [Need], available: Double, gaps: ClosedRange<Double>, readable: Double) {
        let between = Double(max(0, needs.count - 1))
        let room = max(1, available - gaps.lowerBound * between)
        let natural = needs.map { min($0.natural.rounded(.up), available) }
        let least = zip(needs, natural).map { min($0.least.rounded(.up), $1) }
        let words = zip(needs, natural).map { min($0.word.rounded(.up), $1) }
        let all = natural.reduce(0, +)
        if all <= room {
            widths = natural
            gap = between == 0 ? 0 : min(gaps.upperBound, ((available - all) / between).rounded(.down))
            fits = true
        } else if let wrapped = Self.wrapped(natural, least: least, in: room, most: Self.mostLines)
            ?? Self.wrapped(natural, least: words, in: room, most: Self.fewLines)
        {
            (widths, gap, fits) = (wrapped, gaps.lowerBound, true)
        } else {
            widths = zip(least, natural).map { max($0, min($1, readable)) }
            (gap, fits) = (gaps.upperBound, false)
        }
    }

    /// The most lines of a cell for which columns are tried, and the most that are as easy to read as two. Columns that are narrower
    /// than is read well have no more than these.
    private static let (mostLines, fewLines) = (64, 3)
    /// The factor by which lines are longer than their text, since words seldom end where a line does.
    private static let slack = 1.15

    /// The widths at which columns that are up to `natural` wide fit into `room` with few lines, at most `most`, and as few of them as
    /// possible are broken at all. None is narrower than `least`. Nil if there are none.
    private static func wrapped(_ natural: [Double], least: [Double], in room: Double, most: Int) -> [Double]? {
        guard least.reduce(0, +) <= room else { return nil }
        func widths(_ lines: Int) -> [Double] {
            zip(natural, least).map { max($1, min($0, ($0 * slack / Double(lines)).rounded(.up))) }
        }
        guard let lines = (2...most).first(where: { widths($0).reduce(0, +) <= room }) else {
            return most == mostLines ? least : nil
        }
        func broken(_ widths: [Double]) -> Int { zip(widths, natural).count { $0 < $1 } }
        return (lines...max(lines, fewLines)).map { spread(room, over: widths($0), natural) }
            .min { broken($0) < broken($1) }
    }

    /// Adds to `widths` what `room` has left: first to those that need least to be `natural`, and the rest to the others alike.
    private static func spread(_ room: Double, over widths: [Double], _ natural: [Double]) -> [Double] {
        var widths = widths
        var spare = room - widths.reduce(0, +)
        let byNeed = natural.indices.sorted { (natural[$0] - widths[$0], $0) < (natural[$1] - widths[$1], $1) }
        for index in byNeed where natural[index] - widths[index] <= spare {
            spare -= natural[index] - widths[index]
            widths[index] = natural[index]
        }
        let broken = natural.indices.filter { widths[$0] < natural[$0] }
        let whole = broken.reduce(0) { $0 + natural[$1] }
        for index in broken { widths[index] += (spare * natural[index] / whole).rounded(.down) }
        return widths
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
