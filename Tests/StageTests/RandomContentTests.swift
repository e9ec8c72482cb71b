// Random fingers on everything that scrolls, opens or slides: nothing is ever stuck, nothing jumps, nothing is left.

import Geometry
import Gestures
import Layers
import Stage
import TestRandomness
import Testing
import TouchScript

extension SplitMix {
    fileprivate mutating func point() -> Point {
        Point(.random(in: 0...527, using: &self), .random(in: 0...296, using: &self))
    }
}

@Suite struct RandomContentTests {
    /// A page with a list of rows that open, a strip, a gallery, a slider and a map.
    final class Everything {
        let list = ListView(count: 3000, estimatedRowHeight: 90) { index, width in
            let content = View()
            content.frame = Rect(0, 0, width, Double(60 + index * 37 % 90))
            let action = RowAction(title: "Keep", color: .black) {}
            return SwipeRow(
                content: content, leading: index % 3 == 0 ? [] : [action], trailing: [action, action],
                theme: Glass.theme)
        }
        let strip = ScrollView(axis: .horizontal)
        let inner = ScrollView(axis: .horizontal)
        let gallery = GalleryView(
            pages: (0..<5).map { _ in View() }, pageSize: Size(500, 200), gap: 20, theme: Glass.theme)
        let slider = SliderView(value: 0.3, theme: Glass.theme)
        let map = PanningView()

        func load(into content: View) {
            list.frame = Rect(0, 0, 900, content.bounds.height)
            strip.frame = Rect(900, 0, 1020, 200)
            strip.contentSize = Size(3000, 200)
            inner.frame = Rect(200, 0, 700, 200)
            inner.contentSize = Size(1500, 200)
            strip.addSubview(inner)
            gallery.frame = Rect(900, 220, 1020, 240)
            slider.frame = Rect(900, 480, 1020, 80)
            map.frame = Rect(900, 580, 1020, content.bounds.height - 580)
            map.contentSize = Size(4000, 4000)
            for view in [list, strip, gallery, slider, map] { content.addSubview(view) }
        }

        var scrolls: [ScrollView] { [list, strip, inner, gallery.scroll, map] }
    }

    /// Plays a random gesture with one finger or two, in small steps of time with frames in between.
    private func play(_ dice: inout SplitMix, on glass: Glass, check: () -> Void) {
        let touch = TouchScript(start: glass.stage.now + .milliseconds(10))
        let span = Instant.Span.milliseconds(.random(in: 30...400, using: &dice))
        var a = touch.down(at: dice.point())
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: a.lift()
        case 1:
            var b = touch.down(at: dice.point(), together: Bool.random(using: &dice))
            touch.drag(&a, to: dice.point(), &b, to: dice.point(), over: span)
            touch.lift(a, b)
        case 2:
            a = a.drag(to: dice.point(), over: span)
            a.cancel()
        case 3:
            a = a.drag(to: dice.point(), over: span).drag(to: dice.point(), over: span)
            a.lift()
        default:
            a = a.drag(to: dice.point(), over: span)
            a.lift()
        }
        for frame in touch.frames {
            while glass.stage.now + .milliseconds(16) < frame.time {
                glass.wait(.milliseconds(16))
                _ = glass.stage.plan(at: glass.stage.now + .milliseconds(14))
                check()
            }
            glass.play([frame])
            check()
        }
    }

    @Test(arguments: 1...20) func `nothing is stuck and all comes to rest where it can`(seed: Int) {
        var dice = SplitMix(UInt64(seed))
        let everything = Everything()
        let glass = Glass(pop: [.off, .edge, .fullScreen][seed % 3])
        glass.push(ContentScreen("page", fill: everything.load))
        for _ in 0..<40 where glass.stack.count == 2 {
            play(&dice, on: glass) {
                #expect(everything.list.loadedRows.count < 120)
                #expect((0...1).contains(everything.slider.value))
            }
            if Int.random(in: 0..<4, using: &dice) == 0 { glass.settle() }
        }
        glass.settle()
        #expect(!glass.stage.isMoving)
        glass.stage.traceEnd()
        #expect(glass.lines("end").last?.contains("\"stuck\":[]") == true)
        #expect(glass.lines("warning").isEmpty)
        // What was popped stays as it was.
        guard glass.stack.count == 2 else { return }
        for scroll in everything.scrolls {
            for axis in scroll.axes {
                let offset = scroll.contentOffset[axis]
                let ends = scroll.ends(along: axis)
                #expect(offset >= ends.lowerBound - 0.5 && offset <= ends.upperBound + 0.5)
                #expect(offset == offset.rounded() || offset == ends.upperBound)
            }
        }
        let page = everything.gallery.scroll.page
        #expect(abs(page - page.rounded()) < 0.01)
    }

    @Test func `a page that goes while its content moves leaves nothing behind`() {
        weak var list: ListView?
        weak var row: SwipeRow?
        let glass = Glass()
        do {
            let everything = Everything()
            list = everything.list
            glass.push(ContentScreen("page", fill: everything.load))
            glass.flick(from: Point(100, 120), to: Point(60, 120))
            glass.settle()
            row = everything.list.subviews.compactMap { $0 as? SwipeRow }.first(where: \.isOpen)
            #expect(row != nil)
            glass.flick(from: Point(50, 200), to: Point(50, 120))
            glass.wait(.milliseconds(20))
        }
        #expect(list?.isMoving == true)
        glass.stage.navigator.pop(animated: false)
        glass.settle()
        #expect(glass.stack == ["home"])
        #expect(list == nil && row == nil)
    }
}
