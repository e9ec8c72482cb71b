// Fingers on long pages: what is on the glass moves with them and stays where it is otherwise, whatever has been measured.

import Drawing
import Geometry
import Gestures
import Layers
import Stage
import TestRandomness
import Testing

@testable import Pages

/// A long page on a stage.
final class LongPageGlass {
    static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
    let library: PageLibrary
    let stage: Stage
    let screen: PageScreen

    static func kiosk(_ text: String, others: [String: String] = [:]) -> Kiosk? {
        var rules = ContentRules()
        (rules.pageSize, rules.elements) = (1 << 20, 100_000)
        var files = ["home.md": text]
        for number in 0..<10 { files["p\(number).md"] = "# Page \(number)\n\n[Home](home.md)" }
        return TestFolder(files.merging(others) { $1 }).load(rules: rules)
    }

    init(_ kiosk: Kiosk, state: StageState? = nil, clock: WallClock? = nil) {
        library = PageLibrary(kiosk: kiosk)
        screen = library.screen(named: "home")!
        var gestures = GestureSettings()
        gestures.isResampling = false
        stage = Stage(
            panel: Self.panel, theme: Theme(.paper, on: Self.panel), gestures: gestures, root: screen,
            values: StageValues(clock: clock))
        if let state { stage.scroll(to: state) }
    }

    var list: ListView { screen.view.content.subviews.compactMap { $0 as? ListView }.first! }
    var pieces: [View] { list.subviews.filter { $0 is PieceView } }

    /// The tops of the pieces that can be seen, on the glass.
    var seen: [ObjectIdentifier: Double] {
        let shown = list.bounds
        let views = pieces.filter { $0.frame.maxY > shown.minY && $0.frame.minY < shown.maxY }
        return Dictionary(uniqueKeysWithValues: views.map { (ObjectIdentifier($0), $0.frame.minY - shown.minY) })
    }

    /// Whether what can be seen is covered by pieces that meet.
    var isWhole: Bool {
        let shown = list.bounds
        let views = pieces.filter { $0.frame.maxY > shown.minY && $0.frame.minY < shown.maxY }
            .sorted { $0.frame.minY < $1.frame.minY }
        guard let first = views.first, let last = views.last else { return false }
        return zip(views, views.dropFirst()).allSatisfy { $0.frame.maxY == $1.frame.minY }
            && first.frame.minY <= max(0, shown.minY) && last.frame.maxY >= min(shown.maxY, list.contentSize.height)
    }

    func touch(_ phase: TouchFrame.Phase, _ point: Point, after milliseconds: Double) {
        stage.handle(
            TouchFrame(
                time: stage.now + .seconds(milliseconds / 1000),
                changes: [.init(contact: 1, phase: phase, position: point)]))
    }

    /// Lets time run in steps of a frame until nothing moves.
    func settle(_ check: () -> Void = {}) {
        while let due = stage.nextDeadline {
            stage.advance(to: min(due, stage.now + .milliseconds(16)))
            check()
        }
    }

    /// Drags from `start` by `way` (mm) and lets go at that speed.
    func fling(from start: Point, by way: Double, over milliseconds: Double = 60, _ check: () -> Void = {}) {
        touch(.began, start, after: 10)
        for step in 1...6 {
            touch(.moved, Point(start.x, start.y + way * Double(step) / 6), after: milliseconds / 6)
            check()
        }
        touch(.ended, Point(start.x, start.y + way), after: 1)
        check()
    }
}

@Suite struct LongPageScrollTests {
    /// In two columns, sections that are laid out together may stand beside each other otherwise than on the whole page.
    private static let oneColumn = "+++\ncolumns = 1\n+++\n"

    private static func text(_ seed: Int, _ blocks: Int = 700) -> String {
        var page = RandomPage(seed)
        return "# Start\n\n" + page.blocks(blocks) + "\n\n" + page.rows(1200) + "\n\nThe end."
    }

    @Test(arguments: 0..<4) func `a drag moves all that is seen with the finger, and a throw slows down evenly`(
        _ seed: Int
    ) throws {
        let glass = LongPageGlass(try #require(LongPageGlass.kiosk(Self.text(seed))))
        var random = SplitMix(UInt64(seed))
        let density = 1080.0 / 296
        // Somewhere where nothing has been measured above.
        let rows = glass.list.count
        #expect(rows > 1500)
        for _ in 0..<6 {
            glass.list.scroll(toRow: 100 + random.below(rows - 200), animated: false)
            for _ in 0..<3 {
                var at = Point(30 + Double(random.below(400)), 150)
                glass.touch(.began, at, after: 10)
                var before = glass.seen
                for step in 0..<20 {
                    let way = Double(random.below(41) - 20)
                    let next = min(max(at.y + way, 40), 290)
                    glass.touch(.moved, Point(at.x, next), after: 8)
                    let now = glass.seen
                    let moved = Set(now.compactMap { view, top in before[view].map { top - $0 } })
                    // The slop is not followed.
                    if step > 2 {
                        #expect(
                            moved.allSatisfy { abs($0 - (next - at.y) * density) < 0.01 }, "\(moved) \(next - at.y)")
                    }
                    #expect(moved.count <= 1 && glass.isWhole)
                    (before, at) = (now, Point(at.x, next))
                }
                glass.touch(.ended, at, after: 8)
                glass.settle {
                    #expect(glass.isWhole)
                    #expect(glass.list.loadedRows.count < 300)
                }
            }
        }
        glass.stage.traceEnd()
    }

    @Test(arguments: 0..<2) func `throws lead to the end and back to the top, and the indicator never goes back`(
        _ seed: Int
    ) throws {
        let glass = LongPageGlass(try #require(LongPageGlass.kiosk(Self.oneColumn + Self.text(seed, 200))))
        let list = glass.list
        func bar() -> Double? {
            list.layer.sublayers.first { $0.name == "indicator" }.map { $0.frame.minY - list.bounds.minY }
        }
        for way in [-1.0, 1] {
            var last = bar()
            var rounds = 0
            while way < 0 ? list.offset < list.ends.upperBound : list.offset > 0 {
                glass.fling(from: Point(200, way < 0 ? 280 : 100), by: way * 180, over: 30) {
                    #expect(glass.isWhole)
                }
                glass.settle {
                    let now = bar()
                    if let now, let last, !list.offset.isLess(than: 0), list.offset <= list.ends.upperBound {
                        #expect(way < 0 ? now >= last - 0.01 : now <= last + 0.01)
                    }
                    #expect(glass.isWhole)
                    last = now
                }
                rounds += 1
                guard rounds < 400 else { break }
            }
            #expect(rounds < 400)
            if way < 0 { #expect(list.loadedRows.last == list.count - 1) } else { #expect(list.loadedRows.first == 0) }
        }
        // All has been measured: it is the page that is laid out whole.
        let whole = View()
        var exact = PageLayout(
            view: whole, theme: glass.stage.theme, language: "en", direction: .leftToRight,
            screenSize: list.bounds.size,
            columns: 1, rows: .list, margin: 0, open: { _ in })
        _ = exact.add(glass.screen.page.blocks)
        #expect(list.contentSize.height == exact.end)
    }

    @Test(arguments: 0..<3) func `what was seen is seen again in another run, another look and another language`(
        _ seed: Int
    ) throws {
        let text = Self.text(seed)
        let kiosk = try #require(
            LongPageGlass.kiosk(
                text, others: ["kiosk.toml": "languages = [\"en\", \"de\"]\nlanguage = \"en\"", "home.de.md": text]))
        let glass = LongPageGlass(kiosk)
        var random = SplitMix(UInt64(seed))
        func top(_ glass: LongPageGlass) -> [Double] {
            [
                glass.list.offset
                    - glass.list.frame(
                        of: glass.list.loadedRows.first { glass.list.frame(of: $0).maxY > glass.list.offset } ?? 0
                    ).minY
            ]
        }
        func row(_ glass: LongPageGlass) -> Int {
            glass.list.loadedRows.first { glass.list.frame(of: $0).maxY > glass.list.offset } ?? -1
        }
        for _ in 0..<12 {
            if random.chance(3) { glass.list.scroll(toRow: random.below(glass.list.count), animated: false) }
            glass.fling(from: Point(200, 150), by: Double(random.below(240) - 120))
            glass.settle()
            let state = StageState(stack: glass.stage.stackNames, offsets: glass.stage.scrollOffsets)
            let other = LongPageGlass(kiosk, state: state)
            #expect(row(other) == row(glass) && top(other) == top(glass))
            #expect(other.stage.scrollOffsets == glass.stage.scrollOffsets)
            #expect(other.isWhole)
            let before = (row(glass), top(glass))
            glass.stage.show(in: "de", because: "test")
            #expect((row(glass), top(glass)) == before && glass.isWhole)
            glass.stage.show(in: nil, because: "test")
            #expect((row(glass), top(glass)) == before && glass.isWhole)
        }
    }

    @Test(arguments: 0..<3) func `after a reload what was above is where it was, and the page is whole`(
        _ seed: Int
    ) throws {
        var page = RandomPage(seed)
        let parts = (0..<400).map { _ in page.block() }
        let rows = page.rows(1500)
        func text(_ parts: [String], _ rows: String) -> String {
            (["# Start"] + parts + [rows]).joined(separator: "\n\n")
        }
        let glass = LongPageGlass(try #require(LongPageGlass.kiosk(text(parts, rows))))
        let changes = [
            text(parts + page.blocks(20).closed, rows), text(Array(parts.dropFirst(30)), rows),
            text(page.blocks(30).closed + parts, rows), text(Array(parts.dropLast(90)), "The end."),
        ]
        let others = try changes.map { try #require(LongPageGlass.kiosk($0)) }
        var random = SplitMix(UInt64(seed))
        for _ in 0..<6 {
            glass.list.scroll(toRow: random.below(glass.list.count - 1), animated: false)
            glass.fling(from: Point(200, 150), by: Double(random.below(240) - 120))
            glass.settle()
            let state = StageState(stack: glass.stage.stackNames, offsets: glass.stage.scrollOffsets)
            for (number, other) in others.enumerated() {
                let new = LongPageGlass(other, state: state)
                #expect(new.isWhole && new.list.ends.contains(new.list.offset))
                // Below the visible part blocks were added.
                let top = try #require(
                    glass.list.loadedRows.first { glass.list.frame(of: $0).maxY > glass.list.offset })
                guard number == 0, top < new.list.count - 1600, glass.list.offset < glass.list.ends.upperBound else {
                    continue
                }
                let same = try #require(new.list.loadedRows.first { new.list.frame(of: $0).maxY > new.list.offset })
                #expect(same == top)
                #expect(
                    new.list.frame(of: same).minY - new.list.offset == glass.list.frame(of: top).minY
                        - glass.list.offset
                )
            }
        }
    }

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
        glass.touch(.began, Point(300, 150), after: 500)
        for step in 1...10 {
            glass.touch(.moved, Point(300 - 10 * Double(step), 150), after: 10)
            #expect(Set(scrolls().map(\.offset)).count == 1)
        }
        glass.touch(.ended, Point(200, 150), after: 10)
        glass.settle { #expect(Set(scrolls().map(\.offset)).count == 1) }
        let offset = scrolls()[0].offset
        #expect(offset > 100)
        glass.list.scroll(toRow: 20, animated: false)
        #expect(Set(scrolls().map(\.offset)) == [offset])
    }

    @Test func `a tap opens what is written under the finger, and an anchor leads to its heading`() throws {
        var page = RandomPage(7)
        var parts: [String] = []
        for number in 0..<300 { parts.append("## Part \(number)\n\n" + page.blocks(2) + "\n\n" + page.rows(5)) }
        let text = Self.oneColumn + "# Start\n\n" + parts.joined(separator: "\n\n")
        let glass = LongPageGlass(try #require(LongPageGlass.kiosk(text)))
        var random = SplitMix(7)
        var opened = 0
        for round in 0..<40 {
            if round % 2 == 0 {
                let number = random.below(300)
                var link = Link(page: "home", presentation: .push, place: SourcePlace(line: 1, column: 1))
                link.part = .heading("part-\(number)")
                glass.screen.follow(link)
                glass.settle()
                let place = try #require(PageAnchors.place(of: "part-\(number)", in: glass.screen.page.blocks))
                let views = glass.pieces.compactMap { $0 as? PieceView }
                let heading = try #require(views.compactMap { $0.headings[place] }.first)
                let top = heading.frame.minY + (heading.superview?.frame.minY ?? 0) - glass.list.offset
                #expect(abs(top - 0.6 * glass.stage.theme.em) <= 1 || glass.list.offset == glass.list.ends.upperBound)
            }
            // The first row that is seen whole.
            let rows = glass.pieces.flatMap(\.subviews).filter { $0 is RowView }
            let tops = rows.map { ($0, $0.frame.minY + $0.superview!.frame.minY - glass.list.offset) }
            guard let (row, top) = tops.filter({ $0.1 > 10 && $0.1 < 900 }).randomElement(using: &random) else {
                continue
            }
            let number = try #require(RowNumber.number(of: row, in: glass))
            let point = Point(150, (glass.screen.view.content.frame.minY + top + row.bounds.height / 2) * 296 / 1080)
            glass.touch(.began, point, after: 500)
            glass.touch(.ended, point, after: 60)
            glass.settle()
            #expect(glass.stage.stackNames == ["home", "p\(number % 10)"])
            glass.stage.navigator.pop(animated: false)
            glass.settle()
            opened += 1
            glass.fling(from: Point(200, 150), by: Double(random.below(240) - 120))
            glass.settle()
        }
        #expect(opened > 20)
    }
}

/// The number that is written in a row.
enum RowNumber {
    static func number(of view: View, in glass: LongPageGlass) -> Int? {
        guard let piece = view.superview,
            let index = glass.list.loadedRows.first(where: { glass.list.frame(of: $0) == piece.frame })
        else { return nil }
        let panel = glass.list.bounds.size
        let long = LongPage(
            glass.screen.page.blocks, text: TextSetter(theme: glass.stage.theme, language: "en"), screenSize: panel,
            direction: .leftToRight, rows: .list
        ) {
            PageLayout(
                view: $0, theme: glass.stage.theme, language: "en", direction: .leftToRight, screenSize: panel,
                columns: 1, rows: .list, margin: 0, open: { _ in })
        }
        guard case .line(let lines, let first) = long.pieces[index].content else { return nil }
        return Int(lines.rows[first].title.plainText.split(separator: " ")[1])
    }
}
