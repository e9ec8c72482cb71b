// The last lines of the log, for who stands in front of the panel.

import Logging
import Synchronization

/// What a logger said last.
final class LogLines: Sendable {
    /// How many lines are kept.
    static let most = 200
    private let lines = Mutex<[String]>([])

    /// The lines, oldest first.
    var all: [String] { lines.withLock { $0 } }

    /// A logger like `log`, of which what it says is kept as well.
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
