// Buttons in recordings: written and read as they were, and read from what libinput recorded.

import Geometry
import Linux
import Testing

@testable import Recordings

struct RecordingPressTests {
    /// Touches and presses in order: milliseconds, then each change.
    private func log(_ recording: Recording) -> String {
        recording.inputs.map { input in
            let milliseconds = input.time.nanoseconds / 1_000_000
            switch input {
            case .touches(let frame):
                return "\(milliseconds):" + frame.changes.map { " touch \($0.contact) \($0.phase)" }.joined()
            case .presses(let frame):
                return "\(milliseconds):"
                    + frame.changes.map { " press \($0.button) \($0.kind.name) \($0.phase)" }.joined()
            }
        }.joined(separator: "\n")
    }

    private func press(_ time: Int, _ changes: (Int, PressFrame.Kind, PressFrame.Phase)...) -> PressFrame {
        PressFrame(
            time: .zero + .milliseconds(time), changes: changes.map { .init(button: $0.0, kind: $0.1, phase: $0.2) })
    }

    private func touch(_ time: Int, _ phase: TouchFrame.Phase) -> TouchFrame {
        TouchFrame(
            time: .zero + .milliseconds(time), changes: [.init(contact: 1, phase: phase, position: Point(10, 20))])
    }

    @Test func `presses read back as written, also at one time, and between the frames that were shown`() throws {
        var text = ""
        var writer = try RecordingWriter(header: RecordingHeader(screen: nil, size: Size(527, 296), refresh: nil)) {
            text += $0
        }
        try writer.write(press(0, (1, .back, .began), (2, .other(99), .began)))
        try writer.write(touch(0, .began))
        try writer.write(press(0, (3, .home, .began)))
        try writer.writePresentation(of: 1, at: .zero + .milliseconds(16), drawn: .zero + .milliseconds(12))
        try writer.write(press(20, (1, .back, .ended)))
        try writer.write(press(20, (3, .home, .ended)))
        try writer.write(touch(20, .ended))
        try writer.write(press(30, (2, .other(99), .cancelled)))
        let recording = try read(text)
        #expect(recording.warnings.isEmpty, "\(recording.complaints)")
        #expect(
            log(recording) == """
                0: press 1 back began press 2 key-99 began
                0: touch 1 began
                0: press 3 home began
                20: press 1 back ended
                20: press 3 home ended
                20: touch 1 ended
                30: press 2 key-99 cancelled
                """)
        #expect(recording.presentations.map(\.touchesBefore) == [1])
        #expect(recording.presentations.map(\.pressesBefore) == [2])
        #expect(text.contains(#"{"t":0.000,"press":1,"button":"back","phase":"began"}"#))
    }

    @Test func `a press that comes first is the recording's zero, and keys may come in any order`() throws {
        let recording = try read(
            """
            {"button":"back","phase":"began","press":7,"t":5.5}
            {"t":5.6,"phase":"ended","press":7}
            {"t":5.75,"touch":1,"phase":"began","x":1,"y":2}
            """)
        #expect(log(recording) == "0: press 7 back began\n100: press 7 back ended\n250: touch 1 began")
    }

    @Test func `impossible presses cause one warning and are left out`() throws {
        let recording = try read(
            """
            {"t":0,"press":1,"button":"back","phase":"ended"}
            {"t":0.1,"press":1,"button":"back","phase":"began"}
            {"t":0.2,"press":1,"button":"back","phase":"began"}
            {"t":0.15,"press":1,"phase":"ended"}
            """)
        #expect(log(recording) == "100: press 1 back began\n200: press 1 back ended")
        #expect(
            recording.complaints == """
                touches:1: press 1 ends without having begun; ignored
                touches:3: press 1 begins again without having ended; ignored
                touches:4: time goes back by 0.050 s; held at the latest time until then
                """)
        #expect(
            failure(#"{"t":0,"press":1,"phase":"began"}"#)
                == #"touches:1: "button" is missing; correct or remove the line"#)
        #expect(
            failure(#"{"t":0,"press":1,"button":"backwards","phase":"began"}"#)?.contains(
                #""button" must be what a button is for, such as back, home or key-99"#) == true)
        #expect(
            failure(#"{"t":0,"press":1,"button":"back","phase":"moved"}"#)
                == "touches:1: a press began, ended or was cancelled; correct or remove the line")
    }

    @Test func `libinput's keys whose names say what they are for are played among the touches`() throws {
        let panel = libinputDevice([
            "1, 0, 3, 57, 5", "1, 0, 3, 53, 100", "1, 0, 3, 54, 100", "1, 0, 0, 0, 0",
            "1, 200000, 3, 57, -1", "1, 200000, 0, 0, 0",
        ])
        let keys = libinputDevice(
            [
                "1, 100000, 1, 158, 1", "1, 100000, 0, 0, 0", "1, 350000, 1, 158, 2", "1, 350000, 0, 0, 1",
                "1, 400000, 1, 158, 0", "1, 400000, 1, 30, 1", "1, 400000, 0, 0, 0", "1, 500000, 1, 172, 1",
                "1, 500000, 0, 0, 0", "1, 600000, 1, 172, 0", "1, 600000, 0, 0, 0",
            ], name: "gpio-keys", absinfo: "      {}", codes: "[30, 158, 172]")
        let recording = try read("version: 1\nndevices: 2\ndevices:\n\(panel)\(keys)")
        #expect(
            log(recording) == """
                0: touch 1 began
                100: press 1 back began
                200: touch 1 ended
                400: press 1 back ended
                500: press 2 home began
                600: press 2 home ended
                """)
    }

    @Test func `where the kernel dropped events, held keys are cancelled and the rest of the report is left out`()
        throws
    {
        let keys = libinputDevice(
            [
                "1, 100000, 1, 158, 1", "1, 100000, 0, 0, 0", "1, 200000, 0, 3, 0", "1, 200000, 1, 172, 1",
                "1, 200000, 0, 0, 0", "1, 300000, 1, 172, 0", "1, 300000, 0, 0, 0", "1, 400000, 1, 158, 1",
                "1, 400000, 0, 0, 0", "1, 500000, 1, 158, 0", "1, 500000, 0, 0, 0",
            ], name: "gpio-keys", absinfo: "      {}", codes: "[158, 172]")
        let panel = libinputDevice([
            "1, 0, 3, 57, 5", "1, 0, 3, 53, 100", "1, 0, 3, 54, 100", "1, 0, 0, 0, 0",
            "1, 50000, 3, 57, -1", "1, 50000, 0, 0, 0",
        ])
        let recording = try read("version: 1\nndevices: 2\ndevices:\n\(panel)\(keys)")
        #expect(
            log(recording) == """
                0: touch 1 began
                50: touch 1 ended
                100: press 1 back began
                200: press 1 back cancelled
                400: press 2 back began
                500: press 2 back ended
                """)
        #expect(recording.warnings.count == 1)
        #expect(recording.warnings.first?.text.contains("all held buttons are cancelled") == true)
    }
}
