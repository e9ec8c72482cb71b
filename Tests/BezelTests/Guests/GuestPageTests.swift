// A page that is the window of a real program: what it shows decides nothing, and what becomes of it is recorded.

import Frames
import Geometry
import Glibc
import Layers
import Linux
import TestFolders
import Testing
import TouchScript

@testable import Guests
@testable import Machine
@testable import Recordings
@testable import Stage

@Suite struct GuestPageTests {
    @Test func `a replay without the program decides the same`() throws {
        let running = try RunningGuest()
        try running.run(until: .shown)
        let frames = running.follower.frames
        try running.run { running.follower.frames > frames + 20 }
        let touch = TouchScript(start: .zero + .milliseconds(50))
        touch.tap(at: Point(200, 150))
        touch.wait(.milliseconds(200))
        // The program's: no full-screen pop begins over it.
        touch.down(at: Point(150, 150)).drag(to: Point(400, 160), over: .milliseconds(200)).lift()
        touch.wait(.milliseconds(200))
        // The kiosk's, given back, and then again to the end.
        touch.down(at: Point(2, 150)).drag(to: Point(200, 150), over: .milliseconds(200)).drag(
            to: Point(20, 150), over: .milliseconds(300)
        ).lift()
        touch.wait(.milliseconds(900))
        touch.down(at: Point(2, 150)).drag(to: Point(400, 150), over: .milliseconds(200)).lift()
        touch.wait(.milliseconds(900))
        try running.kiosk.play(touch.frames)
        let decided = running.kiosk.trace
        #expect(running.kiosk.stage.navigator.screens.map(\.name) == ["home"])
        #expect(decided.filter { $0.contains(#""kind":"guest""#) && $0.contains("edge-pop took it") }.count == 2)
        #expect(decided.contains { $0.contains("full-screen-pop") && $0.contains("claims the finger") })
        #expect(running.follower.changesFromOutside == 0)
        let replayed = try ArrivingKiosk.replay(running.kiosk.text, on: try RunningGuest.screens(running.folder))
        #expect(replayed.trace.filter { !$0.contains(#""kind":"end""#) } == decided)
        #expect(replayed.stage.navigator.screens.map(\.name) == ["home"])
    }

    @Test func `a page that says so gives full-screen pops to the kiosk`() throws {
        let running = try RunningGuest(more: #"pop = "full-screen""#)
        try running.run(until: .shown)
        let touch = TouchScript(start: .zero + .milliseconds(50))
        touch.down(at: Point(150, 150)).drag(to: Point(400, 160), over: .milliseconds(200)).lift()
        touch.wait(.milliseconds(900))
        try running.kiosk.play(touch.frames)
        #expect(running.kiosk.stage.navigator.screens.map(\.name) == ["home"])
        #expect(running.kiosk.trace.contains { $0.contains("full-screen-pop took it") })
    }

    @Test func `a program's pixels are on the glass, and change with it`() throws {
        let running = try RunningGuest()
        try running.run(until: .shown)
        var seen: Set<UInt32> = []
        try running.run {
            if let frame = running.kiosk.display.lastFrame {
                let pixel = frame.base.advanced(by: 200 * frame.pitch + 240 * 4).loadUnaligned(as: UInt32.self)
                if pixel & 0xFFFF00 == 0x204000 { seen.insert(pixel) }
            }
            return seen.count >= 5
        }
        #expect(running.house.running == 1)
    }

    @Test func `a program that ends is started again, and a visitor can have it tried at once`() throws {
        let running = try RunningGuest([RunningGuest.program, "3", "quit", "7"])
        try running.run(until: .ended(7))
        #expect(
            running.log.contains { $0.hasPrefix("guest (TestGuest): ended with status 7") }, "\(running.log)")
        let tree = running.kiosk.stage.spokenText
        #expect(tree.contains("This page is not available right now.") && tree.contains("Try again"), "\(tree)")
        // It says that until there is something of the program again.
        try running.run(until: .shown, times: 3)
    }

    @Test func `a program that is killed says so by its signal`() throws {
        let running = try RunningGuest([RunningGuest.program, "3", "kill"])
        try running.run(until: .ended(137))
    }

    @Test func `a program that is not installed is not started, and the log says what to install`() throws {
        let running = try RunningGuest(["no-such-program"])
        try running.run(until: .missing)
        #expect(
            running.log.count == 1 && running.log[0].contains("\"no-such-program\" is not installed"), "\(running.log)")
        #expect(running.house.running == 0)
    }

    @Test func `a program that is installed meanwhile comes when a visitor taps`() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/program"
        let running = try RunningGuest([path], in: folder)
        try running.run(until: .missing)
        #expect(running.kiosk.stage.spokenText.contains("Try again"))
        symlink(RunningGuest.program, path)
        let touch = TouchScript(start: .zero + .milliseconds(50))
        let button = try #require(Self.button(in: running.kiosk.stage.navigator.screens.last!.view))
        touch.tap(at: button)
        touch.wait(.milliseconds(200))
        try running.kiosk.play(touch.frames)
        try running.run(until: .shown)
    }

    /// The middle (mm) of the button on `view`, or on a view in it.
    private static func button(in view: View) -> Point? {
        if let button = view as? ButtonView {
            let (corner, panel) = (button.convert(fromPanel: .zero), ArrivingKiosk.panel)
            return Point(
                (button.bounds.width / 2 - corner.x) * panel.millimetres.width / Double(panel.pixels.width),
                (button.bounds.height / 2 - corner.y) * panel.millimetres.height / Double(panel.pixels.height))
        }
        return view.subviews.lazy.compactMap { button(in: $0) }.first
    }

    @Test func `the end of a visit leaves no process and no folder of it`() throws {
        let folder = TemporaryFolder()
        let note = folder.path + "/note"
        let running = try RunningGuest(
            ["sh", "-c", "echo $$ $HOME >\(note); exec \(RunningGuest.program)"], in: folder)
        try running.run(until: .shown)
        let words = SystemFiles.lines(note).flatMap { $0.split(separator: " ").map(String.init) }
        let process = try #require(words.first.flatMap { pid_t($0) })
        #expect(kill(process, 0) == 0 && access(words[1], F_OK) == 0)
        running.kiosk.stage.begin(with: try RunningGuest.screens(folder).screen("home"))
        #expect(running.house.running == 0)
        try running.run { kill(process, 0) != 0 && access(words[1], F_OK) != 0 }
    }

    @Test(arguments: [
        ("home.md", "# Other words\n\n- [The guest](guest.md)\n"), ("more.md", "# A new page\n"),
        ("kiosk.toml", "start = [\"home\", \"guest\"]\n[theme]\naccent = \"#884400\"\n"),
    ]) func `a program goes on while pages change in a visit`(file: String, text: String) throws {
        let running = try RunningGuest()
        try running.run(until: .shown)
        running.folder.write(text, to: file)
        let changed = try RunningGuest.screens(running.folder)
        try changed.replace(on: running.kiosk.stage, scale: 1, record: nil)
        running.kiosk.frameLoop.update()
        try running.run(until: .shown, times: 2)
        #expect(running.log.count { $0.contains("started") } == 1 && running.house.running == 1)
        #expect(running.kiosk.stage.stackNames == ["home", "guest"])
    }

    @Test func `what a program has started ends with it, also where it has left its group`() throws {
        let running = try RunningGuest()
        let loop = running.kiosk.loop
        let note = running.folder.path + "/child"
        var process: GuestProcess?
        process = try GuestProcess(
            ["sh", "-c", "setsid sleep 1000 & echo $! $HOME >\(note); wait"], by: .child(program: BezelProcess.binary),
            loop: loop, onConnection: { _ in }, onEnd: { _ in })
        var words: [String] = []
        try running.run {
            words = SystemFiles.lines(note).flatMap { $0.split(separator: " ").map(String.init) }
            return words.count == 2
        }
        let child = try #require(pid_t(words[0]))
        #expect(kill(child, 0) == 0 && access(words[1], F_OK) == 0)
        process?.end()
        process = nil
        try running.run { kill(child, 0) != 0 && access(words[1], F_OK) != 0 }
    }

    @Test func `descriptors reach the program by their numbers`() throws {
        let running = try RunningGuest()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var status: Int32?
        let process = try GuestProcess(
            ["sh", "-c", "echo $0 >&4; exit 5", "hello"], descriptors: [(4, ends[1])],
            by: .child(program: BezelProcess.binary), loop: running.kiosk.loop, onConnection: { _ in },
            onEnd: { if case .status(let ended) = $0 { status = ended } })
        try running.run { status != nil }
        #expect(status == 5)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(ends[0], &bytes, 16) == 6 && String(decoding: bytes.prefix(6), as: UTF8.self) == "hello\n")
        withExtendedLifetime(process) {}
    }
}
