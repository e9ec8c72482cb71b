// How much a line of a library's or of this room's log matters.

/// The weight of a log line. This room prints nothing itself: whoever opens something hands it a closure.
package enum LogLevel: String, Sendable, Comparable {
    /// From what only a developer wants to what should never happen.
    case debug, info, warning, error

    /// Whether `a` matters less than `b`.
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

/// Where log lines go: a weight and a line without its newline.
package typealias LogClosure = (LogLevel, String) -> Void
