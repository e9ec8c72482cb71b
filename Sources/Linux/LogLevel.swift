// The severity of a log line from a library or from this module.

/// The severity of a log line. This module prints nothing itself: callers pass it a log closure.
package enum LogLevel: String, Sendable, Comparable {
    /// From least to most severe.
    case debug, info, warning, error

    /// Whether `a` is less severe than `b`.
    package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

/// Receives log lines: a severity, and a line without its newline.
package typealias LogClosure = (LogLevel, String) -> Void
