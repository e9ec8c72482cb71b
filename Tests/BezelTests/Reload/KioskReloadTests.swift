// Pages and settings that change under a visitor: whole or not at all.

import Geometry
import Linux
import Logging
import Pages
import Stage
import TestFolders
import Testing

@testable import Bezel
@testable import Machine
@testable import Run

@Suite struct KioskReloadTests {
    /// A kiosk's folder and a machine's file that are read anew.
    private final class Watched {
        let folder = TemporaryFolder()
        let loop: EventLoop
        private(set) var shown: [StartScreens] = []
        private(set) var reload: KioskReload!

        init() throws {
            loop = try EventLoop()
            folder.write("# Home\n- [Hours](hours.md)\n", to: "kiosk/home.md")
            folder.write("# Hours\n", to: "kiosk/hours.md")
            var command = RunCommand()
            command.configuration = folder.write("kiosk = \"\(folder.path)/kiosk\"\n", to: "bezel.toml")
            let machine = try command.machineConfiguration()
            let first = try StartScreens(kiosk: "\(folder.path)/kiosk", on: machine) { _ in }
            reload = try KioskReload(first, command, machine, loop: loop, log: Logger(label: "test")) {
                [unowned self] in
                shown.append($0)
            }
        }

        func next() throws -> StartScreens {
            let count = shown.count
            while shown.count == count { try loop.runOnce() }
            return shown[count]
        }
    }

    @Test func `a page and the machine's file are read when they change`() throws {
        let watched = try Watched()
        watched.folder.write("[idle]\nhome-after = \"90 s\"\n", to: "kiosk/kiosk.toml")
        #expect(try watched.next().idle.homeAfter == .seconds(90))
        watched.folder.write(
            "kiosk = \"\(watched.folder.path)/kiosk\"\n[idle]\nblank-after = \"5 min\"\n", to: "bezel.toml")
        let both = try watched.next().idle
        #expect(both.homeAfter == .seconds(90) && both.blankAfter == .seconds(300))
    }

    @Test func `a mistake leaves all as it is, and says where it is`() throws {
        let watched = try Watched()
        for (name, text, place) in [
            ("kiosk/home.md", "# Home\n- [Hours](hour.md)\n", "/kiosk/home.md:2:3: "),
            ("kiosk/kiosk.toml", "start = 3\n", "/kiosk/kiosk.toml:1:9: "),
            ("kiosk/hours.md", "+++\npop = \"no\"\n+++\n", "/kiosk/hours.md:2:7: "),
            ("bezel.toml", "kiosk = \"x\"\n[idle]\nhome-after = \"1 s\"\n", "/bezel.toml:3:14: "),
        ] {
            let before = watched.folder.lines(of: name).joined(separator: "\n")
            watched.folder.write(text, to: name)
            let failure = #expect(throws: Failure.self) { try watched.reload.reload() }
            #expect(failure.map { "\($0)" }?.contains(place) == true, "\(failure.map { "\($0)" } ?? "")")
            #expect(watched.shown.isEmpty)
            watched.folder.write(before, to: name)
        }
        #expect(try watched.reload.reload() == [])
        #expect(watched.shown.count == 1)
    }

    @Test func `what is looked at only at the start is said to be`() throws {
        let watched = try Watched()
        watched.folder.write("kiosk = \"\(watched.folder.path)/kiosk\"\n[display]\nrotation = 90\n", to: "bezel.toml")
        #expect(
            try watched.reload.reload() == [
                "what is new in [display], [input], [control], [record] and [maintenance] counts from the next start on"
            ])
        watched.folder.write("kiosk = \"\(watched.folder.path)/other\"\n", to: "bezel.toml")
        watched.folder.write("# Other\n", to: "other/home.md")
        _ = try watched.reload.reload()
        #expect(watched.shown.last?.folder == "\(watched.folder.path)/other")
        watched.folder.write("# Changed\n", to: "other/home.md")
        while watched.shown.count < 3 { try watched.loop.runOnce() }
    }

    @Test func `a visitor stays on the page, scrolled as far, as long as the page is there`() throws {
        let room = try IdleRoom("home-after = \"60 s\"")
        room.tap(Point(260, room.row))
        room.run(for: 1)
        room.drag(from: Point(260, 250), to: Point(260, 150))
        room.run(for: 5)
        let offsets = room.stage.scrollOffsets
        #expect(offsets[1] != [0])
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

    @Test func `a sheet stays, and the start comes where nobody is`() throws {
        let room = try IdleRoom("home-after = \"60 s\"")
        room.tap(Point(260, room.row + 19))
        room.run(for: 2)
        #expect(room.stage.stackNames == ["home", "terms!"])
        try room.change("terms.md", "# Other terms\n")
        #expect(room.stage.stackNames == ["home", "terms!"])
        room.run(for: 100)
        try room.change("kiosk.toml", "start = [\"home\", \"hours\"]\n[idle]\nhome-after = \"60 s\"\n")
        #expect(room.stage.stackNames == ["home", "hours"])
    }
}
