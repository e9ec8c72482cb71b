// Whole numbers and texts as bytes: what a process that parses other people's text sends back.

/// Appends numbers and texts to bytes.
package struct PlainWriter {
    /// The bytes so far.
    package private(set) var bytes: [UInt8] = []

    /// A writer without bytes.
    package init() {}

    /// Appends `number` in as many groups of seven bits as it needs, the lowest first (LEB128). The sign is its lowest bit.
    package mutating func add(_ number: Int) {
        var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
        while rest > 0x7f {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends `text` with its length.
    package mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
    }
}

/// Bytes that no `PlainWriter` can have written.
package struct MalformedBytes: Error {
    /// An error without details: only a parser that was taken over makes such bytes.
    package init() {}
}

/// Reads the numbers and texts of a `PlainWriter`. It reads any other bytes too, and finds out that they are wrong.
package struct PlainReader {
    private var rest: ArraySlice<UInt8>

    /// Reads `bytes` from the beginning.
    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Whether all has been read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The next number.
    package mutating func number() throws(MalformedBytes) -> Int {
        var bits: UInt = 0
        for shift in stride(from: 0, to: UInt.bitWidth, by: 7) {
            guard let byte = rest.popFirst() else { throw MalformedBytes() }
            bits |= UInt(byte & 0x7f) << UInt(shift)
            if byte < 0x80 { return Int(bitPattern: bits >> 1) ^ -Int(bitPattern: bits & 1) }
        }
        throw MalformedBytes()
    }

    /// The next number, which must be in `range`.
    package mutating func number(in range: ClosedRange<Int>) throws(MalformedBytes) -> Int {
        let number = try number()
        guard range.contains(number) else { throw MalformedBytes() }
        return number
    }

    /// The next number, which counts values that follow. Each of them takes a byte at least, so there cannot be more than bytes.
    package mutating func count() throws(MalformedBytes) -> Int {
        let count = try number()
        guard (0...rest.count).contains(count) else { throw MalformedBytes() }
        return count
    }

    /// The next text.
    package mutating func text() throws(MalformedBytes) -> String {
        let count = try count()
        let bytes = rest.prefix(count)
        rest.removeFirst(count)
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            throw MalformedBytes()
        }
        return text
    }
}
