// Where log lines go: standard error, written by a thread of its own.

package import Geometry
import Linux
import Logging
import Synchronization

/// Standard error, as loggers write to it.
package struct LogOutput: TextOutputStream, Sendable {
    /// How long a command waits at its end when nothing reads its standard error.
    static let patience = Instant.Span.seconds(1)

    private static let lines = LineWriter(descriptor: 2, isForCrashes: true) { count in
        let text = "\(count) log lines were dropped: nothing read standard error"
        return JournalLog.isWanted ? JournalLog.marked(text, JournalLog.priority(.warning)) : text
    }

    /// Queues `text`, which ends in a line feed, and does not wait.
    package func write(_ text: String) { Self.lines.write(text) }

    /// Whether the last wait for the lines timed out.
    private static let isStuck = Atomic(false)

    /// Waits until all lines are written, at most until `end`.
    package static func flush(by end: Instant) {
        isStuck.store(!lines.flush(within: end - MonotonicClock.now()), ordering: .relaxed)
    }

    /// Waits until all lines are written, at most for `patience`. Does not wait if the last wait timed out.
    package static func flush() {
        flush(by: MonotonicClock.now() + (isStuck.load(ordering: .relaxed) ? .zero : patience))
    }
}
