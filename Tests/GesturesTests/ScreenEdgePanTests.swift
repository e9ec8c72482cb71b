// Which touches an edge pan takes, when it decides, and what others do meanwhile.

import Geometry
import Gestures
import Testing

@Suite struct ScreenEdgePanTests {
    /// A panel of 500 by 300 mm with an edge pan and a pan in the page that waits for it.
    final class Panel {
        let bench = Bench()
        let edge: ScreenEdgePanRecognizer
        let page = PanRecognizer(name: "page")

        init(edges: Edges = .left) {
            edge = ScreenEdgePanRecognizer(name: "edge", edges: edges, panelSize: Size(500, 300))
            page.require(toFail: edge)
            let root = bench.area("root", Rect(0, 0, 500, 300))
            root.addRecognizer(page)
            root.addRecognizer(edge)
        }

        /// The finger is `depth` mm inside the edge, and `along` mm along it.
        func place(_ depth: Double, _ along: Double) -> Point {
            switch edge.edges {
            case .right: Point(500 - depth, along)
            case .top: Point(along, depth)
            case .bottom: Point(along, 300 - depth)
            default: Point(depth, along)
            }
        }

        func send(
            _ phase: TouchFrame.Phase, _ depth: Double, _ along: Double = 100, contact: Int = 1, at milliseconds: Int
        ) {
            bench.dispatcher.handle(
                TouchFrame(
                    time: .zero + .milliseconds(milliseconds),
                    changes: [.init(contact: contact, phase: phase, position: place(depth, along))]))
        }

        /// A finger that comes down `depth` mm inside and goes on by `step` mm each 16 ms; it is still down after `count`
        /// steps.
        func swipe(from depth: Double, step: Double, count: Int = 4, contact: Int = 1, at start: Int = 0) {
            send(.began, depth, contact: contact, at: start)
            for index in 1...count {
                send(.moved, depth + step * Double(index), contact: contact, at: start + 16 * index)
            }
        }

        var gestures: [String] { bench.lines.filter { $0.hasPrefix("edge") || $0.hasPrefix("page") } }
    }

    /// Each rule holds for every edge: with a right-to-left layout swipes begin at the right one.
    nonisolated static let everyEdge: [Edges] = [.left, .right, .top, .bottom]

    @Test(arguments: everyEdge) func `a swipe that is seen first beyond the edge width is taken when it is fast enough`(
        _ edges: Edges
    ) {
        let panel = Panel(edges: edges)
        panel.swipe(from: 12, step: 13)
        #expect(panel.gestures == ["edge began", "page failed: edge began; page requires it to fail"])
    }

    @Test(arguments: everyEdge)
    func `a drag that starts from rest beyond the edge width is refused at its first movement`(_ edges: Edges) {
        let panel = Panel(edges: edges)
        panel.send(.began, 12, at: 0)
        panel.send(.moved, 12.4, at: 16)
        #expect(
            panel.gestures == [
                "edge failed: began 12.0 mm from the edge, more than 8.0 mm, and too slow to come from beyond it"
            ])
        panel.send(.moved, 15, at: 32)
        #expect(panel.gestures.last == "page began")
    }

    @Test(arguments: everyEdge) func `within the edge width slow and fast fingers count, as without the reach`(
        _ edges: Edges
    ) {
        for takes in [true, false] {
            for step in [1.0, 13] {
                let panel = Panel(edges: edges)
                panel.edge.takesSwipesFromBeyond = takes
                panel.swipe(from: 7, step: step)
                #expect(panel.gestures.contains("edge began"))
            }
        }
    }

    @Test(arguments: everyEdge) func `in three quarters of the edge width a finger counts, however fast`(_ edges: Edges)
    {
        for step in [0.5, 3.2, 8, 20] {
            let panel = Panel(edges: edges)
            panel.swipe(from: 6, step: step, count: 8)
            #expect(panel.gestures.first == "edge began", "\(step)")
        }
    }

    @Test(arguments: everyEdge)
    func `in the rest of the edge width a fast finger counts only when it came from the edge`(_ edges: Edges) {
        // 62, 250, 500 and 1250 mm/s.
        for (step, counts) in [(1.0, true), (4, false), (8, true), (20, true)] {
            let panel = Panel(edges: edges)
            panel.swipe(from: 7.5, step: step)
            #expect(panel.gestures.contains("edge began") == counts, "\(step)")
            if !counts {
                let why = "edge failed: began 7.5 mm from the edge, fast, and not from beyond it"
                #expect(panel.gestures == [why, "page began"])
            }
        }
    }

    @Test(arguments: everyEdge)
    func `a finger that lands on the edge width and only then begins to drag counts`(_ edges: Edges) {
        let panel = Panel(edges: edges)
        panel.send(.began, 7.9, at: 0)
        panel.bench.dispatcher.advance(to: .zero + .milliseconds(400))
        panel.send(.moved, 10.5, at: 416)
        #expect(panel.gestures.first == "edge began")
    }

    @Test(arguments: everyEdge)
    func `the first movement decides, so that nobody who waits begins later than beyond the slop`(_ edges: Edges) {
        for depth in [7.5, 12] {
            let panel = Panel(edges: edges)
            panel.send(.began, depth, at: 0)
            panel.send(.moved, depth + 2.1, at: 16)
            #expect(panel.gestures.count == 2 && panel.gestures.last == "page began", "\(depth)")
        }
    }

    @Test(arguments: everyEdge) func `switched off, the edge width alone decides, at touch-down`(_ edges: Edges) {
        let panel = Panel(edges: edges)
        panel.edge.takesSwipesFromBeyond = false
        panel.send(.began, 12, at: 0)
        #expect(panel.gestures == ["edge failed: began 12.0 mm from the edge, more than 8.0 mm"])
        panel.send(.moved, 25, at: 16)
        #expect(panel.gestures.last == "page began")
    }

    @Test(arguments: everyEdge) func `a fast drag along or towards the edge is the page's in the same frame`(
        _ edges: Edges
    ) {
        for (depth, along) in [(12.0, 130.0), (0, 100), (14, 115)] {
            let panel = Panel(edges: edges)
            panel.send(.began, 12, at: 0)
            panel.send(.moved, depth, along, at: 16)
            #expect(panel.gestures.first?.hasPrefix("edge failed: began 12.0 mm") == true)
            #expect(panel.gestures.last == "page began")
        }
    }

    @Test(arguments: everyEdge) func `a place out of reach within a scan period is refused at once`(_ edges: Edges) {
        let panel = Panel(edges: edges)
        panel.edge.scanPeriod = .milliseconds(10)
        panel.send(.began, 20.1, at: 0)
        #expect(panel.gestures == ["edge failed: began 20.1 mm from the edge, more than 8.0 mm"])
    }

    @Test(arguments: everyEdge) func `a hole does not carry a drag back to the edge`(_ edges: Edges) {
        let panel = Panel(edges: edges)
        panel.edge.scanPeriod = .milliseconds(10)
        panel.send(.began, 12, at: 0)
        panel.send(.moved, 26, at: 30)
        #expect(panel.gestures.contains { $0.hasSuffix("and too slow to come from beyond it") })
        #expect(panel.gestures.last == "page began")
    }

    @Test func `the scan period is learned from all touches, so that the first swipe from the edge is judged by it`() {
        let panel = Panel()
        #expect(panel.bench.dispatcher.scanPeriod == nil)
        panel.send(.began, 200, at: 0)
        for index in 1...9 { panel.send(.moved, 200 + Double(index), at: 8 * index) }
        panel.send(.ended, 209, at: 80)
        #expect(panel.bench.dispatcher.scanPeriod == .milliseconds(8))
        // Carried back by the time until its own first movement, it would be 14 mm further out: past the edge.
        panel.send(.began, 12, at: 1000)
        panel.send(.moved, 26, at: 1016)
        #expect(panel.gestures.contains { $0.hasSuffix("and too slow to come from beyond it") })
    }

    @Test func `a finger that rests, a hole, and several fingers at once teach no wrong scan period`() {
        let panel = Panel()
        panel.send(.began, 200, 50, contact: 1, at: 0)
        panel.send(.began, 200, 150, contact: 2, at: 0)
        var time = 0
        for index in 1...40 {
            // One finger is reported at each scan but for a hole of three; the other rests and trembles now and then.
            time += index.isMultiple(of: 10) ? 30 : 10
            panel.send(.moved, 200 + Double(index), 50, contact: 1, at: time)
            if index.isMultiple(of: 7) { panel.send(.moved, 200, 150 + Double(index) / 100, contact: 2, at: time) }
        }
        #expect(panel.bench.dispatcher.scanPeriod == .milliseconds(10))
    }

    @Test func `a scan period that was set holds, whatever the panel does`() {
        let panel = Panel()
        panel.edge.scanPeriod = .milliseconds(10)
        panel.swipe(from: 2, step: 5, count: 12)
        panel.send(.ended, 62, at: 200)
        #expect(panel.bench.dispatcher.scanPeriod == .milliseconds(16))
        #expect(panel.edge.scanPeriod == .milliseconds(10))
    }

    @Test(arguments: everyEdge) func `a finger at rest beyond the edge width delays others no longer than a hole`(
        _ edges: Edges
    ) {
        let panel = Panel(edges: edges)
        panel.edge.scanPeriod = .milliseconds(10)
        panel.send(.began, 12, at: 0)
        #expect(panel.bench.dispatcher.nextDeadline == .zero + .milliseconds(35))
        panel.bench.dispatcher.advance(to: .zero + .milliseconds(35))
        #expect(panel.gestures == ["edge failed: began 12.0 mm from the edge, more than 8.0 mm, and at rest"])
        // What is left is the deadline of the contact itself, which comes to rest after three seconds.
        #expect(panel.bench.dispatcher.nextDeadline == .zero + .milliseconds(3000))
    }

    @Test(arguments: everyEdge)
    func `a finger that is not proven makes room for one at the edge, and for another fast one`(_ edges: Edges) {
        for start in [3.0, 14] {
            let panel = Panel(edges: edges)
            panel.send(.began, 12, 250, contact: 1, at: 0)
            panel.swipe(from: start, step: 15, contact: 2, at: 10)
            #expect(panel.gestures.contains("edge began"), "\(start)")
            #expect(panel.edge.touches.map(\.number) == [2])
            #expect(panel.edge.startLocation == panel.place(start, 100))
            #expect(panel.edge.displacement == panel.place(60, 0) - panel.place(0, 0))
        }
    }

    @Test(arguments: everyEdge) func `a tap beyond the edge width is a tap`(_ edges: Edges) {
        let panel = Panel(edges: edges)
        panel.bench.areas[0].addRecognizer(TapRecognizer())
        panel.send(.began, 12, at: 0)
        panel.send(.ended, 12, at: 60)
        #expect(panel.bench.lines.contains("tap ended"))
        #expect(panel.bench.lines.contains { $0.hasPrefix("edge failed: began 12.0 mm from the edge") })
        #expect(panel.bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test(arguments: everyEdge) func `a second finger still fails a swipe that is proven and has not begun`(
        _ edges: Edges
    ) {
        let panel = Panel(edges: edges)
        panel.send(.began, 10, at: 0)
        panel.edge.slop = 20
        panel.send(.moved, 21, at: 16)
        panel.send(.began, 200, contact: 2, at: 20)
        #expect(panel.gestures.contains("edge failed: a second finger came down"))
    }
}
