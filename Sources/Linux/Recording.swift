// A recording of touches: whatever wrote it, the frames that a panel sent, ready to be played.

public import Geometry
import Glibc

/// Touches that `libinput record`, evemu or Bezel itself wrote down. Which of them did is read off the content.
public struct Recording: Sendable {
    /// When a frame of the recording runtime came to be shown.
    public struct Presentation: Hashable, Sendable {
        /// The frame's number, as the runtime counted it.
        public let frame: Int
        /// The moment, on the time of `frames`.
        public let time: Instant
        /// When it was drawn: what was due by then had happened. `time` where the recording does not say.
        public let drawn: Instant
        /// How many of `frames` were known when it was drawn.
        public let touchesBefore: Int

        /// Frame number `frame`, drawn at `drawn` when `touchesBefore` of the recording's frames were known, was shown at
        /// `time`.
        public init(frame: Int, time: Instant, drawn: Instant, touchesBefore: Int) {
            self.frame = frame
            self.time = time
            self.drawn = drawn
            self.touchesBefore = touchesBefore
        }
    }

    /// The touches in order of time; the first event of the file is at `Instant.zero`. Positions are millimetres of
    /// panel space. A kernel's contacts are numbered from 1 in order of touch-down, Bezel's own keep their numbers.
    /// Each contact begins, moves and ends in that order, and is at most once in a frame; it may not end.
    public private(set) var frames: [TouchFrame]
    /// The device's size in millimetres by its resolution or by the header; nil when the recording does not say.
    public let deviceSize: Size?
    /// The first touch panel's name; nil when the recording does not say.
    public let deviceName: String?
    /// The size in millimetres that `frames` were laid out on: the one asked for, else the device's, else the stand-in.
    public private(set) var panelSize: Size
    /// Bezel's own recordings say on what they were made.
    public let header: RecordingHeader?
    /// When the recording runtime's frames were shown, in the order of the file; negative before the first touch.
    public let presentations: [Presentation]
    /// What cannot be and was put right, in order of lines.
    public let warnings: [RecordingWarning]

    /// 1920 × 1080 pixels at 96 dots per inch.
    public static let standInSize = Panel(pixels: PixelSize(1920, 1080)).millimetres

    /// Reads the file at `path`.
    /// - Parameters:
    ///   - panelSize: The panel's size in millimetres, which the device's axes span; the device's own when nil.
    ///     (Positions of Bezel's own recordings are millimetres already, and stay as they are.)
    ///   - standIn: What to take when neither is known; a warning says so.
    public static func read(
        path: String, panelSize: Size? = nil, standIn: Size = standInSize
    ) throws(RecordingError) -> Recording {
        try Recording(
            contentsOf: try contents(of: path), named: path, panelSize: panelSize, standIn: standIn)
    }

    /// The same touches on a panel on which the picture is turned by `rotation`. It is for a recording of a panel: where
    /// a running kiosk was recorded, the touches are on the picture already.
    public func turned(by rotation: PictureRotation) -> Recording {
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
    public init(
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
                touchesBefore: $0.touchesBefore)
        }
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
                "the device does not say how large it is; taken as \(size.width) × \(size.height) mm, give its size")
        }
        self.panelSize = size
        frames = Recording.merged(devices.compactMap(\.frames), from: start ?? .zero, on: size)
        header = nil
        presentations = []
        warnings = faults.warnings
    }

    /// The frames of all devices in order of time since `start`, contacts numbered from 1, places in mm on `size`.
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

    private static func contents(of path: String) throws(RecordingError) -> [UInt8] {
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
            bytes += chunk[..<count]
        }
    }
}
