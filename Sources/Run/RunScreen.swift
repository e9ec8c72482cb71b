// One screen of a run: a display, the stage that is on it, the frame loop that draws it, and the touch panels on its glass.

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
    private let command: RunCommand
    /// What the machine's file says of this screen.
    private let configuration: Configuration
    let panels: PanelStore
    private let loop: EventLoop
    let log: Logger
    /// What it shows at first.
    private(set) var first: FirstScreens
    /// What is calibrated on it; nil for a kiosk or an app.
    private(set) var calibrating: CalibrationPlan?
    /// The display, with its picture turned; nil before there is one.
    private(set) var display: (any Display)?
    /// The display if it is a window: it has sizes that change, and the touches.
    private(set) var window: WaylandDisplay?
    /// How far the picture is turned on the display.
    private(set) var rotation = PictureRotation.none
    package private(set) var stage: Stage?
    package private(set) var frameLoop: FrameLoop?
    /// The touch panels on its glass, each with what was measured of it.
    private(set) var devices: [(device: TouchDevice, record: PanelRecord?)] = []
    /// How large the last panel is that knows it, as it is mounted.
    private var glass: Size?
    /// The connector that its display was on last, and how large the picture was there.
    private var output: String?
    private var glassOfDisplay: Size?
    private var gate = GlassGate<TouchFrame>()
    private var buttonGate = GlassGate<PressFrame>()
    private var isStarted = false
    /// Reads the touch panels; nil where a compositor does, or nobody.
    var input: InputContext?
    /// Keeps what is shown for the case of a crash; nil where nothing can be kept.
    private(set) var visit: VisitKeeper?
    /// Counted from 1.
    let number: Int
    private lazy var patienceTimer = loop.timer { [unowned self] in onPatienceEnd?() }
    private var onPatienceEnd: (() -> Void)?
    /// Looks after the stage when nobody touches it; a calibration is left alone.
    private(set) var idle: IdleSession?
    /// Whether a frame has come to the glass of its display.
    private var isSeen = false
    /// Whether a frame has come to the glass of a display before.
    private var hasBeenSeen = false
    /// Called when there is a stage, before its first frame.
    var onBegin: (() throws(Failure) -> Void)?
    /// Called when the first frame is on the glass of a display.
    var onShown: (() -> Void)?
    /// Called when a frame could not be shown.
    var onFailure: ((Failure) -> Void)?

    /// A screen that shows `first` as soon as it has a display; where it calibrates a panel, by the plan `calibrating`.
    init(
        _ first: FirstScreens, calibrating: CalibrationPlan? = nil, _ command: RunCommand,
        _ configuration: Configuration,
        number: Int = 1, loop: EventLoop, log: Logger
    ) {
        (self.number, self.calibrating) = (number, calibrating)
        (self.first, self.command, self.configuration) = (first, command, configuration)
        (self.loop, self.log) = (loop, log)
        panels = PanelStore(folder: configuration.panels ?? PanelStore.standardFolder)
    }

    /// How far the picture is turned on the panels' own axes.
    var touchRotation: PictureRotation { configuration.inputRotation ?? rotation }

    // MARK: The display comes and goes

    /// The picture goes to `display` from now on: a new one, another one, or one that was away.
    func show(on display: any Display) {
        if self.display != nil { hide() }
        rotation = turn(of: display)
        self.display = rotation == .none ? display : TurnedDisplay(display, by: rotation)
        output = display.connector
        glassOfDisplay = display.millimetres ?? glassOfDisplay
        idle?.display = self.display
        log.notice("display: \(self.display?.name ?? "")")
        window = display.compositorWindow
        window?.onResize = { [unowned self] in resized() }
        window?.onTouches = { [unowned self] in handle($0) }
        guard isStarted else { return }
        do { try appear() } catch { onFailure?(error) }
    }

    /// There is no display any more, or not this one: it is closed. The stage stays as it is, for the next one; fingers lose what they hold.
    func hide() {
        guard let display else { return }
        log.warning("display gone: \(display.name)")
        let now = MonotonicClock.now()
        if let end = gate.close(at: now) { frameLoop?.handle(end) }
        if let end = buttonGate.close(at: now) { frameLoop?.handle(end) }
        frameLoop?.notice = nil
        frameLoop?.show(on: nil)
        idle?.display = nil
        display.close()
        (self.display, window) = (nil, nil)
    }

    /// The run is over: nothing is shown any more.
    func close() {
        frameLoop?.show(on: nil)
        idle?.display = nil
        display?.close()
        (display, window) = (nil, nil)
    }

    /// The display shows another frame first than it should: all of the picture is drawn anew.
    func redraw() { frameLoop?.redraw() }

    /// All that there is at the beginning is known: what has a display is shown from now on.
    func start() throws(Failure) {
        isStarted = true
        if display != nil { try appear() }
    }

    private func appear() throws(Failure) {
        guard let display else { return }
        isSeen = false
        if let frameLoop {
            adapt()
            openGates()
            frameLoop.show(on: display)
        } else {
            let frameLoop = try begin(on: display)
            openGates()
            try onBegin?()
            frameLoop.start()
        }
        showNotice()
    }

    private func openGates() {
        gate.open()
        // A calibration measures fingers, and has no way back.
        if calibrating == nil { buttonGate.open() }
    }

    /// Makes the stage and what draws it.
    private func begin(on display: any Display) throws(Failure) -> FrameLoop {
        let panel = panel(of: display)
        let last = lastVisit()
        let stage = try first.stage(
            on: panel, scale: configuration.scale, stack: last?.stack ?? command.stack, measured: record?.gestures,
            at: MonotonicClock.now())
        stage.slowMotion = command.slowMotion
        let frameLoop: FrameLoop
        do throws(SystemError) {
            frameLoop = try FrameLoop(stage: stage, display: display, loop: loop, log: log) { [unowned self] in
                input?.read()
                window?.read()
            }
        } catch { throw Failure(error) }
        if command.showsHUD {
            frameLoop.hud = HUD(
                on: stage, refresh: display.refreshInterval,
                whereabouts: ([display.name] + devices.map(\.device.name)).joined(separator: "    "))
        }
        (self.stage, self.frameLoop) = (stage, frameLoop)
        stage.onWarning = { [log] in log.warning("\($0)") }
        frameLoop.add(self)
        place(on: panel)
        guard calibrating == nil else { return frameLoop }
        do throws(SystemError) {
            let idle = try IdleSession(
                first, on: stage, frameLoop, display, configuration, last: last?.touched, loop: loop, log: log)
            self.idle = idle
            frameLoop.add(admitting: idle)
            visit?.now = { [unowned idle, unowned stage] in
                VisitState(stack: idle.isAttracting ? [] : stage.stackNames, touched: idle.lastTouch)
            }
        } catch { throw Failure(error) }
        return frameLoop
    }

    /// Where the last run was when it crashed; nil when it did not, or that is nowhere to go back to.
    private func lastVisit() -> VisitState? {
        guard calibrating == nil, let folder = StateFolder.volatile(command.state) else { return nil }
        let visit = VisitKeeper(folder: folder, screen: number, loop: loop, log: log)
        self.visit = visit
        return visit.restore(at: MonotonicClock.now(), homeAfter: first.idle.homeAfter) { first.has($0) }
    }

    /// Other pages and settings come as soon as nobody holds one of those that are there; at `patience` they come anyway.
    func show(_ next: FirstScreens, within patience: Instant.Span) {
        guard let stage, let frameLoop, let idle else { return }
        let (configuration, log) = (configuration, log)
        let change = { [unowned self, unowned idle] in
            frameLoop.whenStill(nil)
            patienceTimer.setDeadline(nil)
            first = next
            do throws(Failure) {
                try idle.change(to: next, scale: configuration.scale, record: record)
            } catch { log.error("\(error)") }
        }
        if !stage.isBusy { return change() }
        frameLoop.whenStill(change)
        onPatienceEnd = change
        patienceTimer.setDeadline(MonotonicClock.now() + patience)
    }

    /// The stage is as large as the display and its panel are by now.
    private func adapt() {
        guard let stage, let display else { return }
        let panel = panel(of: display)
        if panel != stage.panel {
            let (pixels, size) = (panel.pixels, panel.millimetres)
            log.notice("from now on the picture is \(pixels.width)x\(pixels.height), \(size.width) × \(size.height) mm")
            frameLoop?.resize(to: panel)
        }
        place(on: panel)
    }

    private func place(on panel: Panel) {
        for (device, _) in devices { input?.setPicture(panel.millimetres, touchRotation, under: device.id) }
        if let window { (window.panelSize, window.touchRotation) = (panel.millimetres, rotation) }
    }

    // MARK: Panels come and go

    /// What is known of it to find its panel.
    var traits: PanelPairing.Screen {
        .init(output: configuration.output ?? output, millimetres: glassOfDisplay, panel: configuration.panel)
    }

    /// Whether a notice asks to be touched, so that its panel is known.
    var isAsking = false { didSet { showNotice() } }

    private func showNotice() {
        if isAsking, display != nil, let stage {
            if frameLoop?.notice == nil { frameLoop?.notice = TouchThisScreen(on: stage) }
        } else {
            frameLoop?.notice = nil
        }
    }

    /// The touch panel `device` lies on this screen's glass.
    func add(_ device: TouchDevice) throws(Failure) {
        var record: PanelRecord?
        if let plan = calibrating {
            if stage == nil {
                let prepared = try prepared(plan, device)
                first = FirstScreens(prepared, theme: first.theme, on: configuration)
                calibrating = prepared
            }
            record = calibrating?.kept
            input?.setCalibration(.identity, for: device.id)
        } else {
            record = adopt(device)
        }
        devices.append((device, record))
        glass = (record ?? PanelRecord()).glass(reported: device.millimetres) ?? glass
        guard let stage else { return }
        if calibrating == nil, let record { stage.gestures = first.gestures(record.gestures) }
        adapt()
        // Where there is no display yet, this is done when there is one.
        if display == nil { input?.setPicture(stage.panel.millimetres, touchRotation, under: device.id) }
    }

    /// It lies elsewhere: what its fingers hold here is cancelled.
    func release(_ device: TouchDevice) {
        remove(device)
        guard gate.isOpen else { return }
        if let end = gate.close(at: MonotonicClock.now()) { frameLoop?.handle(end) }
        gate.open()
    }

    /// It has been unplugged.
    func remove(_ device: TouchDevice) { devices.removeAll { $0.device.id == device.id } }

    /// Whether the panel `id` lies on this screen's glass.
    func has(_ id: TouchDevice.ID) -> Bool { devices.contains { $0.device.id == id } }

    /// Touches came from one of its panels, or from the window.
    func handle(_ frame: TouchFrame) { if let frame = gate.pass(frame) { frameLoop?.handle(frame) } }

    /// Buttons changed that are for this screen.
    func handle(_ frame: PressFrame) { if let frame = buttonGate.pass(frame) { frameLoop?.handle(frame) } }

    /// What was measured of its panel; nil when nothing was.
    var record: PanelRecord? { devices.lazy.compactMap(\.record).first }

    /// What is kept of `device`, whose axes lie from now on as was measured; nil, with a warning, when its file is wrong.
    private func adopt(_ device: TouchDevice) -> PanelRecord? {
        log.notice("touch panel: \(device.name) \(device.devnode)")
        do throws(Failure) {
            guard let record = try panels.read(device.vendorProduct) else { return nil }
            log.notice("\(device.name) is calibrated: \(record.summary)")
            if let position = record.position { input?.setCalibration(position.matrix, for: device.id) }
            return record
        } catch {
            log.warning(
                "\(error)\nthe panel is used as if it were not calibrated; \"bezel calibrate\" measures it anew")
            return nil
        }
    }

    // MARK: Frames

    package func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {
        if let limit = command.frameLimit, number >= limit { loop.stop() }
    }

    package func presented(at instant: Instant) {
        guard !isSeen, let display else { return }
        isSeen = true
        log.notice(
            hasBeenSeen ? "the picture is on \(display.name)" : "ready: the first frame is on the screen")
        hasBeenSeen = true
        onShown?()
    }

    package func refused(_ error: DisplayError) { onFailure?(Failure(error)) }

    /// How far the picture is turned on `display`: as the machine's file says, else as its panel is mounted.
    private func turn(of display: any Display) -> PictureRotation {
        if let rotation = configuration.rotation { return rotation }
        guard let rotation = display.panelRotation, rotation != .none else {
            return .none
        }
        log.notice(
            "\(display.connector ?? display.name) is mounted turned, says the kernel: the picture is turned by \(rotation.rawValue)°; \"rotation\" in bezel.toml can say otherwise"
        )
        return rotation
    }

    /// The picture on `display`: as large as was said, else as its touch panel is, else as the display says.
    private func panel(of display: any Display) -> Panel {
        let known = command.size.map { rotation.turned($0) } ?? glass.map { touchRotation.turned($0) }
        if let size = known ?? display.millimetres { return Panel(pixels: display.size, millimetres: size) }
        // Nothing new is known of the picture that is there already.
        if let before = stage?.panel, before.pixels == display.size { return before }
        log.warning(
            "neither panel nor display says how large it is; taken as 96 dpi, give it with --size, such as 527x296")
        return Panel(pixels: display.size)
    }

    /// The window has another size: every screen is built anew in it.
    private func resized() {
        guard let frameLoop, let stage, let display, let window else { return }
        let before = stage.panel
        let pixels = display.size
        // Where the size was given, or nobody knows it, a pixel stays as large as it was.
        let sameDensity = Size(
            Double(pixels.width) / before.density(.horizontal), Double(pixels.height) / before.density(.vertical))
        let known = command.size == nil ? display.millimetres : nil
        let panel = Panel(pixels: pixels, millimetres: known ?? sameDensity)
        log.info("the window has another size: \(pixels.width)x\(pixels.height)")
        window.panelSize = panel.millimetres
        frameLoop.resize(to: panel, dropsFrame: true)
    }
}
