// A screen whose display comes and goes, on headless displays and a real loop.

import Frames
import Geometry
import Logging
import Stage
import TestRandomness
import Testing

@testable import Bezel
@testable import Linux
@testable import Machine
@testable import Run

/// Two screens that are quickly drawn.
private struct Rooms: App {
    func root() -> Screen { Screen(name: "home", title: "") }
    func screen(named name: String) -> Screen? {
        let screen = Screen(name: name, title: "")
        screen.isBarShown = false
        return screen
    }
}

@Suite struct RunScreenTests {
    /// A screen with the page `hours` over the page `home`, its loop, and a log of what happened.
    private final class Run: StageObserver, ScreenOwner {
        let tasks: MainQueue? = nil
        let loop: EventLoop
        private(set) var screen: RunScreen!
        var failures: [String] = []
        var records: [TraceRecord] = []
        private var contact = 0

        /// With the pages of the test kiosk, or with screens that are quickly drawn.
        init(isPlain: Bool = false, givenSize: Size? = Size(527, 296)) throws {
            loop = try EventLoop()
            var log = Logger(label: "test")
            log.logLevel = .critical
            var command = RunCommand()
            command.stack = ["home", "hours"]
            command.size = givenSize
            let configuration = Configuration()
            let first =
                isPlain
                ? StartScreens(Rooms(), on: configuration)
                : try StartScreens(kiosk: "\(repository)/Tests/Machine/kiosk", on: configuration) { _ in }
            screen = RunScreen(first, command, configuration, owner: self, loop: loop, log: log)
        }

        func began(_ screen: RunScreen) { screen.frameLoop?.add(self) }
        func drew(_ screen: RunScreen) {}

        func shown(_ screen: RunScreen) {}
        func failed(_ screen: RunScreen, _ failure: Failure) { failures.append("\(failure)") }

        func decided(_ record: TraceRecord) { records.append(record) }

        func plug(_ size: PixelSize = PixelSize(192, 108), reporting millimetres: Size? = nil) {
            screen.show(
                on: HeadlessDisplay(size: size, millihertz: 1_000_000, millimetres: millimetres, loop: loop))
        }

        func panel(_ id: Int, _ size: Size?) -> TouchDevice {
            TouchDevice(
                id: id, name: "panel \(id)", vendor: 1, product: id, sysname: "event\(id)", millimetres: size,
                contacts: 10, place: PanelPlace(), calibration: .identity)
        }

        /// Waits until there is nothing more to draw, and returns what is on the glass.
        func picture() throws -> [UInt8] {
            let display = try #require(screen.display as? HeadlessDisplay)
            let stage = try #require(screen.stage)
            repeat {
                while try loop.runOnce(until: MonotonicClock.now() + .milliseconds(50)) {}
            } while stage.nextDeadline != nil || display.nextPresentation != nil || display.lastFrame == nil
            let frame = try #require(display.lastFrame)
            return (0..<frame.size.height).flatMap { row in
                Array(UnsafeRawBufferPointer(start: frame.base + row * frame.pitch, count: frame.size.width * 4))
            }
        }

        func touch(_ phase: TouchFrame.Phase, _ x: Double) {
            if phase == .began { contact += 1 }
            screen.handle(
                TouchFrame(
                    time: MonotonicClock.now(),
                    changes: [.init(contact: contact, phase: phase, position: Point(x, 150))]))
        }

        var stuck: [String] { screen.stage?.gesturesUnderWay.map(\.name) ?? [] }
    }

    @Test func `it begins when its display comes, and shows the same on the next one`() throws {
        let run = try Run()
        try run.screen.start()
        #expect(run.screen.stage == nil)
        run.touch(.began, 100)
        run.plug()
        let before = try run.picture()
        run.screen.hide()
        #expect(run.screen.display == nil)
        run.plug()
        let isSame = try run.picture() == before
        #expect(isSame)
        #expect(run.failures.isEmpty)
    }

    @Test func `pages that are reloaded before the first display comes are the ones that it shows`() throws {
        let run = try Run()
        try run.screen.start()
        run.screen.show(StartScreens(Rooms(), on: Configuration()), within: .seconds(1))
        run.plug()
        _ = try run.picture()
        // The kiosk's page has a bar.
        #expect(run.screen.stage?.navigator.top.isBarShown == false)
    }

    @Test func `a display that goes in mid-swipe cancels it, and the finger that stays is ignored`() throws {
        let run = try Run()
        run.plug()
        try run.screen.start()
        let before = try run.picture()
        run.touch(.began, 1)
        for x in 1...20 { run.touch(.moved, Double(x * 10)) }
        #expect(run.stuck == ["edge-pop"])
        run.screen.hide()
        #expect(run.stuck.isEmpty)
        run.touch(.moved, 300)
        run.plug()
        run.touch(.moved, 320)
        run.touch(.ended, 320)
        let isSame = try run.picture() == before
        #expect(isSame)
        #expect(run.screen.stage?.navigator.screens.map(\.name) == ["home", "hours"])
    }

    @Test func `another size keeps the stack`() throws {
        let run = try Run()
        run.plug()
        try run.screen.start()
        let before = try run.picture()
        run.screen.hide()
        run.plug(PixelSize(120, 160))
        #expect(try run.picture().count == 120 * 160 * 4)
        #expect(run.screen.stage?.panel.pixels == PixelSize(120, 160))
        run.screen.hide()
        run.plug()
        let isSame = try run.picture() == before
        #expect(isSame)
        #expect(run.screen.stage?.navigator.screens.map(\.name) == ["home", "hours"])
    }

    @Test func `a panel that reports no size does not get the size of the one before it`() throws {
        let run = try Run(givenSize: nil)
        try run.screen.start()
        run.plug(reporting: Size(325, 182))
        _ = try run.picture()
        let (large, silent) = (run.panel(1, Size(325, 190)), run.panel(2, nil))
        try run.screen.add(large)
        #expect(run.screen.stage?.panel.millimetres == Size(325, 190))
        run.screen.remove(large)
        #expect(run.screen.stage?.panel.millimetres == Size(325, 190), "nothing moves while nothing is plugged in")
        try run.screen.add(silent)
        #expect(run.screen.stage?.panel.millimetres == Size(325, 182))
        // A second panel on the same glass knows.
        try run.screen.add(large)
        #expect(run.screen.stage?.panel.millimetres == Size(325, 190))
        try run.screen.add(run.panel(3, nil))
        #expect(run.screen.stage?.panel.millimetres == Size(325, 190))
        #expect(run.failures == [])
    }

    @Test func `a display that comes and goes a thousand times in mid-swipe leaves nothing behind`() throws {
        let run = try Run(isPlain: true)
        run.plug()
        try run.screen.start()
        let before = try run.picture()
        var random = SplitMix(11)
        for turn in 0..<1000 {
            run.touch(.began, 1)
            for x in 1...(1 + random.below(3)) { run.touch(.moved, Double(x * 9)) }
            if random.below(4) == 0 { _ = try run.loop.runOnce(until: MonotonicClock.now()) }
            run.screen.hide()
            if random.below(2) == 0 { run.touch(.ended, 80) }
            run.plug(turn % 50 == 49 ? PixelSize(108, 192) : PixelSize(192, 108))
            if random.below(2) == 0 { run.touch(.cancelled, 80) }
        }
        run.screen.hide()
        run.plug()
        let isSame = try run.picture() == before
        #expect(isSame)
        #expect(run.stuck.isEmpty && run.failures.isEmpty)
        #expect(run.screen.stage?.navigator.screens.map(\.name) == ["home", "hours"])
    }

    @Test func `a screen that asks to be touched says so over everything, and then shows its pages again`() throws {
        let run = try Run()
        run.plug(PixelSize(640, 360))
        try run.screen.start()
        let before = try run.picture()
        run.screen.isAsking = true
        let asking = try run.picture()
        let isOther = asking != before
        #expect(isOther)
        run.screen.hide()
        run.plug(PixelSize(640, 360))
        let isAsking = try run.picture() == asking
        #expect(isAsking)
        run.screen.isAsking = false
        let isSame = try run.picture() == before
        #expect(isSame)
    }
}
