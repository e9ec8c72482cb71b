// Fingers that pop: where they may start, what follows them, and what they leave behind.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@Suite struct PopTests {
    @Test func `an edge swipe pops, in the order in which the trace tells it`() throws {
        let glass = Glass(pop: .edge)
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(1.5, 150)).drag(to: Point(190, 156), over: .milliseconds(280)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
        let kinds = glass.lines("gesture", "transition").map { line in
            line.split(separator: "\"kind\":")[1].prefix(70)
        }
        #expect(kinds.first?.hasPrefix("\"gesture\",\"name\":\"edge-pop\"") == true)
        #expect(
            glass.transitions == [
                "pop hours home began", "pop hours home settling p + w·v ≥ T", "pop hours home finished",
            ])
        #expect(glass.lastLength("room") == 525.5)
        #expect(glass.lastLength("T") == 60)
        #expect(abs(try #require(glass.lastLength("p")) - 186.5) < 1e-9)
    }

    @Test func `the screen is where the finger is, less the slop`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        let touch = TouchScript()
        var finger = touch.down(at: Point(100, 100))
        finger = finger.drag(to: Point(200, 110), over: .milliseconds(200))
        glass.play(touch.frames)
        #expect(abs((glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0) - 98) < 1e-9)
        finger.drag(to: Point(50, 110), over: .milliseconds(100)).lift()
        glass.play(Array(touch.frames.suffix(11)))
        #expect(glass.stage.movingScreens(at: glass.stage.now).first?.1 == 0)
    }

    @Test func `there is no pop at the root, from the edge, or where pop is off`() {
        let glass = Glass()
        glass.touch { $0.down(at: Point(1, 100)).drag(to: Point(200, 100), over: .milliseconds(200)).lift() }
        #expect(glass.transitions == [])
        #expect(glass.lines("gesture").contains { $0.contains("home is the root") })
        let off = TestScreen("off")
        off.popStyle = .off
        glass.push(off)
        glass.touch { $0.down(at: Point(1, 100)).drag(to: Point(200, 100), over: .milliseconds(200)).lift() }
        #expect(glass.transitions == [])
        #expect(glass.lines("gesture").contains { $0.contains("pop is off in off") })
    }

    @Test func `an edge style does not pop from the middle, a zone does not pop from outside it`() {
        let glass = Glass(pop: .edge)
        let zoned = TestScreen("zoned")
        zoned.popStyle = .fullScreen
        zoned.popZone = 40
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(300, 100), over: .milliseconds(200)).lift() }
        #expect(glass.lines("gesture").contains { $0.contains("hours pops from the edge only") })
        glass.push(zoned)
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(300, 100), over: .milliseconds(200)).lift() }
        #expect(glass.lines("gesture").contains { $0.contains("began 100.0 mm from the leading edge") })
        #expect(glass.transitions == [])
        glass.touch { $0.down(at: Point(39, 100)).drag(to: Point(300, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
    }

    @Test func `less than twelve millimetres of room is too little`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(516, 100)).drag(to: Point(526, 100), over: .milliseconds(100)).lift() }
        #expect(glass.lines("gesture").contains { $0.contains("only 11.0 mm of room") })
        #expect(glass.transitions == [])
    }

    @Test func `a pop that settles is caught where it is, and goes on when the finger only touches`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(10, 100)).drag(to: Point(150, 100), over: .milliseconds(150)).lift() }
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        let before = glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0
        glass.touch { touch in
            let finger = touch.down(at: Point(500, 100))
            finger.hold(for: .milliseconds(200)).lift()
        }
        let caught = glass.lines("transition").first { $0.contains("caught") }
        #expect(caught != nil)
        let p = glass.records.compactMap { record -> Double? in
            guard case .length(let p)? = record.fields.first(where: { $0.0 == "p" })?.1 else { return nil }
            return record.fields.contains { if case .text("caught") = $0.1 { true } else { false } } ? p : nil
        }
        // The ten milliseconds until the finger came down are all that lies between.
        #expect(p.count == 1 && p[0] > before && p[0] < before + 30)
        glass.settle()
        #expect(glass.stack == ["home"])
        #expect(
            glass.transitions.suffix(2) == [
                "pop hours home settling released within the slop", "pop hours home finished",
            ])
        #expect(!glass.lines("gesture").contains { $0.contains("\"tap\",\"id\"") && $0.contains("ended") })
    }

    @Test func `a caught pop can be carried back`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(10, 100)).drag(to: Point(150, 100), over: .milliseconds(150)).lift() }
        glass.touch { $0.down(at: Point(500, 100)).drag(to: Point(350, 100), over: .milliseconds(150)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        #expect(glass.transitions.last == "pop hours home cancelled")
    }

    @Test func `a pop that begins during a push drives the push back`() {
        let glass = Glass()
        glass.stage.navigator.push(TestScreen("hours"))
        glass.stage.advance(to: .zero + .milliseconds(120))
        glass.touch { $0.down(at: Point(2, 100)).drag(to: Point(300, 100), over: .milliseconds(120)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
        #expect(glass.transitions.contains { $0.hasPrefix("push home hours caught") })
        #expect(glass.transitions.last == "push home hours cancelled")
    }

    @Test func `a cancelled touch always goes back`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(10, 100)).drag(to: Point(400, 100), over: .milliseconds(300)).cancel() }
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        #expect(
            glass.transitions.suffix(2) == [
                "pop hours home settling the touch was cancelled", "pop hours home cancelled",
            ])
    }

    @Test func `a second pop begins while the first settles`() {
        let glass = Glass()
        glass.push(TestScreen("hours"), TestScreen("plan"))
        glass.touch { $0.down(at: Point(10, 100)).drag(to: Point(150, 100), over: .milliseconds(150)).lift() }
        glass.touch { $0.down(at: Point(1, 100)).drag(to: Point(150, 100), over: .milliseconds(150)).lift() }
        #expect(glass.stack == ["home", "hours", "plan"])
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `screens hear of it in order, for a pop that finishes and for one that does not`() {
        let home = TestScreen("home")
        let hours = TestScreen("hours")
        let glass = Glass(root: home)
        glass.push(hours)
        (home.heard, hours.heard) = ([], [])
        glass.touch { $0.down(at: Point(10, 100)).drag(to: Point(20, 100), over: .milliseconds(150)).lift() }
        glass.settle()
        #expect(home.heard == ["willAppear", "willDisappear", "didDisappear"])
        #expect(hours.heard == ["willDisappear", "willAppear", "didAppear"])
        (home.heard, hours.heard) = ([], [])
        glass.touch { $0.down(at: Point(10, 100)).drag(to: Point(220, 100), over: .milliseconds(150)).lift() }
        glass.settle()
        #expect(home.heard == ["willAppear", "didAppear"])
        #expect(hours.heard == ["willDisappear", "didDisappear"])
    }

    @Test func `a settle starts with the finger's velocity and never leaves the screen`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(10, 100)).drag(to: Point(310, 100), over: .milliseconds(100)).lift() }
        var last = glass.stage.movingScreens(at: glass.stage.now)[0].1
        var largest = 0.0
        while let end = glass.stage.nextDeadline {
            glass.stage.advance(to: min(end, glass.stage.now + .milliseconds(1)))
            guard let offset = glass.stage.movingScreens(at: glass.stage.now).first?.1 else { break }
            largest = max(largest, offset - last)
            #expect(offset >= 0 && offset <= 527)
            last = offset
        }
        // 3000 mm/s are 3 mm in a millisecond.
        #expect(largest < 3.01)
        #expect(glass.stack == ["home"])
    }
}
