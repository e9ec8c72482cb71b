// While a secret is typed, the kiosk gives away nothing that shows it: no picture, no touch, and no decision about a touch.

import Frames
import Geometry
import Logging
import TestFolders
import Testing
import TouchScript

@testable import Bezel
@testable import Linux
@testable import Machine
@testable import Recordings
@testable import Run
@testable import Stage

@Suite(.serialized) struct PrivatePageTests {
    /// A kiosk in its real loop that writes all records that a run can have, and from which a client records.
    private final class Watched {
        let kiosk: RunningKiosk
        let folder = TemporaryFolder()
        /// What the maintenance pages have logged.
        let log = LogLines()
        private let maintenance: MaintenanceSession
        private let trace: RunTrace
        private let record: ScreenRecord
        private let client: LocalConnection

        init() throws {
            kiosk = try RunningKiosk()
            let quiet = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }
            maintenance = MaintenanceSession(
                lines: log, loop: kiosk.loop, log: log.keeping(Logger(label: "test")),
                tries: PINTries(folder: folder.path, files: WholeFileWriter()), systemctl: "false")
            let hash = try PasswordHash(of: "271828", random: [UInt8](repeating: 1, count: 32), cost: 6)
            var table = MaintenanceTable(pin: hash)
            table.hold = .seconds(1)
            maintenance.add(table, on: kiosk.stage, kiosk.frameLoop, language: nil)
            trace = try RunTrace("\(folder.path)/trace")
            let panel = kiosk.stage.panel
            record = ScreenRecord(
                of: kiosk.stage, hasInput: true, trace: trace, gestures: GestureLog([]),
                flight: FlightRecorder(
                    folder: folder.path, reports: BoundedFolder(path: folder.path, files: 1, bytes: 1), log: quiet),
                recorder: try Recorder(
                    path: "\(folder.path)/recording",
                    header: RecordingHeader(screen: panel.pixels, size: panel.millimetres, refresh: 60)), log: quiet)
            kiosk.frameLoop.add(record as any StageObserver)
            kiosk.frameLoop.add(record as any FrameObserver)
            client = try LocalConnection(to: kiosk.socket, seconds: 3600)
            try client.send(Array((Asker.request(.record) + "\n").utf8))
            while kiosk.screen.live.isEmpty { try kiosk.loop.runOnce() }
        }

        /// Where no button is.
        static let corner = Point(520, 290)

        /// Taps until the kiosk keeps the touches, and the client gets them. Both begin after a second of rest.
        func beginRecordings() throws {
            while kiosk.screen.ring?.recording(last: .seconds(60)) == nil
                || kiosk.screen.live.contains(where: { !$0.hasBegun })
            {
                try play { script in
                    script.wait(.milliseconds(1200))
                    script.tap(at: Self.corner)
                }
            }
        }

        /// Plays fingers, and waits until none is down and no page moves.
        func play(_ fingers: (TouchScript) -> Void) throws {
            let script = TouchScript()
            fingers(script)
            try kiosk.play(script.frames, until: { !$0.isBusy })
        }

        /// Opens the page with the keys.
        func openPIN() throws {
            try play {
                $0.down(at: Point(8, 8)).hold(for: .milliseconds(1200))
                    .drag(to: Point(70, 60), over: .milliseconds(300)).lift()
            }
        }

        /// Taps the button called `title` on the sheet in front, and returns its place.
        func tap(_ title: String) throws -> Point {
            let place = try #require(kiosk.stage.place(ofButton: title), "no button \(title)")
            try play { $0.tap(at: place) }
            return place
        }

        /// What all of the records hold, by their names.
        func records() throws -> [String: [String]] {
            let kept = try kiosk.run { try Asker.ask($0, .record) { $0.last = .seconds(3600) }?.text }
            kiosk.server.close()
            let sent = String(decoding: try client.bytes(1 << 30), as: UTF8.self)
            let flight = FlightRing.text(path: "\(folder.path)/flight")
            record.close()
            #expect(trace.close() == nil)
            return [
                "ring": (kept ?? "").lines, "client": sent.lines, "flight": (flight ?? "").lines,
                "trace": folder.lines(of: "trace"), "recording": folder.lines(of: "recording"),
            ]
        }

        /// The lines about those of `decisions` that depend on a finger or a button, as the trace or the flight has them.
        func lines(_ decisions: some Sequence<TraceRecord>, in name: String) -> Set<String> {
            let start = name == "trace" ? trace.begin(at: .zero) : .zero
            return Set(
                decisions.filter { ["gesture", "touch", "press"].contains($0.kind) }.map { $0.json(since: start) })
        }
    }

    /// Whether `lines` of a recording have a touch within half a millimetre of `place`.
    private func touches(_ place: Point, in lines: [String]) -> Bool {
        lines.contains { line in
            guard line.contains("\"touch\":"), let x = line.field("x").flatMap({ Double($0) }),
                let y = line.field("y").flatMap({ Double($0) })
            else { return false }
            return (x - place.x).magnitude < 0.5 && (y - place.y).magnitude < 0.5
        }
    }

    @Test func `while a PIN is typed there is no screenshot, and its touches are in no record`() throws {
        let watched = try Watched()
        let kiosk = watched.kiosk
        try watched.beginRecordings()
        try watched.openPIN()
        #expect(kiosk.stage.isPrivate && kiosk.stage.sheets.last?.navigator.top.name == "pin")
        let begin = kiosk.trace.count
        let refusal = try #require(try kiosk.run { try Asker.ask($0, .screenshot) })
        #expect(!refusal.isDone && refusal.body.isEmpty)
        #expect(refusal.line.contains("something secret is typed just now"), "\(refusal.line)")
        let words = try #require(try kiosk.run { try Asker.ask($0, .tree) })
        #expect(!words.isDone && words.body.isEmpty)
        let page = try #require(try kiosk.run { try Asker.ask($0, .open) { $0.page = "hours" } })
        #expect(page.line.contains("something secret is typed just now"), "\(page.line)")
        #expect(kiosk.stage.sheets.last?.navigator.top.name == "pin")
        // A wrong PIN, and then the right one.
        let keys = try "314159✓".map { try watched.tap(String($0)) }
        while !watched.log.all.contains(where: { $0.contains("a wrong PIN") }) { try kiosk.loop.runOnce() }
        let secret = kiosk.trace[begin...]
        #expect(kiosk.stage.isPrivate)
        #expect(try kiosk.run { try Asker.ask($0, .screenshot)?.isDone } == false)
        for digit in "271828✓" { _ = try watched.tap(String(digit)) }
        while kiosk.stage.isPrivate { try kiosk.loop.runOnce() }
        #expect(kiosk.stage.sheets.last?.navigator.top.name == "maintenance")
        #expect(try kiosk.run { try Asker.ask($0, .screenshot)?.isDone } == true)
        let after = kiosk.trace.count
        try watched.play { $0.tap(at: Point(519, 280)) }
        let records = try watched.records()
        for (name, lines) in records where name != "trace" {
            for (key, place) in zip("314159✓", keys) {
                #expect(!touches(place, in: lines), "the key \(key) is in the \(name)")
            }
            #expect(touches(Point(8, 8), in: lines), "the finger in the corner is not in the \(name)")
        }
        // A run's own recording goes on after the secret.
        for name in ["recording", "flight"] { #expect(touches(Point(519, 280), in: records[name] ?? []), "\(name)") }
        for name in ["trace", "flight"] {
            let (hidden, written) = (watched.lines(secret, in: name), Set(records[name] ?? []))
            #expect(hidden.count >= 7 && written.isDisjoint(with: hidden), "\(name)")
            #expect(!written.isDisjoint(with: watched.lines(kiosk.trace[..<begin], in: name)), "\(name)")
            #expect(!written.isDisjoint(with: watched.lines(kiosk.trace[after...], in: name)), "\(name)")
        }
    }

    @Test func `the answer to a PIN, and a refusal of the machine, are shown without another touch`() throws {
        let watched = try Watched()
        let kiosk = watched.kiosk
        /// Does `body`, and waits until the log says `words`. The stage must be told that this has changed it.
        func expectChange(_ words: String, after body: () throws -> Void) throws {
            let before = kiosk.changes
            try body()
            while !watched.log.all.contains(where: { $0.contains(words) }) { try kiosk.loop.runOnce() }
            #expect(kiosk.changes == before + 1, "\(words)")
        }
        try watched.openPIN()
        try expectChange("a wrong PIN") { for key in "314159✓" { _ = try watched.tap(String(key)) } }
        try expectChange("the PIN was right") { for key in "271828✓" { _ = try watched.tap(String(key)) } }
        let frames = kiosk.frameLoop.frames
        while kiosk.frameLoop.frames == frames { try kiosk.loop.runOnce() }
        while kiosk.stage.isMoving { try kiosk.loop.runOnce() }
        try expectChange("failed with 1") { for _ in 0..<2 { _ = try watched.tap("Switch off") } }
    }

    @Test func `a page of a program that may show what was typed is in no screenshot, and its touches are recorded`()
        throws
    {
        let watched = try Watched()
        let kiosk = watched.kiosk
        try watched.beginRecordings()
        let page = GuestScreen(name: "card", title: "Card", command: ["card"])
        kiosk.screen.change { $0.frontNavigator.push(page, animated: false) }
        let place = try #require(kiosk.stage.rootView.guestPlaces.last)
        place.showsSecret = true
        let refusal = try kiosk.run { try Asker.ask($0, .screenshot)?.line }
        #expect(refusal?.contains("which may still show it") == true)
        #expect(try kiosk.run { try Asker.ask($0, .tree)?.isDone } == true)
        let finger = Point(300, 150)
        try watched.play { $0.tap(at: finger) }
        place.showsSecret = false
        #expect(try kiosk.run { try Asker.ask($0, .screenshot)?.isDone } == true)
        #expect(touches(finger, in: try watched.records()["recording"] ?? []))
    }

    @Test func `a private page of an app is protected in the same way, and a button on it is in no recording`() throws {
        let watched = try Watched()
        let kiosk = watched.kiosk
        try watched.beginRecordings()
        let page = Screen(name: "card", title: "Card")
        page.isPrivate = true
        kiosk.screen.change { $0.frontNavigator.push(page, animated: false) }
        let refusal = try kiosk.run { try Asker.ask($0, .screenshot)?.line }
        #expect(refusal?.contains("something secret is typed just now") == true)
        let place = Point(300, 150)
        try watched.play { $0.tap(at: place) }
        for phase in [PressFrame.Phase.began, .ended] {
            kiosk.frameLoop.handle(
                PressFrame(time: MonotonicClock.now(), changes: [.init(button: 1, kind: .back, phase: phase)]))
        }
        try watched.play { _ in }
        #expect(kiosk.stage.stackNames.last != "card")
        #expect(try kiosk.run { try Asker.ask($0, .screenshot)?.isDone } == true)
        for (name, lines) in try watched.records() where name != "trace" {
            #expect(!touches(place, in: lines), "\(name)")
            #expect(!lines.contains { $0.contains("\"press\":") }, "\(name)")
            #expect(touches(Watched.corner, in: lines), "\(name)")
        }
    }
}

extension String {
    fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
