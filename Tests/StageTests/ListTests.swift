// Lists of any length: what there is of them, and that nothing jumps when estimates turn out wrong.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct ListTests {
    /// Ten thousand rows of 30 to 229 pixels, of which the list is told that they have 100.
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
        // Thrown on, it decelerates smoothly through rows that are measured on the way.
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

    @Test func `what comes of a flick does not depend on when frames are drawn`() {
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

    @Test func `it goes to a row far away without making those between`() {
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

    @Test func `the row under the finger stays, however far it is dragged away`() {
        let (glass, list, _) = list()
        list.scroll(toRow: 100, animated: false)
        let touch = TouchScript(start: glass.stage.now)
        var finger = touch.down(at: Point(250, 280))
        let held = list.loadedRows.first { list.frame(of: $0).maxY - list.offset > 255 * Glass.density }!
        finger = finger.drag(to: Point(250, 100), over: .milliseconds(300))
        glass.play(touch.frames)
        let scrolled = list.offset
        // Something else takes the list far away while the finger is down.
        #expect(list.loadedRows.contains(held))
        list.setOffset(scrolled + 3000, along: .vertical)
        #expect(list.loadedRows.contains(held))
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(glass.gestures("cancelled").isEmpty)
        list.scroll(toRow: 500, animated: false)
        #expect(!list.loadedRows.contains(held))
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
