// The folder with a file for each day on which the kiosk was visited.

import Geometry
import Glibc
import Linux
import Logging
import Machine
import Settings

/// Adds what followers count to the file of the day, once a minute while there is something new. Another thread reads and writes the
/// file. A crash loses at most the last minute and the visit that was under way.
@MainActor
final class StatisticsFolder {
    /// How long counts wait to be written together. A longer time would lose more at a crash; a shorter one would write more often.
    static let delay = Instant.Span.seconds(60)

    /// Counts by the number of their screen. Each has a bound.
    typealias Counts = [Int: VisitCounts]

    private let log: Logger
    private let writer: StatisticsWriter
    private let timer: Timer
    private var followers: [(number: Int, follower: VisitFollower)] = []
    /// What the thread has not been given yet.
    private var waiting: Counts = [:]
    /// The thread; nil until there is something to write.
    private var thread: WorkerPool<Counts>?
    /// How many counts the thread has not written yet.
    private let underWay = Monitor(0)

    /// Keeps statistics in the folder that `table` names. `today` tells the day.
    init(
        _ table: StatisticsTable, loop: EventLoop, log: Logger,
        today: @escaping @Sendable () -> String = { LocalTime.today }
    ) {
        self.log = log
        writer = StatisticsWriter(table, log: log, today: today)
        var write: () -> Void = {}
        timer = loop.timer { write() }
        write = { [unowned self] in self.write() }
    }

    /// Adds what `follower` counts on screen `number`.
    func add(_ follower: VisitFollower, ofScreen number: Int) { followers.append((number, follower)) }

    /// There is something new at `instant`.
    func changed(at instant: Instant) { if timer.deadline == nil { timer.setDeadline(instant + Self.delay) } }

    /// Ends the visits, and writes everything, at most within `span`.
    func close(within span: Instant.Span) {
        for (_, follower) in followers { follower.end() }
        write()
        let isDone = underWay.wait(within: span) { $0 == 0 ? true : nil } ?? false
        if !isDone || !waiting.isEmpty {
            log.error("the disk does not respond: the last visits are not counted in a file")
        }
    }

    private func write() {
        timer.setDeadline(nil)
        for (number, follower) in followers {
            let counts = follower.take()
            if !counts.isEmpty { waiting[number, default: VisitCounts()].add(counts) }
        }
        if waiting.isEmpty { return }
        do throws(SystemError) {
            let pool = if let thread { thread } else { try startThread() }
            thread = pool
            underWay.with { $0 += 1 }
            // Where the disk is slow the counts go on waiting, for the next ones.
            if pool.start(waiting) { waiting = [:] } else { underWay.with { $0 -= 1 } }
        } catch { log.error("visits are not counted in files: \(error)") }
    }

    private func startThread() throws(SystemError) -> WorkerPool<Counts> {
        try WorkerPool(threads: 1) { [writer, underWay] counts in
            writer.add(counts)
            underWay.with { $0 -= 1 }
        }
    }
}
