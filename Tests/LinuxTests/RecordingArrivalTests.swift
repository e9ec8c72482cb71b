// Results and pictures that come later than they are requested, in Bezel's own recordings.

import Geometry
import Linux
import Testing

@testable import Recordings

@Suite struct RecordingArrivalTests {
    private func read(_ text: String) throws -> Recording {
        try Recording(contentsOf: Array(text.utf8), named: "visit")
    }

    @Test func `arrivals read back in their places between touches and frames`() throws {
        var text = ""
        var header = RecordingHeader(screen: nil, size: nil, refresh: nil)
        header.hasArrivals = true
        var writer = try RecordingWriter(header: header) { text += $0 }
        func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }
        func touch(_ phase: TouchFrame.Phase, _ milliseconds: Int) -> TouchFrame {
            TouchFrame(
                time: instant(milliseconds), changes: [.init(contact: 1, phase: phase, position: Point(1, 2))])
        }
        let hall = ArrivalRecord.Picture(name: "halls/\"great\"\n hall.jpg", size: PixelSize(960, 420))
        let arrivals: [ArrivalRecord.What] = [
            .picture(hall), .pictureLeft(hall),
            .result(.init(name: "weather", number: 1, value: "rain: \"heavy\"\u{7}é")),
            .result(.init(name: "tick", number: 12, value: "")),
            .night(true), .night(false),
            .clock(
                nanoseconds: 1_781_692_200_123_456_789,
                zone: .init(offsets: [.init(since: .min, seconds: 7200), .init(since: 1_792_890_000, seconds: -3600)])),
            .file(.init(name: "trains/d.csv", value: "a\u{1F}b\u{1E}\"1\"\u{1F}é\u{1D}")),
        ]
        try writer.write(touch(.began, 1000))
        try writer.write(ArrivalRecord(time: instant(1000), what: arrivals[0]))
        try writer.writePresentation(of: 1, at: instant(1016), drawn: instant(1010))
        try writer.write(ArrivalRecord(time: instant(1011), what: arrivals[1]))
        try writer.write(ArrivalRecord(time: instant(1012), what: arrivals[2]))
        try writer.write(touch(.ended, 1020))
        try writer.write(ArrivalRecord(time: instant(1512), what: arrivals[3]))
        for arrival in arrivals[4...] { try writer.write(ArrivalRecord(time: instant(1600), what: arrival)) }
        let recording = try read(text)
        #expect(recording.warnings.isEmpty && recording.header?.hasArrivals == true)
        #expect(recording.arrivals.map(\.record.what) == arrivals)
        #expect(
            recording.arrivals.map { $0.record.time.nanoseconds / 1_000_000 } == [0, 11, 12, 512, 600, 600, 600, 600])
        #expect(recording.arrivals.map(\.touchesBefore) == [1, 1, 1, 2, 2, 2, 2, 2])
        #expect(recording.arrivals.map(\.presentationsBefore) == [0, 1, 1, 1, 1, 1, 1, 1])
        #expect(text.contains(#""pixels":"960x420""#))
    }

    @Test func `an error reads back as an error, also without a reason`() throws {
        var text = ""
        var writer = try RecordingWriter(header: RecordingHeader(screen: nil, size: nil, refresh: nil)) { text += $0 }
        let results: [ArrivalRecord.What] = ["no \"network\"\n", ""].map {
            .result(.init(name: "weather", number: 2, value: $0, isError: true))
        }
        for result in results { try writer.write(ArrivalRecord(time: .zero, what: result)) }
        let recording = try read(text)
        #expect(recording.warnings.isEmpty && recording.arrivals.map(\.record.what) == results)
    }

    @Test func `what arrives between presses stays between them`() throws {
        var text = ""
        var writer = try RecordingWriter(header: RecordingHeader(screen: nil, size: nil, refresh: nil)) { text += $0 }
        func press(_ phase: PressFrame.Phase) -> PressFrame {
            PressFrame(time: .zero, changes: [.init(button: 1, kind: .back, phase: phase)])
        }
        let arrival = ArrivalRecord(time: .zero, what: .result(.init(name: "weather", number: 1, value: "rain")))
        try writer.write(
            TouchFrame(time: .zero, changes: [.init(contact: 1, phase: .began, position: Point(1, 2))]))
        try writer.write(press(.began))
        try writer.write(arrival)
        try writer.write(press(.ended))
        try writer.write(arrival)
        let recording = try read(text)
        #expect(recording.warnings.isEmpty && recording.inputs.count == 3)
        #expect(recording.arrivals.map(\.touchesBefore) == [1, 1])
        #expect(recording.arrivals.map(\.pressesBefore) == [1, 2])
        #expect(recording.arrivals.map(\.inputsBefore) == [2, 3])
    }

    @Test func `a recording that says nothing of arrivals has none`() throws {
        let recording = try read(#"{"t":0,"touch":1,"phase":"began","x":1,"y":2}"#)
        #expect(recording.arrivals.isEmpty && recording.header?.hasArrivals != true)
    }

    @Test(arguments: [
        (#"{"t":0,"arrived":"parcel","name":"a"}"#, "arrived"), (#"{"t":0,"arrived":"picture","name":"a"}"#, "pixels"),
        (#"{"t":0,"arrived":"result","value":"a"}"#, "name"), (#"{"arrived":"result","name":"a"}"#, "\"t\""),
        (#"{"t":0,"arrived":"result","name":"a","number":0}"#, "number"),
        (#"{"t":0,"left":"result","name":"a"}"#, "left"), (#"{"t":0,"arrived":"clock","value":"noon"}"#, "clock"),
        (#"{"t":0,"arrived":"file","value":"a"}"#, "name"),
    ]) func `a line that lacks a field is refused with its name`(_ line: String, _ word: String) {
        let error = #expect(throws: RecordingError.self) { try read(line) }
        #expect(error.map { "\($0)".contains(word) && "\($0)".contains("visit:1") } == true)
    }
}
