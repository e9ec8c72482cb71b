// Pages and settings that change under a visitor are reloaded, except what has a new mistake.

import Geometry
import Linux
import Logging
import Settings
import Stage
import TestFolders
import Testing

@testable import Bezel
@testable import Machine
@testable import Pages
@testable import Run

@Suite struct KioskReloadTests {
    @Test func `a machine's file without a kiosk is pointed out, and the next one that it names is shown`() throws {
        let watched = try WatchedKiosk()
        let other = watched.folder.path + "/other"
        watched.folder.write("# Other\n", to: "other/home.md")
        watched.folder.write("", to: "bezel.toml")
        #expect(try watched.readAnew().contains { $0.contains("names no kiosk") })
        #expect(watched.shown.last?.folder == watched.folder.path + "/kiosk")
        watched.folder.write("kiosk = \"\(other)\"\n", to: "bezel.toml")
        #expect(try watched.readAnew() == [])
        #expect(watched.shown.last?.folder == other)
        watched.folder.write("kiosk = \"/nowhere\"\n", to: "bezel.toml")
        #expect(throws: Failure.self) { try watched.readAnew() }
    }

    @Test func `a page and the machine's file are read when they change`() throws {
        let watched = try WatchedKiosk()
        watched.folder.write("[idle]\nhome-after = \"90 s\"\n", to: "kiosk/kiosk.toml")
        #expect(try watched.next().idle.homeAfter == .seconds(90))
        watched.folder.write(
            "kiosk = \"\(watched.folder.path)/kiosk\"\n[idle]\nblank-after = \"5 min\"\n", to: "bezel.toml")
        let both = try watched.next().idle
        #expect(both.homeAfter == .seconds(90) && both.blankAfter == .seconds(300))
    }

    @Test func `a mistake leaves all as it is, and says where it is`() throws {
        let watched = try WatchedKiosk()
        for (name, text, place) in [
            ("kiosk/home.md", "# Home\n- [Hours](hour.md)\n", "/kiosk/home.md:2:3: "),
            ("kiosk/kiosk.toml", "start = 3\n", "/kiosk/kiosk.toml:1:9: "),
            ("kiosk/hours.md", "+++\npop = \"no\"\n+++\n", "/kiosk/hours.md:2:7: "),
            ("bezel.toml", "kiosk = \"x\"\n[idle]\nhome-after = \"1 s\"\n", "/bezel.toml:3:14: "),
        ] {
            let before = watched.folder.lines(of: name).joined(separator: "\n")
            watched.folder.write(text, to: name)
            let failure = #expect(throws: Failure.self) { try watched.readAnew() }
            #expect(failure.map { "\($0)" }?.contains(place) == true, "\(failure.map { "\($0)" } ?? "")")
            #expect(watched.shown.isEmpty)
            #expect(throws: Failure.self, "whoever asks again") { try watched.readAnew() }
            #expect(watched.reload.faults.count == 1 && watched.reload.faults[0].remedy == .lastGood)
            watched.folder.write(before, to: name)
        }
        // There was no kiosk.toml before.
        let notes = try watched.readAnew()
        #expect(notes.count == 1 && notes[0].contains("the file is empty"))
        #expect(watched.shown.count == 1)
    }

    @Test func `settings that are read only at the start are reported`() throws {
        let watched = try WatchedKiosk()
        let kiosk = "kiosk = \"\(watched.folder.path)/kiosk\"\n"
        let end = "from the next start on: restart the kiosk, or put back what was there"
        watched.folder.write("\(kiosk)[display]\nrotation = 90\n", to: "bezel.toml")
        let note = "[display] rotation in the machine's file counts \(end)"
        #expect(try watched.readAnew() == [note])
        // It goes on waiting, whatever else changes.
        watched.folder.write("# New hours\n", to: "kiosk/hours.md")
        #expect(try watched.readAnew() == [note] && watched.reload.waiting == ["[display] rotation"])
        watched.folder.write(
            "\(kiosk)[display]\nrotation = 90\n[record]\nkeep = \"off\"\n[idle]\nhome-after = \"9 s\"\n",
            to: "bezel.toml")
        #expect(try watched.readAnew() == ["[display] rotation, [record] keep in the machine's file count \(end)"])
        watched.folder.write("\(kiosk)[display]\nrotation = 1\n", to: "bezel.toml")
        #expect(throws: Failure.self) { try watched.readAnew() }
        #expect(watched.reload.waiting.count == 2)
        watched.folder.write(kiosk, to: "bezel.toml")
        #expect(try watched.readAnew() == [] && watched.reload.waiting == [])
        watched.folder.write("kiosk = \"\(watched.folder.path)/other\"\n", to: "bezel.toml")
        watched.folder.write("# Other\n", to: "other/home.md")
        _ = try watched.readAnew()
        #expect(watched.shown.last?.folder == "\(watched.folder.path)/other")
        watched.folder.write("# Changed\n", to: "other/home.md")
        _ = try watched.next()
    }

    /// Two screens of one kiosk, and a third of another, whose pages are read when the gate is open.
    private final class Hall {
        let folder = TemporaryFolder()
        let loop: EventLoop
        let reads = Monitor<(allowed: Int, folders: [String])>((.max, []))
        private(set) var shown: [(screen: Int, first: StartScreens)] = []
        private(set) var reload: KioskReload!
        let lines = LogLines()

        init() throws {
            loop = try EventLoop()
            folder.write("# Home\n", to: "a/home.md")
            folder.write("# Home\n", to: "b/home.md")
            var command = RunCommand()
            let screens = [("HDMI-A-1", "a"), ("HDMI-A-2", "a"), ("DP-1", "b")].map { output, kiosk in
                "[[screen]]\noutput = \"\(output)\"\nkiosk = \"\(folder.path)/\(kiosk)\"\n"
            }
            command.configuration = folder.write(screens.joined(), to: "bezel.toml")
            let machine = try command.machineConfiguration()
            let all = try machine.eachScreen.enumerated().map { number, screen in
                KioskReload.Screen(
                    number: number, shown: try StartScreens(kiosk: screen.kiosk!, on: screen) { _ in }, machine: screen
                ) { [unowned self] in shown.append((number, $0)) }
            }
            let log = lines.keeping(Logger(label: "test"))
            reload = try KioskReload(all, command, loop: loop, log: log) { [reads] folder, machine, last in
                reads.with { $0.folders.append(String(folder.split(separator: "/").last!)) }
                _ = reads.wait { reads -> Bool? in
                    if reads.allowed == 0 { return nil }
                    reads.allowed -= 1
                    return true
                }
                return Kiosk.load(folder, rules: machine.content, last: last)
            }
        }

        var folders: [String] { reads.with { $0.folders } }
    }

    @Test func `two screens of one kiosk are read once, and a change of it leaves other screens alone`() throws {
        let hall = try Hall()
        var answers = 0
        hall.reload.readAnew { answers += 1 }
        while answers == 0 { try hall.loop.runOnce() }
        #expect(hall.folders == ["a", "b"] && hall.shown.map(\.screen) == [0, 1, 2])
        hall.folder.write("title = \"New\"\n", to: "a/kiosk.toml")
        while hall.shown.count < 5 { try hall.loop.runOnce() }
        #expect(hall.folders == ["a", "b", "a"] && hall.shown.map(\.screen) == [0, 1, 2, 0, 1])
        #expect(hall.shown[3].first.title == "New" && hall.shown[4].first.title == "New")
    }

    @Test func `a read that a change has overtaken is dropped, and all requests get the newer one`() throws {
        let hall = try Hall()
        hall.reads.with { $0.allowed = 0 }
        var answers: [Int] = []
        for number in 0..<3 { hall.reload.reload { if case .success = $0 { answers.append(number) } } }
        #expect(answers.isEmpty && hall.shown.isEmpty)
        hall.folder.write("title = \"New\"\n", to: "a/kiosk.toml")
        hall.reload.reload { if case .success = $0 { answers.append(3) } }
        hall.reads.with { $0.allowed = .max }
        while answers.count < 4 { try hall.loop.runOnce() }
        #expect(answers == [0, 1, 2, 3])
        // Once for the read that was dropped, and once for all four requests.
        #expect(hall.folders == ["a", "b", "a", "b"] && hall.shown.map(\.screen) == [0, 1, 2])
        #expect(hall.shown[0].first.title == "New")
    }

    @Test func `steady changes delay no reload for ever`() throws {
        let hall = try Hall()
        hall.reads.with { $0.allowed = 0 }
        var answers = 0
        func ask() { hall.reload.reload { if case .success = $0 { answers += 1 } } }
        ask()
        for reading in 1...KioskReload.mostOvertaken + 1 {
            // Something changes while it is read. Then the files of both kiosks are read, and the next reading begins.
            ask()
            hall.reads.with { $0.allowed = 2 }
            // The thread that reads wakes the loop when it is done, not when it begins.
            while hall.folders.count < 2 * reading + 1 {
                try hall.loop.runOnce(until: MonotonicClock.now() + .milliseconds(5))
            }
            #expect(hall.shown.isEmpty == (reading <= KioskReload.mostOvertaken), "\(reading)")
        }
        #expect(answers == 0)
        hall.reads.with { $0.allowed = .max }
        while answers < KioskReload.mostOvertaken + 2 { try hall.loop.runOnce() }
        #expect(hall.shown.count == 6)
    }

    @Test func `a limited number of requests wait, and the next is refused at once`() throws {
        let hall = try Hall()
        hall.reads.with { $0.allowed = 0 }
        var (done, refused) = (0, 0)
        for _ in 0...KioskReload.mostWaiting {
            hall.reload.reload { if case .success = $0 { done += 1 } else { refused += 1 } }
        }
        #expect(done == 0 && refused == 1)
        hall.reads.with { $0.allowed = .max }
        while done < KioskReload.mostWaiting { try hall.loop.runOnce() }
    }

    @Test func `signals and changes keep no request out, however many come while pages are read`() throws {
        let hall = try Hall()
        hall.reads.with { $0.allowed = 0 }
        var (signals, answer) = (0, nil as Result<[String], Failure>?)
        for number in 0..<3 * KioskReload.mostWaiting {
            hall.reload.readAnew { signals += 1 }
            hall.folder.write("title = \"\(number)\"\n", to: "a/kiosk.toml")
            try hall.loop.runOnce()
        }
        hall.reload.reload { answer = $0 }
        #expect(answer == nil && signals == 0)
        hall.reads.with { $0.allowed = .max }
        while answer == nil { try hall.loop.runOnce() }
        #expect(throws: Never.self) { try answer?.get() }
        #expect(signals == 1)
        #expect(hall.lines.all.count <= 1, "\(hall.lines.all)")
    }

    @Test func `one mistake is reported once, and again when someone asks; its screen does not change`() throws {
        let hall = try Hall()
        for change in 0..<3 {
            hall.folder.write("start = 3\n", to: "b/kiosk.toml")
            let before = hall.reads.with { $0.folders.count }
            while hall.reload.isReading || hall.reads.with({ $0.folders.count }) == before { try hall.loop.runOnce() }
            #expect(hall.lines.all.count == 1, "\(change): \(hall.lines.all)")
        }
        #expect(hall.reload.faults.map { "\($0)" }.joined().contains("b/kiosk.toml:1:9"))
        for asked in 1...2 {
            var isAnswered = false
            hall.reload.readAnew { isAnswered = true }
            while !isAnswered { try hall.loop.runOnce() }
            #expect(hall.lines.all.count { $0.contains("b/kiosk.toml:1:9") } == 1 + asked)
        }
        #expect(!hall.shown.contains { $0.screen == 2 })
        hall.folder.write("", to: "b/kiosk.toml")
        while hall.shown.last?.screen != 2 { try hall.loop.runOnce() }
        #expect(hall.reload.faults.isEmpty)
    }

    @Test func `a visitor stays on the page, scrolled as far, as long as the page is there`() throws {
        let room = try IdleRoom("home-after = \"60 s\"")
        room.tap(room.row(0))
        room.run(for: 1)
        room.drag(from: Point(260, 250), to: Point(260, 150))
        room.run(for: 5)
        let offsets = room.stage.scrollOffsets
        #expect(offsets.count == 2 && offsets.last != [0])
        try room.change("hours.md", "A new first line.\n\n" + String(repeating: "Line.\n\n", count: 60))
        #expect(room.stack == ["home", "hours"] && room.stage.scrollOffsets == offsets)
        // A page that is shorter now is not scrolled past its end.
        try room.change("hours.md", "Short.\n")
        #expect(room.stage.scrollOffsets == [[0], [0]])
        room.run(for: 5)
        #expect(room.stage.scrollOffsets == [[0], [0]])
        try room.remove("hours.md", linkedFrom: "home.md")
        #expect(room.stack == ["home"])
        #expect(room.stage.gesturesUnderWay.isEmpty)
    }

    @Test func `a sheet stays, and the start comes where there is no visitor`() throws {
        let room = try IdleRoom("home-after = \"60 s\"")
        room.tap(room.row(1))
        room.run(for: 2)
        #expect(room.stage.stackNames == ["home", "terms!"])
        try room.change("terms.md", "# Other terms\n")
        #expect(room.stage.stackNames == ["home", "terms!"])
        room.run(for: 100)
        try room.change("kiosk.toml", "start = [\"home\", \"hours\"]\n[idle]\nhome-after = \"60 s\"\n")
        #expect(room.stage.stackNames == ["home", "hours"])
    }
}
