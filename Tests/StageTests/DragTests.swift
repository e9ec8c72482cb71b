// What a finger moves: where it is shown in each frame, how it goes on when let go, and what it shows meanwhile.

import Geometry
import Gestures
import Layers
import Stage
import TestRandomness
import Testing
import TouchScript

@Suite struct DragTests {
    /// A drag on a stage with two screens, seen at 60 frames a second.
    struct Seen {
        let glass: Glass
        var offsets: [(time: Instant, offset: Double)] = []
        private var next = Instant.zero
        private let period = Instant.Span(nanoseconds: 16_666_667)

        init(_ change: (inout GestureSettings) -> Void = { _ in }) {
            glass = Glass(change: change)
            glass.push(TestScreen("hours"))
        }

        /// Plays `frames`, with a picture each refresh.
        mutating func play(_ frames: [TouchFrame], settle: Bool = true) {
            for frame in frames {
                while next < frame.time { look() }
                glass.stage.handle(frame)
            }
            while settle, glass.stage.isMoving { look() }
        }

        private mutating func look() {
            glass.stage.advance(to: next)
            // The picture is seen a refresh after the newest touches have come in.
            let presentation = next + period
            glass.stage.willPresent(at: presentation)
            if let offset = glass.stage.movingScreens(at: presentation).first?.1 {
                offsets.append((presentation, offset))
            }
            next = next + period
        }
    }

    @Test(arguments: [60, 90, 120, 240])
    func `the screen is where the resampled finger is, within a pixel, in every frame`(rate: Int) {
        var seen = Seen()
        let touch = TouchScript(rate: rate)
        let finger = touch.down(at: Point(100, 100)).drag(to: Point(420, 104), over: .milliseconds(500))
        seen.play(touch.frames, settle: false)
        finger.lift()
        // At an even 640 mm/s: up to a scan period beyond the newest sample when the frame is drawn, a refresh before it is
        // seen. Less the slop.
        let late = seen.offsets.filter { $0.time > .zero + .milliseconds(150) && $0.time < .zero + .milliseconds(500) }
        #expect(late.count > 15)
        for (time, offset) in late {
            let drawn = time - .milliseconds(16)
            let newest = touch.frames.last { $0.time <= drawn }?.time ?? .zero
            let ahead = min((time - newest).seconds - 0.005, touch.period.seconds)
            let truth = 640 * ((newest - .zero).seconds + ahead) - 2
            #expect(abs(offset - truth) < 1 / Glass.panel.density(.horizontal), "at \(time)")
        }
    }

    @Test(arguments: [40, 60, 100, 144, 240], [0.15, 0.4, 1.0, 2.5])
    func `a finger that rests and moves on by a hair keeps its screen`(rate: Int, rest: Double) {
        var seen = Seen()
        let touch = TouchScript(rate: rate)
        var finger = touch.down(at: Point(100, 100)).drag(to: Point(180, 100), over: .milliseconds(300))
        let stopped = touch.now
        for step in 1...6 {
            finger = finger.hold(for: .seconds(step < 4 ? rest : 0))
                .drag(to: Point(180 + 0.05 * Double(step), 100), over: touch.period)
        }
        finger = finger.hold(for: .milliseconds(300))
        finger.lift()
        seen.play(touch.frames.dropLast(), settle: false)
        let back = stopped + .seconds(4.5 / Double(rate) + 0.012)
        let resting = seen.offsets.filter { $0.time > back }
        #expect(resting.count >= Int(3 * rest * 60) - 12)
        for (time, offset) in resting { #expect(abs(offset - 78) < 1, "\(offset) mm at \(time)") }
    }

    @Test func `without resampling it is where the panel last saw the finger`() {
        var seen = Seen { $0.isResampling = false }
        let touch = TouchScript(rate: 60)
        let finger = touch.down(at: Point(100, 100)).drag(to: Point(420, 104), over: .milliseconds(500))
        seen.play(touch.frames, settle: false)
        finger.lift()
        let late = seen.offsets.filter { $0.time > .zero + .milliseconds(150) && $0.time < .zero + .milliseconds(500) }
        for (time, offset) in late {
            let truth = 320 * (time - .zero).seconds / 0.5 - 2
            #expect(truth - offset > 5)
        }
    }

    @Test(arguments: [200.0, 500, 1500])
    func `let go, it goes on with the finger's velocity, and no step is larger than that allows`(speed: Double) throws {
        var seen = Seen()
        let touch = TouchScript(rate: 120)
        let way = min(300, speed * 0.4)
        touch.down(at: Point(100, 100)).drag(to: Point(100 + way, 100), over: .seconds(way / speed)).lift()
        let lift = try #require(touch.frames.last?.time)
        seen.play(touch.frames)
        #expect(seen.glass.stack == ["home"])
        let v = try #require(seen.glass.lastLength("v"))
        #expect(abs(v - speed) < 0.01 * speed)
        let settle = seen.offsets.filter { $0.time > lift }
        var fastest = v
        for (one, next) in zip(settle, settle.dropFirst()) {
            let seconds = (next.time - one.time).seconds
            // The spring may be faster than the finger was: ω times what remains, and a pixel.
            fastest = max(v, (527 - one.offset) * 2 * Double.pi / 0.35)
            #expect(next.offset - one.offset <= fastest * seconds + 1 / Glass.panel.density(.horizontal))
            #expect(next.offset >= one.offset)
        }
    }

    @Test func `the settle starts where the screen was seen, at the velocity of the finger`() throws {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(300, 100), over: .milliseconds(400))
        let before = glass.stage.movingScreens(at: glass.stage.now + .milliseconds(10))[0].1
        finger.lift()
        let after = glass.stage.movingScreens(at: glass.stage.now)[0].1
        #expect(abs(after - before) < 0.3)
        let v = try #require(glass.lastLength("v"))
        let soon = glass.stage.movingScreens(at: glass.stage.now + .milliseconds(1))[0].1
        // Critically damped: the acceleration in the first millisecond is below 500 m/s² × 1 ms / 2.
        #expect(abs((soon - after) / 0.001 - v) < 0.1 * v)
    }

    @Test func `a finger that stops is caught up with: the screen is where it stands`() {
        var seen = Seen()
        let touch = TouchScript(rate: 60)
        let finger = touch.down(at: Point(100, 100)).drag(to: Point(300, 100), over: .milliseconds(300))
            .hold(for: .milliseconds(400))
        seen.play(touch.frames)
        #expect(abs((seen.offsets.last?.offset ?? 0) - 198) < 0.5)
        finger.lift()
    }

    @Test func `a screen shows that it would leave, from the moment when letting go would finish`() {
        let glass = Glass()
        let hours = TestScreen("hours")
        glass.push(hours)
        func armed() -> Bool { hours.view.isArmed }
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(104, 100), over: .milliseconds(400))
        #expect(!armed())
        finger.drag(to: Point(200, 100), over: .milliseconds(400))
        #expect(armed())
        finger.drag(to: Point(110, 100), over: .milliseconds(200))
        #expect(!armed())
        finger.drag(to: Point(300, 100), over: .milliseconds(200))
        #expect(armed())
        finger.lift()
        #expect(!armed())
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    /// Fingers that dash a few millimetres on and rest, turn back, or come too seldom to have a velocity.
    @Test(arguments: [PopStyle.edge, .fullScreen], [LayoutDirection.leftToRight, .rightToLeft])
    func `whatever a finger did before, its screen shows what a release does now`(pop: PopStyle, side: LayoutDirection)
    {
        var (dice, shown, leaves) = (SplitMix(11), 0, 0)
        for number in 0..<300 {
            let glass = Glass(pop: pop)
            glass.stage.direction = side
            let hours = TestScreen("hours")
            glass.push(hours)
            var (x, time) = (1.0, Instant.zero)
            func touch(_ phase: TouchFrame.Phase) {
                let place = Point(side == .leftToRight ? x : 527 - x, 150)
                let change = TouchFrame.Change(contact: 1, phase: phase, position: place)
                glass.stage.handle(TouchFrame(time: time, changes: [change]))
            }
            touch(.began)
            for _ in 0..<dice.below(12) {
                time = time + .milliseconds([1, 4, 8, 10, 16, 30, 80][dice.below(7)])
                x = min(500, max(1, x + [-6, -1, 0, 0.3, 1, 2, 5, 12][dice.below(8)]))
                touch(.moved)
            }
            time = time + .milliseconds([0, 1, 10, 59, 61, 62, 200, 3000][dice.below(8)])
            glass.stage.advance(to: time)
            let isArmed = hours.view.isArmed
            touch(.ended)
            glass.settle()
            #expect((glass.stack == ["home"]) == isArmed, "\(number): \(glass.transitions)")
            shown += isArmed ? 1 : 0
            leaves += glass.transitions.isEmpty ? 0 : 1
        }
        #expect(shown > 20 && leaves > shown + 20, "\(shown) of \(leaves)")
    }

    @Test func `a finger catches a screen where it is seen`() throws {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.touch { $0.down(at: Point(10, 100)).drag(to: Point(150, 100), over: .milliseconds(150)).lift() }
        glass.stage.advance(to: glass.stage.now + .milliseconds(40))
        let presentation = glass.stage.now + .milliseconds(14)
        glass.stage.willPresent(at: presentation)
        let seen = glass.stage.movingScreens(at: presentation)[0].1
        let finger = HeldFinger(glass, at: Point(400, 100))
        #expect(glass.stage.now < presentation)
        #expect(glass.stage.movingScreens(at: presentation + .milliseconds(16))[0].1 == seen)
        finger.lift()
    }

    @Test func `after two swipes that fail the next shows the way back, once`() {
        let glass = Glass(pop: .edge)
        glass.push(TestScreen("hours"))
        let view = glass.stage.navigator.view
        let before = view.subviews.count
        for _ in 0..<2 {
            glass.touch { $0.down(at: Point(200, 100)).drag(to: Point(300, 100), over: .milliseconds(150)).lift() }
            #expect(view.subviews.count == before)
        }
        let finger = HeldFinger(glass, at: Point(200, 100))
        finger.drag(to: Point(300, 180), over: .milliseconds(150))
        #expect(view.subviews.count == before + 1)
        let hint = view.subviews[before]
        let finger180 = 180 * Glass.panel.density(.vertical)
        #expect(abs(hint.frame.center.y - finger180) < 12 && hint.frame.maxX > 20)
        finger.lift()
        glass.settle()
        #expect(view.subviews.count == before)
        for _ in 0..<3 {
            let again = HeldFinger(glass, at: Point(200, 100))
            again.drag(to: Point(300, 100), over: .milliseconds(150))
            #expect(view.subviews.count == before)
            again.lift()
        }
    }

    @Test func `swipes that failed on one screen count for no other`() {
        let glass = Glass(pop: .edge)
        glass.push(TestScreen("hours"))
        func swipe() {
            glass.touch { $0.down(at: Point(200, 100)).drag(to: Point(300, 100), over: .milliseconds(150)).lift() }
        }
        for _ in 0..<2 { swipe() }
        glass.stage.navigator.pop(animated: false)
        glass.settle()
        #expect(glass.stage.stateAtRest != nil)
        glass.push(TestScreen("tickets"))
        let before = glass.stage.navigator.view.subviews.count
        swipe()
        let finger = HeldFinger(glass, at: Point(200, 100))
        finger.drag(to: Point(300, 100), over: .milliseconds(150))
        #expect(glass.stage.navigator.view.subviews.count == before)
        finger.lift()
        // The screen that is uncovered still has its own count.
        let page = TestScreen("prices")
        glass.push(page)
        glass.stage.navigator.pop(animated: false)
        let next = HeldFinger(glass, at: Point(200, 100))
        next.drag(to: Point(300, 100), over: .milliseconds(150))
        #expect(glass.stage.navigator.view.subviews.count == before + 1)
        next.lift()
        glass.settle()
        #expect(glass.stage.navigator.view.subviews.count == before)
    }

    @Test func `a swipe that begins before the hint has faded leaves no other behind`() {
        let glass = Glass(pop: .edge)
        glass.push(TestScreen("hours"))
        let view = glass.stage.navigator.view
        let before = view.subviews.count
        for _ in 0..<2 {
            glass.touch { $0.down(at: Point(200, 100)).drag(to: Point(300, 100), over: .milliseconds(150)).lift() }
        }
        for _ in 0..<3 {
            let finger = HeldFinger(glass, at: Point(200, 100))
            finger.drag(to: Point(300, 100), over: .milliseconds(150))
            finger.lift()
        }
        glass.settle()
        #expect(view.subviews.count == before)
    }

    @Test func `a sheet that goes while the hint of its screen fades takes nothing with it`() throws {
        let glass = Glass(pop: .edge)
        glass.stage.present(TestScreen("map"), animated: false)
        let sheet = try #require(glass.stage.sheets.last)
        sheet.navigator.push(TestScreen("legend"), animated: false)
        let before = sheet.navigator.view.subviews.count
        for _ in 0..<2 {
            glass.touch { $0.down(at: Point(200, 150)).drag(to: Point(300, 150), over: .milliseconds(150)).lift() }
        }
        let finger = HeldFinger(glass, at: Point(200, 150))
        finger.drag(to: Point(300, 150), over: .milliseconds(150))
        #expect(sheet.navigator.view.subviews.count == before + 1)
        finger.lift()
        sheet.dismiss(animated: false)
        #expect(glass.stage.sheets.isEmpty)
        glass.settle()
        #expect(glass.stage.stackNames == ["home"])
    }
}
