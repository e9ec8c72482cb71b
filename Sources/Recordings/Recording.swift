// A recording of touches in any known format, as frames that can be replayed.

package import Geometry
import Glibc
import Linux

/// Touches recorded by `libinput record`, evemu or Bezel. The content tells the format.
package struct Recording: Sendable {
    /// The time when the recording runtime showed a frame.
    package struct Presentation: Hashable, Sendable {
        /// The number of the frame, as the runtime counted it.
        package let frame: Int
        /// The time of the presentation, on the clock of `frames`.
        package let time: Instant
        /// The time when the frame was drawn. Everything that was due by then had happened. Equals `time` when the
        /// recording has no such time.
        package let drawn: Instant
        /// The number of `frames` that were known when the frame was drawn.
        package let touchesBefore: Int
        /// The number of `presses` that were known then.
        package let pressesBefore: Int
        /// The number of `inputs` that were known then.
        package var inputsBefore: Int { touchesBefore + pressesBefore }

        /// Frame number `frame` was drawn at `drawn`, when `touchesBefore` of the recording's frames and
        /// `pressesBefore` of its presses were known, and shown at `time`.
        package init(frame: Int, time: Instant, drawn: Instant, touchesBefore: Int, pressesBefore: Int = 0) {
            self.frame = frame
            self.time = time
            self.drawn = drawn
            self.touchesBefore = touchesBefore
            self.pressesBefore = pressesBefore
        }
    }

    /// Changes of buttons among the touches.
    package struct Presses: Hashable, Sendable {
        /// The changes.
        package let frame: PressFrame
        /// The number of touch frames before these changes.
        package let touchesBefore: Int
    }

    /// An input to the stage.
    package enum Input: Hashable, Sendable {
        case touches(TouchFrame)
        case presses(PressFrame)

        /// The time of the input.
        package var time: Instant {
            switch self {
            case .touches(let frame): frame.time
            case .presses(let frame): frame.time
            }
        }
    }

    /// The arrival of something that was requested earlier.
    package struct Arrival: Hashable, Sendable {
        /// What arrived, and the time on the clock of `frames`.
        package let record: ArrivalRecord
        /// The number of `frames` that were known then.
        package let touchesBefore: Int
        /// The number of `presses` that were known then.
        package let pressesBefore: Int
        /// The number of `inputs` that were known then.
        package var inputsBefore: Int { touchesBefore + pressesBefore }
        /// The number of `presentations` that had been drawn then.
        package let presentationsBefore: Int
        /// Whether it came before the first input and the first frame.
        package var isFirst: Bool { inputsBefore == 0 && presentationsBefore == 0 }
    }

    /// The touches in order of time. In a kernel's recording, the first event of the file is at `Instant.zero`; in
    /// Bezel's own, the first touch or press is. Positions are millimetres of panel space. Contacts of a kernel's
    /// recording are numbered from 1 in order of touch-down; those of Bezel's own keep their numbers. Each contact
    /// begins, moves and ends in that order, and is in a frame at most once. It may lack an end.
    package private(set) var frames: [TouchFrame]
    /// The presses in order of time. Each begins and then ends, but may lack an end.
    package let presses: [Presses]
    /// The size of the device in millimetres, from its resolution or from the header. Nil when the recording has none.
    package let deviceSize: Size?
    /// The name of the first touch panel. Nil when the recording has none.
    package let deviceName: String?
    /// The size in millimetres to which `frames` refer: the requested size, or else the device's, or else the stand-in.
    package private(set) var panelSize: Size
    /// The header of Bezel's own recordings, which describes the machine. Nil for other formats.
    package let header: RecordingHeader?
    /// The presentations of the recording runtime's frames, in the order of the file. Negative times are before the
    /// first touch or press.
    package let presentations: [Presentation]
    /// The arrivals of what was requested earlier, in the order of the file.
    package let arrivals: [Arrival]
    /// How long after the beginning of the recording the first touch or press came, which is its `t` in Bezel's own recordings. Zero for
    /// a kernel's, which begin with their first event.
    package let lead: Instant.Span
    /// The faults that were corrected, in order of lines.
    package let warnings: [RecordingWarning]

    /// The time at which a replay begins: that of the earliest presentation or arrival, and at the latest `Instant.zero`.
    package var begin: Instant {
        (presentations.map(\.drawn) + arrivals.map(\.record.time)).reduce(.zero) { min($0, $1) }
    }

    /// The size of 1920 × 1080 pixels at 96 dots per inch.
    package static let standInSize = Panel(pixels: PixelSize(1920, 1080)).millimetres

    /// Touches and presses in the order in which they came.
    package var inputs: [Input] {
        var inputs: [Input] = []
        var next = presses[...]
        for index in 0...frames.count {
            while let press = next.first, press.touchesBefore <= index {
                inputs.append(.presses(press.frame))
                next.removeFirst()
            }
            if index < frames.count { inputs.append(.touches(frames[index])) }
        }
        return inputs
    }

    /// Reads the file at `path`.
    /// - Parameters:
    ///   - panelSize: The panel's size in millimetres, which the device's axes span. Nil takes the device's own size.
    ///     (Positions of Bezel's own recordings are in millimetres already, and do not change.)
    ///   - standIn: The size when neither is known. A warning reports it.
    package static func read(
        path: String, panelSize: Size? = nil, standIn: Size = standInSize
    ) throws(RecordingError) -> Recording {
        try Recording(
            contentsOf: try contents(of: path), named: path, panelSize: panelSize, standIn: standIn)
    }

    /// The same touches on a panel whose picture is rotated by `rotation`. Use it for recordings of a panel. A
    /// recording of a running kiosk has touches on the picture already.
    package func turned(by rotation: PictureRotation) -> Recording {
        var turned = self
        turned.panelSize = rotation.turned(panelSize)
        turned.frames = frames.map { frame in
            var changes = frame.changes
            for index in changes.indices {
                let position = changes[index].position
                let place = rotation.picturePlace(
                    at: Point(position.x / panelSize.width, position.y / panelSize.height))
                changes[index].position = Point(
                    place.x * turned.panelSize.width, place.y * turned.panelSize.height)
            }
            return TouchFrame(time: frame.time, changes: changes)
        }
        return turned
    }

    /// Reads `bytes`, the contents of the file `name`. The other parameters are those of `read`.
    package init(
        contentsOf bytes: [UInt8], named name: String, panelSize: Size? = nil, standIn: Size = standInSize
    ) throws(RecordingError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(RecordingError) in
            let text = try RecordingFormat.text(bytes, file: name)
            var faults = RecordingFaults(file: name)
            switch try RecordingFormat(of: text, file: name) {
            case .bezel:
                let own = try BezelRecording(text, file: name, panelSize: panelSize, faults: &faults)
                return Recording(own, panelSize: panelSize, standIn: standIn, faults: faults)
            case .libinput:
                let (devices, start) = try LibinputRecording.read(text, file: name, faults: &faults)
                return Recording(devices, start, panelSize: panelSize, standIn: standIn, faults: &faults)
            case .evemu:
                let (devices, start) = try EvemuRecording.read(text, file: name, faults: &faults)
                return Recording(devices, start, panelSize: panelSize, standIn: standIn, faults: &faults)
            }
        }
    }

    private init(_ own: BezelRecording, panelSize: Size?, standIn: Size, faults: RecordingFaults) {
        let start = own.start ?? .zero
        frames = (own.touches?.frames ?? []).map { TouchFrame(time: .zero + ($0.time - start), changes: $0.changes) }
        presentations = own.presentations.map {
            Presentation(
                frame: $0.frame, time: .zero + ($0.time - start), drawn: .zero + ($0.drawn - start),
                touchesBefore: $0.touchesBefore, pressesBefore: $0.pressesBefore)
        }
        presses = own.presses.frames.map {
            Presses(
                frame: PressFrame(time: .zero + ($0.frame.time - start), changes: $0.frame.changes),
                touchesBefore: $0.touchesBefore)
        }
        arrivals = own.arrivals.map {
            var record = $0.record
            record.time = .zero + (record.time - start)
            return Arrival(
                record: record, touchesBefore: $0.touchesBefore, pressesBefore: $0.pressesBefore,
                presentationsBefore: $0.presentationsBefore)
        }
        lead = max(.zero, start - .zero)
        header = own.header
        deviceSize = own.header?.size
        deviceName = nil
        self.panelSize = panelSize ?? own.header?.size ?? standIn
        warnings = faults.warnings
    }

    private init(
        _ devices: [RecordedDevice], _ start: Instant?, panelSize: Size?, standIn: Size,
        faults: inout RecordingFaults
    ) {
        let panels = devices.filter { $0.touchProtocol != nil && $0.positionAxes != nil }
        if panels.isEmpty {
            let names = devices.compactMap(\.name).map { "\"\($0)\"" }.joined(separator: ", ")
            faults.add(
                .noPanel, line: devices.first?.line ?? 1,
                "there is no touch panel here\(names.isEmpty ? "" : ", only \(names)"); no touch is replayed")
        }
        deviceName = panels.first?.name
        deviceSize = panels.lazy.compactMap(\.size).first
        let size = panelSize ?? deviceSize ?? standIn
        if panelSize == nil, deviceSize == nil, let panel = panels.first {
            faults.add(
                .unknownSize, line: panel.line,
                "the device does not report its size; taken as \(size.width) × \(size.height) mm, give its size")
        }
        self.panelSize = size
        lead = .zero
        frames = Recording.merged(devices.compactMap(\.frames), from: start ?? .zero, on: size)
        presses = Recording.presses(devices.map(\.presses), from: start ?? .zero, among: frames)
        header = nil
        presentations = []
        arrivals = []
        warnings = faults.warnings
    }

    /// The frames of all devices in order of time since `start`. Contacts are numbered from 1, and positions are in mm
    /// on `size`.
    private static func merged(_ devices: [[TouchFrame]], from start: Instant, on size: Size) -> [TouchFrame] {
        let ordered = devices.enumerated()
            .flatMap { device, frames in frames.map { (device: device, frame: $0) } }
            .enumerated()
            .sorted { ($0.element.frame.time, $0.offset) < ($1.element.frame.time, $1.offset) }
            .map(\.element)
        var down: [[Int: Int]] = Array(repeating: [:], count: devices.count)
        var latest = 0
        return ordered.map { device, frame in
            let changes = frame.changes.map { change in
                if change.phase == .began {
                    latest += 1
                    down[device][change.contact] = latest
                }
                guard let contact = down[device][change.contact] else {
                    fatalError("contact \(change.contact) did \(change.phase) without having begun")
                }
                let position = Point(change.position.x * size.width, change.position.y * size.height)
                return TouchFrame.Change(contact: contact, phase: change.phase, position: position)
            }
            return TouchFrame(time: .zero + (frame.time - start), changes: changes)
        }
    }

    /// The presses of all devices in order of time since `start`, numbered from 1, with their places among the touches
    /// in `frames`.
    private static func presses(
        _ devices: [[PressFrame]], from start: Instant, among frames: [TouchFrame]
    ) -> [Presses] {
        let ordered = devices.enumerated()
            .flatMap { device, frames in frames.map { (device: device, frame: $0) } }
            .sorted { ($0.frame.time, $0.device) < ($1.frame.time, $1.device) }
        var held: [[Int: Int]] = Array(repeating: [:], count: devices.count)
        var (latest, touches) = (0, 0)
        return ordered.map { device, frame in
            let time = Instant.zero + (frame.time - start)
            while touches < frames.count, frames[touches].time <= time { touches += 1 }
            let changes = frame.changes.map { change in
                if change.phase == .began {
                    latest += 1
                    held[device][change.button] = latest
                }
                return PressFrame.Change(
                    button: held[device][change.button] ?? 0, kind: change.kind, phase: change.phase)
            }
            return Presses(frame: PressFrame(time: time, changes: changes), touchesBefore: touches)
        }
    }

    /// The largest file that is read, in bytes: a panel that is touched for days writes less.
    package static let largest = 256 << 20

    /// The bytes of the file at `path`.
    package static func contents(of path: String) throws(RecordingError) -> [UInt8] {
        func failure(_ code: Int32) -> RecordingError {
            RecordingError(file: path, reason: "cannot be read: \(String(cString: strerror(code)))")
        }
        let file: FileDescriptor
        do throws(SystemError) { file = try FileDescriptor(opening: path, O_RDONLY) } catch {
            throw failure(error.errno)
        }
        let descriptor = file.number
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(errno) }
            if count == 0 { return bytes }
            guard bytes.count + count <= largest else {
                throw RecordingError(
                    file: path, reason: "is larger than \(largest >> 20) MiB, the most that is read; cut the recording")
            }
            bytes += chunk[..<count]
        }
    }
}
