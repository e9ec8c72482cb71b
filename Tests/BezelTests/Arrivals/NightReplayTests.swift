// Night that falls on a running kiosk: nothing moves, a finger keeps what it holds, and a replay shows the same frames.

import Geometry
import Layers
import Pages
import TestFolders
import Testing
import TouchScript

@testable import Bezel
@testable import Frames
@testable import Machine
@testable import Replay
@testable import Stage

@Suite struct NightReplayTests {
    private static let settings = """
        [theme]
        base = "daylight"
        night-from = "20:00"
        [theme.night]
        accent = "#FFB000"
        """

    /// A finger that drags the page up and rests before it lifts.
    private static var drag: [TouchFrame] {
        let touch = TouchScript(start: .zero + .milliseconds(50))
        touch.down(at: Point(260, 250)).drag(to: Point(260, 60), over: .milliseconds(120)).hold(for: .milliseconds(400))
            .drag(to: Point(260, 40), over: .milliseconds(80)).lift()
        return touch.frames
    }

    @Test func `a replay of a night that fell under a finger decides and shows the same`() async throws {
        do {
            let kiosk = try PictureKiosk(6)
            kiosk.folder.write(Self.settings, to: "kiosk.toml")
            let running = try ArrivingKiosk(try kiosk.screens())
            let day = running.stage.theme
            var held: [Int] = []
            running.onFrame = { _ in
                guard held.isEmpty, running.stage.scrollOffsets.last?.first ?? 0 > 100 else { return }
                held = running.stage.gesturesUnderWay.map(\.id)
                #expect(running.stage.arrivals.post(Arrival(night: true)))
            }
            try running.play(Self.drag)
            try running.run { running.hasRead }
            try running.runToRest()
            #expect(!held.isEmpty && running.stage.isNight && running.stage.theme != day)
            #expect(running.text.contains(#""arrived":"night"}"#))
            // The finger has dragged on: its scroll ended, and was not cancelled.
            #expect(running.trace.contains { $0.field("name") == "scroll" && $0.field("state") == "ended" })
            #expect(!running.trace.contains { $0.field("name") == "scroll" && $0.field("state") == "cancelled" })
            let replayed = try ArrivingKiosk.replay(running.text, on: try kiosk.screens())
            let seen = running.hashes.filter { $0.key <= running.frameLoop.frames }
            let differing = seen.filter { number, hash in replayed.hashes[number].map { $0 != hash } ?? false }.keys
            #expect(replayed.hashes.count > 3 && differing.isEmpty, "frames \(differing.sorted()) of \(seen.count)")
            #expect(replayed.trace.filter { !$0.contains(#""kind":"end""#) } == running.trace)
            #expect(replayed.stage.theme == running.stage.theme)
            // Without its night the same recording stays light.
            let light = try ArrivingKiosk.replay(
                running.text.split(separator: "\n", omittingEmptySubsequences: false)
                    .filter { !$0.contains(#""arrived":"night""#) }.joined(separator: "\n"), on: try kiosk.screens())
            #expect(light.stage.theme == day && light.hashes != replayed.hashes)
        }
    }

    @Test func `a recording that begins at night begins with the night`() throws {
        let kiosk = try PictureKiosk(2)
        kiosk.folder.write(Self.settings, to: "kiosk.toml")
        let screens = try kiosk.screens()
        let stage = try screens.stage(on: ArrivingKiosk.panel, scale: 1, stack: [], measured: nil, isNight: true)
        #expect(stage.arrivalsHere.map(\.what) == [.night(true)])
        #expect(stage.theme == screens.theme.looks(on: ArrivingKiosk.panel, isNight: true).night)
        for night in [false, false, true, false] { stage.arrived(Arrival(night: night), at: .zero) }
        #expect(stage.arrivalsHere.isEmpty && !stage.isNight)
        #expect(stage.theme == screens.theme.looks(on: ArrivingKiosk.panel).day)
    }

    @Test(arguments: ["", "{\"t\":0,\"arrived\":\"night\"}\n"])
    func `a replay of a recording that begins at night has no change of the theme, as the run had none`(first: String)
        throws
    {
        let kiosk = try PictureKiosk(1)
        kiosk.folder.write(Self.settings, to: "kiosk.toml")
        let head = "{\"bezel\":1,\"screen\":\"64x48\",\"size\":\"64x48\",\"arrivals\":true}\n"
        let touch = [("began", 1.0), ("ended", 1.1)].map { phase, time in
            "{\"t\":\(time),\"touch\":1,\"phase\":\"\(phase)\",\"x\":60,\"y\":45}\n"
        }
        var (lines, hashes): ([String], [String]) = ([], [])
        for later in ["", "{\"t\":2,\"arrived\":\"day\"}\n"] {
            var command = ReplayCommand()
            command.recording = kiosk.folder.write(head + first + touch.joined() + later, to: "visit.jsonl")
            (command.kiosk, command.tracesHashes) = (kiosk.folder.path, true)
            command.onTrace = { line in
                if line.field("kind") == "theme" { lines.append(line.field("night") ?? "") }
                if let hash = line.field("hash") { hashes.append(hash) }
            }
            try command.run { Issue.record("\($0)") }
        }
        // Only the day that comes later is a change, and for a kiosk that begins by day none at all.
        #expect(lines == (first.isEmpty ? [] : ["false"]))
        #expect(Set(hashes).count >= (first.isEmpty ? 1 : 2))
    }

    @Test func `a replay at a date of the night shows the night, and at one of the day the day`() throws {
        let kiosk = try PictureKiosk(1)
        kiosk.folder.write(Self.settings, to: "kiosk.toml")
        let recording = kiosk.folder.write("{\"bezel\":1,\"screen\":\"64x48\",\"size\":\"64x48\"}\n", to: "visit.jsonl")
        func hashes(at hour: Int) throws -> [String] {
            var command = ReplayCommand()
            (command.recording, command.kiosk, command.tracesHashes) = (recording, kiosk.folder.path, true)
            command.date = CivilTime(year: 2026, month: 12, day: 24, hour: hour)
            var hashes: [String] = []
            command.onTrace = { line in if let hash = line.field("hash") { hashes.append(hash) } }
            try command.run { _ in }
            return hashes
        }
        let (morning, noon, evening) = try (hashes(at: 9), hashes(at: 12), hashes(at: 21))
        #expect(!morning.isEmpty && morning == noon && morning != evening)
    }

    @Test(arguments: [4, 8, 12, 20, 40]) func `under a finger that scrolls, night moves nothing`(frame: Int) throws {
        let kiosk = try PictureKiosk(6)
        kiosk.folder.write(Self.settings, to: "kiosk.toml")
        func offset(nightAt night: Int?) throws -> Double {
            let stage = try kiosk.screens().stage(on: ArrivingKiosk.panel, scale: 1, stack: [], measured: nil)
            _ = stage.plan(at: stage.now)
            for (index, touches) in Self.drag.enumerated() {
                stage.handle(touches)
                _ = stage.plan(at: stage.now)
                if index == night { stage.arrived(Arrival(night: true), at: touches.time) }
            }
            while let due = stage.nextDeadline { stage.advance(to: due) }
            return stage.scrollOffsets.last?.first ?? 0
        }
        #expect(try offset(nightAt: frame) == offset(nightAt: nil))
    }
}
