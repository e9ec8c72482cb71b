// Tells a stage of the wall clock: at the start, when somebody sets it, and when the time zone changes.

import Geometry
import Linux
import Logging
import Stage

/// Brings the wall clock to a stage as something that arrives, so that a replay shows the same times. In between the stage counts by
/// itself: this wakes nobody as time goes on.
@MainActor
final class PageClock {
    private let stage: Stage
    private let loop: EventLoop
    private let log: Logger
    /// The timer that notices when the clock is set; nil while no page shows it.
    private var wall: WallTimer?
    /// Watches for changes of the machine's time zone.
    private var zone: FolderWatch?

    /// How far ahead the changes of a zone's offset are known. They come at most a year apart, or never.
    private static let reach = 400
    /// The most by which the clock may differ from what the stage knows before it counts as set.
    private static let tolerance: Int64 = 20_000_000

    /// Brings the clock to `stage` if it `isWanted`: a page shows it. Throws when the kernel has no more timers.
    init(of stage: Stage, isWanted: Bool, loop: EventLoop, log: Logger) throws(SystemError) {
        (self.stage, self.loop, self.log) = (stage, loop, log)
        if isWanted { try begin() }
    }

    /// Begins or ends, as pages that show the clock come and go.
    func follow(_ isWanted: Bool) {
        if !isWanted { return (wall, zone) = (nil, nil) }
        guard wall == nil else { return }
        do throws(SystemError) { try begin() } catch {
            log.error("pages do not notice when the clock is set: \(error)")
        }
    }

    private func begin() throws(SystemError) {
        wall = try WallTimer(loop: loop) { [unowned self] in look() }
        // Without this watch, a new time zone counts only from the next start on.
        zone = try? FolderWatch(folders: [], files: ["/etc/localtime"], loop: loop) { [unowned self] in look() }
        look()
    }

    /// Tells the stage, if the clock or the zone is another than it knows.
    private func look() {
        let clock = Self.now()
        if let known = stage.values.clock, known.zone == clock.zone,
            abs(known.nanoseconds(at: .zero) - clock.nanoseconds(at: .zero)) <= Self.tolerance
        {
            // It knows that already.
        } else {
            stage.arrivals.post(Arrival(clock))
        }
        // At the next change of the offset those after it come into reach.
        let now = WallTimer.now()
        let next = clock.zone.offsets.map(\.since).first { $0 > now } ?? now + Self.reach / 2 * 86400
        do throws(SystemError) { try wall?.setDeadline(next) } catch {
            log.error("pages do not notice when the clock is set: \(error)")
        }
    }

    /// The wall clock and the time zone of this machine.
    static func now() -> WallClock {
        let (before, wall, after) = (MonotonicClock.now(), WallTimer.nanoseconds(), MonotonicClock.now())
        let instant = Instant(nanoseconds: before.nanoseconds + (after - before).nanoseconds / 2)
        return WallClock(nanoseconds: wall, at: instant, zone: zone(from: Int(wall / 1_000_000_000)))
    }

    /// The offsets of the zone from `seconds` on.
    static func zone(from seconds: Int, offset: (Int) -> Int = { LocalTime(at: $0).offset }) -> WallClock.Zone {
        var offsets = [WallClock.Zone.Offset(since: seconds, seconds: offset(seconds))]
        let week = 7 * 86400
        for start in stride(from: seconds, to: seconds + reach * 86400, by: week) {
            let (now, next) = (offset(start), offset(start + week))
            guard now != next else { continue }
            var (before, after) = (start, start + week)
            while after - before > 1 {
                let middle = before + (after - before) / 2
                if offset(middle) == now { before = middle } else { after = middle }
            }
            offsets.append(.init(since: after, seconds: next))
        }
        return WallClock.Zone(offsets: offsets)
    }
}
