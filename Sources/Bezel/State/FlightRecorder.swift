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

    private let ring: FlightRing
    private let paths: [String]

    /// Keeps what comes in `folder`; what is there of a run that crashed becomes a report in `reports`.
    init(folder: String, reports: BoundedFolder, log: Logger) throws(SystemError) {
        let (flight, crash) = ("\(folder)/flight", "\(folder)/crash")
        paths = [flight, crash]
        if let events = FlightRing.text(path: flight) {
            let text = FlightRecorder.report(backtrace: CrashCatcher.text(path: crash), events: events)
            do throws(SystemError) {
                let path = try reports.add(text, at: WallTimer.now(), ending: ".crash")
                log.warning("the last run crashed; what is known of it is in \(path)")
            } catch { log.error("there is no report of the last run's crash: \(error)") }
        }
        unlink(crash)
        ring = try FlightRing(path: flight, capacity: FlightRecorder.capacity)
        if !CrashCatcher.start(writingTo: crash, head: "bezel \(BezelVersion.text)\n") {
            log.error("\(crash): the path is too long for a backtrace")
        }
        ring.write("{\"bezel\":\"\(BezelVersion.text)\",\"process\":\(getpid())}")
    }

    static func report(backtrace: String?, events: String) -> String {
        let trace = backtrace ?? "none: it was killed, by SIGKILL, by a lack of memory, or with the machine's power\n"
        return
            "Backtrace\n\n\(trace)\nTouches (mm) and decisions, t in seconds since the boot, the newest last\n\n\(events)"
    }

    /// A stage is about to take `frame`.
    func note(_ frame: TouchFrame) {
        let time = Double(frame.time.nanoseconds) / 1e9
        for change in frame.changes {
            ring.write(
                "{\"t\":\(time),\"touch\":\(change.contact),\"phase\":\"\(change.phase.rawValue)\","
                    + "\"x\":\(micrometres(change.position.x)),\"y\":\(micrometres(change.position.y))}")
        }
    }

    private func micrometres(_ length: Double) -> Double { (length * 1000).rounded() / 1000 }

    /// Something was decided.
    func note(_ record: TraceRecord) { ring.write(record.json(since: .zero)) }

    /// The run ends as it should: there is nothing to report.
    func close() { for path in paths { unlink(path) } }
}
