// The frame loop: touches in, frames out, on one thread that sleeps when nothing happens.

package import Drawing
package import Geometry
package import Layers
package import Linux
package import Logging
package import Stage

/// Runs a stage on a display. Touches go to the stage as they come, and once more right before a frame is drawn. A frame is drawn
/// as late as its vblank allows, and only when something has changed.
@MainActor
package final class FrameLoop {
    private let stage: Stage
    /// Where the picture goes; nil: nowhere, while time and touches go on.
    package private(set) var display: (any Display)?
    private let picture: FramePicture
    private var pacer: FramePacer
    private var (state, input) = (FrameState(), InputLatency())
    private let loop: EventLoop
    private let timers: (frame: Timer, deadline: Timer)
    private let ahead: AheadDrawing
    /// Takes what other threads have done.
    package private(set) var door: ArrivalDoor?
    private let onlookers = Onlookers()
    private var inputPath: InputPath
    private var audience = FrameAudience()

    /// Shows `stage` on `display`, and runs the `tasks` of its app. `readInput` reads what panels have sent, right before a frame is
    /// drawn. `readPicture` reads pictures, on threads of its own. Throws when the kernel has no means by which those could wake this
    /// thread.
    package init(
        stage: Stage, display: any Display, loop: EventLoop, log: Logger, tasks: MainQueue? = nil,
        readInput: @escaping () -> Void = {},
        readPicture: @escaping @Sendable (PictureOrder) -> ReadPicture = { $0.read() }
    ) throws(SystemError) {
        (self.stage, self.display, self.loop) = (stage, display, loop)
        inputPath = InputPath(readInput: readInput)
        picture = FramePicture(on: display, log: log)
        pacer = FramePacer(for: display, log: log)
        var (frameDue, deadlineDue, aheadDue): (() -> Void, () -> Void, () -> Void) = ({}, {}, {})
        timers = (loop.timer { frameDue() }, loop.timer { deadlineDue() })
        ahead = AheadDrawing(of: stage, timer: loop.timer { aheadDue() }, loop)
        frameDue = { [unowned self] in makeFrame() }
        deadlineDue = { [unowned self] in
            stage.advance(to: loop.now)
            changed()
        }
        aheadDue = { [unowned self] in ahead.drawPiece(picture.path, before: state.appointment?.wake) }
        door = try ArrivalDoor(of: stage, loop: loop, log: log, read: readPicture) { [unowned self] in changed() }
        display.onPresented = { [unowned self] instant in presented(at: instant) }
        stage.onArrival = { [unowned self] record in inputPath.tell { $0.takes(record) } }
        if let tasks { stage.tasks.runMainActor = { tasks.run() } }
    }

    // MARK: Who follows it

    // The caller keeps each alive as long as this loop. Each comes after those that were added before it.

    /// Tells `observer` of every frame.
    package func add(_ observer: any FrameObserver) { audience.add(observer) }

    /// Tells `observer` of everything that the stage takes and decides.
    package func add(_ observer: any StageObserver) {
        inputPath.add(observer)
        followDecisions()
    }

    /// Lets `filter` say which touches and presses are for the stage, before observers are told of them.
    package func add(admitting filter: any InputFilter) { inputPath.add(admitting: filter) }

    /// Lets `filter` say where touches really are, after observers were told of them.
    package func add(placing filter: any InputFilter) { inputPath.add(placing: filter) }

    /// Records of decisions are made only for those that want them.
    private func followDecisions() {
        stage.onTrace = { [unowned self] record in
            inputPath.tell { $0.decided(record) }
            hud?.record(record)
        }
    }

    // MARK: What it tells

    /// How long it took from a touch to the picture that shows it.
    package var latency: LatencyHistogram { input.histogram }
    /// How many frames were drawn.
    package var frames: Int { state.drawn }
    /// How many frames have come to the glass.
    package var presentedFrames: Int { state.presented }
    /// How many vblanks went by without the frame that was meant for them.
    package var missed: Int { pacer.clock.missed }
    /// The time of the last touch or press; nil before the first.
    package var lastTouch: Instant? { input.newest }
    /// Whether nothing can come to the glass: there is no display, another session has it, or it is dark.
    package var isAway: Bool { isDark || display?.isAway ?? true }
    /// How the newest transition comes to the glass.
    package var picturePath: PicturePath { picture.path.path }

    // MARK: What it shows

    /// Whether no frames are made, because the light is off. The stage's time goes on, and a screenshot shows the stage.
    package var isDark = false { didSet { if isDark { showOnlookers() } else if oldValue { update() } } }

    /// The measurements drawn over the picture; nil where nobody asked for them.
    package var hud: HUD? {
        get { picture.hud }
        set {
            picture.hud = newValue
            if newValue != nil { followDecisions() }
        }
    }

    /// Hides everything while the screen asks to be touched; nil while it does not.
    package var notice: TouchThisScreen? {
        get { picture.notice }
        set { if picture.replaceNotice(with: newValue) { changed() } }
    }

    /// The picture goes to `display` from now on, beginning with all of it; nil: nowhere.
    package func show(on display: (any Display)?) {
        self.display?.onPresented = nil
        self.display = display
        picture.move(to: display)
        timers.frame.setDeadline(nil)
        ahead.stop()
        if let display {
            pacer.move(to: display)
            display.onPresented = { [unowned self] instant in presented(at: instant) }
        } else {
            showOnlookers()
        }
        state.lose()
        redraw()
    }

    /// Draws the first frame.
    package func start() {
        stage.advance(to: loop.now)
        schedule()
    }

    /// All of the picture has to be drawn anew, after the flip that is under way.
    package func redraw() {
        picture.reset()
        changed()
    }

    /// Draws all of the picture anew, and calls `shown` with the moment at which it is on the glass.
    package func repaint(shown: @escaping (Instant) -> Void) {
        onlookers.waitForRepaint(shown)
        picture.reset()
        update()
    }

    /// Draws and presents a frame, also when nothing has changed: to see whether one comes to the glass.
    package func showAgain() {
        state.want(.any)
        schedule()
    }

    /// Gives `body` the pixels on the glass: at once, or while something moves together with the next frame.
    package func capture(_ body: @escaping (Bitmap) -> Void) {
        onlookers.add(body)
        let isFrameComing = state.isFlipping || isFrameWanted && display?.freeBuffer() != nil
        if isDark || !isFrameComing { showOnlookers() }
    }

    private func showOnlookers() { onlookers.show(stage, hud == nil ? .screens : .all) }

    // MARK: What changes the stage

    /// Touches came from a panel. The stage takes them at their own time, unless it is past that already: what has been decided
    /// stays decided, and a recording that has the time as it was taken replays to the same decisions.
    package func handle(_ frame: TouchFrame) {
        guard let placed = inputPath.pass(frame, notBefore: stage.now) else { return }
        input.came(at: frame.time)
        stage.handle(placed)
        hud?.record(placed)
        changed()
    }

    /// Buttons changed. The stage takes them as it takes touches.
    package func handle(_ frame: PressFrame) {
        guard let placed = inputPath.pass(frame, notBefore: stage.now) else { return }
        input.came(at: frame.time)
        stage.handle(placed)
        changed()
    }

    /// Changes the stage from outside, now.
    package func change(_ body: (Stage) -> Void) {
        stage.advance(to: loop.now)
        body(stage)
        stage.tasks.run()
        update()
    }

    /// Tasks can go on that no decision has started: what they waited for has come.
    package func runTasks() {
        stage.advance(to: loop.now)
        changed()
    }

    /// The stage gets the size of `panel`; all of the picture is drawn anew. With `dropsFrame`, the display shows no frame that
    /// was handed over before: so does a window that gets another size.
    package func resize(to panel: Panel, dropsFrame: Bool = false) {
        inputPath.tell { $0.resizes() }
        notice = nil
        stage.change(to: panel)
        if dropsFrame { state.lose() }
        redraw()
    }

    /// Something other than touches and time has changed the stage.
    package func update() {
        inputPath.tell { $0.changedFromOutside() }
        changed()
    }

    /// Something on the stage shows other pixels that are no decision of the stage, such as another program's window.
    package func showContents() { changed() }

    /// Calls `change` once, as soon as no finger holds anything and no screen moves; nil: not any more. The last call counts.
    package func whenStill(_ change: (() -> Void)?) { onlookers.whenStill = change }

    private func changed() {
        state.want(.different)
        schedule()
    }

    // MARK: One frame

    /// Whether there is a picture that is not on the glass yet.
    private var isFrameWanted: Bool {
        state.wanted != .none || stage.isMoving || hud?.isChanging(at: stage.now) == true
    }

    /// Sets the timers for the stage's next deadline, and for the next frame if one is wanted. What can be drawn for it
    /// beforehand is drawn now, and the rest tells how long before the vblank it has to be begun.
    private func schedule() {
        onlookers.tellStill(stage)
        timers.deadline.setDeadline(stage.nextDeadline)
        guard let display, !isDark, isFrameWanted, state.canSchedule else { return }
        pacer.lead = display.lead
        let now = loop.now
        let likely = state.appointment?.vblank ?? pacer.likelyVblank(after: now)
        let work = effort(of: picture.likelyWork(stage, at: max(likely, stage.now))).work
        guard let next = pacer.appointment(keeping: state.appointment, after: now, work: work) else { return }
        state.schedule(next, sleeps: next.wake > now)
        timers.frame.setDeadline(next.wake)
    }

    /// The timer is due: wakes up in time, reads the newest touches, and draws.
    private func makeFrame() {
        guard let (appointment, slept) = state.begin() else { return }
        let woken = loop.now
        if slept { pacer.woke(at: woken, due: appointment.wake) }
        // Only a finger is worth the processor: without one nothing in the picture is older for being drawn a little earlier.
        if !stage.isUntouched { loop.wait(until: appointment.start) }
        let start = loop.now
        inputPath.readInput()
        audience.tell { $0.reads() }
        draw(appointment, woken: woken, start: start)
        // What came into view.
        door?.readPictures()
    }

    private func draw(_ appointment: FrameClock.Appointment, woken: Instant, start: Instant) {
        guard let display, let buffer = display.freeBuffer() else {
            state.giveUp()
            return showOnlookers()
        }
        stage.advance(to: loop.now)
        let presentation = max(appointment.vblank, stage.now)
        defer { ahead.goOn(picture.path) }
        if showsByPlanes(appointment, woken: woken, start: start) { return }
        let hudStart = MonotonicClock.now()
        hud?.show(at: presentation)
        let hudDone = MonotonicClock.now()
        let plan = picture.plan(stage, at: presentation, age: buffer.age)
        let (work, alone) = effort(of: plan.work)
        if !plan.isEmpty, !state.isPutOff, !pacer.clock.canMeet(appointment.vblank, from: stage.now, work: work) {
            // It would be shown a refresh later than it is made for. Better to make it for then, also when it is the last of a
            // movement that is over by now.
            state.putOff()
            countingMisses { $0.gaveUp(appointment, woken: woken, start: start, work: work) }
            return schedule()
        }
        guard state.plan() == .any || !plan.isEmpty else { return sawNothingNew() }
        // A recording is of the screens alone.
        if !plan.change.isEmpty { tellDrawn(for: presentation) }
        stage.willPresent(at: presentation)
        let screensDone = picture.draw(plan, of: stage, into: buffer.surface, alone: alone)
        let overlayTime = (MonotonicClock.now() - screensDone) + (hudDone - hudStart)
        onlookers.drew()
        state.flip()
        do throws(DisplayError) { try display.present(damage: plan.newDamage) } catch {
            state.giveUp()
            audience.tell { $0.refused(error) }
            return
        }
        let times = FrameTimes(
            appointment: appointment, woken: woken, start: start, committed: loop.now, work: work)
        pacer.committed(times)
        hud?.record(
            FrameReport(
                number: state.drawn, times: times, damage: plan.change, overlay: overlayTime,
                touchAge: lastTouch.map { presentation - $0 }, path: picture.path.drawnUnderHUD(stage),
                margin: pacer.clock.margin))
        handedOver(for: presentation)
    }

    /// Whether one thread draws a frame with `work` alone, and how much work that is for the clock. Together threads take more of the
    /// processor than one, for a frame that is older by less. Only a finger and what moves are worth that, not a program that changes its
    /// window. What one thread does alone takes it as long as so many times the work takes all of them, so the clock's times of frames
    /// under a finger stay those of all threads.
    private func effort(of work: Int) -> (work: Int, alone: Bool) {
        let threads = stage.compositor.tuning.threads
        guard threads > 1, stage.isUntouched, !stage.isMoving, pacer.clock.isShort(work: work, by: threads) else {
            return (work, false)
        }
        return (work * threads, true)
    }

    /// Has the display engine show the frame, if it can; else it has to be drawn.
    private func showsByPlanes(_ appointment: FrameClock.Appointment, woken: Instant, start: Instant) -> Bool {
        let presentation = max(appointment.vblank, stage.now)
        switch picture.showByPlanes(stage, at: presentation, isSameWanted: state.wanted == .any) {
        case .drawn: return false
        case .unchanged:
            _ = state.plan()
            sawNothingNew()
        case .shown(let work):
            _ = state.plan()
            tellDrawn(for: presentation)
            stage.willPresent(at: presentation)
            onlookers.drew()
            state.flip()
            pacer.committed(
                FrameTimes(appointment: appointment, woken: woken, start: start, committed: loop.now, work: work))
            handedOver(for: presentation)
        }
        return true
    }

    private func tellDrawn(for presentation: Instant) {
        let number = state.countDrawn()
        audience.tell { $0.drew(frame: number, for: presentation, at: stage.now) }
    }

    /// A frame for `presentation` is on its way to the glass.
    private func handedOver(for presentation: Instant) {
        audience.tell { $0.handedOver() }
        onlookers.handedOver(for: presentation)
        input.handedOver()
        showOnlookers()
        timers.deadline.setDeadline(stage.nextDeadline)
    }

    /// The picture is the one on the glass.
    private func sawNothingNew() {
        state.giveUp()
        input.changedNothing()
        audience.tell { $0.sawNothingNew() }
        showOnlookers()
        schedule()
    }

    private func presented(at instant: Instant) {
        countingMisses { $0.presented(at: instant) }
        state.show()
        input.presented(at: instant)
        if !isFrameWanted { showOnlookers() }
        onlookers.presented(at: instant)
        audience.tell { $0.presented(at: instant) }
        picture.path.prepare()
        schedule()
    }

    /// Tells the clock something, and the measurements where that was a vblank that a frame has missed.
    private func countingMisses(_ tell: (inout FrameClock) -> Void) {
        if let miss = pacer.tell(tell) { hud?.record(miss, total: missed) }
    }
}
