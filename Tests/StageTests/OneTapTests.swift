// One tap, one page: fingers that come twice, or two at a time.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@Suite struct OneTapTests {
    /// A page with two halves, each of which pushes, or presents, a page of its own when it is tapped.
    func glass(presents: Bool = false) -> Glass {
        var glass: Glass!
        var count = 0
        let home = ContentScreen("home") { content in
            for half in 0..<2 {
                let row = View()
                row.frame = Rect(
                    0, Double(half) * content.bounds.height / 2, content.bounds.width, content.bounds.height / 2)
                let tap = TapRecognizer()
                tap.onAction { _ in
                    count += 1
                    let page = TestScreen("page\(count)")
                    if presents { glass.stage.present(page) } else { glass.stage.navigator.push(page) }
                }
                row.addRecognizer(tap)
                content.addSubview(row)
            }
        }
        glass = Glass(root: home)
        return glass
    }

    func pages(_ glass: Glass) -> Int { glass.stage.navigator.screens.count - 1 + glass.stage.sheets.count }

    @Test(arguments: [true, false]) func `two fingers that lift in one frame bring one page`(presents: Bool) {
        let glass = glass(presents: presents)
        glass.touch { $0.tap(at: Point(100, 80), Point(400, 250)) }
        glass.settle()
        #expect(pages(glass) == 1)
    }

    @Test(arguments: [true, false]) func `a finger that was down when another brought a page taps nothing any more`(
        presents: Bool
    ) {
        let glass = glass(presents: presents)
        let second = HeldFinger(glass, at: Point(400, 250), contact: 9)
        glass.touch { $0.tap(at: Point(100, 80)) }
        second.lift()
        glass.settle()
        #expect(pages(glass) == 1)
    }

    @Test(arguments: [30, 80, 150, 250]) func `a double tap brings one page`(pause: Int) {
        for presents in [true, false] {
            let glass = glass(presents: presents)
            glass.touch {
                $0.tap(at: Point(100, 80))
                $0.wait(.milliseconds(pause))
                $0.tap(at: Point(102, 80))
            }
            glass.settle()
            #expect(pages(glass) == 1)
        }
    }

    @Test(arguments: [30, 80, 150, 250]) func `a double tap beside the place of a sheet leaves the sheet it brings`(
        pause: Int
    ) {
        let glass = glass(presents: true)
        glass.touch {
            $0.tap(at: Point(100, 22))
            $0.wait(.milliseconds(pause))
            $0.tap(at: Point(100, 22))
        }
        glass.settle()
        #expect(pages(glass) == 1)
        glass.touch { $0.tap(at: Point(100, 10)) }
        glass.settle()
        #expect(pages(glass) == 0)
    }

    @Test(arguments: [30, 80, 150, 250]) func `a double tap on Back goes back once, and a later one again`(pause: Int) {
        let glass = Glass()
        glass.push(TestScreen("a"), TestScreen("b"), TestScreen("c"))
        glass.stage.advance(to: .zero + .seconds(1))
        glass.touch {
            $0.tap(at: Point(5, 5))
            $0.wait(.milliseconds(pause))
            $0.tap(at: Point(5, 5))
        }
        glass.settle()
        #expect(glass.stack == ["home", "a", "b"])
        glass.touch { $0.tap(at: Point(5, 5)) }
        glass.settle()
        #expect(glass.stack == ["home", "a"])
    }

    @Test(arguments: [true, false], [0, 20]) func `several fingers on a page that comes tap nothing in it`(
        presents: Bool, later: Int
    ) throws {
        for catchingLiftsFirst in [true, false] {
            var row: Tile?
            let page = ContentScreen("page") { content in
                let tile = Tile(Rect(origin: .zero, size: content.bounds.size))
                content.addSubview(tile)
                row = tile
            }
            let glass = Glass()
            if presents { glass.stage.present(page) } else { glass.stage.navigator.push(page) }
            glass.stage.advance(to: glass.stage.now + .milliseconds(150))
            glass.touch { script in
                let catching = script.down(at: Point(480, 250))
                script.wait(.milliseconds(later))
                let second = script.down(at: Point(480, 270), together: later == 0)
                script.wait(.milliseconds(60))
                if catchingLiftsFirst {
                    catching.lift()
                    second.lift()
                } else {
                    second.lift()
                    catching.lift()
                }
            }
            glass.settle()
            let taps = try #require(row).taps
            #expect(taps == 0, "the finger that catches lifts \(catchingLiftsFirst ? "first" : "last")")
            glass.touch { $0.tap(at: Point(250, 250)) }
            #expect(row?.taps == 1)
        }
    }

    @Test func `a drag in a page that another finger's tap covers is cancelled`() {
        let glass = glass()
        let scroller = PanRecognizer(name: "drag")
        var states: [Recognizer.State] = []
        scroller.onAction { states.append($0.state) }
        glass.stage.navigator.root.view.content.subviews[1].addRecognizer(scroller)
        let dragging = HeldFinger(glass, at: Point(400, 200), contact: 9)
        dragging.drag(to: Point(400, 260), over: .milliseconds(100))
        glass.touch { $0.tap(at: Point(100, 80)) }
        #expect(states.last == .cancelled)
        dragging.lift()
        glass.settle()
        #expect(pages(glass) == 1)
    }

    /// A page full of rows, and over it a sheet that a tap anywhere closes.
    func sheetOverRows() -> (Glass, rows: [Tile]) {
        let rows = (0..<10).map { Tile(Rect(0, Double($0) * 100, 1920, 100)) }
        let glass = Glass(root: ContentScreen("home") { content in for row in rows { content.addSubview(row) } })
        let sheet = ContentScreen("terms") { content in
            let close = View()
            close.frame = Rect(origin: .zero, size: content.bounds.size)
            let tap = TapRecognizer()
            tap.onAction { _ in glass.stage.sheets.last?.leave() }
            close.addRecognizer(tap)
            content.addSubview(close)
        }
        glass.stage.present(sheet, animated: false)
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        return (glass, rows)
    }

    @Test(arguments: [30, 80, 150, 250]) func `the second tap of a double tap that closes a sheet taps nothing beneath`(
        pause: Int
    ) {
        let (glass, rows) = sheetOverRows()
        glass.touch {
            $0.tap(at: Point(250, 200))
            $0.wait(.milliseconds(pause))
            $0.tap(at: Point(253, 198))
        }
        #expect(glass.stage.sheets.allSatisfy(\.isLeaving) && rows.allSatisfy { $0.taps == 0 })
        glass.settle()
        glass.touch { $0.tap(at: Point(250, 200)) }
        #expect(rows.reduce(0) { $0 + $1.taps } == 1)
    }

    @Test func `a finger that comes back at once where a sheet was closed scrolls what lies there`() throws {
        let page = TestScreen("list", contentHeight: 6000)
        let glass = Glass(root: page)
        let sheet = ContentScreen("terms") { content in
            let tap = TapRecognizer()
            tap.onAction { _ in glass.stage.sheets.last?.leave() }
            content.addRecognizer(tap)
        }
        glass.stage.present(sheet, animated: false)
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        glass.touch {
            $0.tap(at: Point(250, 60))
            $0.wait(.milliseconds(250))
            $0.down(at: Point(250, 60)).drag(to: Point(250, 20), over: .milliseconds(200)).lift()
        }
        glass.settle()
        #expect(try #require(page.scroll).offset > 20 * Glass.panel.density(.vertical))
    }

    @Test func `a finger beside a sheet that another finger covers with a sheet takes neither away`() {
        let glass = Glass()
        let row = View()
        row.frame = Rect(0, 0, 1920, 800)
        let tap = TapRecognizer()
        tap.onAction { _ in glass.stage.present(TestScreen("more")) }
        row.addRecognizer(tap)
        glass.stage.present(ContentScreen("terms") { $0.addSubview(row) }, animated: false)
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        let beside = HeldFinger(glass, at: Point(250, 8), contact: 9)
        glass.touch { $0.tap(at: Point(250, 120)) }
        beside.lift()
        glass.settle()
        #expect(glass.stage.sheets.count == 2)
    }
}
