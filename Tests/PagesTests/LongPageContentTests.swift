// What changes, scrolls or is sought on long pages.

import Drawing
import Geometry
import Gestures
import Layers
import Stage
import TestRandomness
import Testing

@testable import Pages

@Suite struct LongPageContentTests {
    @Test func `a value far below is right when it comes, and changes while it is seen`() throws {
        let text = "# Start\n\n" + RandomPage.plain(2500) + "\n\nIt is {{time}} now.\n\n" + RandomPage.plain(100)
        let kiosk = try #require(LongPageGlass.kiosk(text))
        let clock = WallClock(nanoseconds: 1_781_692_220_000_000_000, at: .zero, zone: .init(offsets: []))
        let glass = LongPageGlass(kiosk, clock: clock)
        /// What is drawn of the texts with values, and whether it is what a text set now shows.
        func shown() -> [Bool] {
            let setter = TextSetter(theme: glass.stage.theme, language: "en", values: glass.screen.values)
            func pixels(_ view: TextView, _ size: Size) -> [UInt32] {
                let bitmap = Bitmap(size: PixelSize(Int(size.width), Int(size.height)), isOpaque: true)
                view.draw(on: Canvas(bitmap))
                return Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.size.width * bitmap.size.height))
            }
            let views = glass.pieces.flatMap(\.subviews).compactMap { $0 as? TextView }.filter {
                !$0.placeholders.isEmpty
            }
            return views.map { view in
                let text = setter.paragraph([.text("It is "), .placeholder(view.placeholders[0]), .text(" now.")])
                let fresh = TextView(text, theme: glass.stage.theme, open: { _ in })
                fresh.frame = view.frame
                return pixels(view, view.bounds.size) == pixels(fresh, view.bounds.size)
            }
        }
        #expect(glass.stage.nextDeadline == nil)
        glass.stage.advance(to: .zero + .seconds(600))
        glass.list.scroll(toRow: 2501, animated: false)
        #expect(shown() == [true])
        let due = try #require(glass.stage.nextDeadline)
        #expect(due == .zero + .seconds(640))
        glass.stage.advance(to: due)
        #expect(shown() == [true])
        glass.list.scroll(toRow: 0, animated: false)
        #expect(shown().isEmpty)
        while let due = glass.stage.nextDeadline { glass.stage.advance(to: due) }
        #expect(!glass.stage.isWaiting)
    }

    @Test func `the index leads to the first row of a letter`() throws {
        let names = (0..<2600).map { "\(UnicodeScalar(UInt8(65 + $0 / 100)))nna \($0)" }
        let glass = LongPageGlass(
            try #require(
                LongPageGlass.kiosk("# Names\n\n" + names.map { "- [\($0)](p1.md)" }.joined(separator: "\n"))))
        let strip = try #require(glass.screen.view.content.subviews.compactMap { $0 as? IndexStrip }.first)
        for letter in [3, 25, 12, 0] {
            let y = strip.frame.minY + strip.bounds.height * (0.03 + 0.94 * (Double(letter) + 0.5) / 26)
            let point = Point(
                strip.frame.center.x * 527 / 1920, (glass.screen.view.content.frame.minY + y) * 296 / 1080)
            glass.touch(.began, point, after: 500)
            glass.touch(.ended, point, after: 50)
            glass.settle()
            // The row of the letter is an em below the top, or the list is at its end. Before the rows there is the heading.
            let row = 1 + 100 * letter
            let piece = try #require(glass.pieces.first { $0.frame == glass.list.frame(of: row) })
            let view = try #require(piece.subviews.first { $0 is RowView })
            let top = piece.frame.minY + view.frame.minY - glass.list.offset
            let isAtEnd = glass.list.offset == glass.list.ends.upperBound
            #expect(abs(top - glass.stage.theme.em) < 1 || isAtEnd, "\(letter): \(top)")
            #expect(glass.isWhole && glass.list.loadedRows.contains(row))
        }
    }

    @Test(arguments: [3, 14]) func `the slices of a long table have the same columns and scroll sideways together`(
        _ columns: Int
    ) throws {
        var random = SplitMix(UInt64(columns))
        let head =
            (0..<columns).map { "| Column \($0) " }.joined() + "|\n" + String(repeating: "|---", count: columns) + "|\n"
        let rows = (0..<1000).map { row in
            (0..<columns).map { "| cell \(row) \(String(repeating: "w", count: $0 + random.below(12))) " }.joined()
                + "|"
        }
        let glass = LongPageGlass(
            try #require(LongPageGlass.kiosk("# Table\n\n" + head + rows.joined(separator: "\n") + "\n\nThe end.")))
        func tables() -> [TableView] { glass.pieces.flatMap(\.subviews).compactMap { $0 as? TableView } }
        func scrolls() -> [ScrollView] { tables().flatMap(\.subviews).compactMap { $0 as? ScrollView } }
        func lefts() -> Set<[Double]> {
            Set(scrolls().map { scroll in scroll.subviews.filter { $0 is TextView }.prefix(columns).map(\.frame.minX) })
        }
        var seen = lefts()
        for row in [20, 60, 100] {
            glass.list.scroll(toRow: row, animated: false)
            #expect(glass.isWhole && tables().count > 1)
            seen.formUnion(lefts())
        }
        #expect(seen.count == 1)
        let isWide = columns > 3
        #expect((scrolls()[0].ends.upperBound > scrolls()[0].ends.lowerBound) == isWide)
        guard isWide else { return }
        glass.touch(.began, Point(200, 150), after: 500)
        for step in 1...10 {
            glass.touch(.moved, Point(200 - 10 * Double(step), 150), after: 10)
            #expect(Set(scrolls().map(\.offset)).count == 1)
        }
        glass.touch(.ended, Point(100, 150), after: 10)
        glass.settle { #expect(Set(scrolls().map(\.offset)).count == 1) }
        let offset = scrolls()[0].offset
        #expect(offset > 100)
        glass.list.scroll(toRow: 20, animated: false)
        #expect(Set(scrolls().map(\.offset)) == [offset])
    }
}
