// A recording played by `bezel replay` on a kiosk, or by an app, with its trace and what it said.

import Bezel
import Geometry
import Glibc
import TestFolders

@testable import Machine
@testable import Replay

/// Where the repository is.
nonisolated let repository = "/" + "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")

extension TemporaryFolder {
    /// Writes `text` to the file `name` in the folder, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }

    func lines(of name: String) -> [String] { Self.lines(at: "\(path)/\(name)") }

    /// The lines of the file at `path`; none where there is no such file.
    nonisolated static func lines(at path: String) -> [String] {
        guard let stream = fopen(path, "r") else { return [] }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// The outcome of playing a recording.
struct Played {
    var trace: [String] = []
    var said: [String] = []
    /// In how many frames the offset of a followed finger was checked.
    var followed = 0

    /// Plays `frames` on the sample kiosk, on a panel of 527 × 296 mm.
    init(_ frames: [TouchFrame], stack: [String]) throws(Failure) {
        try self.init(recording: Self.recording(frames), stack: stack)
    }

    /// Plays `frames` on `app`, on a panel of 527 × 296 mm.
    init(_ frames: [TouchFrame], on app: some App, stack: [String] = []) throws(Failure) {
        try self.init(Self.recording(frames), stack: stack) { command, say throws(Failure) in
            try command.run(app, say: say)
        }
    }

    static func recording(_ frames: [TouchFrame]) -> String {
        var text = ""
        for frame in frames {
            for change in frame.changes {
                text += "{\"t\":\(Double(frame.time.nanoseconds) / 1e9),\"touch\":\(change.contact),"
                text +=
                    "\"phase\":\"\(change.phase.rawValue)\",\"x\":\(change.position.x),\"y\":\(change.position.y)}\n"
            }
        }
        return text
    }

    /// Plays the recording `text` on the sample kiosk, or on the one in `kiosk`.
    init(recording text: String, stack: [String] = [], kiosk: String? = nil) throws(Failure) {
        try self.init(text, stack: stack) { command, say throws(Failure) in
            var command = command
            command.kiosk = kiosk ?? "\(repository)/config/museum"
            try command.run(say: say)
        }
    }

    private init(
        _ text: String, stack: [String], run: (ReplayCommand, (String) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        let folder = TemporaryFolder()
        var command = ReplayCommand()
        command.recording = folder.write(text, to: "recording")
        command.stack = stack
        command.size = Size(527, 296)
        var (records, lines): ([String], [String]) = ([], [])
        var (steps, follows) = (StepCheck(), FollowCheck())
        command.tracesTouches = true
        command.onTrace = { line in
            if line.field("kind") != "touch" { records.append(line) }
            steps.note(line)
            follows.note(line)
        }
        command.onFrame = {
            steps.frame(at: $0, $1)
            follows.frame(at: $0, $1)
        }
        try run(command) { lines.append($0) }
        said = lines
        trace = records
        followed = follows.count
    }
}

extension String {
    /// The value of `key` in this line of a trace, as it stands there; a text without its quotes.
    nonisolated func field(_ key: String) -> String? {
        guard let range = ranges(of: "\"\(key)\":").first else { return nil }
        let rest = self[range.upperBound...]
        switch rest.first {
        case "\"": return String(rest.dropFirst().prefix { $0 != "\"" })
        case "[": return String(rest.prefix { $0 != "]" }) + "]"
        default: return String(rest.prefix { $0 != "," && $0 != "}" })
        }
    }
}
