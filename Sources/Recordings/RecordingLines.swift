// The numbered lines of a recording.

import Glibc

/// The lines of a file in order, without the line feed (and carriage return) at their ends.
struct RecordingLines: Sequence, IteratorProtocol {
    /// One line.
    struct Line {
        /// The number of the line, from 1.
        let number: Int
        let bytes: UnsafeBufferPointer<UInt8>
        /// False for a last line without a line feed.
        let isEnded: Bool

        /// Whether the line holds only spaces and tabs.
        var isBlank: Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }
        /// The text of the line.
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var start = 0
    private var number = 0

    /// The lines of `bytes`, which must outlive the sequence.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func next() -> Line? {
        guard start < bytes.count else { return nil }
        guard let base = bytes.baseAddress else { return nil }
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
        let feed = found.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) - base }
        let end = feed ?? bytes.count
        let hasReturn = feed != nil && end > start && bytes[end - 1] == UInt8(ascii: "\r")
        let line = UnsafeBufferPointer(rebasing: bytes[start..<(hasReturn ? end - 1 : end)])
        start = end + 1
        number += 1
        return Line(number: number, bytes: line, isEnded: feed != nil)
    }
}
