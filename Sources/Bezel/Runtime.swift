// The running kiosk: touches in, frames out, on one thread that sleeps when nothing happens.

import Geometry
import Layers
import Linux
import Logging
import Stage

/// Runs a stage on a display. Touches go to the stage as they come; a frame is drawn as late as its vblank allows, and
/// only when something has changed.
final class Runtime {
    private let stage: Stage
    private let display: any Display
    private let log: Logger
    private var clock: FrameClock
    private var damage = DamageHistory()
    private let path: TransitionPath
    private var isFlipPending = false
    private var needsPicture = true
    private var frameNumber = 0
    private var target = Instant.zero
    private let frameTimer: Timer
    private let deadlineTimer: Timer
    private let aheadTimer: Timer
    /// How long a piece that is drawn ahead may take, going by the last ones.
    private var aheadCost = Instant.Span.zero

    /// Called once, when the first frame is on the glass.
    var onFirstFrame: (() -> Void)?
    /// Called for each frame of touches before it is handled, with its time made to run forwards.
    var onTouches: ((TouchFrame) -> Void)?
    /// Called for each frame drawn, with its number and the instant it was drawn for.
    var onFrame: ((Int, Instant) -> Void)?
    /// Called when a frame could not be shown.
    var onFailure: ((any Error) -> Void)?

    init(stage: Stage, display: any Display, loop: EventLoop, log: Logger) {
        self.stage = stage
        self.display = display
        self.log = log
        clock = FrameClock(refresh: display.refreshInterval)
        path = TransitionPath(display: display, log: log)
        var frameDue: () -> Void = {}
        var deadlineDue: () -> Void = {}
        frameTimer = loop.timer { frameDue() }
        deadlineTimer = loop.timer { deadlineDue() }
        var aheadDue: () -> Void = {}
        aheadTimer = loop.timer { aheadDue() }
        frameDue = { [unowned self] in drawFrame() }
        deadlineDue = { [unowned self] in deadlineReached() }
        aheadDue = { [unowned self] in drawAhead() }
        display.onPresented = { [unowned self] instant in presented(at: instant) }
    }

    /// How the newest frame came to the glass.
    var picturePath: PicturePath { path.path }

    /// Draws the first frame.
    func start() {
        stage.advance(to: MonotonicClock.now())
        schedule()
    }

    /// Touches came from a panel. They are taken at their own time, unless the stage is past it already: what has been
    /// decided stays decided, and a recording that has the time as it was taken replays to the same decisions.
    func handle(_ frame: TouchFrame) {
        let taken = TouchFrame(time: max(frame.time, stage.now), changes: frame.changes)
        onTouches?(taken)
        stage.handle(taken)
        needsPicture = true
        schedule()
    }

    /// All of the picture has to be drawn anew: another session had the screen.
    func redraw() {
        damage.reset()
        path.reset()
        needsPicture = true
        isFlipPending = false
        schedule()
    }

    private func deadlineReached() {
        stage.advance(to: MonotonicClock.now())
        needsPicture = true
        schedule()
    }

    private func presented(at instant: Instant) {
        let missed = clock.missed
        clock.presented(at: instant)
        if clock.missed > missed {
            log.debug(
                "a frame missed its vblank, \(clock.missed) so far; frames start \(clock.budget.nanoseconds / 1000) µs before theirs"
            )
        }
        isFlipPending = false
        if let first = onFirstFrame {
            onFirstFrame = nil
            first()
            path.prepare()
        }
        schedule()
    }

    /// Sets the timers for what comes next: the stage's deadline, and the next frame if one is wanted.
    private func schedule() {
        deadlineTimer.setDeadline(stage.nextDeadline)
        guard needsPicture || stage.isMoving, !isFlipPending, frameTimer.deadline == nil else { return }
        clock.lead = display.lead
        let next = clock.next(after: MonotonicClock.now())
        target = next.vblank
        frameTimer.setDeadline(next.start)
    }

    private func drawFrame() {
        guard !isFlipPending, let buffer = display.freeBuffer() else { return }
        let start = MonotonicClock.now()
        stage.advance(to: start)
        needsPicture = false
        defer { if stage.hasMoreAhead { aheadTimer.setDeadline(MonotonicClock.now()) } }
        let presentation = max(target, stage.now)
        switch path.show(stage, at: presentation) {
        case .unchanged: schedule()
        case .shown:
            // How long it took is not for the clock to learn: the next frame may have to be drawn.
            frameNumber += 1
            onFrame?(frameNumber, presentation)
            stage.willPresent(at: presentation)
            clock.committed(for: target)
            isFlipPending = true
            deadlineTimer.setDeadline(stage.nextDeadline)
        case .drawn(let isAfterPlanes):
            if isAfterPlanes { damage.reset() }
            draw(into: buffer, for: presentation, since: start)
        }
    }

    private func draw(into buffer: FrameBuffer, for presentation: Instant, since start: Instant) {
        let frame = stage.plan(at: presentation)
        let changed = damage.record(frame)
        guard !changed.isEmpty else { return schedule() }
        frameNumber += 1
        onFrame?(frameNumber, presentation)
        stage.willPresent(at: presentation)
        stage.draw(frame, into: buffer.surface, region: damage.region(forBufferOfAge: buffer.age))
        clock.drew(in: MonotonicClock.now() - start)
        clock.committed(for: target)
        do {
            isFlipPending = true
            try display.present(damage: changed)
        } catch {
            isFlipPending = false
            onFailure?(error)
        }
        deadlineTimer.setDeadline(stage.nextDeadline)
    }

    /// Draws a piece of what may come into view, if that is over before the next frame begins. Between two pieces, touches
    /// are taken.
    private func drawAhead() {
        let start = MonotonicClock.now()
        let cost = aheadCost
        // The longest of the last, which fades, also while it is too long for a frame.
        aheadCost = Instant.Span(nanoseconds: cost.nanoseconds / 8 * 7)
        if stage.isMoving, start + cost > clock.next(after: start).start { return }
        stage.drawAhead()
        aheadCost = max(MonotonicClock.now() - start, aheadCost)
        if stage.hasMoreAhead { aheadTimer.setDeadline(MonotonicClock.now()) }
    }
}
