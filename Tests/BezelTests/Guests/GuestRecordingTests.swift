// A recording that begins while a page shows a program: it begins with what has become of the program.

import Frames
import Geometry
import Logging
import TestFolders
import TestRandomness
import Testing
import TouchScript

@testable import Bezel
@testable import Guests
@testable import Linux
@testable import Machine
@testable import Recordings
@testable import Replay
@testable import Run
@testable import Stage

@Suite(.serialized) struct GuestRecordingTests {
    nonisolated private static let news: [GuestNews] = [
        .shown, .missing, .ended(1), .unreachable(.connection), .lost(.other), .refused, .playing(true),
        .typing(TypedField(.mail, top: 200, bottom: 230, [.paste], request: .hide)),
    ]

    @Test(arguments: news) func `the last minutes replay to the decisions that were made, whatever was known before`(
        news: GuestNews
    ) throws {
        let running = try RunningGuest()
        let (kiosk, screens) = (running.kiosk, try RunningGuest.screens(running.folder))
        let monitor = ScreenMonitor(
            number: 1, stage: kiosk.stage, frameLoop: kiosk.frameLoop, idle: nil, scale: 1, kept: .seconds(120),
            pages: { screens }, display: { kiosk.display })
        try running.run(until: .shown)
        // The page is opened once more, so a new stage counts its results otherwise.
        monitor.change { stage in
            stage.navigator.pop(animated: false)
            stage.navigator.push(try! screens.screen("guest"), animated: false)
        }
        try running.run(until: .shown, times: 2)
        let place = try #require(kiosk.stage.rootView.guestPlaces.last)
        place.report(news)
        try kiosk.run { place.newsSoFar.contains(news) }
        // The program draws all the time, which is no reason to wait.
        let touch = TouchScript(start: .zero + .milliseconds(1300))
        touch.tap(at: Point(260, 150))
        touch.wait(.milliseconds(1300))
        touch.down(at: Point(150, 150)).drag(to: Point(400, 160), over: .milliseconds(200)).lift()
        touch.wait(.milliseconds(900))
        try kiosk.play(touch.frames)
        let text = try #require(monitor.ring?.recording(last: .milliseconds(1)))
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0].contains(#""stack":["home","guest"]"#), "\(lines[0])")
        #expect(lines[1...8].contains { $0.contains("\"value\":\"\(news)\"") }, "\(news)")
        func decisions(_ lines: [String]) -> [String] {
            lines.filter { ["gesture", "transition", "guest"].contains($0.field("kind")) }.map {
                $0.replacing(/"(id|gesture)":\d+,?/, with: "").replacing(/"touches":\[[\d,]*\],/, with: "")
            }
        }
        let made = decisions(lines)
        #expect(made.count > 2)
        #expect(decisions(try ArrivingKiosk.replay(text, on: screens).trace) == made)
    }

    /// The keyboard and the place, but not how far its windows have scrolled: that depends on where the caret of the secret was.
    private func state(of stage: Stage) -> String {
        let place = stage.rootView.guestPlaces.last
        let keys = stage.spokenText.split(separator: "\n").filter { $0.hasPrefix("button") || $0.hasPrefix("key") }
        return "\(place?.newsSoFar ?? []) \(place?.frame ?? .zero) \(stage.dock != nil) \(keys)"
    }

    @Test(arguments: 0..<30) func `a recording has nothing of a secret, and goes on with what is there after it`(
        seed: UInt64
    ) throws {
        var dice = SplitMix(seed)
        let folder = TemporaryFolder()
        folder.write("start = [\"home\", \"guest\"]\n", to: "kiosk.toml")
        folder.write("# Home\n\n- [The guest](guest.md)\n", to: "home.md")
        folder.write("+++\ntitle = \"Guest\"\napp = [\"guest\"]\n+++\n", to: "guest.md")
        let screens = try RunningGuest.screens(folder)
        let (stage, speaker) = (try screens.stage(on: ArrivingKiosk.panel), SpeakingHouse())
        stage.typeIntoGuests()
        stage.guests = speaker
        var header = RecordingHeader(
            screen: stage.panel.pixels, size: stage.panel.millimetres, refresh: 62.5)
        header.hasArrivals = true
        let path = "\(folder.path)/recording"
        let recorder = try Recorder(path: path, header: header)
        let record = ScreenRecord(
            of: stage, hasInput: true, trace: try RunTrace(nil), gestures: GestureLog([]), flight: nil,
            recorder: recorder, log: Logger(label: "test"))
        stage.onArrival = { record.takes($0) }
        var (frame, contact) = (0, 0)
        func pass(_ count: Int) {
            for _ in 0..<count {
                stage.advance(to: stage.now + .milliseconds(16))
                for arrival in stage.arrivals.take() { stage.arrived(arrival, at: stage.now) }
                frame += 1
                record.drew(frame: frame, for: stage.now, at: stage.now)
                stage.willPresent(at: stage.now)
            }
        }
        func tap(_ point: Point) {
            contact += 1
            for phase in [TouchFrame.Phase.began, .ended] {
                let touches = TouchFrame(
                    time: stage.now, changes: [.init(contact: contact, phase: phase, position: point)])
                record.takes(touches)
                stage.handle(touches)
                pass(2)
            }
        }
        pass(5)
        tap(Point(300, 100))
        let place = try #require(speaker.place)
        func field(_ traits: Set<TypedField.Trait> = [], _ request: TypedField.Request? = nil) -> TypedField {
            let top = Int.random(in: 0...250, using: &dice)
            return TypedField(
                TypedField.Kind.allCases.randomElement(using: &dice)!, top: top, bottom: top + 12, traits,
                request: request ?? TypedField.Request.allCases.randomElement(using: &dice)!)
        }
        for _ in 0..<4 {
            for _ in 0..<Int.random(in: 0...2, using: &dice) {
                place.report(typing: Int.random(in: 0..<4, using: &dice) == 0 ? nil : field())
                pass(Int.random(in: 1...60, using: &dice))
            }
            // A secret field into which nobody types yet.
            for _ in 0..<Int.random(in: 0...2, using: &dice) {
                place.report(typing: field([.secret], .hide))
                pass(Int.random(in: 60...90, using: &dice))
                #expect(!stage.isPrivate)
            }
            place.report(typing: field([.secret], .show))
            #expect(stage.isPrivate)
            pass(Int.random(in: 1...60, using: &dice))
            // What changes meanwhile, and touches that are nobody's business.
            for _ in 0..<Int.random(in: 0...3, using: &dice) {
                tap(Point(.random(in: 20...500, using: &dice), .random(in: 150...290, using: &dice)))
                let news: [GuestNews] = [.history(.random(using: &dice)), .playing(.random(using: &dice)), .shown]
                place.report(news.randomElement(using: &dice)!)
                pass(Int.random(in: 1...9, using: &dice))
            }
            #expect(stage.isPrivate)
            if Bool.random(using: &dice) { place.report(typing: field()) } else { place.report(typing: nil) }
            pass(Int.random(in: 60...90, using: &dice))
        }
        pass(100)
        #expect(!stage.isPrivate)
        let live = state(of: stage)
        record.close()
        let text = SystemFiles.lines(path).joined(separator: "\n") + "\n"
        #expect(text.split(separator: "\n").count { $0.contains("touch") } == 2, "of the tap before the secret alone")
        #expect(!text.contains("secret"))
        var last = ""
        let recording = try Recording(contentsOf: Array(text.utf8), named: "recording")
        let replayed = try screens.stage(on: ArrivingKiosk.panel, at: recording.begin)
        var replay = Replay(recording, on: replayed)
        replay.onFrame = { [unowned replayed] _ in last = state(of: replayed) }
        replay.run()
        #expect(last == live)
    }
}
