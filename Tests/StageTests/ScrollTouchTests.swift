// What a finger does to content that moves, and what it does not do.

import Drawing
import Geometry
import Gestures
import Layers
import Testing
import TouchScript

@testable import Stage

@Suite struct ScrollTouchTests {
    /// A vertical list with a tile at every place.
    func list(asSheet: Bool = false, pop: PopStyle = .fullScreen) -> (Glass, ScrollView, [Tile]) {
        let scroll = ScrollView(axis: .vertical)
        scroll.contentSize = Size(1920, 6000)
        let tiles = (0..<60).map { Tile(Rect(0, Double($0) * 100, 1920, 100)) }
        for tile in tiles { scroll.addSubview(tile) }
        return (Glass.showing(scroll, pop: pop, asSheet: asSheet), scroll, tiles)
    }

    @Test(arguments: [2.0, 20, 250]) func `a touch while it moves stops it and presses no row, wherever it lands`(
        x: Double
    ) {
        let (glass, scroll, tiles) = list()
        glass.flick(from: Point(250, 250), to: Point(250, 200), over: .milliseconds(60))
        glass.wait(.milliseconds(100))
        glass.touch { $0.down(at: Point(x, 150)).hold(for: .milliseconds(30)).lift() }
        let stopped = scroll.offset
        #expect(stopped > 200)
        glass.settle()
        #expect(scroll.offset == stopped && stopped == stopped.rounded())
        #expect(tiles.allSatisfy { $0.taps == 0 })
        #expect(glass.gestures("began").last?.name == "stop")
        // At rest the same touch presses.
        glass.touch { $0.down(at: Point(x, 150)).hold(for: .milliseconds(30)).lift() }
        #expect(tiles.count { $0.taps == 1 } == 1)
    }

    @Test func `the finger that stopped it goes on to scroll, or to pop`() {
        let (glass, scroll, _) = list()
        glass.flick(from: Point(250, 250), to: Point(250, 200), over: .milliseconds(60))
        glass.wait(.milliseconds(100))
        glass.touch { $0.down(at: Point(250, 100)).hold(for: .milliseconds(50)).lift() }
        let stopped = scroll.offset
        glass.drag(from: Point(250, 100), to: Point(250, 132))
        glass.settle()
        #expect(abs(stopped - scroll.offset - 30 * Glass.density) < 1)
        glass.flick(from: Point(250, 250), to: Point(250, 200), over: .milliseconds(60))
        glass.wait(.milliseconds(100))
        glass.drag(from: Point(150, 100), to: Point(300, 100))
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a touch that stops the content of a sheet cannot pull the sheet`() {
        let (glass, scroll, _) = list(asSheet: true)
        glass.flick(from: Point(250, 250), to: Point(250, 230), over: .milliseconds(60))
        glass.wait(.milliseconds(50))
        glass.drag(from: Point(250, 100), to: Point(250, 260))
        glass.settle()
        #expect(scroll.offset == 0)
        #expect(glass.transitions.isEmpty)
        glass.drag(from: Point(250, 100), to: Point(250, 260))
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `a strip at its start keeps the finger until it has been at rest for 400 ms`() {
        let strip = ScrollView(axis: .horizontal)
        strip.contentSize = Size(4000, 500)
        let glass = Glass.showing(strip)
        func swipe(after span: Instant.Span) -> [String] {
            strip.setOffset(600, along: .horizontal)
            glass.flick(from: Point(200, 150), to: Point(300, 150), over: .milliseconds(60))
            glass.settle()
            #expect(strip.offset == 0)
            let rest = glass.lines("scroll").last.map { $0.contains("rest") }
            #expect(rest == true)
            // The indicator goes on for 750 ms after the rest; time has come to its end.
            glass.stage.advance(to: glass.stage.now)
            return glass.stack
        }
        #expect(swipe(after: .zero) == ["home", "page"])
        // The strip swings back when the finger comes, so it scrolls.
        strip.setOffset(200, along: .horizontal)
        glass.flick(from: Point(200, 150), to: Point(300, 150), over: .milliseconds(60))
        glass.wait(.milliseconds(200))
        glass.flick(from: Point(200, 150), to: Point(400, 150), over: .milliseconds(100))
        #expect(glass.stage.movingScreens(at: glass.stage.now).isEmpty)
        // 300 ms after it has come to rest, it still scrolls; 500 ms after, it pops.
        while !glass.lines("scroll").last!.contains("rest") {
            glass.stage.advance(to: glass.stage.nextDeadline!)
        }
        glass.wait(.milliseconds(290))
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(200, 150)).drag(to: Point(300, 150), over: .milliseconds(100))
        glass.play(touch.frames)
        #expect(strip.offset < 0)
        finger.lift()
        glass.play([touch.frames.last!])
        while !glass.lines("scroll").last!.contains("rest") {
            glass.stage.advance(to: glass.stage.nextDeadline!)
        }
        glass.wait(.milliseconds(490))
        glass.flick(from: Point(200, 150), to: Point(400, 150), over: .milliseconds(100))
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a strip at its start bands where nothing pops`() {
        let strip = ScrollView(axis: .horizontal)
        strip.contentSize = Size(4000, 500)
        let glass = Glass.showing(strip, pop: .edge)
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(200, 150)).drag(to: Point(300, 150), over: .milliseconds(200))
        glass.play(touch.frames)
        #expect(strip.offset < -100)
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(strip.offset == 0 && glass.stack == ["home", "page"])
    }

    @Test func `the slop of a scroll view is the kiosk's`() {
        let scroll = ScrollView(axis: .vertical)
        scroll.contentSize = Size(1920, 6000)
        let glass = Glass.showing(scroll) { $0.slop = 5 }
        glass.drag(from: Point(200, 200), to: Point(200, 196))
        #expect(glass.gestures("began").isEmpty)
        glass.drag(from: Point(200, 200), to: Point(200, 180))
        glass.settle()
        #expect(abs(scroll.offset / Glass.density - 15) < 0.3)
    }

    // MARK: What is seen

    @Test func `the indicator comes with the movement and goes half a second after it`() throws {
        let (glass, scroll, _) = list()
        func indicator() -> Layer? { scroll.layer.sublayers.last { $0.name == "indicator" && !$0.isHidden } }
        #expect(indicator() == nil)
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(250, 250)).drag(to: Point(250, 200), over: .milliseconds(200))
        glass.play(touch.frames)
        let bar = try #require(indicator())
        #expect(bar.opacity > 0.7)
        // As long a share of the side as the view shows of the content, and as far down.
        let height = scroll.bounds.height
        #expect(abs(bar.frame.height / height - height / 6000) < 0.01)
        #expect(abs((bar.frame.minY - scroll.offset) / height - scroll.offset / 6000) < 0.01)
        finger.hold(for: .milliseconds(100)).lift()
        glass.play([touch.frames.last!])
        while !glass.lines("scroll").last!.contains("rest") {
            glass.stage.advance(to: glass.stage.nextDeadline!)
        }
        glass.wait(.milliseconds(499))
        #expect(bar.opacity == 0.75)
        #expect(!glass.stage.isMoving)
        glass.wait(.milliseconds(126))
        #expect(abs(bar.opacity - 0.375) < 0.01)
        glass.settle()
        #expect(indicator() == nil)
        #expect(glass.stage.nextDeadline == nil)
    }

    @Test func `an indicator of a short movement fades in to its end`() throws {
        let (glass, scroll, _) = list()
        let indicator = ScrollIndicator(axis: .vertical)
        scroll.layer.addSublayer(indicator.layer)
        indicator.show(on: glass.stage, in: glass.stage.theme)
        glass.wait(.milliseconds(20))
        indicator.leave()
        #expect(glass.stage.isMoving)
        glass.wait(.milliseconds(30))
        #expect(abs(indicator.layer.opacity - 0.375) < 0.01)
        glass.wait(.milliseconds(50))
        #expect(indicator.layer.opacity == 0.75)
        #expect(!glass.stage.isMoving)
        glass.settle()
        #expect(indicator.layer.isHidden)
    }

    @Test func `a row shows a finger that rests or taps, and none that goes on to scroll`() {
        final class Row: View {
            var shown: [Bool] = []
            private lazy var highlight = Highlight(of: self) { [unowned self] in shown.append($0) }
            override init(drawsContents: Bool = false, isOpaque: Bool = false) {
                super.init()
                let tap = TapRecognizer()
                tap.onAction { [unowned self] _ in highlight.tap() }
                addRecognizer(tap)
            }
            override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
            override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
            override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
        }
        let (glass, scroll, _) = list()
        let row = Row()
        row.frame = Rect(0, 0, 1920, 2000)
        scroll.addSubview(row)
        glass.drag(from: Point(250, 150), to: Point(250, 130), over: .milliseconds(100))
        #expect(row.shown == [])
        glass.settle()
        // A quick tap shows for a moment.
        glass.touch { $0.tap(at: Point(250, 100)) }
        #expect(row.shown == [true])
        glass.wait(.milliseconds(149))
        #expect(row.shown == [true])
        glass.settle()
        #expect(row.shown == [true, false])
        row.shown = []
        // A finger that rests shows after 150 ms, and no more when it drags.
        glass.touch {
            $0.down(at: Point(250, 150)).hold(for: .milliseconds(160)).drag(
                to: Point(250, 140), over: .milliseconds(50)
            )
            .lift()
        }
        glass.settle()
        #expect(row.shown == [true, false])
    }
}

extension ScrollTouchTests {
    @Test func `held still in its rubber band or between two pages, it goes on when the finger leaves`() {
        let (glass, scroll, _) = list()
        scroll.setOffset(200, along: .vertical)
        glass.flick(from: Point(250, 100), to: Point(250, 200), over: .milliseconds(50))
        while scroll.offset > -30 { glass.wait(.milliseconds(5)) }
        let touch = TouchScript(start: glass.stage.now)
        let finger = touch.down(at: Point(250, 100)).hold(for: .milliseconds(300))
        glass.play(touch.frames)
        glass.wait(.milliseconds(300))
        #expect(scroll.offset < -20)
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(scroll.offset == 0)

        let pager = ScrollView(axes: [.horizontal], isPaging: true)
        pager.contentSize = Size(3 * 1920, 500)
        let pages = Glass.showing(pager, pop: .edge)
        pages.flick(from: Point(400, 150), to: Point(330, 150), over: .milliseconds(60))
        pages.touch { $0.down(at: Point(250, 100)).hold(for: .milliseconds(300)).lift() }
        #expect(pager.page < 0.5)
        pages.settle()
        #expect(pager.page == 1)
    }

    @Test func `a list that is put elsewhere while it moves has come to rest`() {
        let (glass, scroll, _) = list()
        glass.flick(from: Point(250, 250), to: Point(250, 200), over: .milliseconds(60))
        glass.wait(.milliseconds(100))
        #expect(glass.stage.isMoving)
        scroll.scroll(to: 300, along: .vertical, animated: false)
        #expect(scroll.offset == 300 && !scroll.isMoving)
        glass.settle()
        #expect(scroll.offset == 300 && !glass.stage.isMoving && glass.stage.stateAtRest != nil)
        #expect(glass.stage.movers.isEmpty)
    }
}
