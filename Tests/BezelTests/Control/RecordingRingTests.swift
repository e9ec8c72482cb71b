// The recording that is kept of the last minutes replays to the same decisions, wherever it begins.

import Frames
import Geometry
import Glibc
import Logging
import Machine
import TestFolders
import TestRandomness
import Testing
import TouchScript

@testable import Bezel
@testable import Linux
@testable import Recordings
@testable import Replay
@testable import Run
@testable import Stage

@Suite(.serialized) struct RecordingRingTests {
    /// A visitor at the panel: taps, swipes and scrolls at random places and speeds, with rests in between.
    private func visit(_ random: inout SplitMix, rests: Int) -> [TouchFrame] {
        func inside(_ x: Double, _ y: Double) -> Point { Point(min(max(0, x), 527), min(max(0, y), 296)) }
        let touch = TouchScript(rate: 60 + Int(random.next() % 100))
        touch.wait(.milliseconds(1200))
        func place(_ extent: Double) -> Double { Double(random.next() % UInt64(extent * 10)) / 10 }
        for _ in 0..<rests {
            for _ in 0..<(1 + random.next() % 3) {
                let start = Point(random.next() % 3 == 0 ? place(6) : place(527), place(296))
                let finger = touch.down(at: start)
                switch random.next() % 4 {
                case 0: finger.lift()
                case 1:
                    finger.drag(
                        to: inside(start.x + place(300), start.y + place(30) - 15),
                        over: .milliseconds(60 + Int(random.next() % 300))
                    ).lift()
                default:
                    finger.drag(
                        to: inside(start.x + place(20) - 10, start.y + place(240) - 120),
                        over: .milliseconds(60 + Int(random.next() % 300))
                    ).lift()
                }
                touch.wait(.milliseconds(Int(random.next() % 250)))
            }
            touch.wait(.milliseconds(2600))
        }
        return touch.frames
    }

    /// The decisions, without the numbers that count from the start of the run.
    private func decisions(_ lines: [String]) -> [String] {
        lines.filter { ["gesture", "transition", "scroll"].contains($0.field("kind")) }.map { line in
            line.replacing(/"(id|gesture)":\d+,?/, with: "").replacing(/"touches":\[[\d,]*\],/, with: "")
        }
    }

    /// The decisions of a replay of `recording`.
    private func replayed(_ recording: String) throws -> [String] {
        let folder = TemporaryFolder()
        var command = ReplayCommand()
        command.recording = folder.write(recording, to: "kept.jsonl")
        command.kiosk = "\(repository)/config/museum"
        var lines: [String] = []
        command.onTrace = { lines.append($0) }
        try command.run { Issue.record("\($0)") }
        return lines
    }

    @Test(arguments: [1, 2]) func `the recording of a random visitor replays to the decisions that were made`(
        seed: UInt64
    ) throws {
        var random = SplitMix(seed)
        let kiosk = try RunningKiosk()
        try kiosk.play(visit(&random, rests: 3))
        // The next touch begins a piece, also on a machine so busy that it drew until now.
        let pieceEnd = MonotonicClock.now() + .seconds(6)
        while MonotonicClock.now() < pieceEnd { try kiosk.loop.runOnce(until: pieceEnd) }
        try kiosk.play(visit(&random, rests: 1))
        let text = try kiosk.run { try Asker.ask($0, .record) { $0.last = .seconds(120) }?.text }
        let recording = try #require(text)
        let lines = recording.split(separator: "\n").map(String.init)
        let made = decisions(lines.filter { $0.field("kind") != nil })
        #expect(made.count > 10)
        #expect(decisions(try replayed(recording)) == made)
        // The last part alone begins with the kiosk's state at that time: on another page, and scrolled.
        let end = try #require(kiosk.screen.ring?.recording(last: .milliseconds(1)))
        #expect(end.utf8.count < recording.utf8.count)
        let rest = decisions(end.split(separator: "\n").map(String.init).filter { $0.field("kind") != nil })
        #expect(!rest.isEmpty)
        #expect(decisions(try replayed(end)) == rest)
    }

    @Test func `a piece begins with the scroll offsets of that time`() throws {
        let kiosk = try RunningKiosk()
        kiosk.screen.change { $0.frontNavigator.push(try! kiosk.screen.pages().screen("engine"), animated: false) }
        try kiosk.play([])
        let touch = TouchScript()
        touch.wait(.milliseconds(1200))
        touch.down(at: Point(260, 250)).drag(to: Point(260, 60), over: .milliseconds(250)).lift()
        touch.wait(.milliseconds(6000))
        touch.down(at: Point(260, 250)).drag(to: Point(260, 200), over: .milliseconds(250)).hold(
            for: .milliseconds(200)
        )
        .lift()
        try kiosk.play(touch.frames)
        let kept = try #require(kiosk.screen.ring?.recording(last: .milliseconds(1)))
        let header = kept.prefix { $0 != "\n" }
        #expect(header.contains(#""stack":["home","engine"]"#), "\(header)")
        let replay = try replayed(kept)
        let rest = try #require(replay.last { $0.field("phase") == "rest" }?.field("offset"))
        let lived = kiosk.trace.map { $0.json(since: .zero) }.last { $0.field("phase") == "rest" }?.field("offset")
        #expect(rest == lived && Double(rest).map { $0 > 60 } == true)
    }

    @Test func `presses are kept among the touches, and a piece can begin with one`() throws {
        let kiosk = try RunningKiosk()
        kiosk.screen.change { $0.frontNavigator.push(try! kiosk.screen.pages().screen("hours"), animated: false) }
        try kiosk.play([])
        // The page fades its pictures in first.
        while kiosk.stage.stateAtRest == nil { try kiosk.loop.runOnce(until: MonotonicClock.now() + .milliseconds(50)) }
        for phase in [PressFrame.Phase.began, .ended] {
            kiosk.frameLoop.handle(
                PressFrame(time: MonotonicClock.now(), changes: [.init(button: 1, kind: .back, phase: phase)]))
        }
        try kiosk.play([])
        #expect(kiosk.stage.stackNames == ["home"] && kiosk.frameLoop.lastTouch != nil)
        let kept = try #require(kiosk.screen.ring?.recording(last: .seconds(60)))
        #expect(
            kept.contains(#""press":1,"button":"back","phase":"ended"}"#) && kept.contains(#""stack":["home","hours"]"#)
        )
        let made = decisions(kept.split(separator: "\n").map(String.init).filter { $0.field("kind") != nil })
        #expect(made.contains { $0.contains(#""operation":"pop""#) && $0.contains("finished") })
        #expect(decisions(try replayed(kept)) == made)
    }

    @Test func `a change of the stage from outside ends a piece, and the next touch at rest begins one`() throws {
        let kiosk = try RunningKiosk()
        let touch = TouchScript()
        // The pictures of the page fade in first.
        touch.wait(.milliseconds(3000))
        touch.down(at: Point(260, 250)).drag(to: Point(260, 200), over: .milliseconds(100)).lift()
        try kiosk.play(touch.frames)
        kiosk.screen.change { $0.frontNavigator.push(try! kiosk.screen.pages().screen("hours"), animated: false) }
        // The last visitor's recording is still there.
        #expect(kiosk.screen.ring?.recording(last: .seconds(60))?.contains(#""stack":["home"]"#) == true)
        try kiosk.play([])
        let later = TouchScript()
        later.wait(.milliseconds(3000))
        later.down(at: Point(260, 250)).drag(to: Point(260, 200), over: .milliseconds(100)).lift()
        try kiosk.play(later.frames)
        let kept = try #require(kiosk.screen.ring?.recording(last: .seconds(60)))
        #expect(kept.contains(#""stack":["home","hours"]"#))
    }

    @Test func `the ring stays within its memory limit, however long fingers move without a rest`() throws {
        let ring = RecordingRing(keeping: .seconds(120), limit: 100_000)
        var now = Instant.zero
        var most = 0
        for visitor in 0..<50 {
            now = now + .seconds(2)
            let count = visitor == 20 ? 5000 : 200
            for step in 0..<count {
                now = now + .milliseconds(10)
                let phase: TouchFrame.Phase = step == 0 ? .began : step == count - 1 ? .ended : .moved
                ring.record(
                    TouchFrame(time: now, changes: [.init(contact: 1, phase: phase, position: Point(Double(step), 5))]),
                    step == 0
                        ? RecordingBeginning(
                            header: RecordingHeader(screen: nil, size: nil, refresh: nil), arrivals: []) : nil)
                ring.record(frame: step, for: now, drawn: now)
            }
            most = max(most, ring.recording(last: .seconds(3600))?.utf8.count ?? 0)
            if visitor == 20 { #expect(ring.recording(last: .seconds(60)) == nil) }
        }
        // The length of a line is close to the size that is counted for it.
        #expect(most > 50_000 && most < 250_000)
        #expect(ring.duration > .seconds(5) && ring.duration < .seconds(125))
    }

    @Test func `a live recording holds everything since its start, and replays`() throws {
        let kiosk = try RunningKiosk()
        try kiosk.play([])
        _ = try kiosk.loop.runOnce(until: MonotonicClock.now() + .seconds(1))
        let folder = TemporaryFolder()
        let file = "\(folder.path)/live.jsonl"
        let process = BezelProcess(["control", "record", file, "--socket", kiosk.socket])
        while kiosk.screen.live.isEmpty { try kiosk.loop.runOnce() }
        // The recording begins when nothing has happened for a second.
        while try kiosk.loop.runOnce(until: MonotonicClock.now() + .milliseconds(1100)) {}
        var random = SplitMix(7)
        try kiosk.play(visit(&random, rests: 1))
        // The recording ends with the kiosk.
        kiosk.server.close()
        #expect(process.wait().code == 0)
        let lines = folder.lines(of: "live.jsonl")
        let made = decisions(lines.filter { $0.field("kind") != nil })
        #expect(made.count > 2)
        #expect(decisions(try replayed(lines.joined(separator: "\n") + "\n")) == made)
    }
}
