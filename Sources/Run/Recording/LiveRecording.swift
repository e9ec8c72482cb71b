// A recording that a client takes of a running kiosk as it happens.

import Geometry
import Linux
import Recordings
import Stage

/// Sends touches and decisions, beginning with the next input after a rest. The recording ends when the client goes or does not
/// keep up.
final class LiveRecording {
    /// Whether the client is gone.
    var isOver: Bool { connection == nil }

    /// Whether something was sent.
    var hasBegun: Bool { writer != nil }

    private weak var connection: StreamConnection?
    private var writer: RecordingWriter?

    init(_ connection: StreamConnection) { self.connection = connection }

    /// Records touches. If the recording can begin with them, `beginning` is its beginning.
    func record(_ frame: TouchFrame, _ beginning: RecordingBeginning?) {
        begin(beginning)
        try? writer?.write(frame)
    }

    /// Records presses. If the recording can begin with them, `beginning` is its beginning.
    func record(_ frame: PressFrame, _ beginning: RecordingBeginning?) {
        begin(beginning)
        try? writer?.write(frame)
    }

    private func begin(_ beginning: RecordingBeginning?) {
        guard writer == nil, let beginning else { return }
        writer = try? RecordingWriter(header: beginning.header) { [weak connection] in connection?.send($0.utf8) }
        for arrival in beginning.arrivals { try? writer?.write(arrival) }
    }

    /// Records the arrival of something that was requested earlier.
    func record(_ arrival: ArrivalRecord) { try? writer?.write(arrival) }

    func record(frame number: Int, for presentation: Instant, drawn: Instant) {
        try? writer?.writePresentation(of: number, at: presentation, drawn: drawn)
    }

    func record(_ record: TraceRecord) { try? writer?.writeDecision(at: record.time) { record.json(since: $0) } }

    /// Ends the recording, because what comes now does not follow from what was sent.
    func close() { connection?.close() }
}
