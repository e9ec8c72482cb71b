// Reads the YAML of `libinput record`: devices, each with its description and its events.

internal import CLinux
import Geometry

/// A recording of `libinput record`, read node by node.
struct LibinputRecording {
    private var devices: [RecordedDevice] = []
    private var start: Instant?

    /// Reads `bytes`, named `file`. Returns its devices with frames, and the time of the first event.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, file: String, faults: inout RecordingFaults
    ) throws(RecordingError) -> (devices: [RecordedDevice], start: Instant?) {
        var yaml = try YAMLReader(bytes, file: file, format: "what `libinput record` writes")
        var recording = LibinputRecording()
        try recording.readRoot(&yaml, faults: &faults)
        return (recording.devices, recording.start)
    }

    private mutating func readRoot(_ yaml: inout YAMLReader, faults: inout RecordingFaults) throws(RecordingError) {
        guard try yaml.enterMapping("a recording") else { return }
        while let key = try yaml.nextKey() {
            switch key {
            case "version":
                guard yaml.node == .scalar("1", isPlain: true) else {
                    throw yaml.error(
                        "only version 1 of the format is known here; record with a libinput that writes it")
                }
                try yaml.advance()
            case "devices":
                guard try yaml.enterSequence("devices") else { continue }
                while try yaml.nextItem() { try readDevice(&yaml, faults: &faults) }
            default: try yaml.skip()
            }
        }
        guard yaml.node == .end else { throw yaml.error("a recording is one document; remove what follows it") }
    }

    private mutating func readDevice(_ yaml: inout YAMLReader, faults: inout RecordingFaults) throws(RecordingError) {
        var device = RecordedDevice()
        device.line = yaml.line
        if try yaml.enterMapping("a device") {
            while let key = try yaml.nextKey() {
                switch key {
                case "evdev": try readDescription(&yaml, of: &device)
                case "events":
                    guard try yaml.enterSequence("events") else { continue }
                    var panel: RecordedPanel?
                    var buttons = RecordedButtons(device, number: devices.count)
                    var isFirst = true
                    while try yaml.nextItem() {
                        try readGroup(&yaml, device, &panel, &buttons, &isFirst, faults: &faults)
                    }
                    panel?.finish(faults: &faults)
                    device.frames = panel?.touches.frames
                    device.presses = buttons.frames
                default: try yaml.skip()
                }
            }
        }
        devices.append(device)
    }

    private func readDescription(_ yaml: inout YAMLReader, of device: inout RecordedDevice) throws(RecordingError) {
        guard try yaml.enterMapping("evdev") else { return }
        while let key = try yaml.nextKey() {
            switch key {
            case "name": device.name = try yaml.scalar("name").text
            case "properties": device.properties = Set(try yaml.integers("properties"))
            case "codes":
                guard try yaml.enterMapping("codes") else { continue }
                while let type = try yaml.nextKey() {
                    let codes = try yaml.integers("the codes of an event type")
                    if Int(type) == Int(EV_KEY) { device.keys = Set(codes) }
                }
            case "absinfo":
                guard try yaml.enterMapping("absinfo") else { continue }
                while let code = try yaml.nextKey() { try readAxis(&yaml, code, of: &device) }
            default: try yaml.skip()
            }
        }
    }

    private func readAxis(
        _ yaml: inout YAMLReader, _ code: String, of device: inout RecordedDevice
    ) throws(RecordingError) {
        let mark = yaml.mark
        let values = try yaml.integers("an axis")
        guard let code = Int(code), values.count == 5, values.allSatisfy({ Int32(exactly: $0) != nil }) else {
            throw yaml.error(
                "an axis is `code: [minimum, maximum, fuzz, flat, resolution]`; correct it or record again", at: mark)
        }
        device.axes[code] = RecordedDevice.Axis(minimum: values[0], maximum: values[1], resolution: values[4])
    }

    /// Reads one item of `events`: a mapping whose only key names the kind of its events.
    private mutating func readGroup(
        _ yaml: inout YAMLReader, _ device: RecordedDevice, _ panel: inout RecordedPanel?,
        _ buttons: inout RecordedButtons, _ isFirst: inout Bool, faults: inout RecordingFaults
    ) throws(RecordingError) {
        guard try yaml.enterMapping("an item of events") else { return }
        while let key = try yaml.nextKey() {
            guard key == "evdev" else {
                try yaml.skip()  // libinput's own events and raw HID reports repeat the evdev events
                continue
            }
            guard try yaml.enterSequence("evdev events") else { continue }
            while try yaml.nextItem() {
                let event = try Self.event(&yaml)
                if isFirst {
                    isFirst = false
                    start = min(start ?? event.time, event.time)
                    panel = RecordedPanel(device, number: devices.count, startingAt: event.time)
                }
                panel?.handle(event, faults: &faults)
                buttons.handle(event, faults: &faults)
            }
        }
    }

    private static func event(_ yaml: inout YAMLReader) throws(RecordingError) -> RecordedEvent {
        let (mark, line) = (yaml.mark, yaml.line)
        let form = "an event is `[seconds, microseconds, type, code, value]`; correct it or record again"
        guard try yaml.enterSequence("an event") else { throw yaml.error(form, at: mark) }
        let seconds = try yaml.integer("seconds")
        let microseconds = try yaml.integer("microseconds")
        let type = try yaml.integer("an event's type")
        let code = try yaml.integer("an event's code")
        let value = try yaml.integer("an event's value")
        guard try !yaml.nextItem(), Int32(exactly: value) != nil,
            let time = Instant.Span(seconds: seconds, microseconds: microseconds)
        else { throw yaml.error(form, at: mark) }
        return RecordedEvent(time: .zero + time, type: type, code: code, value: value, line: line)
    }
}
