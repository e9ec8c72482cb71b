// Several fingers on one sheet: the finger that pulls it moves it, and each list has its own finger.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct TwoHandsTests {
    /// A sheet at rest with two lists side by side.
    func sheet(_ pull: PullStyle = .continuous) -> (Glass, left: ScrollView, right: ScrollView) {
        var lists: [ScrollView] = []
        let page = ContentScreen("terms") { content in
            let half = Size(content.bounds.width / 2, content.bounds.height)
            for side in 0..<2 {
                let list = ScrollView(axis: .vertical)
                list.frame = Rect(origin: Point(Double(side) * half.width, 0), size: half)
                list.contentSize = Size(half.width, 6000)
                content.addSubview(list)
                lists.append(list)
            }
        }
        let glass = Glass(pop: .edge) {
            $0.pull = pull
            $0.isResampling = false
        }
        glass.stage.present(page, animated: false)
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        return (glass, lists[0], lists[1])
    }

    func pulled(_ glass: Glass) -> Double { glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0 }
    let density = Glass.panel.density(.vertical)

    /// Plays both fingers, each on its own way, step by step.
    func play(_ glass: Glass, _ ways: [(from: Point, to: Point)], steps: Int = 20, lifts: [Int] = []) {
        let start = glass.stage.now + .milliseconds(10)
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            glass.stage.handle(
                TouchFrame(
                    time: start + .milliseconds(10 * step),
                    changes: ways.enumerated().map { index, way in
                        .init(
                            contact: index + 1, phase: step == 0 ? .began : .moved,
                            position: way.from + (way.to - way.from) * share)
                    }))
        }
        for contact in lifts { lift(glass, contact, ways[contact - 1].to) }
    }

    func lift(_ glass: Glass, _ contact: Int, _ place: Point) {
        glass.stage.handle(
            TouchFrame(
                time: glass.stage.now + .milliseconds(10),
                changes: [.init(contact: contact, phase: .ended, position: place)]))
    }

    @Test(arguments: PullStyle.allCases) func `a finger in a list scrolls it, and the sheet stays with its holder`(
        pull: PullStyle
    ) {
        let (glass, left, _) = sheet(pull)
        let holder = HeldFinger(glass, at: Point(400, 33))
        holder.drag(to: Point(400, 93), over: .milliseconds(200))
        let held = pulled(glass)
        #expect(abs(held - 58) < 0.01)
        let time = glass.stage.now
        for (contact, end) in [(7, 150.0), (8, 280)] {
            // Up, and down at the top: the list moves or gives, the sheet does not.
            let from = Point(100, 220)
            glass.stage.handle(
                TouchFrame(time: glass.stage.now, changes: [.init(contact: contact, phase: .began, position: from)]))
            for step in 1...10 {
                let place = Point(100, from.y + (end - from.y) * Double(step) / 10)
                glass.stage.handle(
                    TouchFrame(
                        time: time + .milliseconds(10 * step),
                        changes: [.init(contact: contact, phase: .moved, position: place)]))
                #expect(pulled(glass) == held)
            }
            if contact == 7 { #expect(abs(left.offset / density - 68) < 0.5) }
            lift(glass, contact, Point(100, end))
            #expect(pulled(glass) == held)
        }
        holder.lift()
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
    }

    @Test func `when the holder lets go the rule decides, whatever another finger does`() {
        let (glass, _, right) = sheet()
        let holder = HeldFinger(glass, at: Point(400, 33))
        holder.drag(to: Point(400, 180), over: .milliseconds(200))
        let other = HeldFinger(glass, at: Point(300, 250), contact: 9)
        other.drag(to: Point(300, 200), over: .milliseconds(100))
        #expect(right.offset > 0)
        holder.lift()
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
        #expect(!right.isMoving)
    }

    @Test func `two lists in one sheet scroll apart, each with its finger`() {
        let (glass, left, right) = sheet()
        play(glass, [(Point(100, 250), Point(100, 150)), (Point(400, 250), Point(400, 200))])
        #expect(abs(left.offset / density - 98) < 0.5)
        #expect(abs(right.offset / density - 48) < 0.5)
        #expect(pulled(glass) == 0)
    }

    @Test func `one finger goes on with the sheet, the other bands in its list, and does not make the sheet jump`() {
        let (glass, left, right) = sheet()
        left.offset = 20 * density
        right.offset = 20 * density
        play(glass, [(Point(100, 100), Point(100, 180)), (Point(400, 100), Point(400, 160))])
        #expect(abs(pulled(glass) - 58) < 0.5)
        #expect(left.offset == 0 && right.offset < 0)
        // The holder goes back up and lets go: the sheet is at rest, and the other finger still has its list.
        for step in 1...20 {
            glass.stage.handle(
                TouchFrame(
                    time: glass.stage.now + .milliseconds(10),
                    changes: [.init(contact: 1, phase: .moved, position: Point(100, 180 - 4 * Double(step)))]))
        }
        lift(glass, 1, Point(100, 100))
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        #expect(right.offset < 0)
        let before = right.offset
        glass.stage.handle(
            TouchFrame(
                time: glass.stage.now + .milliseconds(10),
                changes: [.init(contact: 2, phase: .moved, position: Point(400, 161))]))
        #expect(pulled(glass) == 0 && right.offset < before)
        lift(glass, 2, Point(400, 161))
        glass.settle()
        #expect(right.offset == 0 && glass.stage.sheets.count == 1)
        glass.stage.traceEnd()
        #expect(glass.lines("end")[0].contains("\"stuck\":[]"))
    }

    @Test func `two fingers in one frame on the bar move nothing, and the next pull works`() {
        let (glass, _, _) = sheet()
        play(glass, [(Point(100, 33), Point(100, 200)), (Point(400, 33), Point(400, 200))], lifts: [1, 2])
        glass.settle()
        glass.touch { $0.down(at: Point(250, 33)).drag(to: Point(250, 250), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }
}
