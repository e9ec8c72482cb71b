// What happens to a moving screen that a finger catches.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@Suite struct CatchTests {
    /// A push of `page` that has run for 100 ms: it covers the right half of the glass.
    func pushing(_ page: Screen = TestScreen("hours", contentHeight: 5000)) -> Glass {
        let glass = Glass()
        glass.stage.navigator.push(page)
        glass.stage.advance(to: glass.stage.now + .milliseconds(100))
        return glass
    }

    /// A pop of `hours` that a finger has thrown, 60 ms ago.
    func popping(_ screen: Screen = TestScreen("hours")) -> Glass {
        let glass = Glass()
        glass.push(screen)
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(200, 100), over: .milliseconds(100)).lift() }
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        return glass
    }

    func offset(_ glass: Glass) -> Double { glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0 }

    @Test(arguments: [0.0, 1, -60, -8, 7]) func `a finger that stays, goes with a push, or twitches does not undo it`(
        way: Double
    ) {
        let glass = pushing()
        glass.touch { $0.down(at: Point(400, 100)).drag(to: Point(400 + way, 100), over: .milliseconds(300)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        #expect(glass.transitions.contains { $0.contains("caught") })
        #expect(glass.transitions.last == "push home hours finished")
    }

    @Test func `pulled back by the finger's own way a push is undone, wherever the screen was`() {
        let glass = pushing()
        glass.touch {
            $0.down(at: Point(300, 100)).drag(to: Point(370, 100), over: .milliseconds(300)).hold(
                for: .milliseconds(200)
            )
            .lift()
        }
        #expect(abs((glass.lastLength("p") ?? 0) - 68) < 0.01)
        #expect(abs((glass.lastLength("room") ?? 0) - 227) < 0.01)
        #expect(abs((glass.lastLength("T") ?? 0) - 60) < 0.01)
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `where the screen was caught counts for nothing: only the way against its movement does`() {
        // Nearly out, and taken back by 20 mm only: it goes on.
        for (way, stays) in [(20.0, false), (80, true)] {
            let glass = popping()
            #expect(offset(glass) > 200)
            glass.touch {
                $0.down(at: Point(480, 100)).drag(to: Point(480 - way, 100), over: .milliseconds(300))
                    .hold(for: .milliseconds(200)).lift()
            }
            glass.settle()
            #expect(glass.stack == (stays ? ["home", "hours"] : ["home"]))
        }
    }

    @Test func `a finger that moves across first lets the push go on, and scrolls the page that comes`() throws {
        let page = TestScreen("hours", contentHeight: 5000)
        let glass = pushing(page)
        let finger = HeldFinger(glass, at: Point(400, 250))
        let caught = offset(glass)
        finger.drag(to: Point(400, 200), over: .milliseconds(100))
        #expect(offset(glass) < caught - 20)
        finger.drag(to: Point(400, 100), over: .milliseconds(150))
        let scroll = try #require(page.scroll)
        #expect(scroll.offset > 100 * Glass.panel.density(.vertical))
        #expect(!glass.transitions.contains { $0.contains("cancelled") })
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
    }

    @Test func `a finger that moves across first while a page leaves scrolls what the page uncovers`() throws {
        let home = TestScreen("home", contentHeight: 5000)
        let glass = Glass(root: home)
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(200, 100), over: .milliseconds(100)).lift() }
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        glass.touch { $0.down(at: Point(420, 250)).drag(to: Point(420, 120), over: .milliseconds(200)).lift() }
        #expect(try #require(home.scroll).offset > 50)
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a finger that moves across first does not tap, and does not press`() {
        var taps = 0
        let page = ContentScreen("hours") { content in
            let tap = TapRecognizer()
            let press = LongPressRecognizer()
            for recognizer in [tap, press] {
                recognizer.onAction { _ in taps += 1 }
                content.addRecognizer(recognizer)
            }
        }
        let glass = pushing(page)
        glass.touch {
            $0.down(at: Point(400, 250)).drag(to: Point(400, 245), over: .milliseconds(100)).hold(for: .seconds(1))
                .lift()
        }
        glass.settle()
        #expect(taps == 0)
        #expect(glass.stack == ["home", "hours"])
    }

    @Test func `a page that has all but come to rest is not caught, and the finger taps what lies there`() {
        var taps = 0
        let page = ContentScreen("hours") { content in
            let tap = TapRecognizer()
            tap.onAction { _ in taps += 1 }
            content.addRecognizer(tap)
        }
        let glass = Glass()
        glass.stage.navigator.push(page)
        glass.stage.advance(to: .zero + .milliseconds(480))
        #expect(glass.stage.isMoving)
        glass.touch { $0.tap(at: Point(400, 100)) }
        #expect(taps == 1)
        #expect(!glass.transitions.contains { $0.contains("caught") })
        glass.settle()
    }

    @Test(arguments: PopStyle.allCases) func `catching does not depend on the pop style`(pop: PopStyle) {
        let glass = Glass(pop: pop)
        glass.stage.navigator.push(TestScreen("hours"))
        glass.stage.advance(to: glass.stage.now + .milliseconds(100))
        glass.touch { $0.down(at: Point(300, 100)).drag(to: Point(450, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a palm that caught a page changes nothing`() {
        for glass in [pushing(), popping()] {
            let end = glass.stage.navigator.transitions[0].isLeaving ? ["home"] : ["home", "hours"]
            let finger = HeldFinger(glass, at: Point(450, 100))
            finger.drag(to: Point(300, 100), over: .milliseconds(200))
            finger.cancel()
            glass.settle()
            #expect(glass.stack == end)
        }
    }

    @Test func `a page that was refused stays, however often it is caught and thrown`() {
        let order = AskedScreen()
        order.answer = .no("it is being printed")
        let glass = Glass()
        glass.push(order)
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(400, 100), over: .milliseconds(150)).lift() }
        for _ in 0..<3 {
            glass.stage.advance(to: glass.stage.now + .milliseconds(30))
            glass.touch { $0.down(at: Point(250, 100)).drag(to: Point(500, 100), over: .milliseconds(100)).lift() }
        }
        glass.settle()
        #expect(glass.stack == ["home", "order"])
    }

    @Test func `a push that is pulled back asks the page that came`() {
        let order = AskedScreen()
        for (answer, stack) in [(LeaveAnswer.no("so"), ["home", "order"]), (.yes, ["home"])] {
            order.answer = answer
            let glass = Glass()
            glass.stage.navigator.push(order)
            glass.stage.advance(to: glass.stage.now + .milliseconds(100))
            glass.touch { $0.down(at: Point(300, 100)).drag(to: Point(500, 100), over: .milliseconds(200)).lift() }
            glass.settle()
            #expect(glass.stack == stack)
        }
        #expect(order.requests.count == 2)
    }

    @Test(arguments: [true, false], [0.0, -100]) func `a finger that catches a page that waits inherits its question`(
        mayLeave: Bool, way: Double
    ) {
        let order = AskedScreen()
        let glass = Glass()
        glass.push(order)
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(300, 100), over: .milliseconds(300)).lift() }
        glass.touch {
            $0.down(at: Point(300, 100)).drag(to: Point(310, 100), over: .milliseconds(100))
                .drag(to: Point(310 + way, 100), over: .milliseconds(200)).lift()
        }
        #expect(order.requests.count == 1)
        order.requests[0].answer(mayLeave)
        glass.settle()
        // A page that the finger has brought back stays, whatever it answers then.
        #expect(glass.stack == (mayLeave && way == 0 ? ["home"] : ["home", "order"]))
    }

    @Test func `of two pops under way only the last can be caught`() {
        let glass = Glass()
        glass.push(TestScreen("hours"), TestScreen("plan"))
        glass.stage.navigator.pop()
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        glass.stage.navigator.pop()
        glass.stage.advance(to: glass.stage.now + .milliseconds(20))
        glass.touch { $0.down(at: Point(510, 100)).drag(to: Point(200, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a sheet that comes is caught and pushed down by the finger's own way, or goes on`() {
        for (way, count) in [(10.0, 1), (-40, 1), (80, 0)] {
            let glass = Glass()
            glass.stage.present(TestScreen("terms"))
            glass.stage.advance(to: glass.stage.now + .milliseconds(100))
            glass.touch {
                $0.down(at: Point(250, 200)).drag(to: Point(250, 200 + way), over: .milliseconds(200))
                    .hold(for: .milliseconds(200)).lift()
            }
            glass.settle()
            #expect(glass.stage.sheets.count == count, "\(way)")
        }
    }

    @Test func `a sheet on its way out is not brought back over a page that another finger pops`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.stage.present(TestScreen("terms"), animated: false)
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        let waiting = HeldFinger(glass, at: Point(20, 10), contact: 8)
        waiting.lift()
        let popping = HeldFinger(glass, at: Point(20, 15), contact: 9)
        popping.drag(to: Point(120, 15), over: .milliseconds(80))
        #expect(glass.transitions.contains { $0.hasPrefix("pop hours home began") })
        glass.touch { $0.down(at: Point(300, 260)).drag(to: Point(300, 60), over: .milliseconds(100)).lift() }
        popping.lift()
        glass.settle()
        #expect(glass.stage.sheets.isEmpty && glass.stack == ["home"])
    }

    @Test func `while a hand holds a sheet on its way out, no finger beneath pops its page`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.stage.present(TestScreen("terms"), animated: false)
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        glass.touch { $0.tap(at: Point(20, 10)) }
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        let below = HeldFinger(glass, at: Point(20, 12), contact: 9)
        let holder = HeldFinger(glass, at: Point(300, 260), contact: 8)
        holder.drag(to: Point(300, 240), over: .milliseconds(50))
        #expect(glass.transitions.contains { $0.hasPrefix("dismiss terms hours caught") })
        below.drag(to: Point(200, 12), over: .milliseconds(100))
        #expect(!glass.transitions.contains { $0.hasPrefix("pop") })
        holder.drag(to: Point(300, 100), over: .milliseconds(100))
        holder.lift()
        below.lift()
        glass.settle()
        #expect(glass.stage.sheets.count == 1 && glass.stack == ["home", "hours"])
    }
}
