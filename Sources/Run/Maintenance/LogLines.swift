// Keeps the last lines of the log, for a technician at the panel.

import Logging
import Synchronization

/// The last messages of a logger.
final class LogLines: Sendable {
    /// The most lines that are kept.
    static let most = 200
    private let lines = Mutex<[String]>([])

    /// The lines, oldest first.
    var all: [String] { lines.withLock { $0 } }

    /// A logger like `log` whose messages are also kept here.
    func keeping(_ log: Logger) -> Logger {
        var kept = Logger(label: log.label) { _ in Handler(next: log.handler, lines: self) }
        kept.logLevel = log.logLevel
        return kept
    }

    fileprivate func add(_ line: String) {
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
