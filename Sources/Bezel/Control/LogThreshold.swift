// From which level on log lines are written, for all loggers of the process at once.

import Logging
import Synchronization

/// Loggers are values and each has a level of its own; this one counts for all of them, and can change while they are in use.
struct LogThreshold: LogHandler {
    private static let lowest = Atomic<Int>(rank(.info))

    /// The lowest level that is written.
    static var level: Logger.Level {
        get { Logger.Level.allCases[lowest.load(ordering: .relaxed)] }
        set { lowest.store(rank(newValue), ordering: .relaxed) }
    }

    /// All loggers of this process that are made from now on go by it, and write to standard error.
    static func install() { installed }
    private static let installed: Void = LoggingSystem.bootstrap {
        LogThreshold(StreamLogHandler.standardError(label: $0))
    }

    private static func rank(_ level: Logger.Level) -> Int { Logger.Level.allCases.firstIndex(of: level) ?? 0 }

    private var handler: any LogHandler
    /// Nil for what counts for all; a logger that was told to say more says more.
    private var own: Logger.Level?

    /// Lines that are written go to `handler`.
    init(_ handler: any LogHandler) {
        self.handler = handler
        self.handler.logLevel = .trace
    }

    var logLevel: Logger.Level {
        get { min(own ?? Self.level, Self.level) }
        set { own = newValue }
    }
    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { handler.log(event: event) }
}
