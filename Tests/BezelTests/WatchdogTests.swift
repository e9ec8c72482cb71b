// A real runtime on a display that shows frames, and then does not: when the watchdog is fed.

import Geometry
import Linux
import Logging
import Stage
import Testing

@testable import Bezel

/// A runtime that draws on a display whose refreshes come when the test says so.
private final class Watched {
    let loop: EventLoop
    let display: HeadlessDisplay
    let runtime: Runtime
    private(set) var fed = 0
    private var watchdog: Watchdog?

    init(interval: Instant.Span) throws {
        loop = try EventLoop()
        let size = PixelSize(160, 90)
        display = HeadlessDisplay(size: size, millihertz: 60_000)
        let panel = Panel(pixels: size, millimetres: Size(160, 90))
        let stage = Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(),
            root: Screen(name: "home", title: "Home"), at: MonotonicClock.now())
        runtime = Runtime(stage: stage, display: display, loop: loop, log: Logger(label: "test"))
        runtime.start()
        try showNext()
        watchdog = Watchdog(every: interval, loop: loop, screens: { [unowned self] in [runtime] }) { [unowned self] in
            fed += 1
        }
    }

    /// Waits until a frame is presented, and lets it come to the glass.
    func showNext() throws {
        while display.nextPresentation == nil { try loop.runOnce() }
        display.advance(to: display.nextPresentation!)
    }
}

@Suite struct WatchdogTests {
    @Test func `a kiosk at rest proves itself by a frame, each time anew`() throws {
        let watched = try Watched(interval: .milliseconds(20))
        for count in 1...3 {
            try watched.showNext()
            #expect(watched.fed == count)
        }
        #expect(watched.runtime.presentedFrames == 4)
    }

    @Test func `no frame, no food, however often the loop turns`() throws {
        let watched = try Watched(interval: .milliseconds(20))
        try watched.showNext()
        #expect(watched.fed == 1)
        // The display completes no flip any more. Seven intervals of the timer go by.
        let end = MonotonicClock.now() + .milliseconds(140)
        while try watched.loop.runOnce(until: end) {}
        #expect(watched.display.nextPresentation != nil)
        #expect(watched.fed == 1)
        // It does again: so does the kiosk.
        try watched.showNext()
        #expect(watched.fed == 2)
    }

    @Test func `a frame that a visitor has caused is as good`() throws {
        let watched = try Watched(interval: .seconds(2))
        watched.runtime.redraw()
        try watched.showNext()
        // Nobody has asked yet.
        #expect(watched.fed == 0)
        let frames = watched.runtime.presentedFrames
        while watched.fed == 0 { try watched.loop.runOnce() }
        #expect(watched.runtime.presentedFrames == frames)
    }
}

@Suite struct JournalLogTests {
    @Test func `each line has its priority`() {
        #expect(JournalLog.marked("one\ntwo", JournalLog.priority(.warning)) == "<4>one\n<4>two")
    }
}
