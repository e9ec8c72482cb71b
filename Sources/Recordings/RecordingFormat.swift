// Detects the format of a recording from its content.

/// The formats of recordings.
enum RecordingFormat {
    case bezel, libinput, evemu

    private static let known =
        "a recording is what `libinput record` writes (YAML), what evemu-record writes, or Bezel's JSON Lines"

    /// Detects the format from the first line of `text` that is neither blank nor a comment.
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
                    file: file, line: line.number, reason: "this is not the start of a recording: \(Self.known)")
            }
            return
        }
        throw RecordingError(file: file, line: 1, reason: "the file has nothing to play: \(Self.known)")
    }

    /// Whether `line` begins with one of the top-level keys of libinput's YAML.
    private static func isKey(_ line: String) -> Bool {
        ["version", "ndevices", "libinput", "system", "devices"].contains { line.hasPrefix("\($0):") }
    }

    /// Returns `bytes` without a byte order mark. Throws when they are not UTF-8.
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
                reason: "byte \(wrong) of the file is not UTF-8, so this is not a recording: \(known)")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: mark) ? UnsafeBufferPointer(rebasing: bytes.dropFirst(mark.count)) : bytes
    }
}
