// Recordings as short text, and the text of recordings: what the tests of recordings share.

import Geometry
import Glibc
import Linux

@testable import Recordings

/// The path of a file in Fixtures.
func fixture(_ name: String, from file: String = #filePath) -> String {
    file.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Fixtures/" + name
}

/// The bytes of a file in Fixtures.
func fixtureBytes(_ name: String) -> [UInt8] {
    guard let file = fopen(fixture(name), "r") else { fatalError("\(fixture(name)) cannot be opened") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
}

/// Reads `text` as the file `touches`.
func read(_ text: String, panelSize: Size? = nil) throws(RecordingError) -> Recording {
    try Recording(contentsOf: Array(text.utf8), named: "touches", panelSize: panelSize)
}

/// The error of reading `text` as the file `touches`; nil when there is none.
func failure(_ text: String) -> String? {
    do {
        _ = try read(text)
        return nil
    } catch {
        return error.description
    }
}

extension Recording {
    /// One line a frame: milliseconds, then each contact with the first letter of its phase and its place in mm.
    var log: String {
        frames.map { frame in
            let changes = frame.changes.map { change in
                let phase = change.phase.rawValue.prefix(1)
                return " \(change.contact)\(phase) \(rounded(change.position.x)),\(rounded(change.position.y))"
            }
            return "\(rounded(Double(frame.time.nanoseconds) / 1e6)):" + changes.joined()
        }
        .joined(separator: "\n")
    }

    /// The warnings, one a line.
    var complaints: String { warnings.map(\.description).joined(separator: "\n") }

    private func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}

/// A recording of `libinput record`: one panel of 100 × 50 mm with 10 units a mm and four slots. Each of `events` is the text
/// between the brackets.
func libinputRecording(_ events: [String], absinfo: String = panelAxes, codes: String = "[330]") -> String {
    """
    version: 1
    ndevices: 1
    devices:
    \(libinputDevice(events, absinfo: absinfo, codes: codes))
    """
}

/// One device of such a recording.
func libinputDevice(
    _ events: [String], name: String = "Panel", absinfo: String = panelAxes, codes: String = "[330]"
) -> String {
    """
    - node: /dev/input/event4
      evdev:
        name: "\(name)"
        codes:
          1: \(codes)
        absinfo:
    \(absinfo)
        properties: []
      events:
      - evdev:
    \(events.map { "    - [\($0)]" }.joined(separator: "\n"))

    """
}

/// The axes of the panel of `libinputRecording`.
let panelAxes = """
          0: [0, 999, 0, 0, 10]
          1: [0, 499, 0, 0, 10]
          47: [0, 3, 0, 0, 0]
          53: [0, 999, 0, 0, 10]
          54: [0, 499, 0, 0, 10]
          55: [0, 2, 0, 0, 0]
          57: [0, 65535, 0, 0, 0]
    """
