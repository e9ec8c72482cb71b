// Tells from a recording's content what wrote it.

/// Who can have written a recording.
enum RecordingFormat {
    case bezel, libinput, evemu

    private static let known =
        "a recording is what `libinput record` writes (YAML), what evemu-record writes, or Bezel's JSON Lines"

    /// Reads it off the first line of `text` that says anything.
    init(of text: UnsafeBufferPointer<UInt8>, file: String) throws(RecordingError) {
        for line in RecordingLines(text) where !line.isBlank {
            let start = String(decoding: line.bytes.prefix(64), as: UTF8.self)
            if start.hasPrefix("# EVEMU") {
                self = .evemu
                return
            }
            if start.hasPrefix("#") { continue }
            let trimmed = start.drop { $0 == " " || $0 == "\t" }
            if trimmed.hasPrefix("{") {
                self = .bezel
            } else if start.dropFirst().hasPrefix(":"), let letter = start.first, "NIPBALSE".contains(letter) {
                self = .evemu
            } else if start.hasPrefix("---") || start.hasPrefix("%YAML") || Self.isKey(start) {
                self = .libinput
            } else {
                throw RecordingError(
                    file: file, line: line.number, reason: "this is the start of no recording: \(Self.known)")
            }
            return
        }
        throw RecordingError(file: file, line: 1, reason: "the file holds nothing to play: \(Self.known)")
    }

    /// Whether `line` starts with one of the keys at the top of libinput's YAML.
    private static func isKey(_ line: String) -> Bool {
        ["version", "ndevices", "libinput", "system", "devices"].contains { line.hasPrefix("\($0):") }
    }

    /// `bytes` without a byte order mark, once it is sure that they are UTF-8.
    static func text(
        _ bytes: UnsafeBufferPointer<UInt8>, file: String
    ) throws(RecordingError) -> UnsafeBufferPointer<UInt8> {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let wrong = error.byteOffsets.lowerBound
            let line = 1 + bytes[..<wrong].count { $0 == UInt8(ascii: "\n") }
            throw RecordingError(
                file: file, line: line,
                reason: "byte \(wrong) of the file is not UTF-8, so this is no recording: \(known)")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: mark) ? UnsafeBufferPointer(rebasing: bytes.dropFirst(mark.count)) : bytes
    }
}
