// Keeps the last minutes of touches, presses and decisions in bounded memory, ready to be replayed.

import Geometry
import Linux
import Recordings
import Stage

/// The beginning of a recording that begins in the middle of a run.
struct RecordingBeginning {
    let header: RecordingHeader
    /// The arrivals before it that are still there.
    let arrivals: [ArrivalRecord]
}

/// Keeps what happened, in pieces. A piece begins with a touch or a press on a stage at rest, and holds the state of the stage at
/// that moment, so that a replay of this piece and of those that follow makes the same decisions.
final class RecordingRing {
    /// One thing that is kept.
    private enum Entry {
        case touches(TouchFrame)
        case presses(PressFrame)
        case frame(Int, presentation: Instant, drawn: Instant)
        case decision(TraceRecord)
        case arrival(ArrivalRecord)
    }
    private struct Piece {
        let beginning: RecordingBeginning
        let start: Instant
        /// Whether nothing but touches and time lies between the previous piece and this one.
        let continues: Bool
        var entries: [Entry] = []
        var bytes: Int
        var end: Instant
    }

    /// How far back the ring reaches.
    let span: Instant.Span
    /// The most bytes that the pieces take.
    let limit: Int
    /// The shortest length of a piece, unless nothing follows it.
    private static let piece = Instant.Span.seconds(5)

    private var pieces: [Piece] = []
    private var bytes = 0
    /// Whether new entries belong to the last piece.
    private var isRecording = false

    /// A ring that keeps the last `span`, or as much of it as fits into `limit` bytes.
    init(keeping span: Instant.Span, limit: Int = 4 << 20) { (self.span, self.limit) = (span, limit) }

    /// How much time the kept pieces span.
    var duration: Instant.Span {
        guard let first = pieces.first, let last = pieces.last else { return .zero }
        return last.end - first.start
    }

    /// Whether a piece should begin at `now`, if everything is at rest.
    func wantsPiece(at now: Instant) -> Bool {
        guard isRecording, let last = pieces.last else { return true }
        return now - last.start >= Self.piece
    }

    /// Records touches. If a piece can begin with them, `beginning` is its beginning.
    func record(_ frame: TouchFrame, _ beginning: RecordingBeginning?) {
        if let beginning, wantsPiece(at: frame.time) { begin(with: beginning, at: frame.time) }
        add(.touches(frame), 48 + 40 * frame.changes.count, at: frame.time)
    }

    /// Records presses. If a piece can begin with them, `beginning` is its beginning.
    func record(_ frame: PressFrame, _ beginning: RecordingBeginning?) {
        if let beginning, wantsPiece(at: frame.time) { begin(with: beginning, at: frame.time) }
        add(.presses(frame), 48 + 40 * frame.changes.count, at: frame.time)
    }

    /// Records that frame `number` was made for `presentation`.
    func record(frame number: Int, for presentation: Instant, drawn: Instant) {
        add(.frame(number, presentation: presentation, drawn: drawn), 48, at: drawn)
    }

    /// Records a decision.
    func record(_ record: TraceRecord) { add(.decision(record), 96 + 64 * record.fields.count, at: record.time) }

    /// Records the arrival of something that was requested earlier.
    func record(_ arrival: ArrivalRecord) { add(.arrival(arrival), Self.bytes(of: arrival), at: arrival.time) }

    /// The bytes that an arrival takes.
    private static func bytes(of arrival: ArrivalRecord) -> Int {
        switch arrival.what {
        case .picture(let picture), .pictureLeft(let picture): 96 + picture.name.utf8.count
        case .night: 96
        case .result(let result): 96 + result.name.utf8.count + result.value.utf8.count
        case .clock: 96
        case .file(let file): 96 + file.name.utf8.count + file.value.utf8.count
        }
    }

    /// Ends the last piece, because what happens next does not follow from what is kept.
    func cut() { isRecording = false }

    private func begin(with beginning: RecordingBeginning, at now: Instant) {
        while let first = pieces.first, first.end < now - span { drop(first) }
        let size = beginning.arrivals.reduce(0) { $0 + Self.bytes(of: $1) }
        pieces.append(Piece(beginning: beginning, start: now, continues: isRecording, bytes: size, end: now))
        bytes += size
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

    /// A recording of the last `span` before the newest entry, with what led there since the stage was at rest; nil when nothing is
    /// kept.
    func recording(last span: Instant.Span) -> String? {
        guard let newest = pieces.last, var index = pieces.indices.last else { return nil }
        while pieces[index].continues, pieces[index].start > newest.end - span, index > 0 { index -= 1 }
        var text = ""
        do throws(RecordingError) {
            let beginning = pieces[index].beginning
            var writer = try RecordingWriter(header: beginning.header) { text += $0 }
            for arrival in beginning.arrivals { try writer.write(arrival) }
            for piece in pieces[index...] {
                for entry in piece.entries {
                    switch entry {
                    case .touches(let frame): try writer.write(frame)
                    case .presses(let frame): try writer.write(frame)
                    case .frame(let number, let presentation, let drawn):
                        try writer.writePresentation(of: number, at: presentation, drawn: drawn)
                    case .arrival(let record): try writer.write(record)
                    case .decision(let record):
                        try writer.writeDecision(at: record.time) { record.json(since: $0) }
                    }
                }
            }
        } catch { fatalError("writing to memory cannot fail: \(error)") }
        return text
    }
}
