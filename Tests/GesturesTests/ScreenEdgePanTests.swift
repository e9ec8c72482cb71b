// Which touches an edge pan takes, when it decides, and what others do meanwhile.

import Geometry
import Gestures
import Testing

@Suite struct ScreenEdgePanTests {
    /// A panel with an edge pan and a pan in the page that waits for it.
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

        func send(_ phase: TouchFrame.Phase, _ x: Double, _ y: Double = 100, contact: Int = 1, at milliseconds: Int) {
            bench.dispatcher.handle(
                TouchFrame(
                    time: .zero + .milliseconds(milliseconds),
                    changes: [.init(contact: contact, phase: phase, position: Point(x, y))]))
        }

        /// A finger that comes down at `x` and goes on by `step` mm each 16 ms; it is still down after `count` steps.
        func swipe(from x: Double, step: Double, count: Int = 4, contact: Int = 1, at start: Int = 0) {
            send(.began, x, contact: contact, at: start)
            for index in 1...count {
                send(.moved, x + step * Double(index), contact: contact, at: start + 16 * index)
            }
        }

        var gestures: [String] { bench.lines.filter { $0.hasPrefix("edge") || $0.hasPrefix("page") } }
    }

    @Test func `a swipe that is seen first beyond the edge width is taken when it is fast enough`() {
        let panel = Panel()
        panel.swipe(from: 12, step: 13)
        #expect(panel.gestures == ["edge began", "page failed: edge began; page requires it to fail"])
    }

    @Test func `a drag that starts from rest beyond the edge width is refused at its first movement`() {
        let panel = Panel()
        panel.send(.began, 12, at: 0)
        panel.send(.moved, 12.4, at: 16)
        #expect(
            panel.gestures == [
                "edge failed: began 12.0 mm from the edge, more than 8.0 mm, and too slow to come from beyond it"
            ])
        panel.send(.moved, 15, at: 32)
        #expect(panel.gestures.last == "page began")
    }

    @Test func `within the edge width slow and fast fingers count, as without the reach`() {
        for takes in [true, false] {
            for step in [1.0, 13] {
                let panel = Panel()
                panel.edge.takesSwipesFromBeyond = takes
                panel.swipe(from: 7, step: step)
                #expect(panel.gestures.contains("edge began"))
            }
        }
    }

    @Test func `switched off, the edge width alone decides, at touch-down`() {
        let panel = Panel()
        panel.edge.takesSwipesFromBeyond = false
        panel.send(.began, 12, at: 0)
        #expect(panel.gestures == ["edge failed: began 12.0 mm from the edge, more than 8.0 mm"])
        panel.send(.moved, 25, at: 16)
        #expect(panel.gestures.last == "page began")
    }

    @Test func `a fast drag along or towards the edge is the page's in the same frame`() {
        for end in [Point(12, 130), Point(0, 100), Point(14, 115)] {
            let panel = Panel()
            panel.send(.began, 12, at: 0)
            panel.send(.moved, end.x, end.y, at: 16)
            #expect(panel.gestures.first?.hasPrefix("edge failed: began 12.0 mm") == true)
            #expect(panel.gestures.last == "page began")
        }
    }

    @Test func `each edge has its own beyond`() {
        let swipes: [(Edges, Point, Vector)] = [
            (.right, Point(488, 100), Vector(-13, 0)), (.top, Point(200, 12), Vector(0, 13)),
            (.bottom, Point(200, 288), Vector(0, -13)),
        ]
        for (edges, start, step) in swipes {
            let panel = Panel(edges: edges)
            panel.send(.began, start.x, start.y, at: 0)
            panel.send(.moved, start.x + step.x, start.y + step.y, at: 16)
            #expect(panel.gestures.first == "edge began", "\(edges)")
        }
    }

    @Test func `what no finger reaches in a scan period is refused at once`() {
        let panel = Panel()
        panel.edge.scanPeriod = .milliseconds(10)
        panel.send(.began, 15.1, at: 0)
        #expect(panel.gestures == ["edge failed: began 15.1 mm from the edge, more than 8.0 mm"])
    }

    @Test func `a hole does not carry a drag back to the edge`() {
        let panel = Panel()
        panel.edge.scanPeriod = .milliseconds(10)
        panel.send(.began, 12, at: 0)
        panel.send(.moved, 26, at: 30)
        #expect(panel.gestures.contains { $0.hasSuffix("and too slow to come from beyond it") })
        #expect(panel.gestures.last == "page began")
    }

    @Test func `the scan period is learned from a finger that it followed`() {
        let panel = Panel()
        #expect(panel.edge.scanPeriod == nil)
        panel.swipe(from: 2, step: 5, count: 12)
        panel.send(.ended, 62, at: 200)
        #expect(panel.edge.scanPeriod == .milliseconds(16))
        panel.swipe(from: 2, step: 5, count: 2, at: 1000)
        panel.send(.ended, 12, at: 1100)
        #expect(panel.edge.scanPeriod == .milliseconds(16))
    }

    @Test func `a finger at rest beyond the edge width holds nobody up for longer than a hole`() {
        let panel = Panel()
        panel.edge.scanPeriod = .milliseconds(10)
        panel.send(.began, 12, at: 0)
        #expect(panel.bench.dispatcher.nextDeadline == .zero + .milliseconds(35))
        panel.bench.dispatcher.advance(to: .zero + .milliseconds(35))
        #expect(panel.gestures == ["edge failed: began 12.0 mm from the edge, more than 8.0 mm, and at rest"])
        // What is left is the deadline of the contact itself, which comes to rest after three seconds.
        #expect(panel.bench.dispatcher.nextDeadline == .zero + .milliseconds(3000))
    }

    @Test func `a finger that is not proven makes room for one at the edge, and for another fast one`() {
        for start in [3.0, 14] {
            let panel = Panel()
            panel.send(.began, 12, 250, contact: 1, at: 0)
            panel.swipe(from: start, step: 15, contact: 2, at: 10)
            #expect(panel.gestures.contains("edge began"), "\(start)")
            #expect(panel.edge.touches.map(\.number) == [2])
            #expect(panel.edge.startLocation == Point(start, 100))
            #expect(panel.edge.displacement == Vector(60, 0))
        }
    }

    @Test func `a tap beyond the edge width is a tap`() {
        let panel = Panel()
        panel.bench.areas[0].addRecognizer(TapRecognizer())
        panel.send(.began, 12, at: 0)
        panel.send(.ended, 12, at: 60)
        #expect(panel.bench.lines.contains("tap ended"))
        #expect(panel.bench.lines.contains { $0.hasPrefix("edge failed: began 12.0 mm from the edge") })
        #expect(panel.bench.dispatcher.recognizersUnderWay.isEmpty)
    }

    @Test func `a second finger still fails a swipe that is proven and has not begun`() {
        let panel = Panel()
        panel.send(.began, 10, at: 0)
        panel.edge.slop = 20
        panel.send(.moved, 21, at: 16)
        panel.send(.began, 200, contact: 2, at: 20)
        #expect(panel.gestures.contains("edge failed: a second finger came down"))
    }
}
