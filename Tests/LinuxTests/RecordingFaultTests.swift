// Recordings of panels that misbehave, which are played all the same, and files that cannot be read.

import Geometry
import Linux
import Testing

@testable import Recordings

struct RecordingFaultTests {
    @Test func `impossible touches cause one warning each`() throws {
        let recording = try read(
            """
            {"t":0,"touch":1,"phase":"ended","x":1,"y":1}
            {"t":0.1,"touch":2,"phase":"moved","x":1,"y":1}
            {"t":0.2,"touch":2,"phase":"moved","x":2,"y":1}
            {"t":0.3,"touch":2,"phase":"ended","x":2,"y":1}
            {"t":0.4,"touch":3,"phase":"began","x":3,"y":1}
            {"t":0.5,"touch":3,"phase":"began","x":4,"y":1}
            {"t":0.6,"touch":3,"phase":"moved","x":NaN,"y":1}
            {"t":0.7,"touch":3,"phase":"moved","x":1e999,"y":1}
            {"t":0.8,"touch":3,"phase":"moved","x":5,"y":1}
            {"t":0.9,"touch":3,"phase":"ended","x":NaN,"y":NaN}
            {"t":1.0,"touch":4,"phase":"began","x":nan,"y":1}
            {"t":1.1,"touch":4,"phase":"moved","x":1,"y":1}
            {"t":1.2,"touch":4,"phase":"ended"}
            """)
        #expect(recording.log == "400.0: 3b 3.0,1.0\n500.0: 3m 4.0,1.0\n800.0: 3m 5.0,1.0\n900.0: 3e 5.0,1.0")
        #expect(
            recording.complaints == """
                touches:1: touch 1 lifts without having gone down; ignored
                touches:2: touch 2 moves without having gone down; ignored until it does
                touches:6: touch 3 goes down without having lifted; treated as a move
                touches:7: touch 3 has a position that is not a number; its last position is kept (3 times in all)
                touches:11: touch 4 has a position that is not a number; its last position is kept
                """)
    }

    @Test func `time that goes back is held until it is past the latest`() throws {
        let recording = try read(
            """
            {"t":1.0,"touch":1,"phase":"began","x":0,"y":1}
            {"t":1.2,"touch":1,"phase":"moved","x":1,"y":1}
            {"t":1.1,"touch":1,"phase":"moved","x":2,"y":1}
            {"t":1.15,"touch":1,"phase":"moved","x":3,"y":1}
            {"t":1.3,"touch":1,"phase":"moved","x":4,"y":1}
            {"t":0.9,"touch":1,"phase":"ended","x":4,"y":1}
            """)
        #expect(
            recording.log == """
                0.0: 1b 0.0,1.0
                200.0: 1m 1.0,1.0
                200.0: 1m 2.0,1.0
                200.0: 1m 3.0,1.0
                300.0: 1m 4.0,1.0
                300.0: 1e 4.0,1.0
                """)
        #expect(
            recording.complaints
                == "touches:3: time goes back by 0.100 s; held at the latest time until then "
                + "(2 times in all)")
    }

    @Test func `places outside the panel are taken as they are`() throws {
        let text = """
            {"bezel":1,"size":"100x50"}
            {"t":0,"touch":1,"phase":"began","x":100,"y":50}
            {"t":1,"touch":1,"phase":"moved","x":100.5,"y":50}
            {"t":2,"touch":1,"phase":"moved","x":101,"y":-1}
            """
        let recording = try read(text)
        #expect(recording.frames.last?.changes.first?.position == Point(101, -1))
        #expect(
            recording.complaints
                == "touches:3: touch 1 at 100.5, 50.0 mm is outside the panel of 100.0 × 50.0 mm; taken as it is "
                + "(2 times in all)")
        #expect(try read(text, panelSize: Size(200, 100)).warnings.map(\.line) == [4])
    }

    @Test func `a panel's impossible slots, values and lifts cause one warning each`() throws {
        let recording = try read(
            libinputRecording([
                "0, 0, 3, 57, -1", "0, 0, 0, 0, 0",
                "0, 10000, 3, 47, 4", "0, 10000, 3, 57, 1", "0, 10000, 3, 53, 10", "0, 10000, 0, 0, 0",
                "0, 20000, 3, 47, 1", "0, 20000, 3, 57, 2", "0, 20000, 3, 53, 1100", "0, 20000, 0, 0, 0",
                "0, 30000, 3, 53, 1200", "0, 30000, 3, 54, -1", "0, 30000, 0, 0, 0",
                "0, 40000, 3, 57, 3", "0, 40000, 3, 53, 500", "0, 40000, 0, 0, 0",
                "0, 35000, 3, 53, 510", "0, 35000, 0, 0, 0",
                "0, 50000, 3, 47, 2", "0, 50000, 3, 53, 20", "0, 50000, 0, 0, 0",
                "0, 60000, 3, 53, 30", "0, 60000, 0, 0, 0",
                "0, 70000, 3, 53, 40",
            ]))
        #expect(
            recording.log == """
                20.0: 1b 109.9,0.0
                30.0: 1m 119.9,-0.1
                40.0: 1m 50.0,-0.1
                40.0: 1m 50.9,-0.1
                """)
        #expect(
            recording.complaints == """
                touches:21: slot 0 lifts without having gone down; ignored
                touches:22: slot 4 is not one of the device's slots 0 to 3; its events are ignored
                touches:28: x = 1100 is outside the axis, which goes from 0 to 999; taken as it is (2 times in all)
                touches:31: y = -1 is outside the axis, which goes from 0 to 499; taken as it is
                touches:35: slot 1 goes down without having lifted; treated as a move
                touches:37: time goes back by 0.005 s; held at the latest time until then
                touches:40: slot 2 moves without having gone down; ignored until it does
                touches:43: the recording ends within a report (no SYN_REPORT follows); its last events are left out
                """)
    }

    @Test func `when the kernel drops events, everything that is down is cancelled`() throws {
        let recording = try read(
            libinputRecording([
                "0, 0, 3, 57, 1", "0, 0, 0, 0, 0",
                "0, 10000, 0, 3, 0", "0, 10000, 3, 53, 10", "0, 10000, 0, 0, 0",
                "0, 20000, 3, 53, 20", "0, 20000, 0, 0, 0",
                "0, 30000, 3, 57, 2", "0, 30000, 0, 0, 0",
            ]))
        #expect(recording.log == "0.0: 1b 0.0,0.0\n10.0: 1c 0.0,0.0\n30.0: 2b 2.0,0.0")
        #expect(
            recording.complaints
                == "touches:22: the kernel dropped events here (SYN_DROPPED); all touches are cancelled")
    }

    @Test(arguments: [
        ("", "touches:1: the file has nothing to play: "),
        ("\n\n# just a comment\n", "touches:1: the file has nothing to play: "),
        ("\u{0}\u{0}\u{0}", "touches:1: this is not the start of a recording: "),
        ("hello\n", "touches:1: this is not the start of a recording: "),
        ("\n\n<svg/>", "touches:3: this is not the start of a recording: "),
        ("version: 2\n", "touches:1:10: only version 1 of the format is known here; "),
        ("version: 1\ndevices: 5\n", "touches:2:10: devices must be a sequence; "),
        ("version: 1\ndevices:\n- evdev:\n    absinfo:\n      0: [0, 1]\n", "touches:5:10: an axis is `code: "),
        ("version: 1\ndevices:\n- events:\n  - evdev:\n    - [0, 0, 3", "touches:5:15: this is not what `libinput "),
        ("version: 1\ndevices:\n- events:\n  - evdev:\n    - [0, 0, 3]\n", "touches:5:15: an event's code must be"),
        ("version: 1\ndevices:\n- events:\n  - evdev:\n    - [a, 0, 3, 1, 1]\n", "touches:5:8: seconds must be"),
        ("version: 1\na: \u{1}\n", "touches:2:4: this is not what `libinput record` writes: "),
        ("version: 1\na: *b\n", "touches:2:4: aliases are not allowed here"),
        ("version: 1\n---\nversion: 1\n", "touches:3:1: a recording is one document"),
        ("N: Panel\nE: 0.1 0003 0039 1\n", "touches:2: events before any axis (A:) line"),
        ("A: 35 0 999 0 0 10\nA: 36 0 4", "touches:2: an axis has its code, minimum"),
        ("A: 35 0 999 0 0 10\nE: 0.1 0003 0039 1", "touches:2: the file ends within this line"),
        ("A: 35 0 999 0 0 10\nE: 0.1 0003 00", "touches:2: an event has its time, type, code and value, not 3 values"),
        ("A: 35 0 999 0 0 10\nE: 0.1 0003 00x9 1\n", "touches:2: \"00x9\" is not a hexadecimal number"),
        ("A: 35 0 999 0 0 10\nE: now 0003 0039 1\n", "touches:2: \"now\" is not a time in seconds; "),
        ("N: Panel\nX: 1\n", "touches:2: a line begins with N:, I:, "),
        (
            "{\"t\":0,\"touch\":1,\"phase\":\"began\",\"x\":1,\"y\":2}\n{\"t\":0.1,\"tou",
            "touches:2:14: this is not a JSON"
        ),
        (
            "{\"t\":0,\"touch\":1,\"phase\":\"hovered\",\"x\":1,\"y\":2}",
            "touches:1:26: \"phase\" must be began, moved, "
        ),
        ("{\"t\":0,\"touch\":1.5,\"phase\":\"began\"}", "touches:1:16: \"touch\" must be a whole number; "),
        ("{\"t\":0,\"touch\":1,\"phase\":\"began\",\"y\":2}", "touches:1: \"x\" is missing; "),
        (
            "{\"t\":0,\"touch\":1,\"phase\":\"began\",\"x\":\"1\",\"y\":2}",
            "touches:1:38: \"x\" must be a number of mil"
        ),
        ("{\"frame\":1}", "touches:1: \"t\" is missing; "),
        ("{\"bezel\":2}", "touches:1: version 2 of Bezel's recordings is not known here; "),
        ("{\"bezel\":1,\"size\":\"0x5\"}", "touches:1:19: \"size\" must be WxH in millimetres"),
        ("{\"bezel\":1,\"size\":\"9e9x9e9\"}", "touches:1:19: \"size\" must be WxH in millimetres"),
        ("{\"bezel\":1,\"screen\":\"99999x1\"}", "touches:1:21: \"screen\" must be WxH in pixels"),
        ("{\"bezel\":1,\"scale\":1e300}", "touches:1:20: \"scale\" must be a number from 0.5 to 4"),
        ("{\"bezel\":1,\"offsets\":[[nan]]}", "touches:1:24: \"offsets\" must be lists of numbers"),
        ("{}\n[1]", "touches:2: each line of a Bezel recording must be a JSON object"),
        ("{} {}", "touches:1:4: this is not a JSON object, which each line of Bezel's recordings is: "),
    ])
    func `a file that cannot be read says where and why`(text: String, start: String) {
        #expect(failure(text)?.prefix(start.count) ?? "" == start)
    }

    @Test func `a file that is not UTF-8 names the byte, and one that is not there the reason`() {
        #expect(
            throws: RecordingError(
                file: "touches", line: 2,
                reason: "byte 5 of the file is not UTF-8, so this is not a recording: a recording is what `libinput "
                    + "record` writes (YAML), what evemu-record writes, or Bezel's JSON Lines")
        ) { try Recording(contentsOf: Array("N: a\n".utf8) + [0xFF, 0x0A], named: "touches") }
        #expect(throws: RecordingError(file: "/nowhere", reason: "cannot be read: No such file or directory")) {
            try Recording.read(path: "/nowhere")
        }
        #expect(throws: RecordingError(file: "/", reason: "cannot be read: Is a directory")) {
            try Recording.read(path: "/")
        }
    }

    @Test func `a byte order mark is no part of a recording`() throws {
        #expect(try read("\u{FEFF}{\"t\":0,\"touch\":1,\"phase\":\"began\",\"x\":1,\"y\":2}").frames.count == 1)
        #expect(try read("\u{FEFF}version: 1\n").frames.isEmpty)
    }
}
