// What was touched and decided last, and a report of it after a crash.

import Geometry
import Glibc
import Linux
import Logging
import Stage

/// Keeps the newest touches and decisions where a crash leaves them, and makes a report of what the last run left.
final class FlightRecorder {
    /// A minute of ten fingers on a panel that scans a hundred times a second is less.
    static let capacity = 4 << 20

    /// So long after there was no room for the ring it is tried again.
    static let patience = Instant.Span.seconds(60)

    /// Nil while there cannot be one.
    private var ring: FlightRing?
    private var nextTry = Instant.zero
    private let (flight, crash): (String, String)
    private let log: Logger

    /// Keeps what comes in `folder`; what is there of a run that crashed becomes a report in `reports`. Where nothing can be
    /// kept, it says so, and tries it again now and then.
    init(folder: String, reports: BoundedFolder, log: Logger) {
        (flight, crash, self.log) = ("\(folder)/flight", "\(folder)/crash", log)
        if let events = FlightRing.text(path: flight) {
            let text = FlightRecorder.report(backtrace: CrashCatcher.text(path: crash), events: events)
            do throws(SystemError) {
                let path = try reports.add(text, at: WallTimer.now(), ending: ".crash")
                log.warning("the last run crashed; what is known of it is in \(path)")
            } catch { log.error("there is no report of the last run's crash: \(error)") }
        }
        unlink(crash)
        do throws(SystemError) { ring = try newRing() } catch { log.error("a crash will leave no report: \(error)") }
        if !CrashCatcher.start(writingTo: crash, head: "bezel \(BezelVersion.text)\n") {
            log.error("\(crash): the path is too long for a backtrace")
        }
    }

    private func newRing() throws(SystemError) -> FlightRing {
        let ring = try FlightRing(path: flight, capacity: FlightRecorder.capacity)
        ring.write("{\"bezel\":\"\(BezelVersion.text)\",\"process\":\(getpid())}")
        return ring
    }

    /// The ring; a disk that was full may have room by `now`.
    private func ring(at now: Instant) -> FlightRing? {
        if let ring { return ring }
        guard now >= nextTry else { return nil }
        // The first time is the first touch, not the start: then it has just been tried.
        let isFirst = nextTry == .zero
        nextTry = now + FlightRecorder.patience
        if isFirst { return nil }
        ring = try? newRing()
        if ring != nil { log.notice("\(flight): from now on a crash will leave a report") }
        return ring
    }

    static func report(backtrace: String?, events: String) -> String {
        let trace = backtrace ?? "none: it was killed, by SIGKILL, by a lack of memory, or with the machine's power\n"
        return
            "Backtrace\n\n\(trace)\nTouches (mm) and decisions, t in seconds since the boot, the newest last\n\n\(events)"
    }

    /// A stage is about to take `frame`.
    func note(_ frame: TouchFrame) {
        guard let ring = ring(at: frame.time) else { return }
        let time = Double(frame.time.nanoseconds) / 1e9
        for change in frame.changes {
            ring.write(
                "{\"t\":\(time),\"touch\":\(change.contact),\"phase\":\"\(change.phase.rawValue)\","
                    + "\"x\":\(micrometres(change.position.x)),\"y\":\(micrometres(change.position.y))}")
        }
    }

    private func micrometres(_ length: Double) -> Double { (length * 1000).rounded() / 1000 }

    /// Something was decided.
    func note(_ record: TraceRecord) { ring(at: record.time)?.write(record.json(since: .zero)) }

    /// The run ends as it should: there is nothing to report.
    func close() { for path in [flight, crash] { unlink(path) } }
}
