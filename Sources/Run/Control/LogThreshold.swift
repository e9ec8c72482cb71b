// The lowest level of the log lines that are written, for all loggers of the process at once.

package import Logging
import Synchronization

/// Loggers are values, and each has a level of its own. This level applies to all of them, and can change while they are in use.
package struct LogThreshold: LogHandler {
    private static let lowest = Atomic<Int>(rank(.info))

    /// The lowest level that is written.
    package static var level: Logger.Level {
        get { Logger.Level.allCases[lowest.load(ordering: .relaxed)] }
        set { lowest.store(rank(newValue), ordering: .relaxed) }
    }

    /// Makes all loggers that this process creates from now on use this level, and write to standard error on another thread.
    package static func install() { installed }
    private static let installed: Void = LoggingSystem.bootstrap {
        LogThreshold(StreamLogHandler(label: $0, stream: LogOutput()))
    }

    private static func rank(_ level: Logger.Level) -> Int { Logger.Level.allCases.firstIndex(of: level) ?? 0 }

    private var handler: any LogHandler
    /// The level of this logger; nil to use only the shared one. It can make the logger write more than the shared level, never
    /// less.
    private var own: Logger.Level?

    /// Writes lines to `handler`.
    package init(_ handler: any LogHandler) {
        self.handler = handler
        self.handler.logLevel = .trace
    }

    package var logLevel: Logger.Level {
        get { min(own ?? Self.level, Self.level) }
        set { own = newValue }
    }
    package var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    /// Writes each line of the message as a line of its own, with the time and the level before it.
    package func log(event: LogEvent) {
        for line in "\(event.message)".split(separator: "\n", omittingEmptySubsequences: false) {
            var part = event
            part.message = "\(line)"
            handler.log(event: part)
        }
    }
}
