// Keeps the last touches and decisions, and reports them after a crash.

import Geometry
import Glibc
import Linux
import Logging
import Machine
import Stage

/// Keeps the newest touches and decisions in a file that survives a crash, and turns the file of a crashed run into a report.
final class FlightRecorder {
    /// The size of the ring in bytes. A minute of ten fingers on a panel with 100 scans per second takes less.
    static let capacity = 4 << 20

    /// How long to wait before the ring is tried again, after there was no room for it.
    static let patience = Instant.Span.seconds(60)

    /// The ring; nil while it could not be created.
    private var ring: FlightRing?
    private var nextTry = Instant.zero
    private let (flight, crash): (String, String)
    private let log: Logger

    /// Keeps events in `folder`. Events of a run that crashed, if there are any, become a report in `reports`. If nothing can
    /// be kept, the recorder logs an error and tries again from time to time.
    init(folder: String, reports: BoundedFolder, log: Logger) {
        (flight, crash, self.log) = ("\(folder)/flight", "\(folder)/crash", log)
        if let events = FlightRing.text(path: flight) {
            let text = FlightRecorder.report(backtrace: CrashCatcher.text(path: crash), events: events)
            do throws(SystemError) {
                let path = try reports.add(text, at: WallTimer.now(), ending: ".crash")
                log.warning("the last run crashed; the report is in \(path)")
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
        var line = JSONObject()
        line.add("bezel", BezelVersion.text)
        line.add("process", Int(getpid()))
        ring.write(line.text)
        return ring
    }

    /// The ring. If there is none, tries to create it: a disk that was full may have room by `now`.
    private func ring(at now: Instant) -> FlightRing? {
        if let ring { return ring }
        guard now >= nextTry else { return nil }
        // The first call comes with the first touch, not at the start. It counts as a try, because the start has tried already.
        let isFirst = nextTry == .zero
        nextTry = now + FlightRecorder.patience
        if isFirst { return nil }
        ring = try? newRing()
        if ring != nil { log.notice("\(flight): from now on a crash will leave a report") }
        return ring
    }

    static func report(backtrace: String?, events: String) -> String {
        let trace = backtrace ?? "none: the kiosk was killed by SIGKILL, by a lack of memory, or by a power cut\n"
        return
            "Backtrace\n\n\(trace)\nTouches (mm) and decisions, t in seconds since the boot, the newest last\n\n\(events)"
    }

    /// Records touches that a stage is about to handle.
    func record(_ frame: TouchFrame) {
        guard let ring = ring(at: frame.time) else { return }
        for change in frame.changes {
            var line = Self.line(at: frame.time)
            line.add("touch", change.contact)
            line.add("phase", change.phase.rawValue)
            line.add("x", exactly: micrometres(change.position.x))
            line.add("y", exactly: micrometres(change.position.y))
            ring.write(line.text)
        }
    }

    /// Records presses that a stage is about to handle.
    func record(_ frame: PressFrame) {
        guard let ring = ring(at: frame.time) else { return }
        for change in frame.changes {
            var line = Self.line(at: frame.time)
            line.add("press", change.button)
            line.add("button", change.kind.name)
            line.add("phase", change.phase.rawValue)
            ring.write(line.text)
        }
    }

    private static func line(at time: Instant) -> JSONObject {
        var line = JSONObject()
        line.add("t", exactly: Double(time.nanoseconds) / 1e9)
        return line
    }

    private func micrometres(_ length: Double) -> Double { (length * 1000).rounded() / 1000 }

    /// Records a decision.
    func record(_ record: TraceRecord) { ring(at: record.time)?.write(record.json(since: .zero)) }

    /// Removes the files: the run ends as it should, so there is nothing to report.
    func close() { for path in [flight, crash] { unlink(path) } }
}
