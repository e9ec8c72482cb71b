// Visitors in a hurry: each does what people do when a page does not leave at once.

import Geometry
import Testing
import TouchScript

@testable import Stage

/// A panel of 527 × 296 mm with the museum's or a test's screens on it, and a log of its transitions.
private final class Hall {
    nonisolated static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
    private let pages = HandPages()
    let book = HandBook()
    let stage: Stage
    private(set) var transitions: [String] = []

    init(_ stack: String...) {
        stage = pages.stage(
            HandSetting(kiosk: .museum, stack: stack, panel: Self.panel, rate: 100), book)
        stage.onTrace = { [unowned self] record in
            guard record.kind == "transition", let phase = record.text("phase") else { return }
            transitions.append("\(record.text("operation")!) \(record.text("from")!) \(record.text("to")!) \(phase)")
        }
    }

    func aim(_ aim: HandStroke.Aim) -> Point {
        HandAim(stage, [:]).point(HandStroke(what: "", finger: 0, aim: aim))
    }

    /// The middle of a row of the start page. Above the rows is its picture, which can be tapped too.
    func row(_ index: Int) -> Point { aim(.row(index + 1)) }

    /// Plays what `write` puts into a script, from 10 ms after now on.
    func touch(_ write: (TouchScript) -> Void) {
        let touch = TouchScript(start: stage.now + .milliseconds(10))
        write(touch)
        for frame in touch.frames { stage.handle(frame) }
    }

    /// A finger that is down while other things happen.
    func finger(
        _ contact: Int, _ phase: TouchFrame.Phase, at point: Point, after span: Instant.Span = .milliseconds(10)
    ) {
        stage.handle(
            TouchFrame(
                time: stage.now + span, changes: [.init(contact: contact, phase: phase, position: point)]))
    }

    /// A finger that is down goes straight from `start` to `end`, 10 ms a step.
    func drag(_ contact: Int, from start: Point, to end: Point, steps: Int = 20) {
        for step in 1...steps {
            finger(contact, .moved, at: start + (end - start) * (Double(step) / Double(steps)))
        }
    }

    func wait(_ milliseconds: Int) { stage.advance(to: stage.now + .milliseconds(milliseconds)) }

    func settle() {
        var steps = 0
        while let due = stage.nextDeadline, steps < 1000 {
            stage.advance(to: due)
            steps += 1
        }
    }

    /// The pages once nothing moves any more.
    var end: [String] {
        settle()
        return stage.stackNames
    }

    var offset: Double { stage.movingScreens(at: stage.now).first?.1 ?? 0 }

    func scrolls(in screen: Screen) -> [ScrollView] {
        HandAim.views(in: screen.view, { $0 is ScrollView }).compactMap { $0 as? ScrollView }
    }
}

@Suite struct ImpatientTests {
    @Test(arguments: [90, 150, 220, 300]) func `a double tap on Back goes back once`(pause: Int) {
        let hall = Hall("home", "hours", "plan")
        let back = hall.aim(.back)
        hall.touch {
            $0.tap(at: back)
            $0.wait(.milliseconds(pause))
            $0.tap(at: back)
        }
        #expect(hall.end == ["home", "hours"])
    }

    @Test(arguments: [90, 150, 220, 300]) func `a double tap on a row opens one page`(pause: Int) {
        let hall = Hall("home")
        let row = hall.row(0)
        hall.touch {
            $0.tap(at: row)
            $0.wait(.milliseconds(pause))
            $0.tap(at: row)
        }
        #expect(hall.end == ["home", "hours"])
    }

    @Test(arguments: [(0, 1), (1, 0), (3, 4), (4, 3)]) func `two fingers on two rows open one page`(
        _ rows: (Int, Int)
    ) {
        let hall = Hall("home")
        let places = [hall.row(rows.0), hall.row(rows.1)]
        hall.touch { $0.tap(at: places[0], places[1]) }
        hall.settle()
        #expect(hall.transitions.filter { $0.hasSuffix("began") }.count == 1)
        #expect(hall.end.count == 2)
    }

    @Test(arguments: [60, 120, 200, 300]) func `a second tap beside a sheet that the first one opens leaves the sheet`(
        pause: Int
    ) {
        let hall = Hall("home")
        let row = hall.row(4)
        hall.touch {
            $0.tap(at: row)
            $0.wait(.milliseconds(pause))
            $0.tap(at: Point(row.x, 8))
        }
        #expect(hall.end == ["home", "languages!"])
    }

    @Test func `a finger that catches an incoming page and moves across it scrolls that page`() {
        let hall = Hall("home")
        hall.touch { $0.tap(at: hall.row(0)) }
        hall.wait(120)
        hall.touch { $0.down(at: Point(400, 200)).drag(to: Point(400, 100), over: .milliseconds(300)).lift() }
        #expect(hall.end == ["home", "hours"])
        #expect(hall.scrolls(in: hall.stage.navigator.top).first.map { $0.offset > 100 } == true)
    }

    @Test(arguments: [120, 250, 400]) func `a finger that catches an incoming page and moves with it lets it come`(
        delay: Int
    ) {
        let hall = Hall("home")
        hall.touch { $0.tap(at: hall.row(0)) }
        hall.wait(delay)
        hall.touch { $0.down(at: Point(500, 200)).drag(to: Point(420, 200), over: .milliseconds(150)).lift() }
        #expect(hall.end == ["home", "hours"])
    }

    @Test(arguments: [120, 250]) func `a finger that catches an incoming page and pulls it back takes it away`(
        delay: Int
    ) {
        let hall = Hall("home")
        hall.touch { $0.tap(at: hall.row(0)) }
        hall.wait(delay)
        hall.touch { $0.down(at: Point(480, 200)).drag(to: Point(510, 200), over: .milliseconds(100)).lift() }
        #expect(hall.end == ["home"])
    }

    @Test(arguments: [50, 300, 1000]) func `a leaving page is caught, held for a while, and leaves when it is let go`(
        rest: Int
    ) {
        let hall = Hall("home", "hours")
        hall.touch { $0.down(at: Point(2, 150)).drag(to: Point(220, 150), over: .milliseconds(150)).lift() }
        hall.wait(60)
        hall.touch { $0.down(at: Point(480, 150)).hold(for: .milliseconds(rest)).lift() }
        #expect(hall.end == ["home"])
    }

    @Test func `a sheet stays where its holder has it while another scrolls its list, and goes with its holder`() {
        let hall = Hall("home", HandProbe.name(1, .lets) + "!")
        let bar = hall.aim(.bar)
        hall.finger(1, .began, at: bar)
        hall.drag(1, from: bar, to: bar + Vector(0, 120))
        hall.wait(200)
        let held = hall.offset
        #expect(abs(held - 118) < 1)
        let list = hall.scrolls(in: hall.stage.sheets[0].navigator.top)[0]
        let start = Point(263, 230)
        hall.finger(2, .began, at: start)
        hall.drag(2, from: start, to: start - Vector(0, 60))
        #expect(abs(hall.offset - held) < 0.5)
        #expect(list.offset > 100)
        hall.finger(2, .ended, at: start - Vector(0, 60))
        hall.finger(1, .ended, at: bar + Vector(0, 120))
        #expect(hall.end == ["home"])
    }

    @Test func `two lists in one sheet have a finger each`() {
        let name = HandProbe.name(1, .lets, layout: 3)
        let hall = Hall("home", name + "!")
        let lists = hall.scrolls(in: hall.stage.sheets[0].navigator.top)
        let starts = [hall.aim(.list(0)), hall.aim(.list(1))]
        for (contact, start) in starts.enumerated() { hall.finger(contact, .began, at: start) }
        for (contact, start) in starts.enumerated() { hall.drag(contact, from: start, to: start - Vector(0, 30)) }
        #expect(hall.offset == 0)
        for list in lists { #expect(abs(list.offset - 28 * Hall.panel.density(.vertical)) < 2) }
        for (contact, start) in starts.enumerated() { hall.finger(contact, .ended, at: start - Vector(0, 30)) }
        #expect(hall.end == ["home", name + "!"])
    }

    @Test(arguments: [20, 60, 120]) func `a page that refuses is caught while it swings back, is thrown, and stays`(
        delay: Int
    ) {
        let name = HandProbe.name(1, .refuses)
        let hall = Hall("home", name)
        hall.touch { $0.down(at: Point(2, 150)).drag(to: Point(400, 150), over: .milliseconds(200)).lift() }
        hall.wait(delay)
        hall.touch { $0.down(at: Point(60, 150)).drag(to: Point(300, 150), over: .milliseconds(120)).lift() }
        #expect(hall.end == ["home", name])
    }

    @Test(arguments: [true, false])
    func `a page that answers later is held, let go, caught, let go, and does as it says`(
        mayLeave: Bool
    ) {
        let name = HandProbe.name(1, .answersLater(nil, true))
        let hall = Hall("home", name)
        hall.touch { $0.down(at: Point(2, 150)).drag(to: Point(300, 150), over: .milliseconds(200)).lift() }
        hall.wait(1000)
        hall.touch { $0.down(at: Point(300, 150)).drag(to: Point(420, 150), over: .milliseconds(150)).lift() }
        hall.wait(1000)
        #expect(hall.stage.stackNames == ["home", name])
        hall.book.answerAll(mayLeave)
        #expect(hall.end == (mayLeave ? ["home"] : ["home", name]))
    }

    @Test func `a page that answers later never leaves unasked`() {
        let name = HandProbe.name(1, .answersLater(nil, false))
        let hall = Hall("home", name)
        for _ in 0..<4 {
            hall.touch { $0.down(at: Point(2, 150)).drag(to: Point(400, 150), over: .milliseconds(120)).lift() }
            hall.wait(100)
        }
        hall.book.forgetQuestions()
        #expect(hall.end == ["home", name])
    }

    @Test func `a touch on a page that has all but come to rest presses what lies there`() {
        let hall = Hall("home")
        hall.touch { $0.tap(at: hall.row(0)) }
        let page = hall.stage.navigator.transitions[0]
        func isAlmostThere() -> Bool {
            let (offset, velocity) = page.offset(at: hall.stage.now)
            return offset / page.density < 2.9 && abs(velocity) / page.density < 29
        }
        while !isAlmostThere() { hall.wait(2) }
        #expect(!hall.stage.navigator.transitions.isEmpty)
        hall.touch { $0.tap(at: hall.aim(.back), for: .milliseconds(20)) }
        #expect(!hall.transitions.contains { $0.hasSuffix("caught") })
        #expect(hall.end == ["home"])
    }
}
