// Reads recordings of evemu-record: the description of one device, and its events line by line.

internal import CLinux
import Geometry

/// An evemu recording, read line by line.
struct EvemuRecording {
    private var device = RecordedDevice()
    /// The number of bits read so far for the properties, and for the codes of each event type.
    private var propertyBits = 0
    private var codeBits: [Int: Int] = [:]
    private var panel: RecordedPanel?
    private var start: Instant?
    private let file: String

    /// Reads `bytes`, named `file`. Returns its one device with frames, and the time of its first event.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, file: String, faults: inout RecordingFaults
    ) throws(RecordingError) -> (devices: [RecordedDevice], start: Instant?) {
        var recording = EvemuRecording(file: file)
        for line in RecordingLines(bytes) where !line.isBlank {
            try recording.read(line, faults: &faults)
        }
        recording.panel?.finish(faults: &faults)
        recording.device.frames = recording.panel?.touches.frames
        return ([recording.device], recording.start)
    }

    private init(file: String) { self.file = file }

    private mutating func read(_ line: RecordingLines.Line, faults: inout RecordingFaults) throws(RecordingError) {
        if line.bytes.first == UInt8(ascii: "#") { return }
        let text = line.text
        let content = text.dropFirst(2)
        // A line has at most nine values. The limit keeps a hostile line from making millions.
        let fields = content.prefix { $0 != "#" }.split(maxSplits: 9) { $0 == " " || $0 == "\t" }
        switch text.prefix(2) {
        case "N:": device.name = String(content.drop { $0 == " " })
        case "P:":
            let bytes = try fields.map { field throws(RecordingError) in try number(field, line, radix: 16) }
            device.properties.formUnion(bits(bytes, from: propertyBits))
            propertyBits += bytes.count * 8
        case "B:":
            let bytes = try fields.map { field throws(RecordingError) in try number(field, line, radix: 16) }
            try readCodes(bytes, line)
        case "A:": try readAxis(fields, line)
        case "E:": try readEvent(fields, line, faults: &faults)
        case "I:", "L:", "S:": break
        default:
            throw error(line, "a line begins with N:, I:, P:, B:, A:, L:, S:, E: or #; correct or remove this one")
        }
    }

    private mutating func readCodes(_ numbers: [Int], _ line: RecordingLines.Line) throws(RecordingError) {
        guard let type = numbers.first else { throw error(line, "the event type is missing; record again") }
        let bytes = numbers.dropFirst()
        if type == Int(EV_KEY) { device.keys.formUnion(bits(Array(bytes), from: codeBits[type, default: 0])) }
        codeBits[type, default: 0] += bytes.count * 8
    }

    private func bits(_ bytes: [Int], from first: Int) -> [Int] {
        bytes.indices.flatMap { index in
            (0..<8).filter { bytes[index] >> $0 & 1 == 1 }.map { first + index * 8 + $0 }
        }
    }

    private mutating func readAxis(_ fields: [Substring], _ line: RecordingLines.Line) throws(RecordingError) {
        // Axes have no resolution before version 1.2 of the format.
        guard fields.count == 5 || fields.count == 6 else {
            throw error(
                line,
                "an axis has its code, minimum, maximum, fuzz, flat and resolution, not \(fields.count) values; "
                    + "correct the line or record again")
        }
        let code = try number(fields[0], line, radix: 16)
        let values = try fields.dropFirst().map { field throws(RecordingError) in try number(field, line, radix: 10) }
        device.axes[code] = RecordedDevice.Axis(
            minimum: values[0], maximum: values[1], resolution: values.count == 5 ? values[4] : 0)
    }

    private mutating func readEvent(
        _ fields: [Substring], _ line: RecordingLines.Line, faults: inout RecordingFaults
    ) throws(RecordingError) {
        guard fields.count == 4 else {
            throw error(
                line,
                "an event has its time, type, code and value, not \(fields.count) values; "
                    + "correct the line or record again (a file cut off in the middle ends like this)")
        }
        guard let time = Instant.Span(decimalSeconds: fields[0]) else {
            throw error(line, "\"\(fields[0])\" is not a time in seconds; correct the line or record again")
        }
        let event = RecordedEvent(
            time: .zero + time, type: try number(fields[1], line, radix: 16),
            code: try number(fields[2], line, radix: 16), value: try number(fields[3], line, radix: 10),
            line: line.number)
        let isReport = event.type == Int(EV_SYN) && event.code == Int(SYN_REPORT)
        let isWhole = line.isEnded || isReport || line.bytes.contains(UInt8(ascii: "#"))
        guard isWhole else {
            throw error(line, "the file ends within this line; remove the line or record again")
        }
        if start == nil { try begin(at: event, line) }
        panel?.handle(event, faults: &faults)
    }

    private mutating func begin(at event: RecordedEvent, _ line: RecordingLines.Line) throws(RecordingError) {
        guard !device.axes.isEmpty else {
            throw error(
                line,
                "events before any axis (A:) line have no positions; put the device's description, "
                    + "which evemu-describe writes, at the file's head")
        }
        start = event.time
        panel = RecordedPanel(device, number: 0, startingAt: event.time)
    }

    private func number(_ text: Substring, _ line: RecordingLines.Line, radix: Int) throws(RecordingError) -> Int {
        guard let value = Int32(text, radix: radix) else {
            let kind = radix == 16 ? "hexadecimal" : "whole"
            throw error(line, "\"\(text)\" is not a \(kind) number; correct the line or record again")
        }
        return Int(value)
    }

    private func error(_ line: RecordingLines.Line, _ reason: String) -> RecordingError {
        RecordingError(file: file, line: line.number, reason: reason)
    }
}
