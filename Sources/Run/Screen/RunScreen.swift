// One screen of a run: its glass, the stage on it, the frame loop that draws the stage, and the touch panels on the glass.

import Calibration
import Drawing
package import Frames
package import Geometry
import Layers
package import Linux
import Logging
import Machine
import Pages
package import Stage

/// A display with everything that is shown on it and touched there. A run has one for each screen that it drives.
package final class RunScreen: FrameObserver {
    /// The phases of a screen's start.
    private enum State {
        /// The displays and panels that are there at the start are not all known yet.
        case gathering
        /// The screen begins as soon as it has a display.
        case waiting
        /// The screen has begun.
        case running(Running)
    }

    /// The parts that exist from the first display on, even while there is no display.
    private struct Running {
        let stage: Stage
        let frameLoop: FrameLoop
        let change: PageChange
        /// Looks after the stage while it is not touched; nil during a calibration.
        var idle: IdleSession?
        /// Tells the stage of the wall clock; nil during a calibration.
        var clock: PageClock?
    }

    /// Whether the picture is on the glass.
    private enum Picture {
        case neverSeen
        /// The picture was on the glass of a display that is gone.
        case seenBefore
        case seen
    }

    /// The number of the screen, from 1.
    let number: Int
    /// The screen's part of the machine's file.
    let configuration: Configuration
    private var command: RunCommand
    /// The folder in which it keeps what is shown; nil when nothing is kept.
    private let stateFolder: String?
    private unowned let owner: any ScreenOwner
    private let loop: EventLoop
    private let log: Logger
    /// The screens that it shows at the start.
    private(set) var first: StartScreens
    /// The plan of the calibration that runs on it; nil for a kiosk or an app.
    private(set) var calibrating: CalibrationPlan?
    /// Decodes the pictures of the pages, on other threads.
    private let decoder: Monitor<PictureDecoder>
    private var glass: ScreenGlass
    private var panels: ScreenPanels
    private var gates = ScreenGates()
    private var state = State.gathering
    private var picture = Picture.neverSeen
    /// Keeps what is shown, to return to it after a crash; nil when nothing can be kept.
    private(set) var visit: VisitKeeper?
    /// Whether a notice asks for a touch on this screen, which tells which panel is on it.
    var isAsking = false { didSet { showNotice() } }

    /// A screen that shows `first` as soon as it has a display. `calibrating` is the plan of a calibration; nil for a kiosk or an
    /// app. It keeps what is shown in the folder `state`; nil keeps nothing.
    init(
        _ first: StartScreens, calibrating: CalibrationPlan? = nil, _ command: RunCommand,
        _ configuration: Configuration, number: Int = 1, state: String? = nil, owner: any ScreenOwner, loop: EventLoop,
        log: Logger
    ) {
        (self.number, self.first, self.calibrating, stateFolder) = (number, first, calibrating, state)
        (self.command, self.configuration, self.owner) = (command, configuration, owner)
        (self.loop, self.log) = (loop, log)
        decoder = Monitor(command.reader(first.content).decode)
        glass = ScreenGlass(configuration, givenSize: command.size, log: log)
        panels = ScreenPanels(PanelStore(folder: configuration.panels ?? PanelStore.standardFolder), log: log)
    }

    // MARK: Its parts

    private var running: Running? { if case .running(let running) = state { running } else { nil } }
    /// The stage; nil before the first display.
    package var stage: Stage? { running?.stage }
    /// The frame loop that draws the stage; nil before the first display.
    package var frameLoop: FrameLoop? { running?.frameLoop }
    /// Looks after the stage while it is not touched; nil before the first display, and during a calibration.
    var idle: IdleSession? { running?.idle }
    /// The display, with its picture rotated; nil while there is none.
    var display: (any Display)? { glass.display }
    /// Whether it has no display, or its picture is on the glass there.
    var isSeen: Bool { display == nil || picture == .seen }
    /// Whether a compositor reads the touches.
    var isWindow: Bool { glass.window != nil }
    /// The properties by which its panel is found.
    var traits: PanelPairing.Screen { glass.traits }
    /// Whether a touch panel lies on its glass.
    var hasPanel: Bool { !panels.isEmpty }
    /// The measurements of its panel; nil when there are none.
    var record: PanelRecord? { panels.record }

    // MARK: The display

    /// Shows the picture on `display` from now on: the first display, another one, or one that was unplugged.
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

    /// Closes the display, because it is gone or replaced. The stage stays as it is for the next display. Touches and presses that
    /// are down are cancelled.
    func hide() {
        guard let display else { return }
        log.warning("display gone: \(display.name)")
        let ends = gates.close(at: MonotonicClock.now())
        if let end = ends.touches { frameLoop?.handle(end) }
        if let end = ends.presses { frameLoop?.handle(end) }
        frameLoop?.notice = nil
        close()
    }

    /// Stops showing the stage, and closes the display.
    func close() {
        frameLoop?.show(on: nil)
        idle?.display = nil
        glass.display?.close()
        glass.removeDisplay()
    }

    /// Draws the whole picture again, because the display no longer shows the last frame.
    func redraw() { frameLoop?.redraw() }

    /// Begins, now or with the first display. By now, the displays and panels that are there at the start are known.
    func start() throws(Failure) {
        state = .waiting
        try appear()
    }

    private func appear() throws(Failure) {
        guard let display else { return }
        if picture == .seen { picture = .seenBefore }
        // A calibration measures fingers, and buttons cannot lead back out of it.
        let takesPresses = calibrating == nil
        if let frameLoop {
            adapt()
            gates.open(withPresses: takesPresses)
            frameLoop.show(on: display)
        } else {
            let frameLoop = try begin(on: display)
            gates.open(withPresses: takesPresses)
            try owner.began(self)
            bringValues()
            frameLoop.start()
        }
        showNotice()
    }

    // MARK: The beginning

    /// Creates the stage and its frame loop.
    private func begin(on display: any Display) throws(Failure) -> FrameLoop {
        let panel = glass.panel(of: display, before: nil)
        let last = lastVisit()
        let stage = try first.stage(
            on: panel, scale: configuration.scale, stack: last?.stack ?? command.stack, measured: record?.gestures,
            language: last?.language, sliders: last?.sliders ?? [:], at: MonotonicClock.now(),
            isNight: NightWatch.isNight(in: first),
            values: StageValues(clock: first.followsClock ? PageClock.now() : nil, files: first.files))
        stage.slowMotion = command.slowMotion
        stage.compositor.tuning = ScreenTuning(folder: panels.store.folder, log: log, measures: number == 1).values(
            for: display, panel.pixels)
        let frameLoop: FrameLoop
        do throws(SystemError) {
            frameLoop = try FrameLoop(
                stage: stage, display: display, loop: loop, log: log, tasks: owner.tasks,
                readInput: { [unowned self] in
                    panels.input?.read()
                    glass.window?.read()
                },
                readPicture: { [decoder] in $0.read(decodedBy: decoder.with { $0 }) })
        } catch { throw Failure(error) }
        if command.showsHUD {
            frameLoop.hud = HUD(
                on: stage, refresh: display.refreshInterval,
                whereabouts: ([display.name] + panels.names).joined(separator: "    "))
        }
        var running = Running(
            stage: stage, frameLoop: frameLoop, change: PageChange(of: stage, frameLoop, loop: loop))
        state = .running(running)
        stage.onWarning = ContentLog(log, loop: loop).warn
        if first.folder == nil, let problem = stage.theme.illegibility { stage.warn(problem) }
        frameLoop.add(self)
        place(on: panel)
        guard calibrating == nil else { return frameLoop }
        let idle = try lookAfter(running, display, last)
        running.idle = idle
        do throws(SystemError) {
            running.clock = try PageClock(of: stage, isWanted: first.followsClock, loop: loop, log: log)
        } catch { throw Failure(error) }
        state = .running(running)
        return frameLoop
    }

    private func lookAfter(
        _ running: Running, _ display: any Display, _ last: VisitState?
    ) throws(Failure) -> IdleSession {
        let (stage, frameLoop) = (running.stage, running.frameLoop)
        let idle: IdleSession
        do throws(SystemError) {
            // Pages that the command line names are for somebody, as those that a client opens.
            let isVisited = last == nil && !command.stack.isEmpty
            idle = try IdleSession(
                first, on: stage, frameLoop, display, running.change, configuration,
                last: last?.touched ?? (isVisited ? MonotonicClock.now() : nil), loop: loop, log: log)
        } catch { throw Failure(error) }
        frameLoop.add(admitting: idle)
        // The first state is kept too, so that a crash at the start is counted.
        defer { visit?.scheduleCheck() }
        visit?.now = { [unowned idle, unowned stage] in
            VisitState(of: stage, isAttracting: idle.isAttracting, touched: idle.lastTouch)
        }
        return idle
    }

    /// What the last run showed when it crashed; nil when it did not crash, or when there is nothing to return to.
    private func lastVisit() -> VisitState? {
        guard let folder = stateFolder else { return nil }
        let visit = VisitKeeper(folder: folder, screen: number, loop: loop, log: log)
        self.visit = visit
        return visit.restore(at: MonotonicClock.now(), from: first)
    }

    // MARK: Changes

    /// Changes to the pages and settings of `next` as soon as the stage is still, at the latest after `patience`; at once if it looks
    /// the same with them.
    func show(_ next: StartScreens, within patience: Instant.Span) {
        guard let running else {
            // The screen begins with `next`. A page of the requested stack may no longer exist.
            take(next)
            command.stack = next.remaining(StageState(stack: command.stack, offsets: [])).stack
            return
        }
        guard let idle = running.idle else { return }
        if next.differsOnlyInData(from: first) {
            take(next)
            for file in newFiles { running.stage.arrivals.post(Arrival(file)) }
            return
        }
        let patience = idle.looksSame(with: next, record: record) ? nil : patience
        running.change.make(within: patience) { [unowned self, unowned idle] in
            take(next)
            running.clock?.follow(next.followsClock)
            bringValues()
            do throws(Failure) {
                try idle.change(to: next, scale: configuration.scale, record: record)
            } catch { log.error("\(error)") }
        }
    }

    /// The values of files that the stage does not have.
    private var newFiles: [ArrivalRecord.File] {
        first.files.sorted { $0.key < $1.key }.filter { stage?.values.files[$0.key] != $0.value }.map {
            ArrivalRecord.File(name: $0.key, value: $0.value)
        }
    }

    /// Brings what the stage knows of the world to its observers, and to it what is new. It is at the start of each recording.
    private func bringValues() {
        guard let stage else { return }
        let now = max(MonotonicClock.now(), stage.now)
        if let clock = stage.values.clock { stage.arrived(Arrival(clock), at: now) }
        for (name, value) in first.files.sorted(by: { $0.key < $1.key }) {
            stage.arrived(Arrival(ArrivalRecord.File(name: name, value: value)), at: now)
        }
    }

    /// Uses `next`, and decodes pictures within its limits.
    private func take(_ next: StartScreens) {
        first = next
        decoder.with { $0 = command.reader(next.content).decode }
    }

    /// Gives the stage the current size of the display and its panel.
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

    /// Rebuilds every screen of the stage at the new size of the window.
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

    // MARK: Panels

    /// Sets the context that reads the touch panels; nil if a compositor reads them, or if none are read. Throws when a panel is to
    /// be calibrated, but none is read.
    func read(_ input: InputContext?) throws(Failure) {
        panels.input = input
        if calibrating != nil { try panels.requireInput() }
    }

    /// Adds the touch panel `device`, which lies on this screen's glass.
    func add(_ device: TouchDevice) throws(Failure) {
        let record: PanelRecord?
        if let plan = calibrating { record = try measured(device, plan) } else { record = panels.adopt(device) }
        panels.add(device, record)
        glass.measure(by: panels)
        guard let stage else { return }
        if calibrating == nil, let record { stage.gestures = first.gestures(record.gestures) }
        adapt()
        // Without a display, `adapt` does nothing. The panel needs to know the picture already.
        if display == nil {
            panels.input?.setPicture(stage.panel.millimetres, glass.touchRotation, under: device.id)
        }
    }

    /// Prepares `device` for the calibration `plan`. Its touches come without a calibration from now on. Returns its stored record.
    private func measured(_ device: TouchDevice, _ plan: CalibrationPlan) throws(Failure) -> PanelRecord? {
        var plan = plan
        if stage == nil {
            plan = try panels.prepared(plan, for: device, glass.touchRotation)
            first = StartScreens(plan, theme: first.theme.base, on: configuration)
            calibrating = plan
        }
        panels.input?.setCalibration(.identity, for: device.id)
        return plan.kept
    }

    /// Removes `device`, which lies on another screen, and cancels the touches on this screen.
    func release(_ device: TouchDevice) {
        remove(device)
        if let end = gates.cancelTouches(at: MonotonicClock.now()) { frameLoop?.handle(end) }
    }

    /// Removes `device`, which is unplugged.
    func remove(_ device: TouchDevice) { panels.remove(device) }

    /// Whether the panel `id` lies on this screen's glass.
    func has(_ id: TouchDevice.ID) -> Bool { panels.has(id) }

    /// Handles touches of one of its panels, or of the window.
    func handle(_ frame: TouchFrame) { if let frame = gates.pass(frame) { frameLoop?.handle(frame) } }

    /// Handles presses of buttons that belong to this screen.
    func handle(_ frame: PressFrame) { if let frame = gates.pass(frame) { frameLoop?.handle(frame) } }

    // MARK: Frames

    package func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {
        if picture != .seen { owner.drew(self) }
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
