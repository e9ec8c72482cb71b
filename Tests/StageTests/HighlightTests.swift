// When something that can be tapped shows the finger: only as long as the finger may tap it.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@Suite struct HighlightTests {
    /// A row that logs when its highlight comes and goes.
    final class Row: View {
        var shown: [Bool] = []
        var taps = 0
        let tap = TapRecognizer()
        private lazy var highlight = Highlight(of: self) { [unowned self] in shown.append($0) }

        override init(drawsContents: Bool = false, isOpaque: Bool = false) {
            super.init()
            highlight.follow(tap)
            tap.onAction { [unowned self] _ in taps += 1 }
            addRecognizer(tap)
        }
        override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
        override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
        override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
    }

    let place = Point(250, 150)

    /// A row that shows a finger, which has rested on it for 200 ms.
    func pressed(_ row: Row = Row()) -> (Glass, Row, HeldFinger) {
        let glass = Glass.showing(row, pop: .edge)
        let finger = HeldFinger(glass, at: place)
        glass.wait(.milliseconds(200))
        #expect(row.shown == [true])
        finger.hold(for: .milliseconds(200))
        return (glass, row, finger)
    }

    @Test func `it comes with a finger that rests, and flashes with the tap`() {
        let (glass, row, finger) = pressed()
        finger.lift()
        #expect(row.taps == 1)
        glass.settle()
        #expect(row.shown.last == false)
        row.shown = []
        glass.touch { $0.tap(at: place) }
        #expect(row.shown == [true] && row.taps == 2)
        glass.settle()
        #expect(row.shown == [true, false])
    }

    @Test func `it goes when the finger moves too far to tap, though nothing else wants it`() {
        let (_, row, finger) = pressed()
        finger.drag(to: place + Vector(1, 0), over: .milliseconds(20))
        #expect(row.shown == [true])
        finger.drag(to: place + Vector(5, 0), over: .milliseconds(20))
        #expect(row.shown == [true, false])
        finger.lift()
        #expect(row.shown == [true, false] && row.taps == 0)
    }

    @Test func `it goes when the finger no longer counts`() {
        let (glass, row, finger) = pressed()
        glass.wait(.seconds(4))
        #expect(row.shown == [true, false])
        finger.hold(for: .seconds(4))
        finger.lift()
        #expect(row.shown == [true, false] && row.taps == 0)
    }

    @Test func `it goes when a press takes the tap, also one that leaves views their touches`() {
        for takes in [true, false] {
            let row = Row()
            let press = LongPressRecognizer()
            press.cancelsTouchesInView = takes
            row.addRecognizer(press)
            let (glass, _, finger) = pressed(row)
            glass.wait(.milliseconds(400))
            #expect(row.shown == [true, false])
            finger.hold(for: .milliseconds(400))
            finger.lift()
            #expect(row.shown == [true, false] && row.taps == 0)
        }
    }

    @Test func `it goes with a second finger, which does not bring it back`() {
        let (glass, row, finger) = pressed()
        let now = glass.stage.now
        for (phase, wait) in [(TouchFrame.Phase.began, 10), (.ended, 310)] {
            glass.play([
                TouchFrame(
                    time: now + .milliseconds(wait),
                    changes: [.init(contact: 7, phase: phase, position: Point(300, 150))])
            ])
        }
        #expect(row.shown == [true, false])
        finger.hold(for: .milliseconds(400))
        finger.lift()
        #expect(row.shown == [true, false] && row.taps == 0)
    }

    @Test func `it goes when the tap is switched off or taken away`() {
        for removes in [true, false] {
            let (_, row, finger) = pressed()
            if removes { row.removeRecognizer(row.tap) } else { row.tap.isEnabled = false }
            #expect(row.shown == [true, false])
            finger.lift()
            #expect(row.shown == [true, false])
        }
    }

    @Test func `it does not come for a finger that cannot tap`() {
        let row = Row()
        let glass = Glass.showing(row, pop: .edge)
        row.tap.isEnabled = false
        glass.touch { $0.down(at: place).hold(for: .milliseconds(400)).lift() }
        #expect(row.shown.isEmpty)
    }
}
