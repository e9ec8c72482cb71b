// Writes Bezel's own recordings: JSON Lines from which exactly the same frames can be read.

package import Geometry
import Glibc
package import Linux

/// The machine on which a recording in Bezel's own format was made. Nil stands for an unknown value.
package struct RecordingHeader: Hashable, Sendable {
    /// The size of the picture in pixels.
    package var screen: PixelSize?
    /// The size of the picture in millimetres.
    package var size: Size?
    /// The refresh rate in frames per second.
    package var refresh: Double?
    /// The scale of everything in the picture. Nil for the usual size.
    package var scale: Double?
    /// The distance (mm) from which the screen is read. Nil for the usual one.
    package var readingDistance: Double?
    /// The measured widths (mm) of the edges from which fingers swipe in, by `left`, `right`, `top` and `bottom`.
    package var edgeWidths: [String: Double] = [:]
    /// The measured distance (mm) that a finger moves before it counts as moving.
    package var slop: Double?
    /// Whether touches are extrapolated to the time when they are shown, according to the measurement.
    package var resampling: Bool?
    /// The names of the screens on the stack when the recording begins, as in `--stack`. Nil for the start screens.
    package var stack: [String]?
    /// The scroll offsets (px) of the scroll views of each of these screens. Nil when nothing is scrolled.
    package var offsets: [[Double]]?
    /// The language that the visitor has chosen when the recording begins. Nil for the default language.
    package var language: String?
    /// What the visitor has set with sliders when the recording begins, such as `year=1900`.
    package var sliders: [String] = []
    /// Whether the recording contains all arrivals, and the pictures that were there at the start.
    package var hasArrivals = false

    /// A header for a picture of `screen` pixels and `size` millimetres that is shown `refresh` times per second.
    /// `scale` applies to everything in the picture.
    package init(screen: PixelSize?, size: Size?, refresh: Double?, scale: Double? = nil) {
        self.screen = screen
        self.size = size
        self.refresh = refresh
        self.scale = scale
    }
}

/// Writes a recording in whole lines, so that it can be read even after a crash.
package struct RecordingWriter {
    private enum Target {
        case descriptor(Int32)
        case background(BackgroundFile)
        case closure((String) -> Void)
    }
    private let target: Target
    private let name: String
    /// The first time that was written, which is the zero of the file.
    private var origin: Instant?
    private var last: Instant?

    /// Begins a recording with its header. The caller keeps `descriptor`. `name` is the name of the file in errors.
    package init(descriptor: Int32, named name: String, header: RecordingHeader) throws(RecordingError) {
        try self.init(.descriptor(descriptor), name, header)
    }

    /// Begins a recording that another thread writes, so that no touch waits for a disk. A later write throws the error
    /// of an earlier one. The caller keeps `file`.
    package init(to file: BackgroundFile, named name: String, header: RecordingHeader) throws(RecordingError) {
        try self.init(.background(file), name, header)
    }

    /// Begins a recording that is passed to `output` in whole lines. It never throws.
    package init(header: RecordingHeader, _ output: @escaping (String) -> Void) throws(RecordingError) {
        try self.init(.closure(output), "", header)
    }

    private init(_ target: Target, _ name: String, _ header: RecordingHeader) throws(RecordingError) {
        self.target = target
        self.name = name
        var line = JSONObject()
        line.add("bezel", BezelRecording.version)
        line.add("screen", header.screen.map { "\($0.width)x\($0.height)" })
        line.add("size", header.size.map { "\($0.width)x\($0.height)" })
        line.add("refresh", exactly: header.refresh)
        line.add("scale", exactly: header.scale)
        line.add("reading-distance", exactly: header.readingDistance)
        for edge in Self.edges { line.add("edge-\(edge)", exactly: header.edgeWidths[edge]) }
        line.add("slop", exactly: header.slop)
        line.add("resampling", header.resampling)
        if header.hasArrivals { line.add("arrivals", true) }
        if let stack = header.stack { line.add("stack", stack) }
        line.add("language", header.language)
        if !header.sliders.isEmpty { line.add("sliders", header.sliders) }
        // This puts a space after each comma, as in all recordings so far.
        line.add("offsets", raw: header.offsets.map { "\($0)" })
        try write(line.text + "\n")
    }

    /// The names of the edges in a header.
    package static let edges = ["left", "right", "top", "bottom"]

    /// Writes the changes in `frame`.
    package mutating func write(_ frame: TouchFrame) throws(RecordingError) {
        guard !frame.changes.isEmpty else { return }
        var lines = separator(at: frame.time)
        for change in frame.changes {
            var line = line(at: frame.time)
            line.add("touch", change.contact)
            line.add("phase", change.phase.rawValue)
            line.add("x", exactly: change.position.x)
            line.add("y", exactly: change.position.y)
            lines += line.text + "\n"
        }
        try write(lines)
    }

    /// An empty line if `time` is that of the previous frame. Adjacent lines with equal times are one frame, so the
    /// empty line separates two of them.
    private mutating func separator(at time: Instant) -> String {
        defer { last = time }
        return last == time ? "\n" : ""
    }

    /// Writes the changes of buttons in `frame`.
    package mutating func write(_ frame: PressFrame) throws(RecordingError) {
        guard !frame.changes.isEmpty else { return }
        var lines = separator(at: frame.time)
        for change in frame.changes {
            var line = line(at: frame.time)
            line.add("press", change.button)
            line.add("button", change.kind.name)
            line.add("phase", change.phase.rawValue)
            lines += line.text + "\n"
        }
        try write(lines)
    }

    /// Writes that frame number `frame` was drawn at `drawn`, to be shown at `time`.
    package mutating func writePresentation(
        of frame: Int, at time: Instant, drawn: Instant
    ) throws(RecordingError) {
        var line = line(at: time)
        line.add("frame", frame)
        line.add("drawn", seconds: sinceStart(drawn))
        try write(line.text + "\n")
    }

    /// Writes the arrival of something that was requested earlier.
    package mutating func write(_ arrival: ArrivalRecord) throws(RecordingError) {
        var line = line(at: arrival.time)
        switch arrival.what {
        case .picture(let one): Self.add("arrived", one, to: &line)
        case .pictureLeft(let one): Self.add("left", one, to: &line)
        case .night(let isNight): line.add("arrived", isNight ? "night" : "day")
        case .result(let result):
            line.add("arrived", "result")
            line.add("name", result.name)
            if result.number != 1 { line.add("number", result.number) }
            if result.isError || !result.value.isEmpty { line.add(result.isError ? "error" : "value", result.value) }
        case .clock(let nanoseconds, let zone):
            line.add("arrived", "clock")
            line.add("value", "\(nanoseconds) \(zone)")
        case .file(let file):
            line.add("arrived", "file")
            line.add("name", file.name)
            line.add("value", file.value)
        }
        try write(line.text + "\n")
    }

    private static func add(_ what: String, _ picture: ArrivalRecord.Picture, to line: inout JSONObject) {
        line.add(what, "picture")
        line.add("name", picture.name)
        line.add("pixels", "\(picture.size.width)x\(picture.size.height)")
    }

    /// Writes a decision made at `time`. `line` returns it as a line of JSON for the time at which the recording began.
    /// A replay ignores the line, because it makes its own decisions.
    package mutating func writeDecision(at time: Instant, _ line: (Instant) -> String) throws(RecordingError) {
        let origin = origin ?? time
        self.origin = origin
        try write(line(origin) + "\n")
    }

    /// A line that begins with its `time`.
    private mutating func line(at time: Instant) -> JSONObject {
        var line = JSONObject()
        line.add("t", seconds: sinceStart(time))
        return line
    }

    private mutating func sinceStart(_ time: Instant) -> Instant.Span {
        let origin = origin ?? time
        self.origin = origin
        return time - origin
    }

    private func write(_ text: String) throws(RecordingError) {
        let reason: String?
        switch target {
        case .descriptor(let descriptor):
            reason = writeAll(Array(text.utf8), to: descriptor).map { String(cString: strerror($0)) }
        case .closure(let output):
            output(text)
            reason = nil
        case .background(let file):
            reason =
                file.write(text) ? nil : file.problem.map { $0.hint.isEmpty ? $0.reason : $0.hint } ?? "it is closed"
        }
        if let reason { throw RecordingError(file: name, reason: "the recording cannot be continued: \(reason)") }
    }
}
