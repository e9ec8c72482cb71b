// Pages of any text on any glass: nothing overlaps, nothing is cut off, and the order in which they are read is that of the file.

import Geometry
import Stage
import TestRandomness
import Testing

@testable import Pages

@Suite struct PageLayoutTests {
    /// Glass from 7 to 55 inches: upright, lengthways, and as wide strips.
    private nonisolated static let glass = [
        (800, 480, 154.0, 86.0), (480, 800, 86, 154), (1280, 800, 217, 136), (1920, 1080, 527, 296),
        (1080, 1920, 393, 698),
        (1920, 540, 650, 183), (3840, 2160, 941, 529), (3840, 2160, 1210, 680), (2160, 3840, 680, 1210),
    ].map { Panel(pixels: PixelSize($0.0, $0.1), millimetres: Size($0.2, $0.3)) }

    private nonisolated static let words = [
        "tide", "a", "harbour", "moon", "and", "the", "clock", "海水每天两次", "ساعة", "Donaudampfschifffahrt", "9 €",
        "**water**",
    ]

    private static func text(_ random: inout SplitMix, _ most: Int) -> String {
        (0...random.below(most)).map { _ in words[random.below(words.count)] }.joined(separator: " ")
    }

    private static func block(_ random: inout SplitMix) -> String {
        switch random.below(12) {
        case 0: "# " + text(&random, 4)
        case 1...3: "## " + text(&random, 6)
        case 4: "### " + text(&random, 6)
        case 5:
            (0...random.below(12)).map { _ in "- [\(text(&random, 5))](a.md) \(text(&random, 12))" }.joined(
                separator: "\n")
        case 6: (0...random.below(4)).map { _ in "1. " + text(&random, 20) }.joined(separator: "\n")
        case 7: "> " + text(&random, 30)
        case 8: "| a | b |\n|---|---|\n| \(text(&random, 5)) | \(text(&random, 9)) |"
        default: text(&random, 120)
        }
    }

    private struct Made {
        var view: View
        var end: Double
        var theme: Theme
    }

    private static func layOut(
        _ text: String, on panel: Panel, _ direction: LayoutDirection = .leftToRight, columns: Int? = nil,
        rows: RowStyle = .list, scale: Double = 1
    ) -> Made {
        let blocks = LayoutTrial(language: "en", direction: direction).blocks(of: Array(text.utf8)[...])
        let (view, theme) = (View(), Theme(.paper, on: panel, scale: scale))
        var layout = PageLayout(
            view: view, theme: theme, language: "en", direction: direction,
            screenSize: Size(Double(panel.pixels.width), Double(panel.pixels.height)), columns: columns, rows: rows,
            margin: 0,
            open: { _ in })
        _ = layout.add(blocks)
        return Made(view: view, end: layout.end, theme: theme)
    }

    @Test(arguments: 0..<60) func `on any glass nothing overlaps or is cut off, and the order is that of the file`(
        _ seed: Int
    ) {
        var random = SplitMix(UInt64(seed))
        let text = (0...random.below(14)).map { _ in Self.block(&random) }.joined(separator: "\n\n")
        let (panel, rows) = (Self.glass[seed % Self.glass.count], RowStyle.allCases[random.below(2)])
        let (columns, scale) = (random.chance(4) ? 1 : nil, [0.5, 1, 1, 2][random.below(4)])
        let made = Self.layOut(text, on: panel, columns: columns, rows: rows, scale: scale)
        let frames = made.view.subviews.map(\.frame)
        let width = Double(panel.pixels.width)
        for (index, view) in made.view.subviews.enumerated() {
            let frame = view.frame
            #expect(frame.minX >= 0 && frame.maxX <= width && frame.minY >= 0 && frame.maxY <= made.end, "\(frame)")
            if let block = view as? any BlockView {
                #expect(block.height(forWidth: frame.width) <= frame.height + 0.5, "\(type(of: view)) \(frame)")
            }
            if view is RowView || view is CardView { #expect(frame.height >= made.theme.fingertip) }
            if view is CardView {
                let least = 30 / 9 * made.theme.fingertip
                #expect(frame.width >= min(least, width - 4 * made.theme.em) - 1, "\(frame)")
            }
            // Whoever reads goes down, or across to where lines end. The line beside a quote is not read.
            for (before, other) in zip(frames[..<index], made.view.subviews) {
                let follows = frame.minY >= before.maxY - 1 || frame.minX >= before.maxX - 1
                let isLine = view is FillView || other is FillView
                #expect(
                    isLine
                        ? (frame.intersection(before).height <= 1 || frame.intersection(before).width <= 1) : follows,
                    "\(before) \(frame)")
            }
        }
    }

    @Test(arguments: 0..<20) func `right-to-left is the mirror image`(_ seed: Int) {
        var random = SplitMix(UInt64(100 + seed))
        let text = (0...random.below(14)).map { _ in Self.block(&random) }.joined(separator: "\n\n")
        let (panel, rows) = (Self.glass[seed % Self.glass.count], RowStyle.allCases[random.below(2)])
        let left = Self.layOut(text, on: panel, rows: rows).view.subviews.map(\.frame)
        let right = Self.layOut(text, on: panel, .rightToLeft, rows: rows).view.subviews.map(\.frame)
        #expect(left.count == right.count)
        for (left, right) in zip(left, right) {
            let mirrored = Double(panel.pixels.width) - right.maxX
            #expect(
                abs(left.minX - mirrored) <= 2 && left.size == right.size && left.minY == right.minY, "\(left) \(right)"
            )
        }
    }

    private static let sections = "# Title\n\n## One\n\nSome words.\n\n## Two\n\nSome more words.\n"

    /// The tops and left sides of the headings One and Two.
    private static func headings(_ made: Made) -> (one: Rect, two: Rect) {
        (made.view.subviews[1].frame, made.view.subviews[3].frame)
    }

    @Test func `sections stand side by side where the glass has room, and below each other where it has not`() {
        for panel in Self.glass {
            let made = Self.layOut(Self.sections, on: panel)
            let (one, two) = Self.headings(made)
            let hasRoom = Double(panel.pixels.width) >= (4 + 3 + 2 * PageGrid.leastColumn) * made.theme.em
            #expect((one.minY == two.minY) == hasRoom && (one.maxX <= two.minX) == hasRoom, "\(panel)")
            let single = Self.headings(Self.layOut(Self.sections, on: panel, columns: 1))
            #expect(single.two.minY >= single.one.maxY && single.one.minX == single.two.minX, "\(panel)")
        }
    }

    @Test func `a section that is higher than the glass stands alone, any other beside one that is much shorter`() {
        for count in [40, 90] {
            let long = String(repeating: "Some words of a long text. ", count: count)
            for text in ["## One\n\n\(long)\n\n## Two\n\nWords.\n", "## One\n\nWords.\n\n## Two\n\n\(long)\n"] {
                let views = Self.layOut(text, on: Self.glass[3]).view.subviews
                let isHigh = views.map(\.frame.height).max()! > Double(Self.glass[3].pixels.height)
                #expect(isHigh == (count == 90))
                #expect(
                    isHigh
                        ? views[2].frame.minY >= views[1].frame.maxY : views[2].frame.minY == views[0].frame.minY,
                    "\(count)")
            }
        }
    }

    @Test func `headings side by side stand on one line, whatever their scripts`() throws {
        let headings = ["Hours", "开放时间", "ساعات العمل", "ようこそ", "한국어", "हिन्दी", "שעות"]
        let wide = Self.glass.filter { $0.pixels.width > $0.pixels.height }
        var pairs = 0
        for (panel, (one, two)) in wide.flatMap({ panel in
            headings.flatMap { one in headings.map { (panel, (one, $0)) } }
        }) {
            let (short, long) = ("Words.", String(repeating: "Some more words. ", count: 20))
            let text = "# T\n\n## \(one)\n\n\(short)\n\n## \(two)\n\n\(long)\n\n## \(two)\n\nA.\n\n## \(one)\n\nB.\n"
            let made = Self.layOut(text, on: panel)
            let views = made.view.subviews.compactMap { $0 as? TextView }
            for (first, second) in [(views[1], views[3]), (views[5], views[7])] {
                guard second.frame.minX >= first.frame.maxX else { continue }
                pairs += 1
                let lines = [first, second].map { $0.frame.minY + $0.baseline }
                #expect(abs(lines[0] - lines[1]) <= 1, "\(one) \(two) \(panel)")
            }
            // The second pair begins below both sections of the first.
            #expect(views[5...].allSatisfy { view in views[...4].allSatisfy { $0.frame.maxY <= view.frame.minY } })
            #expect(made.end >= (views.map(\.frame.maxY).max() ?? 0))
        }
        #expect(pairs > 100)
    }

    @Test func `what is higher than the glass in one column stands in two, where both fit`() {
        let words = String(repeating: "Twice a day the sea takes our road away. ", count: 12)
        var divided = 0
        for (panel, count) in Self.glass.flatMap({ panel in [2, 8, 11, 40].map { (panel, $0) } }) {
            let rows = (0..<count).map { "- [Room \($0)](a.md)" }.joined(separator: "\n")
            let text = "# Title\n\n\(words)\n\n\(words)\n\n\(rows)\n"
            let height = Double(panel.pixels.height)
            let (single, made) = (Self.layOut(text, on: panel, columns: 1), Self.layOut(text, on: panel))
            let starts = Set(made.view.subviews.dropFirst().map { $0 is RowView ? $0.frame.minX : nil })
            let isDivided = made.view.subviews[1].frame.minY == made.view.subviews[3].frame.minY
            #expect(
                made.view.subviews.count == single.view.subviews.count && made.end <= single.end && starts.count == 2)
            #expect(!isDivided || single.end > height, "\(panel) \(count)")
            // The rows fit beside the words.
            let hasRoom = Double(panel.pixels.width) >= (4 + 3 + 2 * PageGrid.leastColumn) * made.theme.em
            let rest = made.view.subviews.dropFirst(3).reduce(0) { $0 + $1.frame.height }
            let above = made.view.subviews[1..<3].reduce(0) { $0 + $1.frame.height }
            if hasRoom, single.end > height, max(rest, above) < 0.8 * height {
                #expect(isDivided && made.end < single.end, "\(panel) \(count)")
                divided += 1
            }
        }
        #expect(divided >= 3)
    }

    @Test func `tables take the width of the glass before their cells wrap`() throws {
        let cells = [
            "The clocks in the tower, and those in the hall below it", "every day from ten to six",
            "the bell rings at noon",
        ]
        for (panel, direction) in Self.glass.flatMap({ panel in
            [LayoutDirection.leftToRight, .rightToLeft].map { (panel, $0) }
        }) {
            let row = "| \(cells.joined(separator: " | ")) |\n"
            let made = Self.layOut("Words.\n\n| a | b | c |\n|---|---|---|\n\(row)", on: panel, direction)
            let (text, table) = (made.view.subviews[0], made.view.subviews[1])
            let shown = try #require(table as? TableView)
            let room = PageGrid(
                screenWidth: Double(panel.pixels.width), most: 2,
                margin: PageGrid.margin(Double(panel.pixels.width), made.theme), theme: made.theme
            ).span
            let isWhole = shown.bounds.height == shown.height(forWidth: 1e6)
            #expect(shown.columnWidth <= room && (isWhole || shown.columnWidth == room), "\(panel)")
            let isStart =
                direction == .leftToRight
                ? table.frame.minX < text.frame.minX : table.frame.maxX > text.frame.maxX
            #expect(isStart)
        }
    }

    @Test func `lines of text hold 75 letters at most, about`() {
        let text = String(repeating: "the tide comes in and goes out again ", count: 20)
        for panel in Self.glass {
            for columns in [1, 2] {
                let made = Self.layOut(
                    "# T\n\n\(text)\n\n## A\n\n\(text)\n\n## B\n\n\(text)", on: panel, columns: columns)
                for view in made.view.subviews {
                    #expect(
                        view.frame.width <= PageGrid.measure * made.theme.em + 1
                            || view.frame.height < 3 * made.theme.em)
                }
            }
        }
    }

    @Test func `cards fill the width, as many in a line as are wide enough, and rows take one line each`() {
        let text = (0..<12).map { "- [Card \($0)](a.md)" }.joined(separator: "\n")
        for (panel, scale) in Self.glass.flatMap({ panel in [1, 1.3, 1.6].map { (panel, $0) } }) {
            let cards = Self.layOut(text, on: panel, rows: .cards, scale: scale)
            let frames = cards.view.subviews.map(\.frame)
            #expect(frames.count == 12 && cards.view.subviews.allSatisfy { $0 is CardView })
            let perLine = frames.prefix { $0.minY == frames[0].minY }.count
            let used = frames[perLine - 1].maxX - frames[0].minX
            #expect(
                used >= min(0.75 * (Double(panel.pixels.width) - 4 * cards.theme.em), 60 * cards.theme.em), "\(panel)")
            let margins = (frames[0].minX, Double(panel.pixels.width) - frames[0].maxX)
            #expect(perLine > 1 || abs(margins.0 - margins.1) <= 1, "\(panel)")
            #expect(Set(frames.map(\.width)).count == 1)
            let rows = Self.layOut(text, on: panel, scale: scale).view.subviews
            #expect(rows.allSatisfy { $0 is RowView } && Set(rows.map(\.frame.minY)).count == 12)
        }
    }

    @Test func `the page's settings come before the kiosk's, and wrong ones are reported`() throws {
        let folder = TestFolder([
            "kiosk.toml": "rows = \"cards\"\n", "home.md": "- [A](a.md)\n- [B](b.md)\n",
            "a.md": "+++\nrows = \"list\"\ncolumns = 1\nindex = false\n+++\n# A",
            "b.md": "+++\nrows = \"grid\"\ncolumns = 3\nindex = 1\n+++\n# B",
        ])
        #expect(
            folder.check() == """
                kiosk/b.md:2:8: rows must be "list" or "cards", not "grid"
                kiosk/b.md:3:11: columns must be 1 or 2, not 3
                kiosk/b.md:4:9: index must be true or false, not 1
                """)
        let kiosk = try #require(folder.load())
        #expect(kiosk.rows == .cards && kiosk.pages["home"]?.rows == nil)
        let a = try #require(kiosk.pages["a"])
        #expect(a.rows == .list && a.columns == 1 && !a.hasIndex)
    }
}
