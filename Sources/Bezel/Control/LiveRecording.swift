// A recording that somebody takes from a running kiosk while it goes on.

import Geometry
import Linux
import Stage

/// Sends what is touched and decided from the next rest on. It ends when the other end goes, or does not keep up.
final class LiveRecording {
    /// Whether nobody takes it any more.
    var isOver: Bool { connection == nil }

    private weak var connection: StreamConnection?
    private var writer: RecordingWriter?

    init(_ connection: StreamConnection) { self.connection = connection }

    func note(_ frame: TouchFrame, on screen: ControlledScreen) {
        if writer == nil, let state = screen.stage.stateAtRest {
            var header = screen.header
            (header.stack, header.offsets) = (state.stack, state.offsets)
            writer = try? RecordingWriter(header: header) { [weak connection] in connection?.send($0.utf8) }
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
