// The log lines that pages, pictures and data files cause: a limited number for each file and minute.

import Geometry
import Linux
import Logging

/// Writes lines about what others have written to the log. A file that changes all the time could otherwise fill the journal: of more
/// than a few lines about a file within a minute, only the number is logged, at the end of the minute.
final class ContentLog {
    private let log: Logger
    /// Retained, because the timer is released through it.
    private let loop: EventLoop
    private var limit = LineLimit()
    private var timer: Timer?

    /// Writes to `log`. The minutes end in `loop`.
    init(_ log: Logger, loop: EventLoop) {
        (self.log, self.loop) = (log, loop)
        timer = loop.timer { [unowned self] in
            for line in limit.end() { self.log.warning("\(line)") }
        }
    }

    deinit { timer?.cancel() }

    /// Those of `lines`, each of which begins with the path of a file and a colon, that may be logged now.
    func admitted(_ lines: [String]) -> [String] {
        let admitted = lines.filter { limit.admits($0, at: MonotonicClock.now()) }
        timer?.setDeadline(limit.deadline)
        return admitted
    }

    /// Logs the warning `line`, if it may be logged now.
    func warn(_ line: String) { for line in admitted([line]) { log.warning("\(line)") } }
}

/// Counts lines by what they are about.
struct LineLimit {
    /// The most lines about a file within a minute.
    static let mostLines = 10
    /// The most files about which there are lines within a minute. Those of all others are only counted.
    static let mostFiles = 20
    private static let minute = Instant.Span.seconds(60)

    /// When the minute ends that began with the first line; nil while there is none.
    private(set) var deadline: Instant?
    /// The number of lines about each file.
    private var counts: [String: Int] = [:]
    /// The number of lines about other files.
    private var others = 0

    /// Counts `line`, and returns whether it is to be logged. The path of its file is what stands before the first colon.
    mutating func admits(_ line: String, at now: Instant) -> Bool {
        deadline = deadline ?? now + Self.minute
        let file = String(line.prefix { $0 != ":" })
        guard counts[file] != nil || counts.count < Self.mostFiles else {
            others += 1
            return false
        }
        counts[file, default: 0] += 1
        return counts[file, default: 0] <= Self.mostLines
    }

    /// Ends the minute, and returns lines about what was not logged in it.
    mutating func end() -> [String] {
        defer { self = LineLimit() }
        let files = counts.filter { $0.value > Self.mostLines }.sorted { $0.key < $1.key }
        let lines = files.map { "\($0.key): … and \($0.value - Self.mostLines) more like this within a minute" }
        return others == 0 ? lines : lines + ["… and \(others) more lines about other files within a minute"]
    }
}
