// `--slow`: movement without a finger takes longer on the same path, and fingers are followed as usual.

import Bezel
import Geometry
import TestFolders
import Testing
import TouchScript

@testable import Replay

@Suite struct SlowMotionTests {
    /// The outcome of a swipe with `--slow`; with nil, without that option.
    private struct Run {
        var trace: [String] = []
        /// Time of each frame and offset (mm) of the screen that moved.
        var offsets: [(time: Instant, offset: Double)] = []

        init(_ recording: String, slow: Double?, stack: [String], hashes: Bool = false) throws {
            var command = ReplayCommand()
            command.recording = recording
            command.kiosk = "\(repository)/config/museum"
            command.stack = stack
            command.tracesHashes = hashes
            command.screen = PixelSize(640, 360)
            command.millihertz = 1_000_000
            if let slow { command.slowMotion = slow }
            var (trace, offsets) = (trace, offsets)
            command.onTrace = { trace.append($0) }
            command.onFrame = { time, screens in
                if let screen = screens.first { offsets.append((time, screen.1)) }
            }
            try command.run { Issue.record("\($0)") }
            (self.trace, self.offsets) = (trace, offsets)
        }

        func time(_ phase: String) -> Double? {
            trace.last { $0.field("phase") == phase }.flatMap { $0.field("t") }.flatMap { Double($0) }
        }

        func offsets(until end: Double) -> [Double] { offsets.filter { $0.time.seconds < end }.map(\.offset) }

        var untilFinished: [String] { Array(trace.prefix { $0.field("phase") != "finished" }) }

        func offset(at seconds: Double) -> Double? {
            offsets.min { abs($0.time.seconds - seconds) < abs($1.time.seconds - seconds) }?.offset
        }
    }

    private func swipe(in folder: TemporaryFolder) -> String {
        let touch = TouchScript()
        touch.down(at: Point(2, 100)).drag(to: Point(120, 100), over: .milliseconds(300)).lift()
        var text = "{\"bezel\":1,\"screen\":\"640x360\",\"size\":\"527.0x296.0\"}\n"
        for frame in touch.frames {
            for change in frame.changes {
                text += "{\"t\":\(Double(frame.time.nanoseconds) / 1e9),\"touch\":\(change.contact),"
                text +=
                    "\"phase\":\"\(change.phase.rawValue)\",\"x\":\(change.position.x),\"y\":\(change.position.y)}\n"
            }
        }
        return folder.write(text, to: "swipe.jsonl")
    }

    @Test func `a factor of one changes nothing, bit for bit`() throws {
        let folder = TemporaryFolder()
        let recording = swipe(in: folder)
        let plain = try Run(recording, slow: nil, stack: ["home", "hours"], hashes: true)
        let once = try Run(recording, slow: 1, stack: ["home", "hours"], hashes: true)
        #expect(plain.trace == once.trace)
        #expect(plain.trace.contains { $0.field("kind") == "frame" })
    }

    @Test func `ten times as slow, a settle takes the same path in ten times the time, and a finger does not`() throws {
        let folder = TemporaryFolder()
        let recording = swipe(in: folder)
        let plain = try Run(recording, slow: nil, stack: ["home", "hours"])
        let slow = try Run(recording, slow: 10, stack: ["home", "hours"])
        let lift = try #require(plain.time("settling"))
        let end = try #require(plain.time("finished"))
        #expect(slow.time("settling") == lift)
        let slowEnd = try #require(slow.time("finished"))
        #expect(abs((slowEnd - lift) - 10 * (end - lift)) < 0.0011)
        // While the finger is down every line and every frame is the same.
        #expect(plain.offsets(until: lift) == slow.offsets(until: lift))
        #expect(plain.offsets(until: lift).count > 100)
        #expect(plain.untilFinished == slow.untilFinished)
        // After the lift the screen is where it would have been after a tenth of the time.
        for share in [0.05, 0.1, 0.2, 0.4, 0.8] {
            let expected = try #require(plain.offset(at: lift + share * (end - lift)))
            let seen = try #require(slow.offset(at: lift + 10 * share * (end - lift)))
            // A frame is a millisecond, in which the screen goes 1.5 mm at its fastest.
            #expect(abs(expected - seen) < 1.6)
        }
    }

    @Test func `a thrown list comes to rest where it would, ten times as late`() throws {
        let folder = TemporaryFolder()
        let touch = TouchScript()
        touch.down(at: Point(250, 250)).drag(to: Point(250, 150), over: .milliseconds(100)).lift()
        var text = ""
        for frame in touch.frames {
            for change in frame.changes {
                text += "{\"t\":\(Double(frame.time.nanoseconds) / 1e9),\"touch\":\(change.contact),"
                text +=
                    "\"phase\":\"\(change.phase.rawValue)\",\"x\":\(change.position.x),\"y\":\(change.position.y)}\n"
            }
        }
        let recording = folder.write(text, to: "throw.jsonl")
        func rest(_ slow: Double) throws -> (time: Double, offset: String) {
            let run = try Run(recording, slow: slow, stack: ["home", "engine"])
            let lift = touch.frames.last.map { Double($0.time.nanoseconds) / 1e9 } ?? 0
            let line = try #require(run.trace.last { $0.field("kind") == "scroll" })
            return (try #require(line.field("t").flatMap { Double($0) }) - lift, line.field("offset") ?? "")
        }
        let (plain, slow) = (try rest(1), try rest(10))
        #expect(plain.offset == slow.offset)
        #expect(abs(slow.time - 10 * plain.time) < 0.02)
        #expect(plain.time > 0.5)
    }
}

extension Instant {
    fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
