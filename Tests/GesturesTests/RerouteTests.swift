// Touches that are cancelled where they came down and go on in another view.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct RerouteTests {
    let panel = Rect(0, 0, 500, 300)
    let a = Point(100, 100)
    let b = Point(300, 100)

    /// A page that is left, over a page that stays, each with a pan; `bench` does the hit tests.
    final class Pages {
        let bench = Bench()
        let root: Area
        let below: Area
        let above: Area
        let pans: [PanRecognizer]
        var told: [String] = []

        init() {
            let panel = Rect(0, 0, 500, 300)
            root = bench.area("root", panel)
            below = bench.area("below", panel, in: root)
            above = bench.area("above", panel, in: root)
            pans = ["below pan", "above pan"].map { PanRecognizer(name: $0) }
            below.addRecognizer(pans[0])
            above.addRecognizer(pans[1])
            for pan in pans { pan.onAction { [unowned self] in told.append("\($0.name) \($0.state)") } }
        }

        /// Takes the upper page out of reach: fingers are routed to the lower one.
        func leave() {
            bench.areas.removeAll { $0 === above }
            for touch in bench.dispatcher.touchesDown { bench.dispatcher.reroute(touch, why: "above was left") }
        }
    }

    @Test func `a touch is cancelled where it was, and begins where it is, with a slop of its own`() {
        let pages = Pages()
        let bench = pages.bench
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, a + Vector(10, 0)))])
        pages.leave()
        let touch = bench.dispatcher.touchesDown[0]
        #expect(touch.view === pages.below && touch.isRerouted)
        #expect(touch.startLocation == a + Vector(10, 0) && touch.startTime == .zero + .milliseconds(10))
        bench.play([TouchFrame(20, (1, .moved, a + Vector(11, 0))), TouchFrame(30, (1, .moved, a + Vector(15, 0)))])
        #expect(pages.pans[0].translation == Vector(3, 0))
        bench.play([TouchFrame(40, (1, .ended, a + Vector(15, 0)))])
        #expect(
            bench.log == """
                above began
                above pan began
                above cancelled
                above pan cancelled: above was left
                below began
                below pan began
                below cancelled
                below pan ended
                """)
        #expect(
            pages.told == [
                "above pan began", "above pan cancelled", "below pan began", "below pan ended",
            ])
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty && bench.dispatcher.touchesDown.isEmpty)
    }

    @Test func `a gesture that had not begun fails with the reason, and the touch is cancelled for its view`() {
        let pages = Pages()
        pages.bench.play([TouchFrame(0, (1, .began, a))])
        pages.leave()
        pages.bench.play([TouchFrame(20, (1, .ended, a))])
        #expect(
            pages.bench.log == """
                above began
                above pan failed: above was left
                above cancelled
                below began
                below pan failed: lifted before it had moved 2.0 mm
                below ended
                """)
    }

    @Test func `a finger that has moved taps nothing, presses nothing, and comes down nowhere`() {
        let pages = Pages()
        let tap = TapRecognizer()
        tap.slop = 100
        let catching = PanRecognizer(name: "catch")
        catching.beginsAtTouchDown = true
        catching.slop = 1000
        let others: [Recognizer] = [
            tap, LongPressRecognizer(), SwipeRecognizer(directions: .all), TouchDownRecognizer(name: "down"),
        ]
        for recognizer in others + [catching] { pages.below.addRecognizer(recognizer) }
        pages.bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, b))])
        pages.leave()
        pages.bench.dispatcher.advance(to: .zero + .milliseconds(1000))
        pages.bench.play([TouchFrame(1010, (1, .ended, b))])
        for name in ["tap", "long-press", "swipe", "down"] {
            #expect(
                pages.bench.lines.filter { $0.hasPrefix("\(name) ") } == ["\(name) failed: it has moved already"])
        }
        #expect(!pages.bench.lines.contains("catch began"))
        // The next finger comes down as usual.
        pages.bench.lines = []
        pages.bench.play([TouchFrame(1100, (1, .began, a))])
        #expect(pages.bench.lines.contains("down began") && pages.bench.lines.contains("catch began"))
    }

    @Test func `the edge is measured from where the finger is now, and a swipe from beyond does not count`() {
        for (x, begins) in [(7.0, true), (9.0, false)] {
            let bench = Bench()
            let root = bench.area("root", panel)
            let edge = ScreenEdgePanRecognizer(name: "edge", edges: .left, panelSize: panel.size)
            edge.isEdgeWidthMeasured = true
            root.addRecognizer(edge)
            bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, Point(x, 100)))])
            bench.dispatcher.reroute(bench.dispatcher.touchesDown[0], why: "test")
            bench.play([TouchFrame(20, (1, .moved, Point(x + 20, 100)))])
            #expect(bench.lines.contains("edge began") == begins)
        }
    }

    @Test func `a recognizer around both views loses the touch and gets it again`() {
        let pages = Pages()
        let outer = PanRecognizer(name: "outer")
        pages.root.addRecognizer(outer)
        pages.pans[1].isEnabled = false
        pages.pans[0].isEnabled = false
        var told: [Recognizer.State] = []
        outer.onAction { told.append($0.state) }
        pages.bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, a + Vector(10, 0)))])
        let attempt = outer.id
        pages.leave()
        #expect(outer.id > attempt && outer.state == .possible && outer.touches.map(\.number) == [1])
        pages.bench.play([TouchFrame(20, (1, .moved, a + Vector(20, 0)))])
        #expect(told == [.began, .cancelled, .began])
        #expect(outer.translation == Vector(8, 0))
    }

    @Test func `a touch can be sent to a view, or nowhere`() {
        let pages = Pages()
        let bench = pages.bench
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, b))])
        let touch = bench.dispatcher.touchesDown[0]
        var asked: [Point] = []
        bench.dispatcher.reroute(touch, why: "test") {
            asked.append($0)
            return pages.root
        }
        #expect(asked == [b] && touch.view === pages.root)
        bench.dispatcher.reroute(touch, why: "test") { _ in nil }
        #expect(touch.view == nil && bench.lines.last == "root cancelled")
        bench.play([TouchFrame(20, (1, .ended, b))])
        #expect(bench.lines.last == "root cancelled" && bench.dispatcher.touchesDown.isEmpty)
        // A touch that is over stays over.
        bench.dispatcher.reroute(touch, why: "test")
        #expect(bench.lines.last == "root cancelled" && bench.dispatcher.touchesDown.isEmpty)
    }

    // MARK: Within a moment

    @Test func `in an action the touch is sent when the actions of this moment have been told`() {
        let pages = Pages()
        let bench = pages.bench
        let other = PanRecognizer(name: "other")
        other.cancelsTouchesInView = false
        pages.root.addRecognizer(other)
        let simultaneous = Both()
        other.delegate = simultaneous
        var log: [String] = []
        pages.pans[1].onAction { [unowned pages] pan in
            log.append("above pan \(pan.state)")
            if pan.state == .began {
                pages.leave()
                // Nothing has happened yet.
                log.append("still \(pan.touches.count) \(pages.bench.dispatcher.touchesDown[0].view === pages.above)")
            }
        }
        other.onAction { log.append("other \($0.state)") }
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, a + Vector(10, 0)))])
        #expect(
            log == [
                "above pan began", "still 1 true", "other began", "above pan cancelled", "other cancelled",
            ])
        #expect(bench.dispatcher.touchesDown[0].view === pages.below)
        // The next move counts as a move, not as a touch-down.
        bench.play([TouchFrame(20, (1, .moved, a + Vector(15, 0)))])
        #expect(pages.pans[0].state == .began && pages.pans[0].translation == Vector(3, 0))
    }

    final class Both: RecognizerDelegate {
        func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { true }
    }

    @Test func `a touch that is lifted in the frame in which it is sent elsewhere is over`() {
        let pages = Pages()
        let right = pages.bench.area("right", Rect(250, 0, 250, 300), in: pages.root)
        let first = PanRecognizer(name: "first")
        right.addRecognizer(first)
        first.onAction { [unowned pages] in if $0.state == .began { pages.leave() } }
        pages.bench.play([
            TouchFrame(0, (1, .began, b), (2, .began, a)),
            TouchFrame(10, (1, .moved, b + Vector(10, 0)), (2, .ended, a)),
        ])
        #expect(
            pages.bench.lines.filter { $0.hasPrefix("above") && !$0.contains("pan") } == ["above began", "above ended"])
        #expect(!pages.bench.lines.contains("below pan began"))
        #expect(pages.bench.dispatcher.touchesDown.map(\.number) == [1])
        #expect(pages.bench.dispatcher.recognizersUnderWay.allSatisfy { $0.touches.map(\.number) == [1] })
    }

    @Test func `a view that sends a touch elsewhere when it is told of it gets no more of it`() {
        for phase in ["began", "moved"] {
            let pages = Pages()
            pages.pans[1].isEnabled = false
            pages.above.onTouch = { [unowned pages] told, _ in if told == phase { pages.leave() } }
            pages.bench.play([
                TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, a + Vector(1, 0))),
                TouchFrame(20, (1, .moved, a + Vector(9, 0))), TouchFrame(30, (1, .ended, a + Vector(9, 0))),
            ])
            #expect(
                pages.bench.log == """
                    above began
                    above cancelled
                    below began
                    below pan began
                    below cancelled
                    below pan ended
                    """)
        }
    }

    // MARK: Several fingers

    @Test func `a gesture with several fingers is over when one is sent away, and the others stay`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let card = bench.area("card", panel, in: root)
        let pinch = PinchRecognizer()
        card.addRecognizer(pinch)
        let pan = PanRecognizer(name: "pan")
        root.addRecognizer(pan)
        pan.minimumTouches = 1
        bench.play([
            TouchFrame(0, (1, .began, a), (2, .began, b)),
            TouchFrame(10, (1, .moved, a - Vector(10, 0)), (2, .moved, b + Vector(10, 0))),
        ])
        #expect(pinch.state == .began)
        bench.dispatcher.reroute(bench.dispatcher.touchesDown[0], why: "test") { _ in root }
        #expect(bench.lines.contains("pinch cancelled: test"))
        #expect(bench.dispatcher.touchesDown.count == 2 && pan.touches.map(\.number) == [1])
        bench.play([
            TouchFrame(20, (1, .moved, a), (2, .moved, b)), TouchFrame(30, (1, .ended, a), (2, .ended, b)),
        ])
        #expect(bench.lines.suffix(3).filter { $0.hasPrefix("pan") } == ["pan began", "pan ended"])
        #expect(bench.dispatcher.touchesDown.isEmpty && bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `several fingers that are sent at one moment come down together`() {
        let pages = Pages()
        let pinch = PinchRecognizer()
        pages.below.addRecognizer(pinch)
        pages.pans[0].isEnabled = false
        // The page is left in an action, in mid-frame: how far the fingers moved in that frame does not count below.
        pages.pans[1].onAction { [unowned pages] in if $0.state == .began { pages.leave() } }
        pages.bench.play([
            TouchFrame(0, (1, .began, a), (2, .began, b)),
            TouchFrame(10, (1, .moved, a + Vector(50, 0)), (2, .moved, b + Vector(20, 0))),
        ])
        #expect(pinch.touches.map(\.number) == [1, 2] && pinch.state == .possible)
        pages.bench.play([TouchFrame(20, (1, .moved, a + Vector(51, 0)), (2, .moved, b + Vector(21, 0)))])
        #expect(pinch.state == .possible)
        pages.bench.play([TouchFrame(30, (1, .moved, a + Vector(20, 0)), (2, .moved, b + Vector(50, 0)))])
        #expect(pinch.state == .began)
    }

    @Test func `a finger that joins a drag on its way does not move it`() {
        let pages = Pages()
        let bench = pages.bench
        bench.areas.removeAll { $0 === pages.above }
        bench.areas.append(pages.below)
        let left = bench.area("left", Rect(0, 0, 250, 300), in: pages.root)
        let leaving = PanRecognizer(name: "leaving")
        left.addRecognizer(leaving)
        leaving.onAction { [unowned bench, unowned pages] pan in
            if pan.state == .began { bench.dispatcher.reroute(pan.touches[0], why: "test") { _ in pages.below } }
        }
        bench.play([
            TouchFrame(0, (1, .began, a), (2, .began, b)), TouchFrame(10, (2, .moved, b + Vector(12, 0))),
        ])
        #expect(pages.pans[0].translation == Vector(10, 0))
        bench.play([TouchFrame(20, (1, .moved, a + Vector(10, 0)), (2, .moved, b + Vector(22, 0)))])
        // Both fingers are in the drag now, which stays where the one finger had brought it.
        #expect(pages.pans[0].touches.count == 2 && pages.pans[0].translation == Vector(20, 0))
        bench.play([TouchFrame(30, (1, .moved, a + Vector(20, 0)), (2, .moved, b + Vector(32, 0)))])
        #expect(pages.pans[0].translation == Vector(30, 0))
    }

    @Test func `a finger that a gesture held in place for long does not rest as soon as it is sent elsewhere`() throws {
        let pages = Pages()
        let dispatcher = try #require(pages.bench.dispatcher)
        pages.pans[1].beginsAtTouchDown = true
        pages.bench.play([TouchFrame(0, (1, .began, a))])
        dispatcher.advance(to: .zero + .seconds(5))
        pages.leave()
        dispatcher.advance(to: .zero + .seconds(7))
        #expect(!dispatcher.touchesDown[0].isResting && pages.pans[0].touches.count == 1)
        dispatcher.advance(to: .zero + .seconds(8))
        #expect(dispatcher.touchesDown[0].isResting && pages.bench.lines.last?.hasPrefix("below pan failed") == true)
    }

    @Test func `a contact that rests is ignored where it is sent, until it moves`() {
        let pages = Pages()
        pages.bench.play([TouchFrame(0, (1, .began, a))])
        pages.bench.dispatcher.advance(to: .zero + .seconds(4))
        pages.leave()
        #expect(pages.bench.dispatcher.recognizersUnderWay.isEmpty)
        pages.bench.play([
            TouchFrame(5000, (1, .moved, a + Vector(3, 0))), TouchFrame(5010, (1, .moved, a + Vector(9, 0))),
        ])
        #expect(pages.pans[0].state == .changed)
    }
}
