// How the cells of a table lie beside and below each other.

import Drawing
import Geometry
import Layers
import Stage
import TestRandomness
import Testing

@testable import Pages

@Suite struct TableTests {
    private nonisolated static let theme = Theme(.paper, on: Panel(pixels: PixelSize(800, 480)))
    private nonisolated static let text = TextSetter(theme: theme, language: "en")

    /// The frames of the cells, row by row, in the space of the table, and the scroll view around them.
    private struct Laid {
        let cells: [[Rect]]
        let scroll: ScrollView
        let width: Double
    }

    private func lay(_ table: Block.Table, width: Double, _ direction: LayoutDirection = .leftToRight) throws -> Laid {
        let view = TableView(table, text: Self.text, theme: Self.theme, direction: direction, open: { _ in })
        let overhang = TableView.overhang(Self.theme)
        view.frame = Rect(0, 0, width + 2 * overhang, view.height(forWidth: width + 2 * overhang))
        let scroll = try #require(view.subviews.first as? ScrollView)
        let cells = scroll.subviews.compactMap { ($0 as? TextView)?.frame }
        let count = table.alignments.count
        return Laid(
            cells: stride(from: 0, to: cells.count, by: count).map { Array(cells[$0..<$0 + count]) }, scroll: scroll,
            width: width)
    }

    private nonisolated func table(_ rows: [[String]], _ alignments: [TextAlignment]? = nil) -> Block.Table {
        let cells = rows.map { row in row.map { $0.isEmpty ? [] : [Inline.text($0)] } }
        return Block.Table(
            alignments: alignments ?? rows[0].map { _ in .start }, header: cells[0], rows: Array(cells.dropFirst()))
    }

    @Test func `a column of numbers ends at the right, whatever the direction of the page`() {
        let prices = table([["Day", "Price"], ["Wed", "9.50 €"], ["Sun", "12 €"], ["Mon", ""]], [.start, .end])
        #expect(prices.aligned(on: .leftToRight).alignments == [.start, .end])
        #expect(prices.aligned(on: .rightToLeft).alignments == [.start, .start])
        let words = table([["Day", "Price"], ["Wed", "9.50 €"], ["Sun", "free"]], [.start, .end])
        #expect(words.aligned(on: .rightToLeft).alignments == [.start, .end])
        let nothing = table([["Day", "Price"], ["Wed", ""], ["Sun", "–"]], [.center, .end])
        #expect(nothing.aligned(on: .rightToLeft).alignments == [.center, .end])
    }

    @Test func `columns are as wide as their contents, and numbers stand at the end if asked`() throws {
        let laid = try lay(
            table([["Day", "Price"], ["Wednesday", "9 €"], ["Sunday", "12 €"]], [.start, .end]), width: 700)
        let rows = laid.cells
        #expect(rows[1][0].width > 2 * rows[1][1].width)
        #expect(rows.allSatisfy { $0[0].minX == 0 && $0[1].maxX == rows[0][1].maxX })
        #expect(laid.scroll.contentSize.width < 400)
        #expect(laid.scroll.ends.lowerBound == laid.scroll.ends.upperBound)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `a table fades at exactly the sides at which it goes on`(direction: LayoutDirection) throws {
        let row = (0..<8).map { "Column\($0)WithoutAnyBreak" }
        for columns in [2, 8] {
            let view = TableView(
                table([Array(row.prefix(columns)), Array(row.prefix(columns))]), text: Self.text, theme: Self.theme,
                direction: direction, open: { _ in })
            view.frame = Rect(0, 0, 700, view.height(forWidth: 700))
            let scroll = try #require(view.subviews.compactMap { $0 as? ScrollView }.first)
            let fades = view.subviews.compactMap { $0 as? EdgeFade }
            #expect(fades.count == 2 && fades[0].frame.minX == 0 && fades[1].frame.maxX == 700)
            #expect(columns == 2 || scroll.ends.upperBound - scroll.ends.lowerBound > 400)
            let start = direction == .leftToRight ? scroll.ends.lowerBound : scroll.ends.upperBound
            #expect(scroll.offset == start)
            for share in [0, 0.001, 0.5, 0.999, 1] {
                let offset = scroll.ends.lowerBound + share * (scroll.ends.upperBound - scroll.ends.lowerBound)
                scroll.scroll(to: offset, along: .horizontal, animated: false)
                #expect(fades[0].layer.isHidden == (scroll.offset <= scroll.ends.lowerBound))
                #expect(fades[1].layer.isHidden == (scroll.offset >= scroll.ends.upperBound))
                #expect(share != 0.5 || columns == 2 || fades.allSatisfy { $0.layer.opacity == 1 })
            }
        }
    }

    @Test func `text wraps where that makes a table fit, and words stay whole`() throws {
        let long = String(repeating: "many words that wrap ", count: 10)
        let laid = try lay(table([["Ship", "Remarks"], ["Bremerhaven", long]]), width: 500)
        #expect(laid.scroll.contentSize.width <= 500)
        let name = TextLayout(Self.text.paragraph([.text("Bremerhaven")]).attributed).size
        #expect(laid.cells[1][0].width >= name.width)
        #expect(laid.cells[1][1].height > 3 * name.height)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `a table that cannot fit scrolls sideways, from its start, and is cut within a column`(
        direction: LayoutDirection
    ) throws {
        let laid = try lay(
            table([[String]](repeating: [String](repeating: "Bremerhaven", count: 12), count: 3)), width: 500, direction
        )
        let (scroll, overhang) = (laid.scroll, TableView.overhang(Self.theme))
        #expect(scroll.ends.upperBound - scroll.ends.lowerBound > 500)
        let first = try #require(laid.cells[0].first)
        if direction == .leftToRight {
            #expect(first.minX - scroll.offset == overhang)
        } else {
            #expect(first.maxX - scroll.offset == scroll.bounds.width - overhang)
        }
        let edge = direction == .leftToRight ? scroll.bounds.maxX : scroll.bounds.minX
        #expect(laid.cells[0].contains { $0.minX + 10 < edge && edge < $0.maxX - 10 })
    }

    @Test func `in any table no cell overlaps another, none is cut, and cells follow in reading order`() throws {
        var dice = SplitMix(7)
        let words = [
            "a", "Bremerhaven", "12.50", "the museum's own yard", "القاهرة", "東京都へようこそ", "नमस्ते", "", "x\u{2028}y",
            "Donaudampfschifffahrtsgesellschaftskapitän", "à l’heure des marées et des lunes",
        ]
        for number in 0..<120 {
            let (columns, rows) = (1 + dice.below(dice.chance(4) ? 16 : 6), 1 + dice.below(6))
            let all = (0...rows).map { _ in
                (0..<columns).map { _ in
                    (0..<dice.below(4)).map { _ in words[dice.below(words.count)] }.joined(separator: " ")
                }
            }
            let alignments = (0..<columns).map { _ in TextAlignment.allCases[dice.below(3)] }
            let direction = dice.chance(2) ? LayoutDirection.rightToLeft : .leftToRight
            let width = Double(120 + dice.below(900))
            let laid = try lay(table(all, alignments), width: width, direction)
            let scroll = laid.scroll
            #expect(scroll.contentSize.width <= width || scroll.ends.upperBound > scroll.ends.lowerBound, "\(number)")
            for row in laid.cells {
                for (one, next) in zip(row, row.dropFirst()) {
                    let (left, right) = direction == .leftToRight ? (one, next) : (next, one)
                    #expect(left.maxX < right.minX, "\(number)")
                }
                #expect(row.allSatisfy { $0.minX >= 0 && $0.maxX <= scroll.contentSize.width }, "\(number)")
            }
            for (upper, lower) in zip(laid.cells, laid.cells.dropFirst()) {
                let bottom = upper.map(\.maxY).max() ?? 0
                #expect(lower.allSatisfy { $0.minY > bottom }, "\(number)")
            }
            #expect(laid.cells.joined().allSatisfy { $0.maxY <= scroll.bounds.height }, "\(number)")
            let texts = scroll.subviews.compactMap { $0 as? TextView }
            // Wide enough for its text, and high enough for all its lines.
            #expect(texts.allSatisfy { $0.height(forWidth: $0.frame.width) <= $0.frame.height }, "\(number)")
        }
    }

    @Test func `columns never get less than their longest word, nor more room than there is`() {
        var dice = SplitMix(3)
        for _ in 0..<2000 {
            let needs = (0..<1 + dice.below(12)).map { _ in
                let natural = 1 + dice.below(dice.chance(3) ? 900 : 200)
                let least = 1 + dice.below(natural)
                return TableColumns.Need(
                    natural: Double(natural), least: Double(least), word: Double(1 + dice.below(least)))
            }
            let available = Double(50 + dice.below(1500))
            let columns = TableColumns(needs, available: available, gaps: 5...10, readable: 160)
            let between = Double(needs.count - 1)
            func width(_ widths: [Double], _ gap: Double) -> Double {
                widths.reduce(0) { $0 + min($1, available) } + gap * between
            }
            #expect(columns.fits == (width(columns.widths, columns.gap) <= available))
            #expect(needs.count == 1 || (5...10).contains(columns.gap))
            for (width, need) in zip(columns.widths, needs) {
                #expect(width >= min(need.word, available) && width <= need.natural)
            }
            let (natural, least) = (needs.map { min($0.natural, available) }, needs.map(\.least))
            // It scrolls only if neither smaller gaps nor broken lines help, and breaks lines only if smaller gaps do not.
            if width(least, 5) <= available { #expect(columns.fits) }
            if width(natural, 5) <= available { #expect(columns.widths == natural) }
            if width(natural, 10) <= available { #expect(columns.gap == (needs.count == 1 ? 0 : 10)) }
            guard columns.fits, width(natural, 5) > available else { continue }
            // No column is broken that could be whole with what is left.
            let left = available - width(columns.widths, 5)
            for (width, natural) in zip(columns.widths, natural) where width < natural {
                #expect(natural - width > left)
            }
        }
    }

    @Test func `before a table scrolls its gaps become smaller, and then the widest columns are broken`() throws {
        let em = Self.theme.em
        let rows = table([
            ["Time", "Course", "Teacher", "Free"], ["12:05", "Swimming", "Lindqvist", "4"],
            ["17:30", "Diving from the tower", "Okafor", "0"],
        ])
        let whole = try lay(rows, width: 100 * em)
        let usual = whole.scroll.contentSize.width
        func gaps(_ laid: Laid) -> [Double] {
            zip(laid.cells[2], laid.cells[2].dropFirst()).map { $1.minX - $0.maxX }
        }
        let line = whole.cells[1][0].height
        for spared in [0.1, 0.5, 0.9] {
            let laid = try lay(rows, width: (usual - spared * em).rounded())
            #expect(laid.scroll.ends.lowerBound == laid.scroll.ends.upperBound)
            #expect(laid.cells.joined().allSatisfy { $0.height == line }, "\(spared)")
            #expect(gaps(laid).allSatisfy { $0 >= (0.8 * em).rounded() })
        }
        for spared in [2.0, 4, 5] {
            let laid = try lay(rows, width: (usual - spared * em).rounded())
            #expect(laid.scroll.ends.lowerBound == laid.scroll.ends.upperBound)
            for row in laid.cells {
                for (column, cell) in row.enumerated() { #expect(cell.height <= (column == 1 ? 3 : 1) * line + 1) }
            }
        }
    }
}
