// One line of Bezel's own recordings: a JSON object, read as a YAML flow mapping.

import Geometry

/// The values of one line by their keys.
struct BezelRecordingLine {
    let number: Int
    private(set) var time: Instant?
    private(set) var touch: Int?
    private(set) var press: Int?
    private(set) var button: PressFrame.Kind?
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
    private(set) var readingDistance: Double?
    private(set) var edgeWidths: [String: Double] = [:]
    private(set) var slop: Double?
    private(set) var resampling: Bool?
    private(set) var stack: [String]?
    private(set) var offsets: [[Double]]?
    private(set) var language: String?
    private(set) var sliders: [String]?
    /// The kind of an arrival: `picture`, `result`, `night`, `day`, `clock` or `file`.
    private(set) var arrived: String?
    private(set) var left: String?
    private(set) var name: String?
    private(set) var pixels: PixelSize?
    private(set) var ordinal: Int?
    private(set) var value: String?
    /// Why the work for a result has failed.
    private(set) var failure: String?
    /// Whether the recording contains all later arrivals.
    private(set) var hasArrivals: Bool?
    /// Whether the line records a decision.
    private(set) var isDecision = false
    private(set) var unknownKeys: [String] = []
    private let file: String
    /// The most screens on all stacks together, and the most lists of their offsets.
    private static let deepestStack = 1024

    /// Reads `line` of `file`.
    init(_ line: RecordingLines.Line, file: String) throws(RecordingError) {
        number = line.number
        self.file = file
        // JSON allows a tab as indentation, but YAML does not.
        let indent = line.bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        var yaml = try YAMLReader(
            UnsafeBufferPointer(rebasing: line.bytes.dropFirst(indent)), file: file,
            format: "a JSON object, which each line of Bezel's recordings is", firstLine: number)
        guard line.bytes[indent] == UInt8(ascii: "{"), try yaml.enterMapping("a line") else {
            throw error("each line of a Bezel recording must be a JSON object, {…}; correct or remove this one")
        }
        while let key = try yaml.nextKey() { try read(key, &yaml) }
        guard yaml.node == .end else { throw yaml.error("one line holds one JSON object; break the line here") }
    }

    /// Returns `value`, or throws an error that `key` is missing.
    func required<Value>(_ value: Value?, _ key: String) throws(RecordingError) -> Value {
        guard let value else { throw error("\"\(key)\" is missing; correct or remove the line") }
        return value
    }

    /// Makes an error about this line.
    func error(_ reason: String) -> RecordingError { RecordingError(file: file, line: number, reason: reason) }

    private mutating func read(_ key: String, _ yaml: inout YAMLReader) throws(RecordingError) {
        if isDecision { return try yaml.skip() }
        switch key {
        case "kind":
            isDecision = true
            try yaml.skip()
        case "stack":
            stack = try Self.list(&yaml, key) { yaml throws(RecordingError) in try yaml.scalar(key).text }
            if let stack, stack.count > Self.deepestStack {
                throw error("there are at most \(Self.deepestStack) screens, not \(stack.count)")
            }
        case "offsets":
            offsets = try Self.list(&yaml, key) { yaml throws(RecordingError) in
                try Self.list(&yaml, key) { yaml throws(RecordingError) in
                    try Self.value(&yaml, key, "lists of numbers of pixels, at most a million", quoted: false) {
                        Self.number($0).flatMap { abs($0) <= 1_000_000 ? $0 : nil }
                    }
                }
            }
        case "sliders":
            sliders = try Self.list(&yaml, key) { yaml throws(RecordingError) in try yaml.scalar(key).text }
        case "language": language = try Self.value(&yaml, key, "the tag of a language, such as de", quoted: true) { $0 }
        case "t":
            time = try Self.value(&yaml, key, "a number of seconds within 126 years of 0", quoted: false) {
                Instant.Span(decimalSeconds: $0).map { .zero + $0 }
            }
        case "touch": touch = try Self.value(&yaml, key, "a whole number", quoted: false) { Int($0) }
        case "press": press = try Self.value(&yaml, key, "a whole number", quoted: false) { Int($0) }
        case "button":
            button = try Self.value(&yaml, key, "what a button is for, such as back, home or key-99", quoted: true) {
                PressFrame.Kind(name: $0)
            }
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
        case "screen": screen = try Self.pixels(&yaml, key, most: 16384)
        case "pixels": pixels = try Self.pixels(&yaml, key, most: 100_000_000)
        case "size":
            size = try Self.value(
                &yaml, key, "WxH in millimetres, such as 527x296, as large as a screen can be", quoted: true
            ) { text in Self.extent(text) { Double($0) }.flatMap { Panel.believable(Size($0, $1)) } }
        case "refresh":
            refresh = try Self.value(&yaml, key, "a positive number of frames a second", quoted: false) {
                Self.number($0).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
            }
        case "scale":
            // The range of `scale` in the machine's file.
            let number: Double = try Self.value(&yaml, key, "a number from 0.5 to 4", quoted: false) {
                Self.number($0).flatMap { (0.5...4).contains($0) ? $0 : nil }
            }
            scale = number
        case "reading-distance":
            // The range of `reading-distance` in the machine's file.
            let number: Double = try Self.value(&yaml, key, "a number of millimetres from 200 to 5000", quoted: false) {
                Self.number($0).flatMap { (200...5000).contains($0) ? $0 : nil }
            }
            readingDistance = number
        case "arrivals": hasArrivals = try Self.flag(&yaml, key)
        case "arrived":
            arrived = try Self.arrival(&yaml, key, ["picture", "result", "night", "day", "clock", "file"])
        case "left": left = try Self.arrival(&yaml, key, ["picture"])
        case "name": name = try yaml.scalar(key).text
        case "value": value = try yaml.scalar(key).text
        case "error": failure = try yaml.scalar(key).text
        case "number":
            let number: Int = try Self.value(&yaml, key, "a whole number from 1", quoted: false) {
                Int($0).flatMap { $0 > 0 ? $0 : nil }
            }
            ordinal = number
        case "slop": slop = try Self.length(&yaml, key)
        case "resampling": resampling = try Self.flag(&yaml, key)
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
            throw yaml.error("\"\(key)\" must be \(form); correct or remove the line")
        }
        try yaml.advance()
        return value
    }

    private static func pixels(
        _ yaml: inout YAMLReader, _ key: String, most: Int
    ) throws(RecordingError) -> PixelSize {
        try value(&yaml, key, "WxH in pixels, such as 1920x1080, at most \(most)", quoted: true) {
            extent($0) { Int($0).flatMap { (1...most).contains($0) ? $0 : nil } }.map { PixelSize($0, $1) }
        }
    }

    private static func flag(_ yaml: inout YAMLReader, _ key: String) throws(RecordingError) -> Bool {
        try value(&yaml, key, "true or false", quoted: false) { $0 == "true" ? true : $0 == "false" ? false : nil }
    }

    private static func arrival(
        _ yaml: inout YAMLReader, _ key: String, _ kinds: [String]
    ) throws(RecordingError) -> String {
        try value(&yaml, key, kinds.joined(separator: " or "), quoted: true) { kinds.contains($0) ? $0 : nil }
    }

    private static func length(_ yaml: inout YAMLReader, _ key: String) throws(RecordingError) -> Double {
        try value(&yaml, key, "a positive number of millimetres, at most 1000", quoted: false) {
            number($0).flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil }
        }
    }

    /// Reads a JSON number, or one of the non-JSON values NaN and Infinity that some programs write.
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
