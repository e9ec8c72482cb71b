// `bezel replay`: what it plays, what it warns of, what it refuses, and that it always does the same.

import Bezel
import Geometry
import TestFolders
import Testing
import TouchScript

@testable import Machine
@testable import Replay

@Suite struct ReplayTests {
    @Test func `a libinput recording is played, with its own size`() throws {
        let folder = TemporaryFolder()
        var command = ReplayCommand()
        command.recording = "\(repository)/Tests/LinuxTests/Fixtures/swipe.yml"
        command.kiosk = "\(repository)/config/museum"
        command.stack = ["home", "hours"]
        command.trace = "\(folder.path)/trace"
        command.tracesTouches = true
        try command.run { Issue.record("\($0)") }
        let trace = folder.lines(of: "trace")
        #expect(trace.first == #"{"t":0.000,"kind":"touch","touch":1,"phase":"began","x":1.5,"y":149.975}"#)
        #expect(trace.last?.field("stack") == #"["home"]"#)
    }

    @Test func `what a recording says of a language reaches no terminal as a command`() throws {
        let folder = TemporaryFolder()
        var command = ReplayCommand()
        command.recording = folder.write(
            #"{"bezel":1,"screen":"640x360","size":"527x296","language":"\u001b[31mde\u0007"}"# + "\n",
            to: "visit.jsonl")
        command.kiosk = "\(repository)/config/museum"
        do {
            try command.run { _ in }
            Issue.record("it is played")
        } catch {
            let text = "\(error)"
            #expect(
                text.contains("[31mde") && !text.unicodeScalars.contains { $0.value < 32 }, "\(text.debugDescription)")
        }
    }

    @Test func `buttons are played, and traced where touches are`() throws {
        let folder = TemporaryFolder()
        func press(_ number: Int, _ button: String, at time: Double) -> String {
            [(time, "began"), (time + 0.1, "ended")].map {
                "{\"t\":\($0),\"press\":\(number),\"button\":\"\(button)\",\"phase\":\"\($1)\"}\n"
            }.joined()
        }
        var command = ReplayCommand()
        command.recording = folder.write(press(1, "back", at: 0) + press(2, "home", at: 2), to: "visit.jsonl")
        command.kiosk = "\(repository)/config/museum"
        command.stack = ["home", "hours", "engine", "languages!"]
        command.tracesTouches = true
        var trace: [String] = []
        command.onTrace = { trace.append($0) }
        try command.run { Issue.record("\($0)") }
        #expect(trace.first == #"{"t":0.000,"kind":"press","press":1,"button":"back","phase":"began"}"#)
        #expect(trace.count { $0.contains(#""kind":"press""#) } == 4)
        let finished = trace.filter { $0.field("kind") == "transition" && $0.field("phase") == "finished" }
        #expect(finished.map { $0.field("operation") } == ["dismiss", "pop"])
        #expect(trace.last?.field("stack") == #"["home"]"#)
        #expect(trace.last?.contains(#""stuck":[]"#) == true)
    }

    @Test func `years between two touches are not waited for, and do not overflow the frame count`() throws {
        let folder = TemporaryFolder()
        var command = ReplayCommand()
        let lines = [(0.0, "began"), (0.1, "ended"), (200_000.05, "began"), (200_000.1, "ended"), (3e9, "began")].map {
            "{\"t\":\($0),\"touch\":1,\"phase\":\"\($1)\",\"x\":3.1,\"y\":50.2}\n"
        }
        command.recording = folder.write(lines.joined(), to: "visits.jsonl")
        command.kiosk = "\(repository)/config/museum"
        command.screen = PixelSize(320, 180)
        command.tracesHashes = true
        var trace: [String] = []
        command.onTrace = { trace.append($0) }
        var frames: [Instant] = []
        command.onFrame = { time, _ in frames.append(time) }
        try command.run { _ in }
        #expect(trace.last?.contains(#""stuck":[]"#) == true)
        #expect(frames.count < 20_000)
        // The frame after a touch is that of its own refresh, however late it comes.
        #expect(frames.contains(Instant(nanoseconds: 12_000_003 * 1_000_000_000 / 60)))
    }

    /// The finger of the recording begins at 1.5, 149.975 mm on a panel of 527 by 296 mm.
    @Test(
        arguments: zip(
            [PictureRotation.quarter, .half, .threeQuarters],
            [#""x":149.975,"y":525.5}"#, #""x":525.5,"y":146.025}"#, #""x":146.025,"y":1.5}"#]))
    func `a panel's recording is played on a turned picture`(rotation: PictureRotation, place: String) throws {
        let folder = TemporaryFolder()
        var command = ReplayCommand()
        command.recording = "\(repository)/Tests/LinuxTests/Fixtures/swipe.yml"
        command.kiosk = "\(repository)/config/museum"
        command.rotation = rotation
        command.trace = "\(folder.path)/trace"
        command.tracesTouches = true
        try command.run { Issue.record("\($0)") }
        #expect(folder.lines(of: "trace").first?.hasSuffix(place) == true)
    }

    @Test func `a running kiosk's recording is turned already, and has its scale`() throws {
        let folder = TemporaryFolder()
        let header = #"{"bezel":1,"screen":"540x960","size":"148x264","scale":2.0}"#
        let touch = #"{"t":0,"touch":1,"phase":"began","x":3.1,"y":50.2}"#
        var command = ReplayCommand()
        command.recording = folder.write("\(header)\n\(touch)\n", to: "visit.jsonl")
        command.kiosk = "\(repository)/config/museum"
        command.tracesHashes = true
        func hash(scale: Double?) throws -> String? {
            var hashes: [String] = []
            command.scale = scale
            command.onTrace = { if let hash = $0.field("hash") { hashes.append(hash) } }
            try command.run { Issue.record("\($0)") }
            return hashes.first
        }
        let recorded = try hash(scale: nil)
        #expect(try recorded != nil && recorded == hash(scale: 2))
        #expect(try recorded != hash(scale: 1))
        command.rotation = .quarter
        let failure = #expect(throws: Failure.self) { try command.run { _ in } }
        #expect(failure?.code == .usage)
    }

    @Test func `a recording has its reading distance, and the option overrides it`() throws {
        let folder = TemporaryFolder()
        let touch = #"{"t":0,"touch":1,"phase":"began","x":3.1,"y":50.2}"#
        func hash(recorded: String, given: Double? = nil) throws -> String? {
            let header = #"{"bezel":1,"screen":"960x540","size":"527x296"\#(recorded)}"#
            var (command, hashes) = (ReplayCommand(), [String]())
            command.recording = folder.write("\(header)\n\(touch)\n", to: "visit.jsonl")
            command.kiosk = "\(repository)/config/museum"
            command.tracesHashes = true
            command.readingDistance = given.map { Length(millimetres: $0) }
            command.onTrace = { if let hash = $0.field("hash") { hashes.append(hash) } }
            try command.run { Issue.record("\($0)") }
            return hashes.first
        }
        let near = try hash(recorded: #","reading-distance":500.0"#)
        #expect(near != nil)
        #expect(try hash(recorded: "", given: 500) == near)
        #expect(try hash(recorded: #","reading-distance":1500.0"#, given: 500) == near)
        #expect(try hash(recorded: "") != near)
    }

    @Test func `a scale changes how large things are, and nothing that a finger decides`() throws {
        let touch = TouchScript()
        touch.down(at: Point(2, 100)).drag(to: Point(200, 110), over: .milliseconds(200)).lift()
        let folder = TemporaryFolder()
        var command = ReplayCommand()
        command.recording = folder.write(Played.recording(touch.frames), to: "swipe.jsonl")
        command.size = Size(527, 296)
        command.kiosk = "\(repository)/config/museum"
        // A page without pictures, which have gestures of their own.
        command.stack = ["home", "languages"]
        let usual = try decisions(of: command, scale: 1)
        #expect(usual.contains { $0.field("operation") == "pop" && $0.field("phase") == "finished" })
        #expect(try decisions(of: command, scale: 0.5) == usual)
        #expect(try decisions(of: command, scale: 4) == usual)
    }

    private func decisions(of command: ReplayCommand, scale: Double) throws -> [String] {
        var (command, lines) = (command, [String]())
        command.scale = scale
        command.onTrace = { if ["transition", "gesture"].contains($0.field("kind")) { lines.append($0) } }
        try command.run { Issue.record("\($0)") }
        return lines
    }

    @Test func `a recording says when it runs, and the trace is in order of time`() throws {
        let touch = TouchScript()
        touch.down(at: Point(2, 100)).drag(to: Point(200, 100), over: .milliseconds(200)).lift()
        touch.wait(.milliseconds(2000))
        touch.down(at: Point(200, 200)).drag(to: Point(200, 100), over: .milliseconds(200)).lift()
        let trace = try Played(touch.frames, stack: ["home", "engine"]).trace
        let times = trace.compactMap { $0.field("t").flatMap { Double($0) } }
        #expect(times == times.sorted())
        #expect(times.count == trace.count)
        #expect(trace.last?.field("kind") == "end")
    }

    @Test func `a finger that is down at the end is cancelled, and nothing stays stuck`() throws {
        let touch = TouchScript()
        let finger = touch.down(at: Point(2, 100)).drag(to: Point(200, 100), over: .milliseconds(200))
        let trace = try Played(touch.frames, stack: ["home", "hours"]).trace
        finger.lift()
        #expect(trace.contains { $0.field("name") == "edge-pop" && $0.field("state") == "cancelled" })
        #expect(trace.contains { $0.field("phase") == "cancelled" && $0.field("operation") == "pop" })
        #expect(trace.last?.field("stack") == #"["home","hours"]"#)
        #expect(trace.last?.field("stuck") == "[]")
    }

    @Test func `a page that ends in an exclamation mark is a sheet`() throws {
        let touch = TouchScript()
        touch.down(at: Point(250, 30)).drag(to: Point(250, 200), over: .milliseconds(300)).lift()
        let trace = try Played(touch.frames, stack: ["home", "languages!"]).trace
        #expect(trace.contains { $0.field("operation") == "dismiss" && $0.field("phase") == "finished" })
        #expect(trace.last?.field("sheets") == "[]")
    }

    @Test func `a tap on a row pushes the page that it names`() throws {
        let touch = TouchScript()
        touch.down(at: Point(400, 183)).lift()
        let trace = try Played(touch.frames, stack: []).trace
        #expect(trace.last?.field("stack") == #"["home","engine"]"#)
    }

    @Test(arguments: [
        ("", "empty"),
        ("{\"t\":0,\"touch\":1,\"phase\":\"began\",\"x\":1,\"y\":2}\n{\"t\":0.1,\"tou", "cut"),
        ("\u{0}\u{1}\u{2}\u{3}binary", "binary"),
    ]) func `a recording that cannot be read is refused with its line`(_ text: String, _ name: String) {
        let failure = #expect(throws: Failure.self, "\(name)") { try Played(recording: text) }
        #expect(failure?.code == .wrongInput)
        #expect(failure?.description.contains("recording:") == true)
    }

    @Test func `impossible touches cause one warning each, and the replay goes on`() throws {
        let played = try Played(
            recording: """
                {"t":0.00,"touch":9,"phase":"ended","x":5,"y":5}
                {"t":0.10,"touch":1,"phase":"began","x":2,"y":100}
                {"t":0.15,"touch":1,"phase":"moved","x":60,"y":100}
                {"t":0.12,"touch":1,"phase":"moved","x":110,"y":100}
                {"t":0.25,"touch":1,"phase":"moved","x":180,"y":100}
                {"t":0.26,"touch":1,"phase":"ended","x":180,"y":100}

                """, stack: ["home", "hours"])
        #expect(played.said.count == 2)
        #expect(played.said.first?.contains(":1: ") == true)
        #expect(played.trace.last?.field("stack") == #"["home"]"#)
    }

    @Test func `a missing page is reported, with those that exist`() {
        let failure = #expect(throws: Failure.self) {
            try Played(
                recording: "{\"t\":0,\"touch\":1,\"phase\":\"began\",\"x\":1,\"y\":2}", stack: ["home", "attic"])
        }
        #expect(failure?.code == .wrongInput)
        #expect(failure?.description.contains("attic") == true)
        #expect(failure?.description.contains("hours") == true)
    }

    @Test func `the same touches give the same trace and the same frames`() throws {
        func play() throws -> [String] {
            let folder = TemporaryFolder()
            var command = ReplayCommand()
            command.recording = "\(repository)/Tests/LinuxTests/Fixtures/swipe.yml"
            command.kiosk = "\(repository)/config/museum"
            command.stack = ["home", "hours"]
            command.screen = PixelSize(320, 180)
            command.trace = "\(folder.path)/trace"
            command.tracesHashes = true
            try command.run { _ in }
            return folder.lines(of: "trace")
        }
        let first = try play()
        #expect(first.count { $0.contains("\"frame\"") } > 20)
        #expect(try play() == first)
    }
}
