// The attendant in a run: real time, the schedule, and the light of the glass.

import Geometry
import Linux
import Logging
import Pages
import Stage

/// Gives an attendant its time, and does what it wants of display and runtime.
final class IdleSession {
    private let attendant: Attendant
    private let runtime: Runtime
    /// Where the light is; nil while it is unplugged.
    var display: (any Display)?
    private let light: Configuration.Light
    private let log: Logger
    private let timer: Timer
    private var wall: WallTimer?
    private var schedule: Schedule?
    /// Says when the machine gets another time zone.
    private var zone: FolderWatch?
    private let loop: EventLoop

    /// Looks after `stage`, which `runtime` draws on `display`; where a crash has broken off a visit, that was touched `last`.
    /// Throws when the kernel has no more timers.
    init(
        _ screens: FirstScreens, on stage: Stage, _ runtime: Runtime, _ display: any Display,
        _ configuration: Configuration, last: Instant?, loop: EventLoop, log: Logger
    ) throws(SystemError) {
        (self.runtime, self.display, self.log, light) = (runtime, display, log, configuration.light)
        self.loop = loop
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
            runtime.update()
            setTimer()
        }
        attendant.onLight = { [unowned self] in setLight($0) }
        runtime.admit = { [unowned self] frame in
            let passed = attendant.admit(frame)
            setTimer()
            return passed
        }
        follow(screens)
    }

    /// When somebody touched the panel last, of a visit that is not wiped.
    var lastTouch: Instant? { attendant.lastTouch }

    /// Whether the page that attracts people is shown.
    var isAttracting: Bool { if case .attracting = attendant.state { true } else { false } }

    /// The rules of other pages count from now on.
    func change(to screens: FirstScreens, scale: Double, record: PanelRecord?) throws(Failure) {
        try attendant.change(to: screens, scale: scale, record: record, at: MonotonicClock.now())
        follow(screens)
    }

    /// Somebody who may wants the glass dark or lit. A touch lights it again.
    func setLight(to isOn: Bool) { attendant.setLight(isOn, at: MonotonicClock.now()) }

    private func follow(_ screens: FirstScreens) {
        schedule = screens.idle.schedule.map { Schedule(hours: $0) }
        if schedule == nil {
            zone = nil
        } else if zone == nil {
            // Without it another time zone counts from the next change of the schedule on.
            zone = try? FolderWatch(folders: [], files: ["/etc/localtime"], loop: loop) { [unowned self] in
                lookAtClock()
            }
        }
        lookAtClock()
        setTimer()
    }

    /// A deadline that has moved back is looked at when the old one comes: a timer is not set with each touch.
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

    /// The picture is black already when the light goes off, and stays it where the light cannot; when it comes on again, the
    /// new picture is there, and touches count from the moment at which that is shown.
    private func setLight(_ isOn: Bool) {
        if isOn { setPower(true) }
        runtime.isDark = false
        runtime.repaint { [unowned self] instant in
            if isOn {
                attendant.shown(at: instant)
            } else if case .dark = attendant.state {
                runtime.isDark = true
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
                    return log.warning("there is no backlight that this user may switch; the screen is black")
                }
                try lamps.setPower(isOn)
            case .black:
                break
            }
        } catch { log.error("the light: \(error)") }
    }
}
