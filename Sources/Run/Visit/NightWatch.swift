// Lets night fall on a screen, by the machine's clock.

import Geometry
import Linux
import Logging
import Machine
import Pages
import Stage

/// Tells a stage when it is night and when it is day. The change goes through the stage's arrivals, so that recordings have it and
/// replays repeat it. While somebody touches the screen, it waits.
final class NightWatch {
    private let stage: Stage
    private let change: PageChange
    private let log: Logger
    private let loop: EventLoop
    private var timer: WallTimer?
    /// Watches for changes of the machine's time zone.
    private var zone: FolderWatch?
    private var nightfall: Nightfall?

    /// How long night waits for a finger that holds something.
    private static let patience = Instant.Span.seconds(60)

    /// Watches for `stage`, whose theme `change` changes when the stage is still. Throws when the kernel has no more timers.
    init(on stage: Stage, _ change: PageChange, loop: EventLoop, log: Logger) throws(SystemError) {
        (self.stage, self.change, self.loop, self.log) = (stage, change, loop, log)
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
        look()
    }

    private func look() {
        let now = WallTimer.now()
        let isNight = nightfall?.isNight(at: now) == true
        do throws(SystemError) { try timer?.setDeadline(nightfall?.change(after: now)) } catch {
            log.error("the theme stays as it is: \(error)")
        }
        guard isNight != stage.isNight else { return }
        change.make(.theme, within: Self.patience) { [unowned self] in turn() }
    }

    /// Lets it be night or day, whichever it is by now.
    private func turn() {
        let isNight = nightfall?.isNight(at: WallTimer.now()) == true
        guard isNight != stage.isNight else { return }
        log.notice("it is \(isNight ? "night" : "day"): the theme changes")
        stage.arrivals.post(Arrival(night: isNight))
    }
}
