// Writes Bezel's own recordings: JSON Lines that read back as the very frames that were written.

public import Geometry
import Glibc

/// What Bezel's own recordings say of the machine they were made on. Each is nil when nobody knows it.
public struct RecordingHeader: Hashable, Sendable {
    /// The picture in pixels.
    public var screen: PixelSize?
    /// The picture in millimetres.
    public var size: Size?
    /// Frames a second.
    public var refresh: Double?
    /// How much larger than usual everything in the picture is; nil for not at all.
    public var scale: Double?
    /// How wide (mm) the edges are from which fingers come, as was measured of the panel: by `left`, `right`, `top`, `bottom`.
    public var edgeWidths: [String: Double] = [:]
    /// How far (mm) a finger moves before that counts, as was measured.
    public var slop: Double?
    /// Whether touches are carried on to when they are seen, as was measured.
    public var resampling: Bool?
    /// The screens that lie on each other when it begins, as `--stack` names them; nil for those of the start.
    public var stack: [String]?
    /// For each of these screens how far (px) what scrolls on it is scrolled; nil for not at all.
    public var offsets: [[Double]]?

    /// A picture of `screen` pixels and `size` millimetres that is shown `refresh` times a second, with everything in it
    /// `scale` times as large as usual.
    public init(screen: PixelSize?, size: Size?, refresh: Double?, scale: Double? = nil) {
        self.screen = screen
        self.size = size
        self.refresh = refresh
        self.scale = scale
    }
}

/// Writes a recording, whole lines at a time, so that what a crash leaves can be read.
public struct RecordingWriter {
    private enum Target {
        case descriptor(Int32)
        case background(BackgroundFile)
        case closure((String) -> Void)
    }
    private let target: Target
    private let name: String
    /// The first time that was written: the file's zero.
    private var origin: Instant?
    private var last: Instant?

    /// Begins a recording with its header. `descriptor` stays the caller's; `name` is the file's, for errors.
    public init(descriptor: Int32, named name: String, header: RecordingHeader) throws(RecordingError) {
        try self.init(.descriptor(descriptor), name, header)
    }

    /// Begins a recording that another thread writes, so that no touch waits for a disk. What goes wrong there is thrown by
    /// one of the next writes. `file` stays the caller's.
    public init(to file: BackgroundFile, named name: String, header: RecordingHeader) throws(RecordingError) {
        try self.init(.background(file), name, header)
    }

    /// Begins a recording that `take` is given, whole lines at a time. Nothing is ever thrown.
    public init(header: RecordingHeader, _ take: @escaping (String) -> Void) throws(RecordingError) {
        try self.init(.closure(take), "", header)
    }

    private init(_ target: Target, _ name: String, _ header: RecordingHeader) throws(RecordingError) {
        self.target = target
        self.name = name
        var line = "{\"bezel\":\(BezelRecording.version)"
        if let screen = header.screen { line += ",\"screen\":\"\(screen.width)x\(screen.height)\"" }
        if let size = header.size { line += ",\"size\":\"\(size.width)x\(size.height)\"" }
        if let refresh = header.refresh { line += ",\"refresh\":\(refresh)" }
        if let scale = header.scale { line += ",\"scale\":\(scale)" }
        for edge in Self.edges { if let width = header.edgeWidths[edge] { line += ",\"edge-\(edge)\":\(width)" } }
        if let slop = header.slop { line += ",\"slop\":\(slop)" }
        if let resampling = header.resampling { line += ",\"resampling\":\(resampling)" }
        if let stack = header.stack { line += ",\"stack\":[\(stack.map(Self.quoted).joined(separator: ","))]" }
        if let offsets = header.offsets { line += ",\"offsets\":\(offsets)" }
        try write(line + "}\n")
    }

    /// The edges, as a header names them.
    static let edges = ["left", "right", "top", "bottom"]

    /// Writes what changed in `frame`.
    public mutating func write(_ frame: TouchFrame) throws(RecordingError) {
        guard !frame.changes.isEmpty else { return }
        let time = seconds(frame.time)
        // Touch lines of equal times that stand together are one frame: an empty line keeps two of them apart.
        var lines = last == frame.time ? "\n" : ""
        last = frame.time
        for change in frame.changes {
            lines += "{\"t\":\(time),\"touch\":\(change.contact),\"phase\":\"\(change.phase.rawValue)\","
            lines += "\"x\":\(change.position.x),\"y\":\(change.position.y)}\n"
        }
        try write(lines)
    }

    /// Writes that frame number `frame` was drawn at `drawn`, to be shown at `time`.
    public mutating func writePresentation(
        of frame: Int, at time: Instant, drawn: Instant
    ) throws(RecordingError) {
        let shown = seconds(time)
        try write("{\"t\":\(shown),\"frame\":\(frame),\"drawn\":\(seconds(drawn))}\n")
    }

    /// Writes what was decided at `time`, as a line of JSON for a recording that began at the instant it is given. A replay
    /// passes over it: it decides anew.
    public mutating func writeDecision(at time: Instant, _ line: (Instant) -> String) throws(RecordingError) {
        let origin = origin ?? time
        self.origin = origin
        try write(line(origin) + "\n")
    }

    /// A page's name as a JSON string that a reader of YAML takes for the same: names are files', which can hold anything.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private mutating func seconds(_ time: Instant) -> String {
        let origin = origin ?? time
        self.origin = origin
        return (time - origin).decimalSeconds
    }

    private func write(_ text: String) throws(RecordingError) {
        let reason: String?
        switch target {
        case .descriptor(let descriptor):
            reason = writeAll(Array(text.utf8), to: descriptor).map { String(cString: strerror($0)) }
        case .closure(let take):
            take(text)
            reason = nil
        case .background(let file):
            reason =
                file.write(text) ? nil : file.problem.map { $0.hint.isEmpty ? $0.reason : $0.hint } ?? "it is closed"
        }
        if let reason { throw RecordingError(file: name, reason: "the recording cannot be written on: \(reason)") }
    }
}
