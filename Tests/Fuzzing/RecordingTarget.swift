// Recordings: what `bezel replay` and `bezel run --play` read.

import Geometry
import Linux
import Replay
import TestFolders

@testable import Bezel
@testable import Machine
@testable import Recordings

/// Reads a recording, writes it again, and replays it on a small kiosk.
@MainActor
final class RecordingTarget: FuzzTarget {
    nonisolated static let name = "recordings"

    private let folder = TemporaryFolder()
    private let file: String

    init() {
        file = folder.write([], to: "touches")
        folder.write(Array("# Home\n- [More](more.md)\n- [Sheet](more.md \"sheet\")\n".utf8), to: "kiosk/home.md")
        folder.write(
            Array("# More\n".utf8) + Array(String(repeating: "Words.\n\n", count: 20).utf8), to: "kiosk/more.md")
    }

    func take(_ bytes: [UInt8]) throws {
        let recording: Recording
        do throws(RecordingError) { recording = try Recording(contentsOf: bytes, named: "touches") } catch {
            try demand(!error.reason.isEmpty && !"\(error)".contains("\n"), "\(error)")
            try demand((1...lineCount(bytes)).contains(error.line ?? 0), "\(error)")
            return
        }
        for warning in recording.warnings { try demand(!"\(warning)".contains("\n"), "\(warning)") }
        try check(recording.frames)
        try checkWhatIsWritten(of: recording)
        try replay(bytes)
    }

    /// Demands that each contact begins, moves and ends in this order, and that time runs forwards.
    private func check(_ frames: [TouchFrame]) throws(Flaw) {
        var down: Set<Int> = []
        var latest = Instant.zero
        for frame in frames {
            try demand(frame.time >= latest, "time goes back to \(frame.time)")
            latest = frame.time
            try demand(!frame.changes.isEmpty, "a frame with nothing in it")
            try demand(Set(frame.changes.map(\.contact)).count == frame.changes.count, "a contact twice in a frame")
            for change in frame.changes {
                try demand(change.position.x.isFinite && change.position.y.isFinite, "a place that is no number")
                switch change.phase {
                case .began: try demand(down.insert(change.contact).inserted, "\(change.contact) begins twice")
                case .moved: try demand(down.contains(change.contact), "\(change.contact) moves and is not there")
                case .ended, .cancelled:
                    try demand(down.remove(change.contact) != nil, "\(change.contact) ends and is not there")
                }
            }
        }
    }

    /// Demands that Bezel reads back what it writes of a recording.
    private func checkWhatIsWritten(of recording: Recording) throws {
        guard let first = recording.frames.first, let last = recording.frames.last,
            (last.time - first.time) < .seconds(4e9)
        else { return }
        var text = ""
        let header = recording.header ?? RecordingHeader(screen: nil, size: recording.panelSize, refresh: nil)
        var writer = try RecordingWriter(header: header) { text += $0 }
        for frame in recording.frames { try writer.write(frame) }
        let again: Recording
        do throws(RecordingError) { again = try Recording(contentsOf: Array(text.utf8), named: "again") } catch {
            throw Flaw(description: "what was written cannot be read: \(error)\n\(text)")
        }
        let shifted = recording.frames.map {
            TouchFrame(time: .zero + ($0.time - first.time), changes: $0.changes)
        }
        try demand(again.frames == shifted, "the touches read are not those written:\n\(text)")
        try demand(again.header == header, "the header read is not the one written:\n\(text)")
    }

    /// Demands that nothing stays stuck at the end of a replay.
    private func replay(_ bytes: [UInt8]) throws {
        folder.write(bytes, to: "touches")
        var command = ReplayCommand()
        command.recording = file
        command.kiosk = "\(folder.path)/kiosk"
        command.screen = PixelSize(160, 90)
        command.tracesTouches = true
        command.tracesHashes = true
        var end = ""
        command.onTrace = { end = $0 }
        do throws(Failure) { try command.run { _ in } } catch {
            // A recording can name screens that this kiosk does not have.
            try demand(error.code == .wrongInput || error.code == .usage, "\(error)")
            return
        }
        try demand(end.contains("\"kind\":\"end\"") && end.hasSuffix("\"stuck\":[]}"), "the replay ends with \(end)")
    }
}
