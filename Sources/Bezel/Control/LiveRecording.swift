// A recording that somebody takes from a running kiosk while it goes on.

import Geometry
import Linux
import Stage

/// Sends what is touched and decided from the next rest on. It ends when the other end goes, or does not keep up.
final class LiveRecording {
    /// Whether nobody takes it any more.
    var isOver: Bool { connection == nil }

    /// Whether something was sent.
    var hasBegun: Bool { writer != nil }

    private weak var connection: StreamConnection?
    private var writer: RecordingWriter?

    init(_ connection: StreamConnection) { self.connection = connection }

    /// Touches came. If it can begin with them, `beginning` says from what.
    func note(_ frame: TouchFrame, _ beginning: RecordingHeader?) {
        if writer == nil, let beginning {
            writer = try? RecordingWriter(header: beginning) { [weak connection] in connection?.send($0.utf8) }
        }
        try? writer?.write(frame)
    }

    func note(frame number: Int, for presentation: Instant, drawn: Instant) {
        try? writer?.writePresentation(of: number, at: presentation, drawn: drawn)
    }

    func note(_ record: TraceRecord) { try? writer?.writeDecision(at: record.time) { record.json(since: $0) } }

    /// What comes now does not follow from what was sent.
    func close() { connection?.close() }
}
