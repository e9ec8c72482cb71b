// The running kiosk: touches in, frames out, on one thread that sleeps when nothing happens.

import Geometry
import Layers
import Linux
import Logging
import Stage

/// Runs a stage on a display. Touches go to the stage as they come, and once more right before a frame is drawn; a frame
/// is drawn as late as its vblank allows, and only when something has changed.
final class Runtime {
    private let stage: Stage
    /// Where the picture goes; nil: nowhere, while time and touches go on.
    private(set) var display: (any Display)?
    private let log: Logger
    private var clock: FrameClock
    private var painter = FramePainter()
    private var path: TransitionPath
    private var isFlipPending = false
    private var needsPicture = true
    private var isSameWanted = false  // as a frame that is presented although nothing has changed
    private var frameNumber = 0
    /// The frame that the timer is set for.
    private var appointment: FrameClock.Appointment?
    /// Whether the timer was set for an instant that had not come: then it tells how late this machine wakes up.
    private var isAsleep = false
    private var isMakingFrame = false
    private var hasPostponed = false
    /// How old the contents of the last buffer were; the next one's are likely as old.
    private var lastAge = 0
    private var newestTouch: Instant?
    private let frameTimer: Timer
    private let deadlineTimer: Timer
    private let aheadTimer: Timer
    /// How long a piece that is drawn ahead may take, going by the last ones.
    private var aheadCost = Instant.Span.zero
    /// The newest touch that no picture has shown yet, and the one that the frame under way shows.
    private var unseenTouch: Instant?
    private var touchUnderWay: Instant?
    /// Who waits for a picture of what is on the glass.
    private var onlookers: [(Bitmap) -> Void] = []
    /// For when the last frame was made.
    private var lastPresentation = Instant.zero

    /// How long it took from a touch to the picture that shows it.
    private(set) var latency = LatencyHistogram()
    /// How many frames were drawn.
    var frames: Int { frameNumber }
    /// How many vblanks went by without the frame that was meant for them.
    var missed: Int { clock.missed }
    /// When somebody touched a panel last; nil before anybody has.
    var lastTouch: Instant? { newestTouch }

    /// Called once, when the first frame is on the glass of a display.
    var onFirstFrame: (() -> Void)?
    /// How many frames have come to the glass.
    private(set) var presentedFrames = 0
    var onPresented: (() -> Void)?
    /// Whether nothing can come to the glass: there is none, another session has it, or it is dark.
    var isAway: Bool { isDark || display?.isAway ?? true }
    /// Called for each frame of touches before it is handled, with its time made to run forwards.
    var onTouches: ((TouchFrame) -> Void)?
    /// Says where touches really are; nil where they are what the panel says.
    var placeTouches: ((TouchFrame) -> TouchFrame)?
    /// Says what of the touches is for the stage; nil: all of them are.
    var admit: ((TouchFrame) -> TouchFrame?)?
    /// Called for each frame drawn, with its number and the instant it was drawn for.
    var onFrame: ((Int, Instant) -> Void)?
    /// Called when a frame could not be shown.
    var onFailure: ((any Error) -> Void)?
    /// Reads what touch panels have sent by now; called right before a frame is drawn.
    var readTouches: (() -> Void)?
    /// Called when something else than touches and time has changed the stage.
    var onUpdate: (() -> Void)?
    /// Called once, when no finger holds anything and no screen is on its way.
    var onStill: (() -> Void)?
    /// Whether no frames are made: nobody sees them. The stage's time goes on, and whoever waits for a frame has none.
    var isDark = false { didSet { if isDark { showOnlookers() } else if oldValue { update() } } }
    private var onRepainted: Repaint?
    /// Shows how it is done, over the picture; nil: nobody looks.
    var hud: HUD? { didSet { painter.showsOverlay = hud != nil || notice != nil } }
    /// Hides everything, while somebody has to touch the screen; nil: nobody has to.
    var notice: TouchThisScreen? {
        didSet {
            guard notice !== oldValue else { return }
            oldValue?.remove()
            painter.showsOverlay = hud != nil || notice != nil
            painter.reset()
            needsPicture = true
            schedule()
        }
    }

    init(stage: Stage, display: any Display, loop: EventLoop, log: Logger) {
        self.stage = stage
        self.display = display
        self.log = log
        clock = FrameClock(refresh: display.refreshInterval)
        path = TransitionPath(display: display, log: log)
        var (frameDue, deadlineDue, aheadDue): (() -> Void, () -> Void, () -> Void) = ({}, {}, {})
        frameTimer = loop.timer { frameDue() }
        deadlineTimer = loop.timer { deadlineDue() }
        aheadTimer = loop.timer { aheadDue() }
        frameDue = { [unowned self] in makeFrame() }
        deadlineDue = { [unowned self] in deadlineReached() }
        aheadDue = { [unowned self] in drawAhead() }
        display.onPresented = { [unowned self] instant in presented(at: instant) }
    }

    /// How the newest transition comes to the glass.
    var picturePath: PicturePath { path.path }

    /// The picture goes to `display` from now on, beginning with all of it; nil: nowhere.
    func show(on display: (any Display)?) {
        self.display?.onPresented = nil
        self.display = display
        path = TransitionPath(display: display, log: log)
        (appointment, lastAge, hasPostponed, aheadCost) = (nil, 0, false, .zero)
        for timer in [frameTimer, aheadTimer] { timer.setDeadline(nil) }
        if let display {
            clock = FrameClock(refresh: display.refreshInterval)
            display.onPresented = { [unowned self] instant in presented(at: instant) }
        } else {
            showOnlookers()
        }
        redraw()
    }

    /// Draws the first frame.
    func start() {
        stage.advance(to: MonotonicClock.now())
        schedule()
    }

    /// Touches came from a panel. They are taken at their own time, unless the stage is past it already: what has been
    /// decided stays decided, and a recording that has the time as it was taken replays to the same decisions.
    func handle(_ frame: TouchFrame) {
        guard let frame = admit.map({ $0(frame) }) ?? frame else { return }
        let taken = TouchFrame(time: max(frame.time, stage.now), changes: frame.changes)
        onTouches?(taken)
        newestTouch = frame.time
        unseenTouch = frame.time
        let placed = placeTouches?(taken) ?? taken
        stage.handle(placed)
        hud?.note(placed)
        needsPicture = true
        schedule()
    }

    /// Something else than touches and time has changed the stage.
    func update() {
        onUpdate?()
        needsPicture = true
        schedule()
    }

    /// Draws all of the picture anew, and calls `shown` with the moment at which that is on the glass.
    func repaint(shown: @escaping (Instant) -> Void) {
        onRepainted = Repaint(shown: shown)
        painter.reset()
        path.reset()
        update()
    }

    /// All of the picture has to be drawn anew: another session had the screen.
    func redraw() {
        painter.reset()
        path.reset()
        needsPicture = true
        isFlipPending = false
        schedule()
    }

    /// Somebody from outside changes the stage, now.
    func change(_ body: (Stage) -> Void) {
        stage.advance(to: MonotonicClock.now())
        body(stage)
        update()
    }

    /// Gives `body` what is on the glass, to the pixel: at once, or while something moves together with the next frame.
    func look(_ body: @escaping (Bitmap) -> Void) {
        onlookers.append(body)
        let isFrameComing = isFlipPending || isFrameWanted && display?.freeBuffer() != nil
        if isDark || !isFrameComing { showOnlookers() }
    }

    private func showOnlookers() {
        guard !onlookers.isEmpty else { return }
        let bitmap = Bitmap(size: stage.panel.pixels, isOpaque: true)
        let picture = stage.plan(at: max(lastPresentation, stage.now), hud == nil ? .screens : .all)
        stage.draw(picture, into: bitmap.surface, region: Region(stage.panel.pixels.bounds))
        let waiting = onlookers
        onlookers = []
        for onlooker in waiting { onlooker(bitmap) }
    }

    /// Draws and presents a frame, also when nothing has changed: to see whether one comes to the glass.
    func showAgain() {
        isSameWanted = true
        schedule()
    }

    private func deadlineReached() {
        stage.advance(to: MonotonicClock.now())
        needsPicture = true
        schedule()
    }

    private func presented(at instant: Instant) {
        countingMisses { $0.presented(at: instant) }
        isFlipPending = false
        presentedFrames += 1
        if let touch = touchUnderWay { latency.add(instant - touch) }
        touchUnderWay = nil
        if !isFrameWanted { showOnlookers() }
        if let repaint = onRepainted, repaint.isOnItsWay {
            onRepainted = nil
            repaint.shown(instant)
        }
        if let first = onFirstFrame {
            onFirstFrame = nil
            first()
            path.prepare()
        }
        onPresented?()
        schedule()
    }

    /// Tells the clock something, and says so when that was a vblank that a frame has missed.
    private func countingMisses(_ tell: (inout FrameClock) -> Void) {
        let before = clock.missed
        tell(&clock)
        guard clock.missed > before, let miss = clock.lastMiss else { return }
        log.debug(
            """
            a frame missed its vblank: \(miss); \(clock.missed) so far, \(clock.margin.inMilliseconds) ms are kept \
            for the next
            """)
        hud?.note(miss, total: clock.missed)
    }

    /// Whether there is a picture that is not on the glass yet.
    private var isFrameWanted: Bool {
        needsPicture || isSameWanted || stage.isMoving || hud?.isChanging(at: stage.now) == true
    }

    /// Sets the timers for what comes next: the stage's deadline, and the next frame if one is wanted. What can be drawn
    /// for it beforehand is drawn now, and how much is left tells how long before the vblank it has to be begun.
    private func schedule() {
        if let onStill, !stage.isBusy {
            self.onStill = nil
            onStill()
        }
        deadlineTimer.setDeadline(stage.nextDeadline)
        guard let display, !isDark, isFrameWanted, !isFlipPending, !isMakingFrame else { return }
        clock.lead = display.lead
        let now = MonotonicClock.now()
        let likely = appointment?.vblank ?? clock.next(after: now, work: 0).vblank
        // What planes show is not drawn.
        let work = path.isShown ? 0 : painter.plan(stage, at: max(likely, stage.now), age: lastAge).work
        guard let promised = appointment else { return set(clock.next(after: now, work: work), now) }
        // A touch has made more of the frame than it was. Where that is too much for its vblank is seen when it is made.
        guard clock.canMeet(promised.vblank, from: now, work: work) else { return }
        set(clock.appointment(for: promised.vblank, after: now, work: work), now)
    }

    private func set(_ appointment: FrameClock.Appointment, _ now: Instant) {
        self.appointment = appointment
        isAsleep = appointment.wake > now
        frameTimer.setDeadline(appointment.wake)
    }

    /// The timer is due: wakes up in time, reads the newest touches, and draws.
    private func makeFrame() {
        guard let appointment else { return }
        self.appointment = nil
        let woken = MonotonicClock.now()
        if isAsleep { clock.woke(at: woken, due: appointment.wake) }
        isMakingFrame = true
        MonotonicClock.wait(until: appointment.start)
        let start = MonotonicClock.now()
        readTouches?()
        isMakingFrame = false
        draw(appointment, woken: woken, start: start)
    }

    private func draw(_ appointment: FrameClock.Appointment, woken: Instant, start: Instant) {
        guard !isFlipPending else { return }
        guard let display, let buffer = display.freeBuffer() else { return showOnlookers() }
        stage.advance(to: MonotonicClock.now())
        let presentation = max(appointment.vblank, stage.now)
        defer { if hasMoreAhead { aheadTimer.setDeadline(MonotonicClock.now()) } }
        if hud == nil, notice == nil, showsByPlanes(appointment, woken: woken, start: start) { return }
        let hudStart = MonotonicClock.now()
        hud?.show(at: presentation)
        let hudDone = MonotonicClock.now()
        let plan = painter.plan(stage, at: presentation, age: buffer.age)
        if !plan.isEmpty, !hasPostponed, !clock.canMeet(appointment.vblank, from: stage.now, work: plan.work) {
            // It would be shown a refresh later than it is made for. Better to make it for then.
            hasPostponed = true
            // Also when it is the last of a movement, which is over by now.
            needsPicture = true
            countingMisses { $0.gaveUp(appointment, woken: woken, start: start, work: plan.work) }
            return schedule()
        }
        hasPostponed = false
        needsPicture = false
        guard !plan.isEmpty || isSameWanted else { return sawNothingNew() }
        isSameWanted = false
        lastAge = buffer.age
        // A recording is of the screens alone.
        if !plan.change.isEmpty {
            frameNumber += 1
            onFrame?(frameNumber, presentation)
        }
        stage.willPresent(at: presentation)
        let screensDone = painter.draw(plan, of: stage, into: buffer.surface)
        let overlay = (MonotonicClock.now() - screensDone) + (hudDone - hudStart)
        onRepainted?.isOnItsWay = true
        do {
            isFlipPending = true
            try display.present(damage: plan.newDamage)
        } catch {
            isFlipPending = false
            onFailure?(error)
            return
        }
        let times = FrameTimes(
            appointment: appointment, woken: woken, start: start, committed: MonotonicClock.now(), work: plan.work)
        clock.committed(times)
        hud?.note(
            FrameReport(
                number: frameNumber, times: times, damage: plan.change, overlay: overlay,
                touchAge: newestTouch.map { presentation - $0 }, path: path.drawnUnderHUD(stage), margin: clock.margin))
        handedOver(for: presentation)
    }

    /// A frame for `presentation` is on its way to the glass.
    private func handedOver(for presentation: Instant) {
        lastPresentation = presentation
        touchUnderWay = unseenTouch
        unseenTouch = nil
        showOnlookers()
        deadlineTimer.setDeadline(stage.nextDeadline)
    }

    /// The picture is the one that is on the glass.
    private func sawNothingNew() {
        unseenTouch = nil
        showOnlookers()
        schedule()
    }

    /// Has the display engine show the frame, if it can; else it has to be drawn.
    private func showsByPlanes(_ appointment: FrameClock.Appointment, woken: Instant, start: Instant) -> Bool {
        let presentation = max(appointment.vblank, stage.now)
        switch path.show(stage, at: presentation, isSameWanted: isSameWanted) {
        case .drawn(let isAfterPlanes):
            if isAfterPlanes { painter.reset() }
            return false
        case .unchanged:
            needsPicture = false
            sawNothingNew()
        case .shown(let work):
            needsPicture = false
            isSameWanted = false
            hasPostponed = false
            frameNumber += 1
            onFrame?(frameNumber, presentation)
            stage.willPresent(at: presentation)
            onRepainted?.isOnItsWay = true
            isFlipPending = true
            clock.committed(
                FrameTimes(
                    appointment: appointment, woken: woken, start: start, committed: MonotonicClock.now(), work: work))
            handedOver(for: presentation)
        }
        return true
    }

    private var hasMoreAhead: Bool { path.hasMoreAhead || stage.hasMoreAhead }

    /// Draws a piece of what may come into view, or a screen that planes will show, if that is over before the next frame
    /// begins. Between two pieces, touches are taken.
    private func drawAhead() {
        let start = MonotonicClock.now()
        let cost = aheadCost
        // The longest of the last, which fades, also while it is too long for a frame.
        aheadCost = Instant.Span(nanoseconds: cost.nanoseconds / 8 * 7)
        if let appointment, start + cost > appointment.wake { return }
        if path.hasMoreAhead { path.drawAhead(stage) } else { stage.drawAhead() }
        aheadCost = max(MonotonicClock.now() - start, aheadCost)
        if hasMoreAhead { aheadTimer.setDeadline(MonotonicClock.now()) }
    }
}
