// Reads Bezel's own recordings: JSON Lines, with one touch, press, presentation, arrival or header per line.

import Geometry

/// A recording in Bezel's own format, read line by line.
struct BezelRecording {
    /// The version of the format that is read and written.
    static let version = 1

    private(set) var header: RecordingHeader?
    private(set) var presentations: [Recording.Presentation] = []
    private(set) var arrivals: [Recording.Arrival] = []
    private(set) var touches: RecordedTouches?
    private(set) var presses = RecordedPresses()
    /// The time of the first touch or press, or else of the first presentation or arrival.
    private(set) var start: Instant?
    /// The `t` of the previous line if that is a touch. Nil after a line of another kind or a blank line.
    private var neighbour: Instant?
    /// The `t` of the previous line if that is a press.
    private var pressNeighbour: Instant?
    private let file: String
    private let panelSize: Size?

    /// Reads `bytes`, which diagnostics call `file`, from a panel of `panelSize` (mm). Nil when the size is not known.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, file: String, panelSize: Size?, faults: inout RecordingFaults
    ) throws(RecordingError) {
        self.file = file
        self.panelSize = panelSize
        for line in RecordingLines(bytes) {
            if line.isBlank {
                (neighbour, pressNeighbour) = (nil, nil)
            } else {
                try read(try BezelRecordingLine(line, file: file), faults: &faults)
            }
        }
        touches?.endFrame()
    }

    private mutating func read(_ line: BezelRecordingLine, faults: inout RecordingFaults) throws(RecordingError) {
        for key in line.unknownKeys {
            // A key can contain line feeds, but a warning is one line.
            let shown = String(key.map { $0.isNewline ? " " : $0 })
            faults.add(.unknownKey(key), line: line.number, "the key \"\(shown)\" is not known here; ignored")
        }
        if let contact = line.touch {
            pressNeighbour = nil
            return try readTouch(contact, line, faults: &faults)
        }
        neighbour = nil
        if let button = line.press { return try readPress(button, line, faults: &faults) }
        pressNeighbour = nil
        if let version = line.version {
            guard version == Self.version else {
                throw line.error(
                    "version \(version) of Bezel's recordings is not known here; replay it with a newer Bezel")
            }
            var header = RecordingHeader(
                screen: line.screen, size: line.size, refresh: line.refresh, scale: line.scale)
            (header.edgeWidths, header.slop, header.resampling) = (line.edgeWidths, line.slop, line.resampling)
            (header.stack, header.offsets, header.language) = (line.stack, line.offsets, line.language)
            header.sliders = line.sliders ?? []
            header.readingDistance = line.readingDistance
            header.hasArrivals = line.hasArrivals ?? false
            self.header = header
        } else if let frame = line.frame {
            let time = try line.required(line.time, "t")
            touches?.endFrame()
            let before = touches?.frames.count ?? 0
            presentations.append(
                Recording.Presentation(
                    frame: frame, time: time, drawn: line.drawn ?? time, touchesBefore: before,
                    pressesBefore: presses.frames.count))
            if touches == nil, start == nil { start = time }
        } else if let what = try arrival(line) {
            let time = try line.required(line.time, "t")
            touches?.endFrame()
            arrivals.append(
                Recording.Arrival(
                    record: ArrivalRecord(time: time, what: what), touchesBefore: touches?.frames.count ?? 0,
                    pressesBefore: presses.frames.count, presentationsBefore: presentations.count))
            if touches == nil, start == nil { start = time }
        } else if !line.isDecision {
            faults.add(
                .unknownLine, line: line.number,
                "a line that is neither a touch, nor a press, nor a frame's presentation, nor an arrival, nor the header; ignored"
            )
        }
    }

    private func arrival(_ line: BezelRecordingLine) throws(RecordingError) -> ArrivalRecord.What? {
        if line.left == nil, let arrived = line.arrived, ["night", "day"].contains(arrived) {
            return .night(arrived == "night")
        }
        if line.left == nil, line.arrived == "clock" {
            let words = try line.required(line.value, "value").split(separator: " ", maxSplits: 1)
            guard words.count == 2, let nanoseconds = Int64(words[0]), let zone = WallClock.Zone(words[1]) else {
                throw line.error(
                    "the \"value\" of a clock is its nanoseconds since 1970 and the seconds by which local time is ahead of UTC, "
                        + "such as \"1781692200000000000 7200\"; correct or remove the line")
            }
            return .clock(nanoseconds: nanoseconds, zone: zone)
        }
        if line.left == nil, line.arrived == "file" {
            return .file(.init(name: try line.required(line.name, "name"), value: line.value ?? ""))
        }
        if line.left == nil, line.arrived != "picture" {
            guard line.arrived != nil else { return nil }
            return .result(
                .init(
                    name: try line.required(line.name, "name"), number: line.ordinal ?? 1,
                    value: line.failure ?? line.value ?? "", isError: line.failure != nil))
        }
        let picture = ArrivalRecord.Picture(
            name: try line.required(line.name, "name"), size: try line.required(line.pixels, "pixels"))
        return line.left == nil ? .picture(picture) : .pictureLeft(picture)
    }

    private mutating func readTouch(
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
        var touches = self.touches ?? begin(at: time)
        self.touches = nil
        if neighbour != time || touches.isPending(contact) { touches.endFrame() }
        neighbour = time
        touches.advance(to: time, line: line.number, faults: &faults)
        if let position { check(position, of: contact, line, faults: &faults) }
        touches.add(contact, phase, at: position, line: line.number, faults: &faults)
        self.touches = touches
    }

    private mutating func readPress(
        _ button: Int, _ line: BezelRecordingLine, faults: inout RecordingFaults
    ) throws(RecordingError) {
        let time = try line.required(line.time, "t")
        let phase = try line.required(line.phase, "phase")
        guard let phase = PressFrame.Phase(rawValue: phase.rawValue) else {
            throw line.error("a press began, ended or was cancelled; correct or remove the line")
        }
        var touches = self.touches ?? begin(at: time)
        self.touches = nil
        touches.endFrame()
        touches.advance(to: time, line: line.number, faults: &faults)
        try presses.add(
            button, line.button, phase, at: touches.time, after: touches.frames.count, joins: pressNeighbour == time,
            line: line, faults: &faults)
        pressNeighbour = time
        self.touches = touches
    }

    /// Begins the touches with the first touch or press, at `time`.
    private mutating func begin(at time: Instant) -> RecordedTouches {
        start = time
        return RecordedTouches(device: 0, startingAt: time, noun: "touch")
    }

    private func check(
        _ point: Point, of contact: Int, _ line: BezelRecordingLine, faults: inout RecordingFaults
    ) {
        guard let size = panelSize ?? header?.size, point.x.isFinite, point.y.isFinite else { return }
        if point.x < 0 || point.y < 0 || point.x > size.width || point.y > size.height {
            faults.add(
                .outsidePanel, contact: contact, line: line.number,
                "touch \(contact) at \(point.x), \(point.y) mm is outside the panel of "
                    + "\(size.width) × \(size.height) mm; taken as it is")
        }
    }
}
