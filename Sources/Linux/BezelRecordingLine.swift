// One line of Bezel's own recordings: a JSON object, read as the YAML flow mapping that it is.

import Geometry

/// The values of one line, each under its key.
struct BezelRecordingLine {
    let number: Int
    private(set) var time: Instant?
    private(set) var touch: Int?
    private(set) var phase: TouchFrame.Phase?
    private(set) var x: Double?
    private(set) var y: Double?
    private(set) var frame: Int?
    private(set) var drawn: Instant?
    private(set) var version: Int?
    private(set) var screen: PixelSize?
    private(set) var size: Size?
    private(set) var refresh: Double?
    private(set) var scale: Double?
    private(set) var edgeWidths: [String: Double] = [:]
    private(set) var slop: Double?
    private(set) var resampling: Bool?
    private(set) var stack: [String]?
    private(set) var offsets: [[Double]]?
    /// Whether it says what was decided.
    private(set) var isDecision = false
    private(set) var unknownKeys: [String] = []
    private let file: String

    /// Reads `line` of `file`.
    init(_ line: RecordingLines.Line, file: String) throws(RecordingError) {
        number = line.number
        self.file = file
        // YAML takes no tab for indentation, JSON does.
        let indent = line.bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        var yaml = try YAMLReader(
            UnsafeBufferPointer(rebasing: line.bytes.dropFirst(indent)), file: file,
            format: "a JSON object, which each line of Bezel's recordings is", firstLine: number)
        guard line.bytes[indent] == UInt8(ascii: "{"), try yaml.enterMapping("a line") else {
            throw error("each line of Bezel's recordings is a JSON object, {…}; mend or remove this one")
        }
        while let key = try yaml.nextKey() { try take(key, &yaml) }
        guard yaml.node == .end else { throw yaml.error("one line holds one JSON object; break the line here") }
    }

    /// `value`, or an error that says that `key` is missing.
    func required<Value>(_ value: Value?, _ key: String) throws(RecordingError) -> Value {
        guard let value else { throw error("\"\(key)\" is missing; mend or remove the line") }
        return value
    }

    /// An error about this line.
    func error(_ reason: String) -> RecordingError { RecordingError(file: file, line: number, reason: reason) }

    private mutating func take(_ key: String, _ yaml: inout YAMLReader) throws(RecordingError) {
        if isDecision { return try yaml.skip() }
        switch key {
        case "kind":
            isDecision = true
            try yaml.skip()
        case "stack": stack = try Self.list(&yaml, key) { yaml throws(RecordingError) in try yaml.scalar(key).text }
        case "offsets":
            offsets = try Self.list(&yaml, key) { yaml throws(RecordingError) in
                try Self.list(&yaml, key) { yaml throws(RecordingError) in
                    try Self.value(&yaml, key, "lists of numbers of pixels, at most a million", quoted: false) {
                        Self.number($0).flatMap { abs($0) <= 1_000_000 ? $0 : nil }
                    }
                }
            }
        case "t":
            time = try Self.value(&yaml, key, "a number of seconds within 126 years of 0", quoted: false) {
                Instant.Span(decimalSeconds: $0).map { .zero + $0 }
            }
        case "touch": touch = try Self.value(&yaml, key, "a whole number", quoted: false) { Int($0) }
        case "phase":
            phase = try Self.value(&yaml, key, "began, moved, ended or cancelled", quoted: true) {
                TouchFrame.Phase(rawValue: $0)
            }
        case "x": x = try Self.value(&yaml, key, "a number of millimetres", quoted: false, Self.number)
        case "y": y = try Self.value(&yaml, key, "a number of millimetres", quoted: false, Self.number)
        case "frame": frame = try Self.value(&yaml, key, "a whole number", quoted: false) { Int($0) }
        case "drawn":
            drawn = try Self.value(&yaml, key, "a number of seconds within 126 years of 0", quoted: false) {
                Instant.Span(decimalSeconds: $0).map { .zero + $0 }
            }
        case "bezel": version = try Self.value(&yaml, key, "a whole number", quoted: false) { Int($0) }
        case "screen":
            screen = try Self.value(&yaml, key, "WxH in pixels, such as 1920x1080, at most 16384", quoted: true) {
                Self.extent($0) { Int($0).flatMap { (1...16384).contains($0) ? $0 : nil } }.map { PixelSize($0, $1) }
            }
        case "size":
            size = try Self.value(
                &yaml, key, "WxH in millimetres, such as 527x296, as large as a screen can be", quoted: true
            ) { text in Self.extent(text) { Double($0) }.flatMap { Panel.believable(Size($0, $1)) } }
        case "refresh":
            refresh = try Self.value(&yaml, key, "a positive number of frames a second", quoted: false) {
                Self.number($0).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
            }
        case "scale":
            // What the machine's file can say.
            scale = try Self.value(&yaml, key, "a number from 0.5 to 4", quoted: false) {
                Self.number($0).flatMap { (0.5...4).contains($0) ? $0 : nil }
            }
        case "slop": slop = try Self.length(&yaml, key)
        case "resampling":
            resampling = try Self.value(&yaml, key, "true or false", quoted: false) {
                $0 == "true" ? true : $0 == "false" ? false : nil
            }
        case _ where key.hasPrefix("edge-") && RecordingWriter.edges.contains(String(key.dropFirst(5))):
            edgeWidths[String(key.dropFirst(5))] = try Self.length(&yaml, key)
        default:
            unknownKeys.append(key)
            try yaml.skip()
        }
    }

    private static func list<Item>(
        _ yaml: inout YAMLReader, _ what: String, _ item: (inout YAMLReader) throws(RecordingError) -> Item
    ) throws(RecordingError) -> [Item] {
        var items: [Item] = []
        if try yaml.enterSequence(what) { while try yaml.nextItem() { items.append(try item(&yaml)) } }
        return items
    }

    private static func value<Value>(
        _ yaml: inout YAMLReader, _ key: String, _ form: String, quoted: Bool, _ read: (String) -> Value?
    ) throws(RecordingError) -> Value {
        guard case .scalar(let text, let isPlain) = yaml.node, isPlain != quoted, let value = read(text) else {
            throw yaml.error("\"\(key)\" must be \(form); mend or remove the line")
        }
        try yaml.advance()
        return value
    }

    private static func length(_ yaml: inout YAMLReader, _ key: String) throws(RecordingError) -> Double {
        try value(&yaml, key, "a positive number of millimetres, at most 1000", quoted: false) {
            number($0).flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil }
        }
    }

    /// A JSON number; also the NaN and Infinity that programs write for want of one.
    private static func number(_ text: String) -> Double? {
        switch text.lowercased() {
        case "nan", "-nan": .nan
        case "inf", "infinity": .infinity
        case "-inf", "-infinity": -.infinity
        default: text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) } ? Double(text) : nil
        }
    }

    private static func extent<Number>(_ text: String, _ read: (Substring) -> Number?) -> (Number, Number)? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = read(parts[0]), let height = read(parts[1]) else { return nil }
        return (width, height)
    }
}
