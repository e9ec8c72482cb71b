// One screen of a run: a display, the stage that is on it, the runtime that draws it, and the touch panels on its glass.

import Geometry
import Linux
import Logging
import Stage

/// A display with all that is shown on it and touched there. A run has one for each screen that it drives.
final class RunScreen {
    private let command: RunCommand
    /// What the machine's file says of this screen.
    private let configuration: Configuration
    let panels: PanelStore
    private let loop: EventLoop
    let log: Logger
    /// What it shows at first.
    private(set) var first: FirstScreens
    /// The display, with its picture turned; nil before there is one.
    private(set) var display: (any Display)?
    /// The display if it is a window: it has sizes that change, and the touches.
    private(set) var window: WaylandDisplay?
    /// How far the picture is turned on the display.
    private(set) var rotation = PictureRotation.none
    private(set) var stage: Stage?
    private(set) var runtime: Runtime?
    /// Reads the touch panels; nil where a compositor does, or nobody.
    var input: InputContext?
    /// Called for each decision.
    var onTrace: ((TraceRecord) -> Void)?
    /// What was measured of the panel that gestures go by.
    private(set) var record: PanelRecord?
    private lazy var patienceTimer = loop.timer { [unowned self] in onPatienceEnd?() }
    private var onPatienceEnd: (() -> Void)?
    /// Looks after the stage when nobody touches it; a calibration is left alone.
    private(set) var idle: IdleSession?
    /// Called for each frame of touches before it is handled.
    var onTouches: ((TouchFrame) -> Void)?
    /// Called for each frame drawn, with its number, the instant it is for, and that which the stage has come to.
    var onFrame: ((Int, Instant, Instant) -> Void)?
    /// Called when the picture has another size from now on.
    var onResize: (() -> Void)?
    /// Called when a frame could not be shown.
    var onFailure: ((Failure) -> Void)?

    /// A screen that shows `first` as soon as it has a display.
    init(
        _ first: FirstScreens, _ command: RunCommand, _ configuration: Configuration, loop: EventLoop, log: Logger
    ) {
        (self.first, self.command, self.configuration) = (first, command, configuration)
        (self.loop, self.log) = (loop, log)
        panels = PanelStore(folder: configuration.panels ?? PanelStore.standardFolder)
    }

    /// How far the picture is turned on the panels' own axes.
    var touchRotation: PictureRotation { configuration.inputRotation ?? rotation }

    /// The picture goes to `display` from now on.
    func take(_ display: any Display) {
        rotation = turn(of: display)
        self.display = rotation == .none ? display : TurnedDisplay(display, by: rotation)
        log.notice("display: \(self.display?.name ?? "")")
        window = display as? WaylandDisplay
        window?.onResize = { [unowned self] in resized() }
    }

    /// Makes the stage and what draws it. `devices` lie on the display's glass.
    func begin(_ devices: [TouchDevice]) throws(Failure) {
        guard let display else { fatalError("a screen begins with a display") }
        if let plan = first.calibration {
            first = first.with(try prepared(plan), on: configuration)
        }
        let records = devices.map { first.calibration == nil ? adopt($0) : first.calibration?.kept }
        let glasses = zip(devices, records).map { ($1 ?? PanelRecord()).glass(reported: $0.millimetres) }
        let known =
            command.size.map { rotation.turned($0) }
            ?? glasses.lazy.compactMap { $0 }.first.map { touchRotation.turned($0) }
        let panel = Panel(pixels: display.size, millimetres: millimetres(known, display))
        if let input = input { (input.panelSize, input.rotation) = (panel.millimetres, touchRotation) }
        if let window { (window.panelSize, window.rotation) = (panel.millimetres, rotation) }
        record = records.lazy.compactMap { $0 }.first
        let stage = try first.stage(
            on: panel, scale: configuration.scale, stack: command.stack, measured: record?.gestures,
            at: MonotonicClock.now())
        stage.slowMotion = command.slowMotion
        self.stage = stage
        let runtime = Runtime(stage: stage, display: display, loop: loop, log: log)
        if command.showsHUD {
            runtime.hud = HUD(
                on: stage, refresh: display.refreshInterval,
                whereabouts: ([display.name] + devices.map(\.name)).joined(separator: "    "))
        }
        self.runtime = runtime
        connect(stage, runtime)
        guard first.calibration == nil else { return }
        do throws(SystemError) {
            idle = try IdleSession(first, on: stage, runtime, display, configuration, loop: loop, log: log)
        } catch { throw Failure(error) }
    }

    /// Other pages and settings come as soon as nobody holds one of those that are there; at `patience` they come anyway.
    func show(_ next: FirstScreens, within patience: Instant.Span) {
        guard let stage, let runtime, let idle else { return }
        let (configuration, log) = (configuration, log)
        let change = { [unowned self, unowned idle] in
            runtime.onStill = nil
            patienceTimer.setDeadline(nil)
            first = next
            do throws(Failure) {
                try idle.change(to: next, scale: configuration.scale, record: record)
            } catch { log.error("\(error)") }
        }
        if !stage.isBusy { return change() }
        runtime.onStill = change
        onPatienceEnd = change
        patienceTimer.setDeadline(MonotonicClock.now() + patience)
    }

    /// A touch panel was plugged in, on this screen's glass.
    func add(_ device: TouchDevice) {
        guard let stage else { return }
        if stage.calibration != nil {
            input?.setCalibration(.identity, for: device.id)
        } else if let record = adopt(device) {
            self.record = record
            stage.gestures = first.gestures(record.gestures)
            if let size = record.size, command.size == nil { lie(on: touchRotation.turned(size)) }
        }
    }

    /// The picture is `size` (mm) large, as was measured of a panel that is there now.
    private func lie(on size: Size) {
        guard let stage, let runtime else { return }
        let before = stage.panel.millimetres
        guard abs(size.width - before.width) > 0.05 || abs(size.height - before.height) > 0.05 else { return }
        input?.panelSize = size
        stage.change(to: Panel(pixels: stage.panel.pixels, millimetres: size))
        onResize?()
        runtime.redraw()
    }

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

    private func connect(_ stage: Stage, _ runtime: Runtime) {
        stage.onTrace = { [unowned self, unowned runtime] record in
            onTrace?(record)
            runtime.hud?.note(record)
        }
        stage.onWarning = { [log] in log.warning("\($0)") }
        runtime.onTouches = { [unowned self] in onTouches?($0) }
        runtime.onFrame = { [unowned self, unowned stage] in onFrame?($0, $1, stage.now) }
        runtime.onFirstFrame = { [log] in log.notice("ready: the first frame is on the screen") }
        runtime.onFailure = { [unowned self] in
            onFailure?(($0 as? DisplayError).map { Failure($0) } ?? Failure(.failed, "\($0)"))
        }
        window?.onTouches = { [unowned runtime] frame in runtime.handle(frame) }
        runtime.readTouches = { [unowned self] in
            input?.read()
            window?.read()
        }
    }

    /// How far the picture is turned on `display`: as the machine's file says, else as its panel is mounted.
    private func turn(of display: any Display) -> PictureRotation {
        if let rotation = configuration.rotation { return rotation }
        guard let screen = display as? KMSDisplay, let rotation = screen.panelRotation, rotation != .none else {
            return .none
        }
        log.notice(
            "\(screen.output) is mounted turned, says the kernel: the picture is turned by \(rotation.rawValue)°; \"rotation\" in bezel.toml can say otherwise"
        )
        return rotation
    }

    /// The picture's extent: what is `known` of it, or what the display says.
    private func millimetres(_ known: Size?, _ display: any Display) -> Size {
        if let size = known ?? display.millimetres { return size }
        let assumed = Panel(pixels: display.size).millimetres
        log.warning(
            "neither panel nor display says how large it is; taken as 96 dpi, give it with --size, such as 527x296")
        return assumed
    }

    /// The window has another size: every screen is built anew in it.
    private func resized() {
        guard let runtime, let stage, let display, let window else { return }
        let before = stage.panel
        let pixels = display.size
        // Where the size was given, or nobody knows it, a pixel stays as large as it was.
        let sameDensity = Size(
            Double(pixels.width) / before.density(.horizontal), Double(pixels.height) / before.density(.vertical))
        let known = command.size == nil ? display.millimetres : nil
        let panel = Panel(pixels: pixels, millimetres: known ?? sameDensity)
        log.info("the window has another size: \(pixels.width)x\(pixels.height)")
        onResize?()
        window.panelSize = panel.millimetres
        stage.change(to: panel)
        runtime.redraw()
    }
}
