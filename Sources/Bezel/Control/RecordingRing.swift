// The last minutes of what was touched and decided, in bounded memory, ready to be replayed.

import Geometry
import Linux
import Stage

/// Keeps pieces of what happened. A piece begins with a touch on a stage at rest, and knows what the stage showed then, so a
/// replay of it, and of those that follow it, decides the same.
final class RecordingRing {
    /// What is kept.
    private enum Entry {
        case touches(TouchFrame)
        case frame(Int, presentation: Instant, drawn: Instant)
        case decision(TraceRecord)
    }
    private struct Piece {
        let header: RecordingHeader
        let start: Instant
        /// Whether nothing but touches and time lies between the piece before and this one.
        let continues: Bool
        var entries: [Entry] = []
        var bytes = 0
        var end: Instant
    }

    /// How far back it reaches.
    let span: Instant.Span
    /// The most bytes that it takes.
    let limit: Int
    /// A piece is at least so long, unless nothing follows it.
    private static let piece = Instant.Span.seconds(5)

    private var pieces: [Piece] = []
    private var bytes = 0
    /// Whether what comes belongs to the last piece.
    private var isRecording = false

    /// One that keeps the last `span`, as long as that takes no more than `limit` bytes.
    init(keeping span: Instant.Span, limit: Int = 4 << 20) { (self.span, self.limit) = (span, limit) }

    /// How long what is kept lasted.
    var duration: Instant.Span {
        guard let first = pieces.first, let last = pieces.last else { return .zero }
        return last.end - first.start
    }

    /// Whether a piece begins at `now`, if everything is at rest.
    func wantsPiece(at now: Instant) -> Bool {
        guard isRecording, let last = pieces.last else { return true }
        return now - last.start >= Self.piece
    }

    /// Touches came. If a piece can begin with them, `beginning` says from what.
    func note(_ frame: TouchFrame, _ beginning: RecordingHeader?) {
        if let beginning, wantsPiece(at: frame.time) { begin(with: beginning, at: frame.time) }
        add(.touches(frame), 48 + 40 * frame.changes.count, at: frame.time)
    }

    /// Frame `number` was made for `presentation`.
    func note(frame number: Int, for presentation: Instant, drawn: Instant) {
        add(.frame(number, presentation: presentation, drawn: drawn), 48, at: drawn)
    }

    /// Something was decided.
    func note(_ record: TraceRecord) { add(.decision(record), 96 + 64 * record.fields.count, at: record.time) }

    /// What comes now does not follow from what is kept.
    func cut() { isRecording = false }

    private func begin(with header: RecordingHeader, at now: Instant) {
        while let first = pieces.first, first.end < now - span { drop(first) }
        pieces.append(Piece(header: header, start: now, continues: isRecording, end: now))
        isRecording = true
    }

    private func add(_ entry: Entry, _ size: Int, at instant: Instant) {
        guard isRecording, !pieces.isEmpty else { return }
        pieces[pieces.count - 1].entries.append(entry)
        pieces[pieces.count - 1].bytes += size
        pieces[pieces.count - 1].end = max(instant, pieces[pieces.count - 1].end)
        bytes += size
        while bytes > limit, let first = pieces.first { drop(first) }
        if pieces.isEmpty { isRecording = false }
    }

    private func drop(_ first: Piece) {
        bytes -= first.bytes
        pieces.removeFirst()
    }

    /// A recording of the last `span` before the newest touch, and of what led there since the stage was at rest; nil when
    /// there is nothing.
    func recording(last span: Instant.Span) -> String? {
        guard let newest = pieces.last, var index = pieces.indices.last else { return nil }
        while pieces[index].continues, pieces[index].start > newest.end - span, index > 0 { index -= 1 }
        var text = ""
        do throws(RecordingError) {
            var writer = try RecordingWriter(header: pieces[index].header) { text += $0 }
            for piece in pieces[index...] {
                for entry in piece.entries {
                    switch entry {
                    case .touches(let frame): try writer.write(frame)
                    case .frame(let number, let presentation, let drawn):
                        try writer.writePresentation(of: number, at: presentation, drawn: drawn)
                    case .decision(let record):
                        try writer.writeDecision(at: record.time) { record.json(since: $0) }
                    }
                }
            }
        } catch { fatalError("memory does not refuse: \(error)") }
        return text
    }
}
