// A real frame loop on a display that shows frames, and then does not: when the watchdog is fed.

import Geometry
import Linux
import Logging
import Stage
import Testing

@testable import Bezel
@testable import Frames
@testable import Run

/// A frame loop that draws on a display whose refreshes come when the test says so.
private final class Watched {
    let loop: EventLoop
    let display: HeadlessDisplay
    let frameLoop: FrameLoop
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
        frameLoop = try FrameLoop(stage: stage, display: display, loop: loop, log: Logger(label: "test"))
        frameLoop.start()
        try showNext()
        watchdog = Watchdog(every: interval, loop: loop, screens: { [unowned self] in [frameLoop] }) { [unowned self] in
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
    @Test func `a kiosk at rest proves itself by a new frame each time`() throws {
        let watched = try Watched(interval: .milliseconds(20))
        for count in 1...3 {
            // On a slow machine the watchdog asks twice before a frame, which feeds it once, or more often while this waits.
            for _ in 0..<50 where watched.fed < count { try watched.showNext() }
            #expect(watched.fed >= count)
        }
        #expect(watched.frameLoop.presentedFrames >= 4)
    }

    @Test func `without a frame the watchdog is not fed, however often the loop turns`() throws {
        let watched = try Watched(interval: .milliseconds(20))
        try watched.showNext()
        #expect(watched.fed == 1)
        // The display completes no flip any more. Seven intervals of the timer go by.
        let end = MonotonicClock.now() + .milliseconds(140)
        while try watched.loop.runOnce(until: end) {}
        #expect(watched.display.nextPresentation != nil)
        #expect(watched.fed == 1)
        // The display completes flips again, and the kiosk feeds the watchdog again.
        try watched.showNext()
        #expect(watched.fed == 2)
    }

    @Test func `a screen that turns out to be away does not starve the watchdog`() throws {
        let half = Instant.Span.milliseconds(200)
        let watched = try Watched(interval: half * 2)
        // The watchdog asks for a frame, which does not come: the screen is away.
        while watched.display.nextPresentation == nil { try watched.loop.runOnce() }
        _ = watched.display.setPower(false)
        // Timers are called in the order of their deadlines, however late.
        var isLate = false
        let timer = watched.loop.timer { isLate = true }
        timer.setDeadline(MonotonicClock.now() + half * 3 / 4)
        while !isLate { try watched.loop.runOnce() }
        // A machine that is very slow feeds it more often.
        #expect(watched.fed >= 1)
    }

    @Test func `a frame that a visitor has caused feeds the watchdog too`() throws {
        let watched = try Watched(interval: .seconds(2))
        watched.frameLoop.redraw()
        try watched.showNext()
        // The watchdog has not asked yet.
        #expect(watched.fed == 0)
        let frames = watched.frameLoop.presentedFrames
        while watched.fed == 0 { try watched.loop.runOnce() }
        #expect(watched.frameLoop.presentedFrames == frames)
    }
}

@Suite struct RedrawTests {
    @Test func `a picture that is redrawn during a flip waits for it`() throws {
        let watched = try Watched(interval: .seconds(600))
        watched.frameLoop.redraw()
        while watched.display.nextPresentation == nil { try watched.loop.runOnce() }
        let frames = watched.frameLoop.frames
        watched.frameLoop.redraw()
        // A frame is due within one refresh, so this comes after it however busy the machine is.
        var isLater = false
        let later = watched.loop.timer { isLater = true }
        later.setDeadline(MonotonicClock.now() + .milliseconds(200))
        while !isLater { try watched.loop.runOnce() }
        #expect(watched.frameLoop.frames == frames)
        #expect(watched.display.freeBuffer() != nil)
        // The frame comes after the flip.
        let presented = watched.frameLoop.presentedFrames
        try watched.showNext()
        try watched.showNext()
        #expect(watched.frameLoop.presentedFrames == presented + 2)
    }
}

@Suite struct JournalLogTests {
    @Test func `each line has its priority`() {
        #expect(JournalLog.marked("one\ntwo", JournalLog.priority(.warning)) == "<4>one\n<4>two")
    }
}
