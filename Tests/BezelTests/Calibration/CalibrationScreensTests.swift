// The calibration pages, with a simulated person in front of them.

import Geometry
import Glibc
import Stage
import TestFolders
import Testing

@testable import Bezel
@testable import Calibration
@testable import Machine
@testable import Replay
@testable import Run

struct CalibrationScreensTests {
    private func make(_ steps: Set<CalibrationPlan.Step>? = nil, in folder: TemporaryFolder) -> CalibrationPlan {
        var plan = CalibrationPlan()
        plan.steps = steps
        plan.panel = "222a:0001"
        plan.name = "Panel"
        plan.date = "2026-11-21"
        plan.store = PanelStore(folder: folder.path)
        plan.reported = Size(527, 296)
        return plan
    }

    @Test func `a whole calibration of two edges takes less than three minutes`() throws {
        let folder = TemporaryFolder()
        var plan = make(in: folder)
        plan.edges = [.left, .right]
        let person = try CalibrationPerson(plan, SimulatedPanel())
        person.finish("Deutsch")
        #expect(person.session.outcome == .kept(["\(folder.path)/222a-0001.toml"]))
        #expect(person.time < 180, "\(person.time) s")
        if getenv("BEZEL_RUNS") != nil { print("two edges: \(person.time) s") }
        let record = try #require(try PanelStore(folder: folder.path).read("222a:0001"))
        #expect(PanelOrientation(nearest: try #require(record.position).matrix) == .upright)
        #expect(try #require(record.position).residual <= 1)
        #expect(record.edges[.left]?.swipes == 59)
        #expect(record.edges[.left]?.holds == true && record.edges[.right]?.holds == true)
        #expect(record.edges[.left]?.drags == EdgeScreen.wantedDrags)
        let noise = try #require(record.noise)
        #expect(abs(noise.jitter / 0.2 - 1) < 0.15, "\(noise.jitter)")
        #expect(abs(try #require(noise.scanRate) / 100 - 1) < 0.02)
        #expect(noise.contacts == 5)
    }

    @Test(arguments: PanelOrientation.allCases, PictureRotation.allCases)
    func `however the panel lies and the picture is turned, the buttons are where they are seen`(
        _ orientation: PanelOrientation, _ rotation: PictureRotation
    ) throws {
        let folder = TemporaryFolder()
        var plan = make([.position], in: folder)
        plan.rotation = rotation
        // The panel reports its size along its own axes.
        plan.reported = orientation.isSideways ? Size(296, 527) : Size(527, 296)
        var panel = SimulatedPanel()
        panel.placement = orientation.matrix.then(AffineTransform(1.02, 0.002, -0.01, -0.001, 0.99, 0.004))
        let person = try CalibrationPerson(plan, panel)
        person.finish()
        let record = try #require(try PanelStore(folder: folder.path).read("222a:0001"))
        let position = try #require(record.position)
        #expect(PanelOrientation(nearest: position.matrix) == orientation)
        #expect(person.stage.panel.millimetres == rotation.turned(Size(527, 296)))
        let seen = position.matrix.apply(to: panel.placement.inverse!.apply(to: Point(0.25, 0.75)))
        #expect((seen.x - 0.25).magnitude * 527 < 1.5 && (seen.y - 0.75).magnitude * 296 < 1.5)
    }

    @Test func `a target that was missed is asked for again`() throws {
        let folder = TemporaryFolder()
        let person = try CalibrationPerson(make([.position], in: folder), SimulatedPanel())
        while person.session.position.marks.count(where: { $0.touch != nil }) < 8 { person.goOn() }
        // The last target is missed by far.
        person.wait(0.5)
        person.touch(Point(40, 190), for: 0.8)
        #expect(person.button(person.session.words.next) != nil, "one of nine is left out as an outlier")
        person.tap(person.session.words.again)
        #expect(person.session.position.marks.allSatisfy { $0.touch == nil })
        person.finish()
        #expect(try #require(try PanelStore(folder: folder.path).read("222a:0001")?.position).leftOut == 0)
    }

    @Test func `a panel that is off everywhere is refused after three rounds, with the reason`() throws {
        let folder = TemporaryFolder()
        var panel = SimulatedPanel()
        panel.aim = 8
        var plan = make([.position], in: folder)
        plan.language = .german
        let person = try CalibrationPerson(plan, panel, seed: 4)
        var asked = 0
        while person.button(person.session.words.leave) == nil || asked < 18, asked < 30 {
            person.hold(0.8)
            asked += 1
        }
        #expect(asked == 18, "nine targets, and the three worst in each of three rounds")
        #expect(person.button(person.session.words.next) == nil)
        #expect(person.session.problems == [.position])
        // The touches on the same rings were in different places, so the hand is the cause, and the page says what helps.
        #expect(person.session.results[.position]?.first?.contains("Spitze eines Fingers") == true)
        // The panel's orientation is the assumed one, so the calibration can go on with the other steps.
        person.tap(person.session.words.without)
        #expect(person.session.page == .summary)
    }

    @Test func `back takes back a target, leave keeps nothing`() throws {
        let folder = TemporaryFolder()
        var plan = make([.position, .noise], in: folder)
        plan.language = .english
        let person = try CalibrationPerson(plan, SimulatedPanel())
        for _ in 0..<5 { person.goOn() }
        #expect(person.session.position.marks.count { $0.touch != nil } == 5)
        person.tap("Back")
        #expect(person.session.position.marks.count { $0.touch != nil } == 4)
        while person.session.page == .position { person.goOn() }
        person.tap("Back")
        #expect(person.session.page == .position)
        person.hold(0.8)
        person.hold(0.8)
        person.hold(0.8)
        person.tap("Leave without saving")
        #expect(person.session.outcome == .left("somebody left it"))
        #expect(try PanelStore(folder: folder.path).read("222a:0001") == nil)
    }

    @Test func `a calibration is left after a minute without touches`() throws {
        let folder = TemporaryFolder()
        let person = try CalibrationPerson(make(in: folder), SimulatedPanel())
        person.wait(59)
        #expect(person.session.outcome == nil)
        person.hold(0.8)
        person.wait(59)
        #expect(person.session.outcome == nil)
        person.wait(1.1)
        #expect(person.session.outcome == .left("no touch for 60 s"))
    }

    @Test func `the last swipe can be undone, and Again discards all swipes`() throws {
        let folder = TemporaryFolder()
        var plan = make([.edges], in: folder)
        plan.language = .english
        let person = try CalibrationPerson(plan, SimulatedPanel())
        for _ in 0..<6 { person.swipe(over: .left) }
        let bars = {
            (person.page?.surface.subviews.count { $0.layer.backgroundColor == person.page?.theme.text }) ?? 0
        }
        let before = bars()
        #expect(before > 0)
        person.tap(person.session.words.undo)
        person.tap("Again")
        #expect(bars() == 0)
        #expect(person.button(person.session.words.undo) == nil)
    }

    @Test func `a dead border and a trade are shown`() throws {
        let folder = TemporaryFolder()
        var plan = make([.edges], in: folder)
        plan.language = .english
        var panel = SimulatedPanel()
        panel.deadBorder = 9
        let person = try CalibrationPerson(plan, panel)
        while (person.page as? EdgeScreen)?.phase != .done { person.goOn() }
        let choices = person.buttons.map(\.title).filter { $0.contains("misses up to") }
        #expect(choices.count == 2, "\(person.buttons.map(\.title))")
        person.tap(choices[1])
        person.finish()
        let edge = try #require(try PanelStore(folder: folder.path).read("222a:0001")?.edges[.left])
        #expect(!edge.holds)
        #expect(edge.deadBorder > 8 && edge.deadBorder < 11)
        #expect(edge.width < 14)
    }

    @Test func `a card tells how large the picture is`() throws {
        let folder = TemporaryFolder()
        var plan = make([.size], in: folder)
        plan.language = .english
        plan.reported = nil
        let panel = SimulatedPanel()
        let person = try CalibrationPerson(plan, panel)
        // As if the picture were 10 % smaller: the card is drawn larger by a tenth, so 8.56 mm and 5.4 mm are missing.
        let way = Vector(3 * 8.56, 3 * 5.4)
        person.wait(1)
        person.drag(from: Point(300, 100), to: Point(300, 100) + way)
        person.finish()
        let size = try #require(try PanelStore(folder: folder.path).read("222a:0001")?.size)
        #expect((size.width - 527 / 1.1).magnitude < 3, "\(size)")
        #expect((size.height - 296 / 1.1).magnitude < 3, "\(size)")
        #expect((person.stage.panel.millimetres.width - size.width).magnitude < 0.01)
    }

    @Test func `a recording of a calibration plays to the same record`() throws {
        let folder = TemporaryFolder()
        var plan = make([.position, .noise], in: folder)
        plan.language = .english
        let person = try CalibrationPerson(plan, SimulatedPanel())
        person.finish()
        let recording = folder.write(Played.recording(person.frames), to: "recording.jsonl")
        var calibration = CalibrateCommand()
        (calibration.steps, calibration.language) = (["position", "noise"], "en")
        var command = ReplayCommand()
        command.recording = recording
        command.size = Size(527, 296)
        var trace: [String] = []
        command.onTrace = { trace.append($0) }
        try command.run(calibration.screens()) { _ in }
        #expect(trace.last?.field("stack") == "[\"summary\"]")
        #expect(trace.last?.field("stuck") == "[]")
    }

    @Test func `every word of every language can be drawn`() {
        let theme = Theme(.paper, on: Panel(pixels: PixelSize(1920, 1080)))
        #expect(CalibrationWords.all.count == 16)
        for words in CalibrationWords.all {
            for (key, value) in Mirror(reflecting: words).children {
                guard let text = value as? String, let key else { continue }
                let layout = TextLayout(AttributedText(text, theme.style(), language: words.tag))
                #expect(layout.unknownGlyphCount == 0, "\(words.tag) \(key)")
                #expect(!text.isEmpty)
            }
        }
    }

    /// Buttons that overlap each other, lie outside the picture, or lie on text.
    private func faults(_ person: CalibrationPerson) -> [String] {
        let glass = Rect(origin: .zero, size: person.stage.panel.pixels.size)
        let below = person.page?.belowText ?? 0
        return person.buttons.enumerated().compactMap { index, button in
            let others = person.buttons[(index + 1)...]
            if glass.intersection(button.frame) != button.frame { return "\(button.title) lies beside the picture" }
            if person.page is LanguageScreen { return nil }
            if button.frame.minY < below { return "\(button.title) lies on text" }
            return others.first { $0.frame.intersects(button.frame) }.map { "\(button.title) lies on \($0.title)" }
        }
    }

    @Test(arguments: [PixelSize(800, 480), PixelSize(1280, 800), PixelSize(1080, 1920), PixelSize(3840, 2160)])
    func `no button overlaps another or text, or leaves the picture, in any language`(_ pixels: PixelSize) throws {
        let folder = TemporaryFolder()
        var panel = SimulatedPanel()
        panel.size = Size(Double(pixels.width) / 5, Double(pixels.height) / 5)
        for words in CalibrationWords.all {
            var plan = make([.position, .size, .noise, .edges], in: folder)
            plan.reported = panel.size
            plan.edges = [.left, .right]
            let person = try CalibrationPerson(plan, panel, pixels: pixels)
            while person.session.page != .edge(.left) {
                person.goOn(words.name)
                #expect(faults(person) == [], "\(words.tag) \(person.stage.navigator.top.name)")
            }
            person.swipe(over: .left)
            #expect(faults(person) == [], "\(words.tag)")
            let edge = EdgeProposal(
                width: 12.5, swipes: 59, missed: 0, leftOut: 0, drags: 20, taken: 4, missBound: 0.495,
                takeBound: 0.3891, deadBorder: 10.5)
            (person.page as? EdgeScreen)?.ask(between: edge, and: edge)
            #expect(faults(person) == [], "\(words.tag) trade")
            (person.page as? EdgeScreen)?.accept(edge)
            #expect(faults(person) == [], "\(words.tag) result")
            person.session.recordResult(.edges, of: .right, person.session.results[.edges]?.first ?? "")
            person.session.recordResult(.noise, CalibrationWords.filled(words.noiseResult, "0.3", "100", "10"))
            while person.session.page != .summary { person.session.goOn() }
            #expect(faults(person) == [], "\(words.tag) summary")
        }
    }
}
