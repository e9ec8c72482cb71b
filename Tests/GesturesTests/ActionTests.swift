// Actions report what happened, each step once and in order, whatever has become of the recognizer by then.

import Geometry
import Gestures
import Testing
import TouchScript

extension TouchFrame {
    /// A frame `time` ms after the start, with each contact's phase and place (mm).
    init(_ time: Int, _ changes: (Int, Phase, Point)...) {
        self.init(
            time: .zero + .milliseconds(time),
            changes: changes.map { Change(contact: $0.0, phase: $0.1, position: $0.2) })
    }
}

@Suite struct ActionTests {
    let panel = Rect(0, 0, 500, 300)
    let a = Point(100, 100)
    let b = Point(300, 100)

    /// A pan on `area` that logs what its actions see: the state, the attempt and its touches.
    func pan(_ name: String, on area: Area, _ told: @escaping (String) -> Void) -> PanRecognizer {
        let pan = PanRecognizer(name: name)
        pan.onAction { told("\(name) \($0.state.rawValue) \($0.touches.map(\.number))") }
        area.addRecognizer(pan)
        return pan
    }

    @Test func `a gesture that begins and is cancelled in one frame reports both`() {
        let bench = Bench()
        var told: [String] = []
        _ = pan("pan", on: bench.area("root", panel)) { told.append($0) }
        bench.play([
            TouchFrame(0, (1, .began, a), (2, .began, b)),
            TouchFrame(10, (1, .moved, a + Vector(20, 0)), (2, .cancelled, b)),
        ])
        #expect(told == ["pan began [1, 2]", "pan cancelled [1, 2]"])
    }

    @Test func `a pan that waits for a lift and ends with it reports that it began, and with which touches`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let list = bench.area("list", panel, in: root)
        // The pinch fails with the lift. The pan that waits for it begins at that moment, and ends in it.
        let pair = PinchRecognizer(name: "pair")
        list.addRecognizer(pair)
        var told: [String] = []
        let pan = pan("pan", on: root) { told.append($0) }
        pan.require(toFail: pair)
        bench.play([
            TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, a + Vector(20, 0))),
            TouchFrame(20, (1, .ended, a + Vector(20, 0))),
        ])
        #expect(told == ["pan began [1]", "pan ended [1]"])
        #expect(bench.lines.filter { $0.hasPrefix("pan") } == ["pan began", "pan ended"])
    }

    @Test func `an action that cancels another recognizer does not change what that one reports`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let (left, right) = (
            bench.area("left", Rect(0, 0, 250, 300), in: root), bench.area("right", Rect(250, 0, 250, 300), in: root)
        )
        var told: [String] = []
        let first = pan("first", on: left) { told.append($0) }
        let second = pan("second", on: right) { told.append($0) }
        first.onAction { _ in second.isEnabled = false }
        bench.play([
            TouchFrame(0, (1, .began, a), (2, .began, b)),
            TouchFrame(10, (1, .moved, a + Vector(20, 0)), (2, .moved, b + Vector(20, 0))),
            TouchFrame(20, (1, .moved, a + Vector(30, 0)), (2, .moved, b + Vector(30, 0))),
        ])
        #expect(
            told == [
                "first began [1]", "second began [2]", "second cancelled [2]", "first changed [1]",
            ])
        #expect(second.state == .possible && second.touches.isEmpty)
    }

    @Test func `within an action the state is the reported one, and after it the current one`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let pan = PanRecognizer(name: "pan")
        root.addRecognizer(pan)
        var seen: [Recognizer.State] = []
        pan.onAction { _ in
            seen.append(pan.state)
            pan.isEnabled = false
            seen.append(pan.state)
        }
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, a + Vector(20, 0)))])
        #expect(seen == [.began, .began, .cancelled, .cancelled])
        #expect(pan.state == .possible)
    }

    @Test func `a frame within an action reaches the recognizer as it is`() {
        let bench = Bench()
        var told: [String] = []
        let pan = pan("pan", on: bench.area("root", panel)) { told.append($0) }
        let (b, c) = (b, a + Vector(20, 0))
        pan.onAction { pan in
            if pan.state == .began { bench.dispatcher.handle(TouchFrame(10, (2, .began, b), (1, .ended, c))) }
        }
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, c)), TouchFrame(20, (2, .ended, b))])
        #expect(told == ["pan began [1]", "pan ended [2]"])
    }

    // MARK: Views that go away

    @Test(arguments: [false, true])
    func `an action that heard of the beginning hears once of the cancellation, and nothing after`(_ inAction: Bool) {
        for removesView in [true, false] {
            let bench = Bench()
            let root = bench.area("root", panel)
            let (left, right) = (
                bench.area("left", Rect(0, 0, 250, 300), in: root),
                bench.area("right", Rect(250, 0, 250, 300), in: root)
            )
            var told: [String] = []
            let first = PanRecognizer(name: "first")
            left.addRecognizer(first)
            let second = pan("second", on: right) { told.append($0) }
            func remove() {
                if removesView { bench.dispatcher.remove(right) } else { right.removeRecognizer(second) }
            }
            first.onAction { if inAction, $0.state == .changed { remove() } }
            let phases: [TouchFrame.Phase] = [.began, .moved, .moved, .moved, .ended]
            let frames = phases.enumerated().map { step, phase in
                let way = Vector(Double(step) * 10, 0)
                return TouchFrame(10 * step, (1, phase, a + way), (2, phase, b + way))
            }
            bench.play(Array(frames.prefix(2)))
            if !inAction { remove() }
            bench.play(Array(frames.dropFirst(2)))
            let changed = inAction ? ["second changed [2]"] : []
            #expect(
                told == ["second began [2]"] + changed + ["second cancelled [2]"], "removes the view: \(removesView)")
        }
    }

    @Test func `a removed view that nothing else holds lives until its recognizers have reported`() {
        final class Owner: Responder {
            var states: [Recognizer.State] = []
            let around: Responder
            init(in around: Responder, _ tell: @escaping ([Recognizer.State]) -> Void) {
                self.around = around
                super.init()
                let pan = PanRecognizer(name: "pan")
                pan.cancelsTouchesInView = false
                pan.onAction { [unowned self] in
                    states.append($0.state)
                    tell(states)
                }
                addRecognizer(pan)
            }
            override var next: Responder? { around }
        }
        let root = Area("root", panel)
        let other = PanRecognizer(name: "other")
        root.addRecognizer(other)
        var told: [Recognizer.State] = []
        var owner: Owner? = Owner(in: root) { told = $0 }
        let inner = Area("inner", panel, in: owner)
        let right = Area("right", panel, in: root)
        let dispatcher = TouchDispatcher { $0.x < 250 ? right : inner }
        let first = PanRecognizer(name: "first")
        right.addRecognizer(first)
        first.onAction { _ in
            owner.map(dispatcher.remove)
            owner = nil
        }
        dispatcher.handle(TouchFrame(0, (1, .began, a), (2, .began, b)))
        dispatcher.handle(TouchFrame(10, (1, .moved, a + Vector(9, 0)), (2, .moved, b + Vector(9, 0))))
        #expect(told == [.began, .cancelled])
        #expect(owner == nil)
    }

    // MARK: Discrete gestures that come too late

    /// Two areas beside each other, whose taps call `told` with the number of the area and the area.
    func rows(_ bench: Bench, _ told: @escaping (Int, Area) -> Void) -> [Area] {
        let root = bench.area("root", panel)
        return (0..<2).map { index in
            let row = bench.area("row \(index)", Rect(Double(index) * 250, 0, 250, 300), in: root)
            let tap = TapRecognizer(name: "tap \(index)")
            tap.onAction { [unowned row] _ in told(index, row) }
            row.addRecognizer(tap)
            return row
        }
    }

    var twoTaps: [TouchFrame] {
        [TouchFrame(0, (1, .began, a), (2, .began, b)), TouchFrame(50, (1, .ended, a), (2, .ended, b))]
    }

    @Test func `two taps in one frame are both told when nothing changes`() {
        let bench = Bench()
        var told: [Int] = []
        _ = rows(bench) { index, _ in told.append(index) }
        bench.play(twoTaps)
        #expect(told == [0, 1])
    }

    @Test func `a tap is not reported when the action of another one has taken its view out of reach`() {
        for removes in [true, false] {
            let bench = Bench()
            var told: [Int] = []
            var all: [Area] = []
            all = rows(bench) { index, _ in
                told.append(index)
                if removes { bench.dispatcher.remove(all[1 - index]) } else { all[1 - index].isAsleep = true }
            }
            bench.play(twoTaps)
            #expect(told == [0])
            #expect(bench.dispatcher.recognizersUnderWay.isEmpty && bench.dispatcher.touchesDown.isEmpty)
        }
    }

    @Test func `a tap that waited until all fingers had left is not reported either`() {
        let bench = Bench()
        let row = bench.area("row", panel)
        let (tap, double) = (TapRecognizer(name: "tap"), TapRecognizer(name: "double"))
        double.numberOfTapsRequired = 2
        tap.require(toFail: double)
        var told = 0
        tap.onAction { _ in told += 1 }
        for recognizer in [tap, double] { row.addRecognizer(recognizer) }
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(50, (1, .ended, a))])
        row.isAsleep = true
        bench.dispatcher.advance(to: bench.time)
        #expect(bench.lines.contains("tap ended") && told == 0)
        row.isAsleep = false
        bench.play([TouchFrame(2000, (1, .began, a)), TouchFrame(2050, (1, .ended, a))])
        bench.dispatcher.advance(to: bench.time)
        #expect(told == 1)
    }

    @Test func `a drag on a view that takes no touches any more is reported to its end`() {
        let bench = Bench()
        let row = bench.area("row", panel)
        var told: [String] = []
        _ = pan("pan", on: row) { told.append($0) }
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, b))])
        row.isAsleep = true
        bench.play([TouchFrame(20, (1, .moved, a)), TouchFrame(30, (1, .ended, a))])
        #expect(told == ["pan began [1]", "pan changed [1]", "pan ended [1]"])
    }

    // MARK: Failures

    @Test func `a failure is reported to the app that asks for it, in its turn`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let list = bench.area("list", panel, in: root)
        var told: [String] = []
        let tap = TapRecognizer()
        tap.onAction { told.append("tap \($0.state)") }
        tap.onFailure { told.append("tap \($0.state) \($0.touches.map(\.number))") }
        list.addRecognizer(tap)
        _ = pan("pan", on: root) { told.append($0) }
        bench.play([
            TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, b)), TouchFrame(20, (1, .ended, b)),
            TouchFrame(30, (1, .began, a)), TouchFrame(40, (1, .ended, a)),
        ])
        #expect(told == ["tap failed [1]", "pan began [1]", "pan ended [1]", "tap ended"])
    }

    @Test func `all recognizers that a discrete gesture keeps out fail with it, also when it waited`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let (tap, double) = (TapRecognizer(name: "tap"), TapRecognizer(name: "double"))
        double.numberOfTapsRequired = 2
        tap.require(toFail: double)
        // Three taps that wait equally long, and that no recognizer requires to fail.
        let others = (1...3).map { index in
            let other = TapRecognizer(name: "other \(index)")
            other.numberOfTapsRequired = 1
            other.require(toFail: double)
            return other
        }
        for recognizer in [tap, double] + others { root.addRecognizer(recognizer) }
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(50, (1, .ended, a))])
        bench.dispatcher.advance(to: bench.time)
        #expect(bench.lines.filter { $0.hasSuffix(" ended") && $0 != "root ended" } == ["tap ended"])
        #expect(bench.lines.count { $0.hasSuffix("failed: tap was recognized") } == 3)
    }
}
