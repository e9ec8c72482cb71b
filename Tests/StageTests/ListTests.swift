// Lists of any length: which rows exist, and that nothing jumps when estimates turn out wrong.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct ListTests {
    /// Ten thousand rows of 30 to 229 pixels, which the list expects to have 100.
    final class Rows {
        var made: [Int] = []
        static func height(_ row: Int) -> Double { Double(30 + row * 7919 % 200) }
        func make(_ row: Int, width: Double) -> View {
            made.append(row)
            let view = View()
            view.layer.name = "\(row)"
            view.frame = Rect(0, 0, width, Self.height(row))
            return view
        }
    }

    func list(_ count: Int = 10_000) -> (Glass, ListView, Rows) {
        let rows = Rows()
        let list = ListView(count: count, estimatedRowHeight: 100) { rows.make($0, width: $1) }
        return (Glass.showing(list), list, rows)
    }

    /// Where the top of `row` is on the glass, below the top of the list.
    func place(_ row: Int, _ list: ListView) -> Double { list.frame(of: row).minY - list.offset }

    @Test func `only the rows that are near are made`() {
        let (_, list, rows) = list()
        #expect(rows.made.count < 60)
        #expect(list.loadedRows.first == 0)
        #expect(list.subviews.count == list.loadedRows.count)
        // Their views are where the list says, and as high as they are.
        for view in list.subviews {
            let row = Int(view.layer.name)!
            #expect(view.frame == list.frame(of: row) && view.frame.height == Rows.height(row))
        }
    }

    @Test func `fingers on rows that are replaced lose them in the order of the rows`() {
        let list = ListView(count: 100, estimatedRowHeight: 100) { row, width in
            let view = View()
            view.frame = Rect(0, 0, width, 100)
            view.addRecognizer(TapRecognizer(name: "tap-\(row)"))
            return view
        }
        let glass = Glass.showing(list)
        let places = (0..<8).map { Point(100 + 40 * Double($0), 70 + 27.5 * Double($0)) }
        glass.stage.handle(
            TouchFrame(
                time: glass.stage.now + .milliseconds(10),
                changes: places.enumerated().map { .init(contact: $0, phase: .began, position: $1) }))
        list.reload(count: 50)
        let lost = glass.lines("gesture").filter { $0.contains("its view was removed") }
        let rows = lost.compactMap { line in (0..<100).first { line.contains("tap-\($0)\"") } }
        #expect(rows.count == 8)
        #expect(rows == rows.sorted())
    }

    @Test func `scrolling through all of it keeps few rows alive, and makes each row once on the way`() {
        let (glass, list, rows) = list(2000)
        var most = 0
        while list.offset < list.ends.upperBound - 1 {
            glass.flick(from: Point(250, 280), to: Point(250, 40), over: .milliseconds(40))
            while let due = glass.stage.nextDeadline {
                glass.stage.advance(to: min(due, glass.stage.now + .milliseconds(16)))
                most = max(most, list.loadedRows.count)
            }
        }
        #expect(most < 80)
        #expect(list.loadedRows.last == 1999)
        #expect(Set(rows.made).count == 2000)
        #expect(list.frame(of: 1999).maxY == (0..<2000).reduce(0) { $0 + Rows.height($1) })
    }

    @Test func `a row that is measured above what is seen moves nothing that is seen`() {
        let (glass, list, _) = list()
        list.scroll(toRow: 5000, animated: false)
        #expect(place(5000, list) == 0)
        let touch = TouchScript(start: glass.stage.now)
        var finger = touch.down(at: Point(250, 40))
        var played = 0
        var last = place(5000, list)
        for step in 1...24 {
            finger = finger.drag(to: Point(250, 40 + Double(step) * 10), over: .milliseconds(20))
            for frame in touch.frames.dropFirst(played) { glass.play([frame]) }
            played = touch.frames.count
            let now = place(5000, list)
            #expect(step == 1 || abs(now - last - 10 * Glass.density) < 0.6, "step \(step)")
            last = now
        }
        finger.lift()
        glass.play([touch.frames.last!])
        // When it is thrown, it decelerates smoothly through rows that are measured on the way.
        var speed = Double.infinity
        while let due = glass.stage.nextDeadline {
            let before = place(5000, list)
            let next = min(due, glass.stage.now + .milliseconds(8))
            let seconds = (next - glass.stage.now).seconds
            glass.stage.advance(to: next)
            if seconds > 0.004 {
                let moved = (place(5000, list) - before) / seconds
                #expect(moved < speed + 70)
                speed = moved
            }
        }
        #expect(list.offset == list.offset.rounded())
    }

    @Test func `the end of a flick does not depend on when frames are drawn`() {
        func end(step: Instant.Span?) -> (Double, [Int]) {
            let (glass, list, _) = list()
            list.scroll(toRow: 300, animated: false)
            glass.flick(from: Point(250, 60), to: Point(250, 260), over: .milliseconds(50))
            while let due = glass.stage.nextDeadline {
                glass.stage.advance(to: step.map { min(due, glass.stage.now + $0) } ?? due)
                if step != nil { _ = glass.stage.plan(at: glass.stage.now + .milliseconds(12)) }
            }
            let seen = list.loadedRows.first { list.frame(of: $0).maxY > list.offset }!
            return (place(seen, list), [seen])
        }
        let (there, rows) = end(step: nil)
        #expect(end(step: .milliseconds(16)) == (there, rows))
        #expect(end(step: .milliseconds(3)) == (there, rows))
    }

    @Test func `a list goes to a row far away without making those between`() {
        let (glass, list, rows) = list()
        list.scroll(toRow: 9000)
        glass.settle()
        #expect(place(9000, list) == 0)
        #expect(rows.made.count < 300)
        list.scroll(toRow: 9999)
        glass.settle()
        #expect(list.offset == list.ends.upperBound)
        #expect(list.frame(of: 9999).maxY - list.offset == list.bounds.height)
    }

    @Test(arguments: [30.0, 4225, 250_000])
    func `a list put at an offset has rows there, also when a visit is brought back`(
        offset: Double
    ) {
        let (first, scrolled, _) = list()
        scrolled.offset = offset
        let (glass, list, _) = list()
        glass.stage.scroll(to: StageState(stack: first.stage.stackNames, offsets: first.stage.scrollOffsets))
        for list in [scrolled, list] {
            let seen = Rect(0, list.offset, list.bounds.width, list.bounds.height)
            let covered = list.subviews.map { $0.frame.intersection(seen).height }.reduce(0, +)
            #expect(abs(covered - seen.height) < 1e-6)
        }
    }

    @Test func `a row under the finger goes as others do, and the finger scrolls on`() {
        let (glass, list, _) = list()
        list.scroll(toRow: 100, animated: false)
        let finger = HeldFinger(glass, at: Point(250, 280))
        let held = list.loadedRows.first { list.frame(of: $0).maxY - list.offset > 255 * Glass.density }!
        finger.drag(to: Point(250, 200), over: .milliseconds(300))
        let scrolled = list.offset
        // Something else takes the list far away while the finger is down. The finger brings it back to where it holds it.
        list.setOffset(scrolled + 3000, along: .vertical)
        #expect(!list.loadedRows.contains(held))
        finger.drag(to: Point(250, 190), over: .milliseconds(50))
        #expect(abs(list.offset - scrolled - 10 * Glass.density) < 1)
        finger.lift()
        #expect(glass.gestures("cancelled").isEmpty)
    }

    @Test func `a finger scrolls on when the list under it is reloaded with other rows`() {
        let (glass, list, _) = list()
        list.scroll(toRow: 200, animated: false)
        let finger = HeldFinger(glass, at: Point(250, 280))
        finger.drag(to: Point(250, 200), over: .milliseconds(200))
        let old = list.subviews
        list.reload(count: 5000)
        #expect(!list.subviews.contains { row in old.contains { $0 === row } })
        #expect(glass.gestures("cancelled").isEmpty)
        // Rows are measured on the way, which moves the offset, and nothing that is seen.
        let seen = list.loadedRows.first { list.frame(of: $0).maxY > list.offset }!
        let start = place(seen, list)
        var last = start
        for step in 1...10 {
            finger.drag(to: Point(250, 200 - Double(step) * 5), over: .milliseconds(20))
            let moved = last - place(seen, list)
            #expect(moved > 0 && moved < 10 * Glass.density, "step \(step): \(moved)")
            last = place(seen, list)
        }
        // As far as the finger: nothing jumped.
        #expect(abs(start - last - 50 * Glass.density) < 2)
        finger.lift()
        #expect(list.isMoving)
        glass.settle()
        #expect(place(seen, list) < last - 20 * Glass.density)
        // The next finger taps a row.
        var taps = 0
        let row = list.subviews.first { $0.frame.minY <= list.offset + 300 && $0.frame.maxY > list.offset + 300 }!
        let tap = TapRecognizer()
        tap.onAction { _ in taps += 1 }
        row.addRecognizer(tap)
        let bar = list.convert(fromPanel: .zero).y - list.offset
        glass.touch { $0.tap(at: Point(250, (300 - bar) / Glass.density)) }
        #expect(taps == 1)
    }

    @Test func `a list can be reloaded, and be empty`() {
        let (glass, list, rows) = list(50)
        list.reload(count: 0)
        #expect(list.subviews.isEmpty && list.ends == 0...0)
        glass.flick(from: Point(250, 200), to: Point(250, 100))
        glass.settle()
        rows.made = []
        list.reload(count: 3)
        #expect(list.loadedRows == [0, 1, 2])
    }
}
