// Runs the attendant in real time, with the schedule and the light of the screen.

import Frames
import Geometry
import Linux
import Logging
import Machine
import Pages
import Stage

/// Advances an attendant in time, and carries out its wishes for the display and the frame loop.
final class IdleSession: InputFilter {
    private let attendant: Attendant
    private let frameLoop: FrameLoop
    /// The display whose light is switched; nil while it is unplugged.
    var display: (any Display)?
    private let light: Configuration.Light
    private let log: Logger
    private let timer: Timer
    private var wall: WallTimer?
    private var schedule: Schedule?
    /// Watches for changes of the machine's time zone.
    private var zone: FolderWatch?
    private let loop: EventLoop
    private let night: NightWatch

    /// Looks after `stage`, which `frameLoop` draws on `display`, and lets night fall on it through `change`. `last` is the last touch of a visit that a crash has
    /// interrupted; nil for none. Throws when the kernel has no more timers.
    init(
        _ screens: StartScreens, on stage: Stage, _ frameLoop: FrameLoop, _ display: any Display, _ change: PageChange,
        _ configuration: Configuration, last: Instant?, loop: EventLoop, log: Logger
    ) throws(SystemError) {
        (self.frameLoop, self.display, self.log, light) = (frameLoop, display, log, configuration.light)
        self.loop = loop
        night = try NightWatch(on: stage, change, configuration.lightTable, loop: loop, log: log)
        attendant = Attendant(stage, screens, at: MonotonicClock.now(), last: last)
        var due: () -> Void = {}
        timer = loop.timer { due() }
        due = { [unowned self] in
            attendant.advance(to: MonotonicClock.now())
            setTimer()
        }
        wall = try WallTimer(loop: loop) { [unowned self] in lookAtClock() }
        attendant.say = { log.notice("\($0)") }
        attendant.onChange = { [unowned self] in
            frameLoop.update()
            setTimer()
        }
        attendant.onPlay = { [unowned self] in setTimer() }
        attendant.onLight = { [unowned self] in setLight($0) }
        follow(screens)
    }

    /// The last touch of a visit that is not wiped; nil when there is none.
    var lastTouch: Instant? { attendant.lastTouch }

    /// Whether the attract page is shown.
    var isAttracting: Bool { if case .attracting = attendant.state { true } else { false } }

    package func pass(_ touches: TouchFrame) -> TouchFrame? {
        defer { setTimer() }
        return attendant.admit(touches)
    }

    package func pass(_ presses: PressFrame) -> PressFrame? {
        defer { setTimer() }
        return attendant.admit(presses)
    }

    /// Whether the stage looks the same with the pages of `screens`.
    func looksSame(with screens: StartScreens, record: PanelRecord?) -> Bool {
        attendant.looksSame(with: screens, record: record)
    }

    /// Applies other pages and their rules.
    func change(to screens: StartScreens, scale: Double, record: PanelRecord?) throws(Failure) {
        try attendant.change(to: screens, scale: scale, record: record, at: MonotonicClock.now())
        follow(screens)
    }

    /// A client opens a page, over what is shown afterwards.
    func opened() {
        attendant.opened(at: MonotonicClock.now())
        setTimer()
    }

    /// Lights or darkens the screen, at the request of a client that is allowed to do so. A touch lights a dark screen again.
    func setLight(to isOn: Bool) { attendant.setLight(isOn, at: MonotonicClock.now()) }

    private func follow(_ screens: StartScreens) {
        schedule = screens.idle.schedule.map { Schedule(hours: $0) }
        if schedule == nil {
            zone = nil
        } else if zone == nil {
            // Without this watch, a new time zone counts only from the next change of the schedule on.
            zone = try? FolderWatch(folders: [], files: ["/etc/localtime"], loop: loop) { [unowned self] in
                lookAtClock()
            }
        }
        lookAtClock()
        setTimer()
        night.follow(screens)
    }

    /// Sets the timer to the next deadline, unless it is set to an earlier one. The timer then fires at the earlier deadline
    /// and is set again. So a touch, which only makes the deadline later, does not set the timer.
    private func setTimer() {
        guard let next = attendant.nextDeadline else { return timer.setDeadline(nil) }
        if let set = timer.deadline, set <= next { return }
        timer.setDeadline(next)
    }

    // MARK: The schedule

    private func lookAtClock() {
        guard let schedule else {
            attendant.setOpen(true, at: MonotonicClock.now())
            return
        }
        let now = WallTimer.now()
        attendant.setOpen(schedule.isOpen(at: now), at: MonotonicClock.now())
        setTimer()
        do throws(SystemError) {
            try wall?.setDeadline(schedule.change(after: now))
        } catch { log.error("the schedule stays as it is: \(error)") }
    }

    // MARK: The light

    /// Switches the light. The picture is already black when the light goes off, and stays black if the light cannot go off.
    /// When the light comes on, all of the picture is drawn again, and touches count from the moment at which it is shown.
    private func setLight(_ isOn: Bool) {
        if isOn { setPower(true) }
        frameLoop.isDark = false
        frameLoop.repaint { [unowned self] instant in
            if isOn {
                attendant.shown(at: instant)
            } else if case .dark = attendant.state {
                frameLoop.isDark = true
                setPower(false)
            }
        }
    }

    private func setPower(_ isOn: Bool) {
        guard let display else { return }
        defer { log.notice("the light is \(isOn ? "on" : "off")") }
        do {
            switch light {
            case .auto:
                if try !display.setPower(isOn) { try Backlight()?.setPower(isOn) }
            case .power:
                if try !display.setPower(isOn) { log.warning("\(display.name) cannot turn its light off; it is black") }
            case .backlight:
                guard let lamps = Backlight() else {
                    return log.warning("this user may not switch any backlight; showing black instead")
                }
                try lamps.setPower(isOn)
            case .black:
                break
            }
        } catch { log.error("the light: \(error)") }
    }
}
