// Reads Bezel's own recordings: JSON Lines, one touch, presentation or header a line.

import Geometry

/// A recording in Bezel's own format while its lines go by.
struct BezelRecording {
    /// The version of the format that is read and written here.
    static let version = 1

    private(set) var header: RecordingHeader?
    private(set) var presentations: [Recording.Presentation] = []
    private(set) var touches: RecordedTouches?
    /// The time of the first touch, else of the first presentation.
    private(set) var start: Instant?
    /// The `t` of the touch line before this one; nil when another kind of line is between.
    private var neighbour: Instant?
    private let file: String
    private let panelSize: Size?

    /// Reads `bytes`, named `file`, of a panel of `panelSize` (mm) if that is known.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, file: String, panelSize: Size?, faults: inout RecordingFaults
    ) throws(RecordingError) {
        self.file = file
        self.panelSize = panelSize
        for line in RecordingLines(bytes) {
            if line.isBlank {
                neighbour = nil
            } else {
                try take(try BezelRecordingLine(line, file: file), faults: &faults)
            }
        }
        touches?.endFrame()
    }

    private mutating func take(_ line: BezelRecordingLine, faults: inout RecordingFaults) throws(RecordingError) {
        for key in line.unknownKeys {
            // A key may have line feeds, and a warning is one line.
            let shown = String(key.map { $0.isNewline ? " " : $0 })
            faults.add(.unknownKey(key), line: line.number, "the key \"\(shown)\" is not known here; ignored")
        }
        if let contact = line.touch {
            try takeTouch(contact, line, faults: &faults)
            return
        }
        neighbour = nil
        if let version = line.version {
            guard version == Self.version else {
                throw line.error(
                    "version \(version) of Bezel's recordings is not known here; replay it with a newer Bezel")
            }
            var header = RecordingHeader(
                screen: line.screen, size: line.size, refresh: line.refresh, scale: line.scale)
            (header.edgeWidths, header.slop, header.resampling) = (line.edgeWidths, line.slop, line.resampling)
            (header.stack, header.offsets) = (line.stack, line.offsets)
            self.header = header
        } else if let frame = line.frame {
            let time = try line.required(line.time, "t")
            touches?.endFrame()
            let before = touches?.frames.count ?? 0
            presentations.append(
                Recording.Presentation(
                    frame: frame, time: time, drawn: line.drawn ?? time, touchesBefore: before))
            if touches == nil, start == nil { start = time }
        } else if !line.isDecision {
            faults.add(
                .unknownLine, line: line.number,
                "a line that is neither a touch, nor a frame's presentation, nor the header; ignored")
        }
    }

    private mutating func takeTouch(
        _ contact: Int, _ line: BezelRecordingLine, faults: inout RecordingFaults
    ) throws(RecordingError) {
        let time = try line.required(line.time, "t")
        let phase = try line.required(line.phase, "phase")
        let position: Point?
        switch phase {
        case .began, .moved: position = Point(try line.required(line.x, "x"), try line.required(line.y, "y"))
        case .ended, .cancelled:
            position = if let x = line.x, let y = line.y { Point(x, y) } else { nil }
        }
        if touches == nil { start = time }
        var touches = self.touches ?? RecordedTouches(device: 0, startingAt: time, noun: "touch")
        self.touches = nil
        if neighbour != time || touches.isPending(contact) { touches.endFrame() }
        neighbour = time
        touches.advance(to: time, line: line.number, faults: &faults)
        if let position { check(position, of: contact, line, faults: &faults) }
        touches.add(contact, phase, at: position, line: line.number, faults: &faults)
        self.touches = touches
    }

    private func check(
        _ point: Point, of contact: Int, _ line: BezelRecordingLine, faults: inout RecordingFaults
    ) {
        guard let size = panelSize ?? header?.size, point.x.isFinite, point.y.isFinite else { return }
        if point.x < 0 || point.y < 0 || point.x > size.width || point.y > size.height {
            faults.add(
                .outsidePanel, contact: contact, line: line.number,
                "touch \(contact) at \(point.x), \(point.y) mm lies outside the panel of "
                    + "\(size.width) × \(size.height) mm; taken as it is")
        }
    }
}
