// Rows that are swiped aside: what opens, what fires, and what closes first.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct SwipeRowTests {
    /// The actions that were done, each with the number of its row.
    final class Done {
        var what: [String] = []
    }

    /// A list of rows 120 px high, each with actions on both sides, or only at the trailing one; `Done` counts them.
    func list(leading: Bool = true, pop: PopStyle = .fullScreen) -> (Glass, ScrollView, [SwipeRow], [Tile], Done) {
        let done = Done()
        let scroll = ScrollView(axis: .vertical)
        scroll.contentSize = Size(1920, 20 * 120)
        let tiles = (0..<20).map { _ in Tile(Rect(0, 0, 1920, 120)) }
        let rows = tiles.enumerated().map { index, tile in
            @MainActor func action(_ title: String) -> RowAction {
                RowAction(title: title, color: .black) { done.what.append("\(title) \(index)") }
            }
            let row = SwipeRow(
                content: tile, leading: leading ? [action("keep")] : [], trailing: [action("remove"), action("move")],
                theme: Glass.theme)
            row.frame = Rect(0, Double(index) * 120, 1920, 120)
            scroll.addSubview(row)
            return row
        }
        return (Glass.showing(scroll, pop: pop), scroll, rows, tiles, done)
    }

    /// A row that is open to its trailing actions.
    func opened() -> (Glass, ScrollView, [SwipeRow], [Tile], Done) {
        let all = list()
        all.0.flick(from: Point(300, 30), to: Point(270, 30))
        all.0.settle()
        #expect(all.2[0].isOpen)
        return all
    }

    @Test(arguments: [true, false])
    func `rows that are drawn aside and let go in one sample open one page`(isSheet: Bool) {
        let (glass, scroll, _, _, _) = list()
        let rows = (0..<5).map { index in
            let row = SwipeRow(
                content: Tile(Rect(0, 0, 1920, 120)), leading: [],
                trailing: [
                    RowAction(title: "go", color: .black) {
                        let screen = TestScreen("opened")
                        if isSheet { glass.stage.present(screen) } else { glass.stage.navigator.push(screen) }
                    }
                ], theme: Glass.theme)
            row.frame = Rect(0, Double(index) * 120, 1920, 120)
            return row
        }
        for view in scroll.subviews { view.removeFromSuperview() }
        for row in rows { scroll.addSubview(row) }
        let fingers = (0..<5).map { HeldFinger(glass, at: Point(500, 28 + Double($0) * 33), contact: 10 * ($0 + 1)) }
        for finger in fingers { finger.drag(to: Point(60, 60), over: .milliseconds(200)) }
        let contacts = (0..<5).map { 10 * ($0 + 1) }
        glass.stage.handle(
            TouchFrame(
                time: glass.stage.now + .milliseconds(10),
                changes: contacts.map { .init(contact: $0, phase: .ended, position: Point(60, 60)) }))
        glass.settle()
        let all = glass.stage.navigator.screens.map(\.name) + glass.stage.sheets.map(\.navigator.root.name)
        #expect(all.count { $0 == "opened" } == 1, "\(all)")
    }

    @Test func `a second finger on a row that a finger drags pops no page`() {
        let (glass, _, _, _, done) = list(leading: false)
        glass.touch { touch in
            let first = touch.down(at: Point(300, 30)).drag(to: Point(270, 30), over: .milliseconds(100))
            touch.down(at: Point(100, 30)).drag(to: Point(250, 30), over: .milliseconds(200)).lift()
            first.lift()
        }
        glass.settle()
        #expect(glass.stack == ["home", "page"] && done.what.isEmpty)
    }

    @Test func `the content follows the finger and opens to its actions`() {
        let (glass, _, rows, _, _) = list()
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(300, 30)).drag(to: Point(288, 30), over: .milliseconds(200))
            .hold(for: .milliseconds(100)).drag(to: Point(288, 30), over: .milliseconds(20))
        glass.play(touch.frames)
        #expect(abs(rows[0].content.frame.minX + 10 * Glass.panel.density(.horizontal)) < 0.5)
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(!rows[0].isOpen && rows[0].content.frame.minX == 0)
        glass.flick(from: Point(300, 30), to: Point(270, 30))
        glass.settle()
        #expect(rows[0].isOpen && rows[0].content.frame.minX < -150)
        #expect(glass.gestures("began").map(\.name) == ["row-swipe", "row-swipe"])
    }

    @Test func `the actions of an open row are told, and those of others are not`() {
        let (glass, _, rows, _, _) = opened()
        func told() -> [String] { glass.stage.spokenViews.filter { $0.spoken.role == .button }.map(\.spoken.label) }
        #expect(Set(told()).isSuperset(of: ["remove", "move"]) && !told().contains("keep"))
        rows[0].close()
        glass.settle()
        #expect(Set(told()).isDisjoint(with: ["remove", "move", "keep"]))
    }

    @Test func `a tap on an action does it and closes the row`() {
        let (glass, _, rows, tiles, done) = opened()
        let right = (1920 + rows[0].content.frame.minX) / Glass.panel.density(.horizontal)
        glass.touch { $0.tap(at: Point(right + 5, 25)) }
        glass.settle()
        #expect(done.what == ["move 0"])
        #expect(!rows[0].isOpen && rows[0].content.frame.minX == 0)
        #expect(tiles[0].taps == 0)
    }

    @Test func `a long swipe does the first action when it is let go, and can be taken back`() {
        let (glass, _, rows, _, done) = list()
        glass.drag(from: Point(400, 30), to: Point(280, 30))
        glass.settle()
        #expect(done.what == ["remove 0"])
        #expect(!rows[0].isOpen)
        glass.touch {
            $0.down(at: Point(400, 30)).drag(to: Point(280, 30), over: .milliseconds(300))
                .drag(to: Point(395, 30), over: .milliseconds(300)).hold(for: .milliseconds(120)).lift()
        }
        glass.settle()
        #expect(done.what == ["remove 0"] && !rows[0].isOpen)
    }

    @Test func `armed, the first action spreads over the others`() {
        let (glass, _, rows, _, _) = list()
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(400, 30)).drag(to: Point(280, 30), over: .milliseconds(300))
        glass.play(touch.frames)
        glass.wait(.milliseconds(400))
        let first = rows[0].subviews.last { $0 !== rows[0].content && !$0.layer.isHidden }!
        #expect(abs(first.frame.width + rows[0].content.frame.minX) < 1)
        finger.cancel()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(!rows[0].isOpen && rows[0].content.frame.minX == 0)
    }

    @Test func `a finger that goes back beyond where it came from leaves the row closed and still`() {
        let (glass, _, rows, _, _) = list()
        glass.touch {
            $0.down(at: Point(300, 30)).drag(to: Point(290, 30), over: .milliseconds(100))
                .drag(to: Point(340, 30), over: .milliseconds(60)).lift()
        }
        for _ in 0..<30 {
            #expect(rows[0].content.frame.minX == 0)
            glass.stage.advance(to: glass.stage.now + .milliseconds(10))
        }
        #expect(!rows[0].isOpen && glass.stack == ["home", "page"])
    }

    @Test func `a swipe over a row that is just about to close does nothing on a side without actions`() throws {
        let (glass, _, rows, _, done) = list(leading: false, pop: .edge)
        glass.flick(from: Point(300, 30), to: Point(270, 30))
        glass.settle()
        rows[0].close()
        let end = try #require(glass.stage.nextDeadline)
        glass.stage.advance(to: end - .milliseconds(3))
        // The picture in which it is closed is on its way to the glass.
        glass.stage.willPresent(at: end + .milliseconds(10))
        func frame(_ time: Instant, _ phase: TouchFrame.Phase, _ x: Double) -> TouchFrame {
            TouchFrame(time: time, changes: [.init(contact: 9, phase: phase, position: Point(x, 30))])
        }
        glass.play([frame(end - .milliseconds(2), .began, 100), frame(end - .milliseconds(1), .moved, 110)])
        #expect(rows[0].pan.state == .began)
        glass.play((1...8).map { frame(end + .milliseconds(10 * $0), .moved, 110 + 10 * Double($0)) })
        glass.play([frame(end + .milliseconds(200), .ended, 190)])
        glass.settle()
        #expect(done.what == [] && !rows[0].isOpen && rows[0].content.frame.minX == 0)
    }

    @Test func `a touch elsewhere closes an open row and presses nothing`() {
        let (glass, _, rows, tiles, _) = opened()
        glass.touch { $0.tap(at: Point(250, 100)) }
        glass.settle()
        #expect(!rows[0].isOpen)
        #expect(tiles.allSatisfy { $0.taps == 0 })
        glass.touch { $0.tap(at: Point(250, 100)) }
        #expect(tiles.count { $0.taps == 1 } == 1)
    }

    @Test func `a tap on its content closes an open row and does not press it`() {
        let (glass, _, rows, tiles, _) = opened()
        glass.touch { $0.tap(at: Point(100, 30)) }
        glass.settle()
        #expect(!rows[0].isOpen && tiles[0].taps == 0)
    }

    @Test func `scrolling closes an open row, from whatever place`() {
        for y in [30.0, 200] {
            let (glass, scroll, rows, _, _) = opened()
            glass.drag(from: Point(250, y + 50), to: Point(250, y))
            glass.settle()
            #expect(!rows[0].isOpen && scroll.offset > 100)
        }
    }

    @Test func `with a row open nothing pops but the edge`() {
        let (glass, _, rows, _, _) = opened()
        glass.drag(from: Point(200, 150), to: Point(320, 150))
        glass.settle()
        #expect(glass.stack == ["home", "page"] && !rows[0].isOpen)
        let (edge, _, _, _, _) = opened()
        edge.drag(from: Point(2, 150), to: Point(150, 150))
        edge.settle()
        #expect(edge.stack == ["home"])
    }

    @Test func `an open row is closed by a swipe over it, and not opened to its other side`() {
        let (glass, _, rows, _, _) = opened()
        glass.flick(from: Point(200, 30), to: Point(320, 30))
        glass.settle()
        #expect(!rows[0].isOpen && rows[0].content.frame.minX == 0)
        #expect(glass.stack == ["home", "page"])
    }

    @Test func `a stage with an open row is not at rest, and one whose rows have closed again is`() {
        let (glass, _, rows, _, _) = opened()
        #expect(glass.stage.stateAtRest == nil)
        rows[0].close()
        glass.settle()
        #expect(!rows[0].isOpen && glass.stage.stateAtRest != nil)
        // A row that no scroll view contains counts too.
        let content = View()
        let tile = Tile(Rect(0, 0, 1920, 120))
        let alone = SwipeRow(
            content: tile, trailing: [RowAction(title: "remove", color: .black) {}], theme: Glass.theme)
        content.addSubview(alone)
        let plain = Glass.showing(content)
        plain.flick(from: Point(300, 30), to: Point(270, 30))
        plain.settle()
        #expect(alone.isOpen && plain.stage.stateAtRest == nil)
    }

    @Test func `an open row can be taken away`() {
        let (glass, _, rows, tiles, _) = opened()
        rows[0].removeFromSuperview()
        glass.touch { $0.tap(at: Point(250, 100)) }
        glass.settle()
        glass.touch { $0.tap(at: Point(250, 100)) }
        #expect(tiles.count { $0.taps > 0 } == 1)
        glass.stage.traceEnd()
        #expect(glass.lines("end").last!.contains("\"stuck\":[]"))
    }
}

extension SwipeRowTests {
    @Test func `where text runs to the left, the leading side is the right one`() {
        let scroll = ScrollView(axis: .vertical)
        let content = View()
        content.frame = Rect(0, 0, 1920, 200)
        let action = RowAction(title: "keep", color: .black) {}
        let row = SwipeRow(content: content, leading: [action], theme: Glass.theme)
        scroll.addSubview(row)
        let glass = Glass.showing(scroll)
        glass.stage.direction = .rightToLeft
        glass.flick(from: Point(300, 30), to: Point(270, 30))
        glass.settle()
        #expect(row.isOpen && content.frame.minX < -100)
        let button = row.subviews.first { $0 !== content && !$0.layer.isHidden }
        #expect(button?.frame.maxX == 1920)
    }
}
