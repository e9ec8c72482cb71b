// Reads YAML node by node with libyaml, so that a long recording is never in memory as a tree.

internal import CYAML

/// A cursor over the nodes of one YAML document. JSON objects are YAML flow mappings, so the reader accepts those too.
package struct YAMLReader: ~Copyable {
    /// The node, or the start or end of a node, at the cursor.
    package enum Node: Equatable {
        case scalar(String, isPlain: Bool)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
        case end
    }

    /// The maximum nesting. It is deeper than in any recording, and limits the time that a hostile file can cost.
    private static let deepest = 32

    /// A place in the text as libyaml counts it: lines and columns (in characters) from 0.
    package struct Mark {
        fileprivate var line = 0
        fileprivate var column = 0
    }

    package private(set) var node = Node.end
    /// The place where `node` begins.
    package private(set) var mark = Mark()
    private var depth = 0
    private let firstLine: Int
    private let file: String
    private let format: String
    private let bytes: UnsafeBufferPointer<UInt8>
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// Moves to the first node of `bytes`, which must outlive the reader. `format` completes the sentence "this is not
    /// …".
    package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, format: String, firstLine: Int = 1)
        throws(RecordingError)
    {
        self.init(before: bytes, file, format, firstLine)
        try advance()
    }

    /// A reader before the first node.
    private init(before bytes: UnsafeBufferPointer<UInt8>, _ file: String, _ format: String, _ firstLine: Int) {
        (self.bytes, self.file, self.format, self.firstLine) = (bytes, file, format, firstLine)
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else { fatalError("libyaml found no memory for a parser") }
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Moves to the next node.
    package mutating func advance() throws(RecordingError) {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
            defer { yaml_event_delete(&event) }
            mark = Mark(line: event.start_mark.line, column: event.start_mark.column)
            switch event.type {
            case YAML_SCALAR_EVENT:
                let scalar = event.data.scalar
                let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                node = .scalar(
                    String(decoding: text, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
                return
            case YAML_SEQUENCE_START_EVENT: return try open(.sequenceStart)
            case YAML_MAPPING_START_EVENT: return try open(.mappingStart)
            case YAML_SEQUENCE_END_EVENT: return close(.sequenceEnd)
            case YAML_MAPPING_END_EVENT: return close(.mappingEnd)
            case YAML_ALIAS_EVENT: throw error("aliases are not allowed here; \(format) has none")
            case YAML_STREAM_END_EVENT:
                node = .end
                return
            default: continue  // the start of the stream, and the starts and ends of documents
            }
        }
    }

    private mutating func open(_ start: Node) throws(RecordingError) {
        depth += 1
        guard depth <= Self.deepest else {
            throw error("this is not \(format): it is nested more than \(Self.deepest) levels deep")
        }
        node = start
    }

    private mutating func close(_ end: Node) {
        depth -= 1
        node = end
    }

    /// Enters a mapping. Returns false, and moves past the node, when it is empty. `what` names the node in the error.
    package mutating func enterMapping(_ what: String) throws(RecordingError) -> Bool {
        try enter(.mappingStart, "\(what) must be a mapping")
    }

    /// Enters a sequence. Returns false, and moves past the node, when it is empty. `what` names the node in the error.
    mutating func enterSequence(_ what: String) throws(RecordingError) -> Bool {
        try enter(.sequenceStart, "\(what) must be a sequence")
    }

    private mutating func enter(_ start: Node, _ complaint: String) throws(RecordingError) -> Bool {
        guard node == start || node == .scalar("", isPlain: true) else { throw error("\(complaint); \(advice)") }
        let isThere = node == start
        try advance()
        return isThere
    }

    /// The next key of the mapping, with the cursor on its value. Nil, with the cursor past the mapping, after the last
    /// key.
    package mutating func nextKey() throws(RecordingError) -> String? {
        if node == .mappingEnd {
            try advance()
            return nil
        }
        return try scalar("a key").text
    }

    /// Whether the cursor is on another item of the sequence. If not, moves past the sequence.
    mutating func nextItem() throws(RecordingError) -> Bool {
        if node == .sequenceEnd {
            try advance()
            return false
        }
        return true
    }

    /// Returns the text of the scalar at the cursor and moves on. `what` names the node in the error.
    package mutating func scalar(_ what: String) throws(RecordingError) -> (text: String, isPlain: Bool) {
        guard case .scalar(let text, let isPlain) = node else {
            throw error("\(what) must be a single value; \(advice)")
        }
        try advance()
        return (text, isPlain)
    }

    /// Returns the whole number at the cursor and moves on. `what` names the node in the error.
    package mutating func integer(_ what: String) throws(RecordingError) -> Int {
        guard case .scalar(let text, isPlain: true) = node, let value = Int(text) else {
            throw error("\(what) must be a whole number; \(advice)")
        }
        try advance()
        return value
    }

    /// Returns the whole numbers of the sequence at the cursor and moves past it.
    mutating func integers(_ what: String) throws(RecordingError) -> [Int] {
        var values: [Int] = []
        if try enterSequence(what) {
            while try nextItem() { values.append(try integer(what)) }
        }
        return values
    }

    /// Moves past the whole node at the cursor.
    package mutating func skip() throws(RecordingError) {
        if node == .sequenceStart || node == .mappingStart {
            let outside = depth - 1
            while depth > outside { try advance() }
        }
        try advance()
    }

    /// The line of `node`, from 1.
    package var line: Int { firstLine + mark.line }

    /// An error at `mark`, or at `node`.
    package func error(_ reason: String, at mark: Mark? = nil) -> RecordingError {
        var mark = mark ?? self.mark
        // At the end of the text, libyaml counts a line that does not exist.
        let end = Self.end(of: bytes.dropLast(bytes.last == UInt8(ascii: "\n") ? 1 : 0))
        if mark.line > end.line { mark = end }
        return RecordingError(file: file, line: firstLine + mark.line, column: mark.column + 1, reason: reason)
    }

    private var advice: String { "correct the line or record again" }

    private func syntaxError() -> RecordingError {
        // Out of memory traps, as in Swift. The text is not at fault and must not be reported as wrong.
        if parser.pointee.error == YAML_MEMORY_ERROR { fatalError("libyaml found no memory") }
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "libyaml gives no reason"
        if parser.pointee.error == YAML_READER_ERROR {
            // The reader is ahead of the marks, so only its own byte offset tells the place.
            let place = Self.end(of: bytes.prefix(parser.pointee.problem_offset))
            return error("this is not \(format): \(problem); is it a binary file?", at: place)
        }
        let mark = parser.pointee.problem_mark
        return error(
            "this is not \(format): \(problem); \(advice) (a file cut off in the middle ends like this)",
            at: Mark(line: mark.line, column: mark.column))
    }

    /// The place after `bytes`.
    private static func end(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Mark {
        var mark = Mark()
        var last = UnsafeBufferPointer(rebasing: bytes[bytes.endIndex...])
        for line in RecordingLines(UnsafeBufferPointer(rebasing: bytes)) {
            mark.line = line.isEnded ? line.number : line.number - 1
            last = line.isEnded ? UnsafeBufferPointer(rebasing: bytes[bytes.endIndex...]) : line.bytes
        }
        mark.column = String(decoding: last, as: UTF8.self).unicodeScalars.count
        return mark
    }
}
