// Lets night fall on a screen, by the machine's clock or by the light in the room.

import Geometry
import Linux
import Logging
import Machine
import Pages
import Stage

/// Tells a stage when it is night and when it is day. The change goes through the stage's arrivals, so that recordings have it and
/// replays repeat it. While somebody touches the screen, it waits.
@MainActor
final class NightWatch {
    private let stage: Stage
    private let change: PageChange
    private let log: Logger
    private let loop: EventLoop
    private var timer: WallTimer?
    /// Watches for changes of the machine's time zone.
    private var zone: FolderWatch?
    private var nightfall: Nightfall?
    private let table: LightTable?
    private let period: Instant.Span
    /// The light in the room, while the pages have a night and the machine a sensor.
    private var light: LightWatch?

    /// How long night waits for a finger that holds something.
    private static let patience = Instant.Span.seconds(60)

    /// Watches for `stage`, whose theme `change` changes when the stage is still, with the sensor of `table`, if there is one, which it reads
    /// `every` so often. Throws when the kernel has no more timers.
    init(
        on stage: Stage, _ change: PageChange, _ table: LightTable? = nil,
        every period: Instant.Span = LightWatch.period,
        loop: EventLoop, log: Logger
    ) throws(SystemError) {
        (self.stage, self.change, self.table, self.period, self.loop, self.log) = (
            stage, change, table, period, loop, log
        )
        timer = try WallTimer(loop: loop) { [unowned self] in look() }
    }

    /// Whether it is night now in `screens`.
    static func isNight(in screens: StartScreens) -> Bool {
        screens.theme.night.map { Nightfall($0.time).isNight(at: WallTimer.now()) } ?? false
    }

    /// Watches the nights of `screens`, which the stage shows.
    func follow(_ screens: StartScreens) {
        nightfall = screens.theme.night.map { Nightfall($0.time) }
        if nightfall == nil {
            zone = nil
        } else if zone == nil {
            // Without this watch, a new time zone counts only from the next change on.
            zone = try? FolderWatch(folders: [], files: ["/etc/localtime"], loop: loop) { [unowned self] in look() }
        }
        if nightfall == nil {
            light = nil
        } else if light == nil {
            light = table.map { LightWatch($0, every: period, loop: loop, log: log) { [unowned self] in look() } }
        }
        look()
    }

    /// Whether it is night at `seconds`: by the light, or else by the clock or the sun.
    private func isNight(at seconds: Int) -> Bool { light?.isNight ?? (nightfall?.isNight(at: seconds) == true) }

    private func look() {
        let now = WallTimer.now()
        let isNight = isNight(at: now)
        do throws(SystemError) { try timer?.setDeadline(nightfall?.change(after: now)) } catch {
            log.error("the theme stays as it is: \(error)")
        }
        guard isNight != stage.isNight else { return }
        change.make(.theme, within: Self.patience) { [unowned self] in turn() }
    }

    /// Lets it be night or day, whichever it is by now.
    private func turn() {
        let isNight = isNight(at: WallTimer.now())
        guard isNight != stage.isNight else { return }
        log.notice("it is \(isNight ? "night" : "day"): the theme changes")
        stage.arrivals.post(Arrival(night: isNight))
    }
}
