// One screen of a run: its glass, the stage that is on it, the frame loop that draws it, and the touch panels on its glass.

import Calibration
package import Frames
package import Geometry
package import Linux
import Logging
import Machine
import Pages
package import Stage

/// A display with all that is shown on it and touched there. A run has one for each screen that it drives.
package final class RunScreen: FrameObserver {
    /// How far a screen has come.
    private enum State {
        /// Not everything is known that there is at the beginning.
        case gathering
        /// The screen begins as soon as it has a display.
        case waiting
        /// The screen has begun.
        case running(Running)
    }

    /// What there is from the first display on, also while there is none.
    private struct Running {
        let stage: Stage
        let frameLoop: FrameLoop
        let change: PageChange
        /// Looks after the stage when nobody touches it; nil during a calibration.
        var idle: IdleSession?
    }

    /// Whether the picture has come to the glass.
    private enum Picture {
        case neverSeen
        /// The picture was on the glass of a display that went since.
        case seenBefore
        case seen
    }

    /// Counted from 1.
    let number: Int
    /// What the machine's file says of this screen.
    let configuration: Configuration
    private var command: RunCommand
    private unowned let owner: any ScreenOwner
    private let loop: EventLoop
    private let log: Logger
    /// What it shows at first.
    private(set) var first: StartScreens
    /// What is calibrated on it; nil for a kiosk or an app.
    private(set) var calibrating: CalibrationPlan?
    private var glass: ScreenGlass
    private var panels: ScreenPanels
    private var gates = ScreenGates()
    private var state = State.gathering
    private var picture = Picture.neverSeen
    /// Keeps what is shown for the case of a crash; nil where nothing can be kept.
    private(set) var visit: VisitKeeper?
    /// Whether a notice asks to be touched, so that its panel is known.
    var isAsking = false { didSet { showNotice() } }

    /// A screen that shows `first` as soon as it has a display; where it calibrates a panel, by the plan `calibrating`.
    init(
        _ first: StartScreens, calibrating: CalibrationPlan? = nil, _ command: RunCommand,
        _ configuration: Configuration, number: Int = 1, owner: any ScreenOwner, loop: EventLoop, log: Logger
    ) {
        (self.number, self.first, self.calibrating) = (number, first, calibrating)
        (self.command, self.configuration, self.owner) = (command, configuration, owner)
        (self.loop, self.log) = (loop, log)
        glass = ScreenGlass(configuration, givenSize: command.size, log: log)
        panels = ScreenPanels(PanelStore(folder: configuration.panels ?? PanelStore.standardFolder), log: log)
    }

    // MARK: What there is of it

    private var running: Running? { if case .running(let running) = state { running } else { nil } }
    /// What is shown; nil before the first display.
    package var stage: Stage? { running?.stage }
    /// What draws the stage; nil before the first display.
    package var frameLoop: FrameLoop? { running?.frameLoop }
    /// Looks after the stage when nobody touches it; a calibration is left alone.
    var idle: IdleSession? { running?.idle }
    /// The display, with its picture turned; nil while there is none.
    var display: (any Display)? { glass.display }
    /// Whether a compositor reads the touches.
    var isWindow: Bool { glass.window != nil }
    /// What is known of it to find its panel.
    var traits: PanelPairing.Screen { glass.traits }
    /// Whether a touch panel lies on its glass.
    var hasPanel: Bool { !panels.isEmpty }
    /// What was measured of its panel; nil when nothing was.
    var record: PanelRecord? { panels.record }

    // MARK: The display comes and goes

    /// The picture goes to `display` from now on: a new one, another one, or one that was away.
    func show(on display: any Display) {
        if glass.display != nil { hide() }
        glass.show(on: display)
        idle?.display = glass.display
        log.notice("display: \(glass.display?.name ?? "")")
        glass.window?.onResize = { [unowned self] in resized() }
        glass.window?.onTouches = { [unowned self] in handle($0) }
        if case .gathering = state { return }
        do { try appear() } catch { owner.failed(self, error) }
    }

    /// There is no display any more, or not this one: it is closed. The stage stays as it is, for the next one; fingers lose what they hold.
    func hide() {
        guard let display else { return }
        log.warning("display gone: \(display.name)")
        let ends = gates.close(at: MonotonicClock.now())
        if let end = ends.touches { frameLoop?.handle(end) }
        if let end = ends.presses { frameLoop?.handle(end) }
        frameLoop?.notice = nil
        close()
    }

    /// The run is over: nothing is shown any more.
    func close() {
        frameLoop?.show(on: nil)
        idle?.display = nil
        glass.display?.close()
        glass.removeDisplay()
    }

    /// The display shows another frame first than it should: all of the picture is drawn anew.
    func redraw() { frameLoop?.redraw() }

    /// All that there is at the beginning is known: what has a display is shown from now on.
    func start() throws(Failure) {
        state = .waiting
        try appear()
    }

    private func appear() throws(Failure) {
        guard let display else { return }
        if picture == .seen { picture = .seenBefore }
        // A calibration measures fingers, and has no way back.
        let takesPresses = calibrating == nil
        if let frameLoop {
            adapt()
            gates.open(withPresses: takesPresses)
            frameLoop.show(on: display)
        } else {
            let frameLoop = try begin(on: display)
            gates.open(withPresses: takesPresses)
            try owner.began(self)
            frameLoop.start()
        }
        showNotice()
    }

    // MARK: The beginning

    /// Makes the stage and what draws it.
    private func begin(on display: any Display) throws(Failure) -> FrameLoop {
        let panel = glass.panel(of: display, before: nil)
        let last = lastVisit()
        let stage = try first.stage(
            on: panel, scale: configuration.scale, stack: last?.stack ?? command.stack, measured: record?.gestures,
            at: MonotonicClock.now())
        stage.slowMotion = command.slowMotion
        let frameLoop: FrameLoop
        do throws(SystemError) {
            frameLoop = try FrameLoop(stage: stage, display: display, loop: loop, log: log) { [unowned self] in
                panels.input?.read()
                glass.window?.read()
            }
        } catch { throw Failure(error) }
        if command.showsHUD {
            frameLoop.hud = HUD(
                on: stage, refresh: display.refreshInterval,
                whereabouts: ([display.name] + panels.names).joined(separator: "    "))
        }
        var running = Running(
            stage: stage, frameLoop: frameLoop, change: PageChange(of: stage, frameLoop, loop: loop))
        state = .running(running)
        stage.onWarning = { [log] in log.warning("\($0)") }
        frameLoop.add(self)
        place(on: panel)
        guard calibrating == nil else { return frameLoop }
        let idle = try lookAfter(stage, frameLoop, display, last)
        running.idle = idle
        state = .running(running)
        return frameLoop
    }

    private func lookAfter(
        _ stage: Stage, _ frameLoop: FrameLoop, _ display: any Display, _ last: VisitState?
    ) throws(Failure) -> IdleSession {
        let idle: IdleSession
        do throws(SystemError) {
            idle = try IdleSession(
                first, on: stage, frameLoop, display, configuration, last: last?.touched, loop: loop, log: log)
        } catch { throw Failure(error) }
        frameLoop.add(admitting: idle)
        visit?.now = { [unowned idle, unowned stage] in
            VisitState(stack: idle.isAttracting ? [] : stage.stackNames, touched: idle.lastTouch)
        }
        return idle
    }

    /// Where the last run was when it crashed; nil when it did not, or that is nowhere to go back to.
    private func lastVisit() -> VisitState? {
        guard calibrating == nil, let folder = StateFolder.volatile(command.state) else { return nil }
        let visit = VisitKeeper(folder: folder, screen: number, loop: loop, log: log)
        self.visit = visit
        return visit.restore(at: MonotonicClock.now(), homeAfter: first.idle.homeAfter) { first.has($0) }
    }

    // MARK: Changes

    /// Other pages and settings come as soon as nobody holds one of those that are there; at `patience` they come anyway.
    func show(_ next: StartScreens, within patience: Instant.Span) {
        guard let running else {
            // The screen appears with it. A page that was asked for at the start may be gone.
            first = next
            command.stack = next.remaining(command.stack)
            return
        }
        guard let idle = running.idle else { return }
        running.change.make(within: patience) { [unowned self, unowned idle] in
            first = next
            do throws(Failure) {
                try idle.change(to: next, scale: configuration.scale, record: record)
            } catch { log.error("\(error)") }
        }
    }

    /// The stage is as large as the display and its panel are by now.
    private func adapt() {
        guard let stage, let display else { return }
        let panel = glass.panel(of: display, before: stage.panel)
        if panel != stage.panel {
            let (pixels, size) = (panel.pixels, panel.millimetres)
            log.notice("from now on the picture is \(pixels.width)x\(pixels.height), \(size.width) × \(size.height) mm")
            frameLoop?.resize(to: panel)
        }
        place(on: panel)
    }

    private func place(on panel: Panel) {
        panels.place(panel.millimetres, glass.touchRotation)
        if let window = glass.window { (window.panelSize, window.touchRotation) = (panel.millimetres, glass.rotation) }
    }

    /// The window has another size: every screen is built anew in it.
    private func resized() {
        guard let running, let display, let window = glass.window else { return }
        let panel = glass.panel(ofResized: display, before: running.stage.panel)
        log.info("the window has another size: \(panel.pixels.width)x\(panel.pixels.height)")
        window.panelSize = panel.millimetres
        running.frameLoop.resize(to: panel, dropsFrame: true)
    }

    private func showNotice() {
        if isAsking, display != nil, let stage {
            if frameLoop?.notice == nil { frameLoop?.notice = TouchThisScreen(on: stage) }
        } else {
            frameLoop?.notice = nil
        }
    }

    // MARK: Panels come and go

    /// Touch panels are read by `input` from now on; nil where a compositor reads them, or nobody. Throws when one is to be
    /// calibrated, and none is read.
    func read(_ input: InputContext?) throws(Failure) {
        panels.input = input
        if calibrating != nil { try panels.requireInput() }
    }

    /// The touch panel `device` lies on this screen's glass.
    func add(_ device: TouchDevice) throws(Failure) {
        let record: PanelRecord?
        if let plan = calibrating { record = try measured(device, plan) } else { record = panels.adopt(device) }
        panels.add(device, record)
        glass.measure(by: device, record)
        guard let stage else { return }
        if calibrating == nil, let record { stage.gestures = first.gestures(record.gestures) }
        adapt()
        // Where there is no display yet, this is done when there is one.
        if display == nil {
            panels.input?.setPicture(stage.panel.millimetres, glass.touchRotation, under: device.id)
        }
    }

    /// What is kept of `device`, which is calibrated by `plan` from now on.
    private func measured(_ device: TouchDevice, _ plan: CalibrationPlan) throws(Failure) -> PanelRecord? {
        var plan = plan
        if stage == nil {
            plan = try panels.prepared(plan, for: device, glass.touchRotation)
            first = StartScreens(plan, theme: first.theme, on: configuration)
            calibrating = plan
        }
        panels.input?.setCalibration(.identity, for: device.id)
        return plan.kept
    }

    /// It lies elsewhere: what its fingers hold here is cancelled.
    func release(_ device: TouchDevice) {
        remove(device)
        if let end = gates.cancelTouches(at: MonotonicClock.now()) { frameLoop?.handle(end) }
    }

    /// It has been unplugged.
    func remove(_ device: TouchDevice) { panels.remove(device) }

    /// Whether the panel `id` lies on this screen's glass.
    func has(_ id: TouchDevice.ID) -> Bool { panels.has(id) }

    /// Touches came from one of its panels, or from the window.
    func handle(_ frame: TouchFrame) { if let frame = gates.pass(frame) { frameLoop?.handle(frame) } }

    /// Buttons changed that are for this screen.
    func handle(_ frame: PressFrame) { if let frame = gates.pass(frame) { frameLoop?.handle(frame) } }

    // MARK: Frames

    package func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {
        if let limit = command.frameLimit, number >= limit { loop.stop() }
    }

    package func presented(at instant: Instant) {
        guard picture != .seen, let display else { return }
        log.notice(
            picture == .seenBefore ? "the picture is on \(display.name)" : "ready: the first frame is on the screen")
        picture = .seen
        owner.shown(self)
    }

    package func refused(_ error: DisplayError) { owner.failed(self, Failure(error)) }
}
