// Views that are removed under a finger: their touches end, and what lies around them goes on.

import Geometry
import Gestures
import Testing
import TouchScript

@Suite struct RemovalTests {
    let panel = Rect(0, 0, 500, 300)
    let a = Point(100, 100)
    let b = Point(300, 100)

    @Test func `the pan of a list goes on when the row under the finger is removed, also before it has begun`() {
        for begins in [true, false] {
            let bench = Bench()
            let list = bench.area("list", panel)
            let row = bench.area("row", panel, in: list)
            let label = bench.area("label", panel, in: row)
            row.addRecognizer(TapRecognizer())
            let pan = PanRecognizer(name: "pan")
            pan.cancelsTouchesInView = false
            list.addRecognizer(pan)
            var translations: [Double] = []
            pan.onAction { _ in translations.append(pan.translation.x) }
            bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, a + Vector(begins ? 10 : 1, 0)))])
            let touch = bench.dispatcher.touchesDown[0]
            bench.dispatcher.remove(row)
            bench.areas.removeAll { $0 === row || $0 === label }
            #expect(touch.view === list && touch.isDown)
            bench.play([TouchFrame(20, (1, .moved, a + Vector(20, 0))), TouchFrame(30, (1, .ended, a + Vector(20, 0)))])
            let log = bench.lines.filter { !$0.hasSuffix(" moved") }
            #expect(
                log
                    == (begins
                        ? [
                            "label began", "tap failed: moved 10.0 mm, more than 2.0 mm", "pan began",
                            "label cancelled", "pan ended",
                        ]
                        : [
                            "label began", "tap failed: its view was removed", "label cancelled", "pan began",
                            "pan ended",
                        ]))
            #expect(translations == (begins ? [8, 18, 18] : [18, 18]))
            #expect(bench.dispatcher.touchesDown.isEmpty && bench.dispatcher.recognizersUnderWay.isEmpty)
            // The next finger is hit-tested as ever.
            bench.lines = []
            bench.play([TouchFrame(100, (1, .began, a)), TouchFrame(150, (1, .ended, a))])
            #expect(bench.lines.first == "list began" && bench.lines.last == "list ended")
        }
    }

    @Test func `the failure of a removed recognizer makes nothing begin`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let sheet = bench.area("sheet", panel, in: root)
        let edge = ScreenEdgePanRecognizer(name: "edge", edges: .left, panelSize: panel.size)
        let pan = PanRecognizer(name: "pan")
        pan.require(toFail: edge)
        for recognizer in [edge, pan] { sheet.addRecognizer(recognizer) }
        edge.slop = 50
        bench.play([TouchFrame(0, (1, .began, Point(1, 100))), TouchFrame(10, (1, .moved, Point(20, 100)))])
        bench.dispatcher.remove(sheet)
        #expect(bench.lines.filter { $0.hasPrefix("pan") } == ["pan failed: its view was removed"])
    }

    @Test func `a lift that a recognizer holds back is not told to a removed view`() {
        let bench = Bench()
        let list = bench.area("list", panel)
        let row = bench.area("row", panel, in: list)
        let double = TapRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        list.addRecognizer(double)
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(50, (1, .ended, a))])
        #expect(bench.log == "row began")
        bench.dispatcher.remove(row)
        bench.dispatcher.advance(to: bench.time)
        #expect(bench.lines.filter { $0.hasPrefix("row") } == ["row began", "row cancelled"])
        #expect(bench.lines.contains { $0.hasPrefix("double failed") })
    }

    @Test func `a row that removes itself when it is told of a touch leaves the list its finger`() {
        for phase in ["began", "moved"] {
            let bench = Bench()
            let list = bench.area("list", panel)
            let row = bench.area("row", panel, in: list)
            let pan = PanRecognizer(name: "pan")
            list.addRecognizer(pan)
            row.onTouch = { told, _ in if told == phase { bench.dispatcher.remove(row) } }
            bench.play([
                TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, a + Vector(1, 0))),
                TouchFrame(20, (1, .moved, b)), TouchFrame(30, (1, .ended, b)),
            ])
            #expect(bench.log == "row began\nrow cancelled\npan began\npan ended")
        }
    }

    @Test func `a finger on an outermost view that is removed is ignored until it lifts`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        root.addRecognizer(PanRecognizer(name: "pan"))
        bench.play([TouchFrame(0, (1, .began, a)), TouchFrame(10, (1, .moved, b))])
        bench.dispatcher.remove(root)
        bench.play([TouchFrame(20, (1, .moved, a)), TouchFrame(30, (1, .ended, a))])
        #expect(bench.log == "root began\npan began\nroot cancelled\npan cancelled: its view was removed")
        #expect(bench.dispatcher.touchesDown.isEmpty)
    }

    @Test func `a button that is held goes on with what lies around the view that had the focus`() {
        let bench = Bench()
        let root = bench.area("root", panel)
        let field = bench.area("field", panel, in: root)
        let hold = LongPressRecognizer(name: "hold")
        hold.allowedPressTypes = [.select]
        root.addRecognizer(hold)
        bench.dispatcher.firstResponder = field
        bench.dispatcher.handle(PressFrame(time: .zero, changes: [.init(button: 1, kind: .select, phase: .began)]))
        bench.dispatcher.remove(field)
        bench.dispatcher.advance(to: .zero + .milliseconds(600))
        #expect(bench.dispatcher.firstResponder == nil)
        #expect(bench.lines.last == "hold began")
    }

    @Test(arguments: [true, false]) func `a delegate that switches its recognizer off while it is asked stops nothing`(
        says: Bool
    ) {
        final class Meddler: RecognizerDelegate {
            let says: Bool
            init(_ says: Bool) { self.says = says }
            func shouldBegin(_ recognizer: Recognizer) -> Permission {
                recognizer.isEnabled = false
                return says ? .yes : .no("so")
            }
        }
        let pan = PanRecognizer(name: "pan")
        let bench = Bench(pan)
        let meddler = Meddler(says)
        pan.delegate = meddler
        let touch = TouchScript()
        touch.down(at: Point(10, 10)).drag(to: Point(100, 10), over: .milliseconds(100)).lift()
        bench.play(touch.frames)
        #expect(pan.state == .possible && bench.dispatcher.recognizersUnderWay.isEmpty)
        #expect(bench.lines.contains("pan failed: it was disabled"))
    }

    // The owner of a recognizer can be released at the moment when another finger's tap removes its view.
    @Test func `fingers that lift in one frame are told while the owners are there, also of what one of them removes`()
    {
        final class Owner { var heard: [String] = [] }
        let bench = Bench()
        let left = bench.area("left", Rect(0, 0, 250, 300))
        let right = bench.area("right", Rect(250, 0, 250, 300))
        let (tap, pan) = (TapRecognizer(), PanRecognizer(name: "pan"))
        var owner: Owner? = Owner()
        var heard: [String] = []
        pan.onAction { [unowned owner = owner!] pan in
            owner.heard.append(pan.state.rawValue)
            heard = owner.heard
        }
        tap.onAction { _ in
            bench.dispatcher.remove(right)
            owner = nil
        }
        left.addRecognizer(tap)
        right.addRecognizer(pan)
        func frame(_ milliseconds: Int, _ changes: [(Int, TouchFrame.Phase, Point)]) {
            bench.dispatcher.handle(
                TouchFrame(
                    time: .zero + .milliseconds(milliseconds),
                    changes: changes.map { .init(contact: $0.0, phase: $0.1, position: $0.2) }))
        }
        frame(10, [(1, .began, a), (2, .began, b)])
        frame(20, [(2, .moved, b + Vector(0, 20))])
        frame(30, [(1, .ended, a), (2, .ended, b + Vector(0, 30))])
        #expect(owner == nil && heard.first == "began" && heard.last == "ended")
        #expect(bench.dispatcher.recognizersUnderWay.isEmpty)
    }
}
