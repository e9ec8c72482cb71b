// Keeps the last lines of the log, for a technician at the panel.

import Linux
import Logging
import Synchronization

/// The last messages of a logger.
final class LogLines: Sendable {
    /// A line of the log.
    private struct Line {
        /// Seconds since 1970.
        let time: Int
        /// The level and the message.
        let text: String

        /// The line after the local time of day.
        var timed: String {
            let time = LocalTime(at: time)
            let parts = [time.minute / 60, time.minute % 60, time.second]
            return "\(parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")) \(text)"
        }
    }

    /// The most lines that are kept.
    static let most = 200
    private let lines = Mutex<[Line]>([])

    /// The lines, oldest first.
    var all: [String] { lines.withLock { $0 }.map(\.text) }
    /// The lines, oldest first, each after the local time of day.
    var timed: [String] { lines.withLock { $0 }.map(\.timed) }

    /// A logger like `log` whose messages are also kept here.
    func keeping(_ log: Logger) -> Logger {
        var kept = Logger(label: log.label) { _ in Handler(next: log.handler, lines: self) }
        kept.logLevel = log.logLevel
        return kept
    }

    fileprivate func add(_ text: String) {
        let line = Line(time: WallTimer.now(), text: text)
        lines.withLock {
            if $0.count == Self.most { $0.removeFirst() }
            $0.append(line)
        }
    }

    private struct Handler: LogHandler {
        var next: any LogHandler
        let lines: LogLines

        var metadata: Logger.Metadata {
            get { next.metadata }
            set { next.metadata = newValue }
        }
        var logLevel: Logger.Level {
            get { next.logLevel }
            set { next.logLevel = newValue }
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { next[metadataKey: key] }
            set { next[metadataKey: key] = newValue }
        }

        func log(event: LogEvent) {
            lines.add("\(event.level): \(event.message)")
            next.log(event: event)
        }
    }
}
