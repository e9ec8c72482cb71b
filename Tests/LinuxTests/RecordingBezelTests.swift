// Bezel's own recordings: what they may hold, and that they read back as they were written.

import Geometry
import Glibc
import Linux
import Testing

@testable import Recordings

struct RecordingBezelTests {
    /// Runs `body` with a writer on a file of its own, and returns what it wrote.
    private func written(
        header: RecordingHeader = RecordingHeader(screen: nil, size: nil, refresh: nil),
        _ body: (inout RecordingWriter) throws -> Void
    ) throws -> String {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        var writer = try RecordingWriter(descriptor: fileno(file), named: "touches", header: header)
        try body(&writer)
        rewind(file)
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `lines of one time and different touches are one frame, and numbers stay the file's`() throws {
        let recording = try read(
            """
            {"t":0.5,"touch":7,"phase":"began","x":3.1,"y":150.2}
            {"t":0.50,"touch":4,"phase":"began","x":50,"y":1e1}
            {"touch" : 7, "t" : 0.512, "phase" : "moved", "y" : 150, "x" : 5}
            {"t":0.512,"touch":7,"phase":"moved","x":6,"y":150}
            {"t":0.52,"touch":4,"phase":"cancelled"}\r
            \t{"t":0.53,"touch":7,"phase":"ended","x":7,"y":150}
            """)
        #expect(
            recording.log == """
                0.0: 7b 3.1,150.2 4b 50.0,10.0
                12.0: 7m 5.0,150.0
                12.0: 7m 6.0,150.0
                20.0: 4c 50.0,10.0
                30.0: 7e 7.0,150.0
                """)
        #expect(recording.warnings.isEmpty)
        #expect(recording.deviceSize == nil)
    }

    @Test func `the header and the presentations are read`() throws {
        let recording = try read(
            """
            {"bezel":1,"screen":"1920x1080","size":"527.04x296.5","refresh":59.94}
            {"t":10.000000001,"frame":3}
            {"t":10.1,"touch":1,"phase":"began","x":1,"y":2}
            {"t":10.2,"frame":4,"drawn":10.19}
            """)
        #expect(
            recording.header
                == RecordingHeader(screen: PixelSize(1920, 1080), size: Size(527.04, 296.5), refresh: 59.94))
        #expect(recording.deviceSize == Size(527.04, 296.5))
        #expect(recording.panelSize == Size(527.04, 296.5))
        #expect(
            recording.presentations == [
                Recording.Presentation(
                    frame: 3, time: Instant(nanoseconds: -99_999_999), drawn: Instant(nanoseconds: -99_999_999),
                    touchesBefore: 0),
                Recording.Presentation(
                    frame: 4, time: Instant(nanoseconds: 100_000_000), drawn: Instant(nanoseconds: 90_000_000),
                    touchesBefore: 1),
            ])
        #expect(recording.log == "0.0: 1b 1.0,2.0")
    }

    @Test func `unknown keys and lines are skipped with one warning each`() throws {
        let recording = try read(
            """
            {"t":0,"touch":1,"phase":"began","x":1,"y":2,"pressure":{"a":[1,2]}}
            {"t":1,"touch":1,"phase":"moved","x":1,"y":2,"pressure":3}
            {"t":1,"weather":"fine"}
            {}
            """)
        #expect(recording.frames.count == 2)
        #expect(
            recording.complaints == """
                touches:1: the key "pressure" is not known here; ignored (2 times in all)
                touches:3: the key "weather" is not known here; ignored
                touches:3: a line that is neither a touch, nor a press, nor a frame's presentation, nor an arrival, nor the header; ignored (2 times in all)
                """)
    }

    @Test func `page names can hold what ends a line, or ends a text`() throws {
        var header = RecordingHeader(screen: nil, size: nil, refresh: nil)
        header.sliders = ["floor=-1", "year=1900"]
        header.stack = ["home", "a\nb\r\"\\\0\u{85}\u{2028}\u{FEFF}\u{FFFF}\u{1F600} "]
        var text = ""
        _ = try RecordingWriter(header: header) { text += $0 }
        #expect(text.count { $0.isNewline } == 1)
        #expect(try read(text).header == header)
    }

    @Test func `a recording reads back as it was written, to the bit and to the nanosecond`() throws {
        let frames = [
            TouchFrame(
                time: .zero,
                changes: [
                    .init(contact: 1, phase: .began, position: Point(0.1 + 0.2, 150.2)),
                    .init(contact: 2, phase: .began, position: Point(-0.0, .leastNonzeroMagnitude)),
                ]),
            TouchFrame(
                time: Instant(nanoseconds: 8_333_333),
                changes: [.init(contact: 1, phase: .moved, position: Point(0x1p32, 1.0 / 3))]),
            TouchFrame(
                time: Instant(nanoseconds: 8_333_333),
                changes: [.init(contact: 2, phase: .ended, position: Point(.leastNormalMagnitude, .pi))]),
            TouchFrame(
                time: Instant(nanoseconds: 3_600_000_000_001),
                changes: [.init(contact: 1, phase: .cancelled, position: Point(0x1p32, 100))]),
        ]
        var header = RecordingHeader(screen: PixelSize(800, 480), size: Size(154.08, 85.92), refresh: 60, scale: 1.5)
        (header.edgeWidths, header.slop, header.resampling) = (["left": 6.3, "bottom": 14], 2.6, false)
        let origin = Instant.Span(nanoseconds: 123_456_789_012_345)
        let text = try written(header: header) { writer in
            for frame in frames { try writer.write(TouchFrame(time: frame.time + origin, changes: frame.changes)) }
            try writer.writePresentation(
                of: 61, at: Instant(nanoseconds: 1_000_000_000) + origin,
                drawn: Instant(nanoseconds: 990_000_000) + origin)
        }
        let recording = try read(text)
        #expect(recording.frames == frames)
        #expect(recording.frames[0].changes[1].position.x.sign == .minus)
        #expect(recording.header == header)
        #expect(
            recording.presentations == [
                Recording.Presentation(
                    frame: 61, time: Instant(nanoseconds: 1_000_000_000), drawn: Instant(nanoseconds: 990_000_000),
                    touchesBefore: frames.count)
            ])
    }

    @Test func `the written lines are the expected ones`() throws {
        let text = try written(header: RecordingHeader(screen: PixelSize(1920, 1080), size: nil, refresh: 60)) {
            try $0.writePresentation(
                of: 1, at: Instant(nanoseconds: 5_000_000_000), drawn: Instant(nanoseconds: 4_990_000_000))
            try $0.write(
                TouchFrame(
                    time: Instant(nanoseconds: 5_012_000_000),
                    changes: [.init(contact: 1, phase: .began, position: Point(3.1, 150.2))]))
        }
        #expect(
            text == """
                {"bezel":1,"screen":"1920x1080","refresh":60.0}
                {"t":0.000,"frame":1,"drawn":-0.010}
                {"t":0.012,"touch":1,"phase":"began","x":3.1,"y":150.2}

                """)
    }

    @Test func `what libinput recorded survives Bezel's own format`() throws {
        for name in ["swipe.yml", "multi.yml"] {
            let recording = try Recording.read(path: fixture(name))
            let text = try written { writer in for frame in recording.frames { try writer.write(frame) } }
            #expect(try read(text).frames == recording.frames)
        }
    }

    @Test func `a recording that cannot be written says where and why`() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        #expect(
            throws: RecordingError(
                file: "visit.jsonl", reason: "the recording cannot be continued: No space left on device")
        ) {
            _ = try RecordingWriter(
                descriptor: descriptor, named: "visit.jsonl",
                header: RecordingHeader(screen: nil, size: nil, refresh: nil))
        }
    }

    @Test(arguments: [
        ("0.1", 100_000_000), ("0.3", 300_000_000), ("0.30000000000000004", 300_000_000), ("1e-9", 1),
        ("0.0000000005", 1), ("0.00000000049", 0), ("-1.5", -1_500_000_000), ("12", 12_000_000_000),
        ("1.25E+1", 12_500_000_000), ("1234567.123456789", 1_234_567_123_456_789), ("-0", 0),
        ("4000000000", 4_000_000_000_000_000_000), ("0e999", 0),
    ])
    func `times are decimal all the way`(text: String, nanoseconds: Int64) throws {
        let line = ",\"touch\":1,\"phase\":\"began\",\"x\":0,\"y\":0}\n"
        let recording = try read(
            "{\"t\":0\(line){\"t\":\(text),\"frame\":1}\n")
        #expect(recording.presentations.map(\.time) == [Instant(nanoseconds: nanoseconds)])
    }

    @Test(arguments: [
        "4000000000.1", "1e30", "1e999", "", "-", ".", "e5", "1e", "0x10", "NaN", "\"1\"", "1_000", "+1", "1.2.3",
        "[1]",
        "null",
    ])
    func `an invalid time is an error`(text: String) {
        #expect(
            failure("{\"t\":\(text),\"frame\":1}\n")
                == "touches:1:6: \"t\" must be a number of seconds within 126 years of 0; correct or remove the line")
    }
}
