// Where log lines go: standard error, written by a thread of its own.

import Geometry
import Linux
import Logging

/// Standard error, as loggers write to it.
package struct LogOutput: TextOutputStream, Sendable {
    /// For so long the end of a run waits for lines that nobody takes.
    static let patience = Instant.Span.seconds(1)

    private static let lines = LineWriter(descriptor: 2, isForCrashes: true) { count in
        let text = "\(count) log lines were dropped: nobody took them"
        return JournalLog.isWanted ? JournalLog.marked(text, JournalLog.priority(.warning)) : text
    }

    /// Takes `text`, which ends in a line feed, and does not wait.
    package func write(_ text: String) { Self.lines.write(text) }

    /// Waits until all lines are written, for a bounded time.
    package static func flush() { lines.flush(within: patience) }
}
