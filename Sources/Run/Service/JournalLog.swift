// Writes log lines for the journal: each with its priority in front, and without what the journal records itself.

import Glibc
package import Logging

/// Writes each line as `<4>text` (sd-daemon(3)) to standard error, and does not wait for the journal.
package struct JournalLog: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        LogOutput().write(JournalLog.marked("\(event.message)", JournalLog.priority(event.level)) + "\n")
    }

    /// `text` with `<priority>` before each of its lines.
    static func marked(_ text: String, _ priority: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "<\(priority)>\($0)" }
            .joined(separator: "\n")
    }

    /// `text` with the priority of an error if standard error goes to the journal; otherwise `text` itself.
    package static func asError(_ text: String) -> String { isWanted ? marked(text, priority(.error)) : text }

    /// The priority of syslog(3) for `level`.
    static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// Whether standard error goes to the journal: JOURNAL_STREAM then holds its device and inode.
    static let isWanted: Bool = {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()
}

extension Logger {
    /// The logger of a command: it writes to the journal, or lines with the time to standard error.
    static func ofCommand() -> Logger {
        JournalLog.isWanted ? Logger(label: "bezel") { _ in JournalLog() } : Logger(label: "bezel")
    }
}
