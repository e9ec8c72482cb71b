// An app: its root, its screens by name, its gesture settings, and its binary.

import Bezel
import Geometry
import Glibc
import Stage
import TestFolders
import Testing
import TouchScript

@testable import Machine

/// Two rooms; from the hall a tap anywhere leads to the attic.
private struct House: App {
    final class Hall: Screen {
        init() { super.init(name: "hall", title: "Hall") }

        override func load(into content: View) {
            let tap = TapRecognizer(name: "upstairs")
            tap.onAction { [unowned self] _ in navigator?.push(House.attic) }
            content.addRecognizer(tap)
        }
    }

    static var attic: Screen { Screen(name: "attic", title: "Attic") }

    func root() -> Screen { Hall() }
    func screen(named name: String) -> Screen? { name == "attic" ? Self.attic : nil }
    func adjust(_ gestures: inout GestureSettings) { gestures.pop = .fullScreen }
}

/// The smallest possible app.
private struct Room: App {
    func root() -> Screen { Screen(name: "room", title: "Room") }
}

@Suite struct AppTests {
    @Test func `an app begins with its root screen, and its own recognizers open others`() throws {
        let touch = TouchScript()
        touch.tap(at: Point(260, 150))
        let trace = try Played(touch.frames, on: House()).trace
        #expect(trace.contains { $0.field("name") == "upstairs" && $0.field("view") == "hall" })
        #expect(trace.last?.field("stack") == #"["hall","attic"]"#)
        #expect(trace.last?.field("stuck") == "[]")
    }

    @Test func `a stack names screens of the app, and the app's gesture settings apply`() throws {
        let touch = TouchScript()
        touch.down(at: Point(150, 150)).drag(to: Point(350, 150), over: .milliseconds(200)).lift()
        let trace = try Played(touch.frames, on: House(), stack: ["hall", "attic"]).trace
        #expect(trace.contains { $0.field("name") == "full-screen-pop" && $0.field("state") == "began" })
        #expect(trace.last?.field("stack") == #"["hall"]"#)
    }

    @Test func `a screen of the app can be a sheet`() throws {
        let touch = TouchScript()
        touch.down(at: Point(250, 30)).drag(to: Point(250, 200), over: .milliseconds(300)).lift()
        let trace = try Played(touch.frames, on: House(), stack: ["hall", "attic!"]).trace
        #expect(trace.contains { $0.field("operation") == "dismiss" && $0.field("phase") == "finished" })
    }

    @Test func `a screen that the app does not have is refused`() {
        let touch = TouchScript()
        touch.tap(at: Point(260, 150))
        for stack in [["hall", "cellar"], ["cellar"]] {
            let failure = #expect(throws: Failure.self) { try Played(touch.frames, on: House(), stack: stack) }
            #expect(failure?.code == .wrongInput)
            #expect(failure?.description.contains("cellar") == true)
        }
        let failure = #expect(throws: Failure.self) { try Played(touch.frames, on: Room(), stack: ["room", "hall"]) }
        #expect(failure?.code == .wrongInput)
    }

    @Test func `an app's binary runs, records, replays and exits as bezel does`() throws {
        let folder = TemporaryFolder()
        let recording = "\(folder.path)/recording"
        #expect(gallery("--display", "headless", "--frames", "1", "--record", recording) == 0)
        #expect(folder.lines(of: "recording").contains { $0.field("frame") == "1" })
        _ = folder.write("{\"t\":0,\"touch\":1,\"phase\":\"began\",\"x\":1,\"y\":2}\n", to: "touch")
        #expect(
            gallery("replay", "\(folder.path)/touch", "--stack", "gallery,taps", "--trace", "\(folder.path)/trace") == 0
        )
        #expect(folder.lines(of: "trace").last?.field("stack") == #"["gallery","taps"]"#)

        #expect(
            gallery("--display", "headless", "--frames", "1", "--stack", "gallery,attic")
                == Failure.Code.wrongInput.rawValue)
        #expect(gallery("replay", "\(folder.path)/nothing") == Failure.Code.wrongInput.rawValue)
        #expect(gallery("--display", "vnc") == Failure.Code.usage.rawValue)
    }

    @Test func `a replay runs tasks and timers at the same instants, with the recorded results and without the work`()
        throws
    {
        let folder = TemporaryFolder()
        func path(_ name: String) -> String { "\(folder.path)/\(name)" }
        var touch = ""
        for second in [0.0, 3, 6] {
            for (time, phase) in [(second, "began"), (second + 0.05, "ended")] {
                touch += "{\"t\":\(time),\"touch\":1,\"phase\":\"\(phase)\",\"x\":200,\"y\":200}\n"
            }
        }
        _ = folder.write(touch, to: "touch")
        let stack = ["--stack", "gallery,forecast"]
        // The page counts ten seconds, each of which is a frame.
        #expect(
            gallery(
                "--display", "headless", "--frames", "8", stack[0], stack[1], "--play", path("touch"), "--record",
                path("visit"), "--trace", path("trace")) == 0)
        let results = folder.lines(of: "visit").filter { $0.field("name") == "forecast" }
        #expect(results.count >= 2, "\(results)")
        let lived = folder.lines(of: "trace").filter { $0.field("kind") != "end" }
        #expect(gallery("replay", path("visit"), stack[0], stack[1], "--trace", path("again")) == 0)
        let replayed = folder.lines(of: "again").filter { $0.field("kind") != "end" }
        #expect(replayed == lived)
        // What the recording says counts, not what the work would give.
        let failing = folder.lines(of: "visit").map {
            $0.replacing(/"value":"1. °C[^"]*"/, with: "\"error\":\"no network\"")
        }
        _ = folder.write(failing.joined(separator: "\n") + "\n", to: "failing")
        #expect(gallery("replay", path("failing"), stack[0], stack[1], "--trace", path("failed")) == 0)
        #expect(folder.lines(of: "failed").count { $0.contains("arrived") } >= 2)
    }

    /// Runs the gallery's binary, which is built beside the tests, with `arguments`. Returns its exit code, or nil if it
    /// could not be run.
    private func gallery(_ arguments: String...) -> Int32? {
        var path = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &path, path.count)
        let tests = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let binary = "/" + tests.split(separator: "/").dropLast().joined(separator: "/") + "/bezel-gallery"
        var list = ([binary] + arguments).map { strdup($0) } + [nil]
        defer { for item in list { free(item) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var child = pid_t()
        var status: Int32 = 0
        guard posix_spawn(&child, binary, &actions, nil, &list, environ) == 0, waitpid(child, &status, 0) == child,
            status & 0x7F == 0
        else { return nil }
        return status >> 8 & 0xFF
    }
}
