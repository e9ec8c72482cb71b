// Fingers on long pages: what is on the glass moves with them and stays where it is otherwise, whatever has been measured.

import Geometry
import Gestures
import Layers
import Stage
import TestRandomness
import Testing

@testable import Pages

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
                var (speed, last, since) = (Double.infinity, glass.seen, glass.stage.now)
                glass.settle {
                    #expect(glass.isWhole)
                    #expect(glass.list.loadedRows.count < 300)
                    let (now, seconds) = (glass.seen, (glass.stage.now - since).seconds)
                    let moved = Set(now.compactMap { view, top in last[view].map { top - $0 } })
                    // Offsets at rest are whole pixels.
                    let new = abs(moved.first ?? 0) / seconds
                    if seconds > 0.012 {
                        #expect(moved.count <= 1 && new <= speed + 70, "\(new) after \(speed)")
                        speed = new
                    }
                    (last, since) = (now, glass.stage.now)
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
        // In two columns other glass has other pieces.
        let text = (seed == 0 ? "" : Self.oneColumn) + Self.text(seed)
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
            let (day, night) = (Theme(.paper, on: LongPageGlass.panel), Theme(.night, on: LongPageGlass.panel))
            for isNight in [true, false] {
                glass.stage.wear(DayAndNight(day: day, night: night, isNight: isNight))
                #expect((row(glass), top(glass)) == before && glass.isWhole)
            }
            // On other glass it begins with the same piece, though its lines are broken elsewhere.
            let isFree = seed == 0 || glass.list.offset >= glass.list.ends.upperBound
            glass.stage.change(to: Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527)))
            #expect((isFree || row(glass) == before.0) && glass.isWhole)
            glass.stage.change(to: LongPageGlass.panel)
            #expect((isFree || row(glass) == before.0) && glass.isWhole)
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

    @Test func `at nightfall the line under a finger stays under it`() throws {
        let glass = LongPageGlass(try #require(LongPageGlass.kiosk(Self.text(1))))
        let (day, night) = (Theme(.paper, on: LongPageGlass.panel), Theme(.night, on: LongPageGlass.panel))
        glass.list.scroll(toRow: glass.list.count / 2, animated: false)
        func tops() -> [Int: Double] {
            Dictionary(
                uniqueKeysWithValues: glass.list.loadedRows.map {
                    ($0, glass.list.frame(of: $0).minY - glass.list.offset)
                })
        }
        glass.touch(.began, Point(40, 150), after: 10)
        var y = 150.0
        for step in 0..<30 {
            let before = tops()
            if step % 5 == 4 { glass.stage.wear(DayAndNight(day: day, night: night, isNight: step % 10 == 4)) }
            // What is seen stays where it is.
            let seen = before.filter { (0..<1000).contains($0.value) }
            let now = tops()
            #expect(seen.allSatisfy { row, top in now[row].map { abs($0 - top) < 0.01 } ?? false }, "step \(step)")
            y += step % 2 == 0 ? 18 : -9
            glass.touch(.moved, Point(40, min(y, 280)), after: 8)
            #expect(glass.isWhole)
        }
        glass.touch(.ended, Point(40, min(y, 280)), after: 8)
        glass.settle()
        #expect(glass.isWhole)
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
                let heading = try #require(views.compactMap { $0.placed[place] }.first)
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
        #expect(opened > 10)
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
