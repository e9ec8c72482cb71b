// Log lines as the journal wants them: their priority in front of each, and nothing that it knows itself.

import Glibc
import Logging

/// Writes each line as `<4>text` (sd-daemon(3)) to standard error.
struct JournalLog: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { say(JournalLog.marked("\(event.message)", JournalLog.priority(event.level))) }

    /// `text` with `<priority>` before each of its lines.
    static func marked(_ text: String, _ priority: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "<\(priority)>\($0)" }
            .joined(separator: "\n")
    }

    /// `text` as an error, where the journal is listening; else as it is.
    static func asError(_ text: String) -> String { isWanted ? marked(text, priority(.error)) : text }

    /// syslog(3)'s number.
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

    /// Whether standard error goes to the journal: its device and inode are what JOURNAL_STREAM says.
    static let isWanted: Bool = {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()
}

extension Logger {
    /// What a command logs to: the journal, or lines with the time on standard error.
    static func ofCommand() -> Logger {
        JournalLog.isWanted ? Logger(label: "bezel") { _ in JournalLog() } : Logger(label: "bezel")
    }
}
