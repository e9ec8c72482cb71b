// How many clients a running kiosk takes at a time, for how long, and how much of it is logged.

import Frames
import Geometry
import Glibc
import Logging
import TestFolders
import Testing
import TouchScript

@testable import Bezel
@testable import Linux
@testable import Machine
@testable import Run
@testable import Stage

@Suite(.serialized) struct ClientLimitTests {
    /// Clients of another user, in a process of their own. Each asks for the status, and keeps its connection. In the end
    /// the last one waits for what the kiosk says on its own.
    nonisolated private final class Crowd {
        private let process: BezelProcess
        private let answers: FileDescriptor
        private var rest: [UInt8] = []

        private static let script = """
            import json, os, signal, socket, sys
            path, count, requests, pipe = sys.argv[1], *map(int, sys.argv[2:])
            clients = []
            def hear(answers):
                try:
                    answer = json.loads(answers.readline() or b'{"error":"nothing"}')
                except ConnectionResetError:
                    answer = {"error": "nothing"}
                answers.read(answer.get("bytes", 0))
                os.write(pipe, (answer.get("error", "in") + "\\n").encode())
            for _ in range(count):
                client = socket.socket(socket.AF_UNIX)
                client.connect(path)
                answers = client.makefile("rb")
                clients.append((client, answers))
                for _ in range(requests):
                    try:
                        client.sendall(b'{"bezel":1,"command":"status"}\\n')
                    except (BrokenPipeError, ConnectionResetError):
                        pass
                    hear(answers)
            hear(answers)
            signal.pause()
            """

        /// `count` clients that `user` has, one after the other, with `requests` each.
        init(_ count: Int, of user: String, at socket: String, requests: Int = 1) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { fatalError("pipe") }
            answers = FileDescriptor(owning: ends[0])
            process = BezelProcess(
                [
                    "--reuid", user, "--regid", "nogroup", "--clear-groups", "/usr/bin/python3", "-c", Self.script,
                    socket, "\(count)", "\(requests)", "\(ends[1])",
                ], program: "setpriv")
            close(ends[1])
        }

        // The threads of the tests block other signals, and a program that they start does too.
        deinit { _ = process.end(by: SIGKILL) }

        /// The next line that the kiosk has sent to a client: "in" for a status, or else the error.
        func next() -> String {
            while true {
                if let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { rest.removeFirst(feed + 1) }
                    return String(decoding: rest[..<feed], as: UTF8.self)
                }
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = read(answers.number, &bytes, bytes.count)
                if count <= 0 { return "the clients have ended" }
                rest += bytes[..<count]
            }
        }

        func next(_ count: Int) -> [String] { (0..<count).map { _ in next() } }
    }

    /// Time enough for any machine.
    private static var patient: StreamConnection.Limits {
        var limits = StreamConnection.Limits()
        limits.patience = .seconds(3600)
        return limits
    }

    private static let full = "too many are connected already; try again later"

    @Test(.enabled(if: BezelProcess.canBeOthers, "needs root, and a binary that other users may run"))
    func `sixteen clients with permissions get in, then four of root, and four without permissions`() throws {
        let kiosk = try RunningKiosk(
            limits: Self.patient, policy: ControlPolicy(allowed: ["daemon": [.status]]),
            strangerPatience: .seconds(3600))
        chmod(kiosk.folder.path, 0o755)
        let (friends, root, strangers) = try kiosk.run { socket in
            let crowd = Crowd(17, of: "daemon", at: socket)
            let friends = crowd.next(17)
            let connections = try (0..<5).map { _ in try LocalConnection(to: socket, seconds: 3600) }
            let root = try connections.map { connection in
                // The kiosk may have closed the last one before the request comes.
                try? connection.send(Array((Asker.request(.status) + "\n").utf8))
                return try Asker.answer(on: connection)?.isDone == true
            }
            let others = Crowd(5, of: "nobody", at: socket)
            let strangers = others.next(5)
            return withExtendedLifetime((crowd, connections, others)) { (friends, root, strangers) }
        }
        #expect(friends == [String](repeating: "in", count: 16) + [Self.full])
        #expect(root == [true, true, true, true, false])
        #expect(strangers.prefix(4).allSatisfy { $0.contains("user 65534 may not ask this kiosk for status") })
        #expect(strangers.last == Self.full, "\(strangers)")
    }

    @Test(.enabled(if: BezelProcess.canBeOthers, "needs root, and a binary that other users may run"))
    func `a client without permissions is left alone for a second, and others for ten`() throws {
        #expect(StreamConnection.Limits().patience == .seconds(10))
        let kiosk = try RunningKiosk(policy: ControlPolicy(allowed: ["daemon": [.status]]))
        chmod(kiosk.folder.path, 0o755)
        let words = try kiosk.run { socket in
            let crowd = Crowd(1, of: "nobody", at: socket)
            return withExtendedLifetime(crowd) { crowd.next(2) }
        }
        #expect(words[0].contains("may not ask"))
        #expect(words[1] == "no request for 1.0 s; closing the connection")
    }

    @Test func `a client that records keeps its connection, also when nothing happens`() throws {
        var impatient = StreamConnection.Limits()
        impatient.patience = .milliseconds(300)
        let kiosk = try RunningKiosk(limits: impatient)
        let recorder = try LocalConnection(to: kiosk.socket, seconds: 3600)
        try recorder.send(Array((Asker.request(.record) + "\n").utf8))
        while kiosk.screen.live.isEmpty { try kiosk.loop.runOnce() }
        // The time of this client, which came later, ends later.
        let last = try kiosk.run { socket in
            try Asker.answer(on: try LocalConnection(to: socket, seconds: 3600))?.line
        }
        #expect(last?.contains("no request for 0.3 s") == true)
        #expect(kiosk.server.count == 1 && kiosk.screen.live.count { !$0.isOver } == 1)
        withExtendedLifetime(recorder) {}
    }

    @Test func `a recording that is not read is cut off when too much of it waits, and others are answered`() throws {
        #expect(StreamConnection.Limits().waiting == 1 << 20)
        var limits = Self.patient
        limits.waiting = 10_000
        let kiosk = try RunningKiosk(limits: limits)
        let recorder = try LocalConnection(to: kiosk.socket, seconds: 3600)
        try recorder.send(Array((Asker.request(.record) + "\n").utf8))
        while kiosk.screen.live.isEmpty { try kiosk.loop.runOnce() }
        let script = TouchScript()
        script.wait(.milliseconds(1200))
        script.tap(at: Point(520, 290))
        while kiosk.screen.live.contains(where: { !$0.hasBegun }) { try kiosk.play(script.frames) }
        func touch(_ phase: TouchFrame.Phase, _ x: Double) {
            kiosk.frameLoop.handle(
                TouchFrame(
                    time: MonotonicClock.now(), changes: [.init(contact: 7, phase: phase, position: Point(x, 290))]))
        }
        touch(.began, 520)
        var moves = 0
        while kiosk.screen.live.contains(where: { !$0.isOver }), moves < 50_000 {
            touch(.moved, 520 + Double(moves % 2))
            moves += 1
        }
        touch(.ended, 520)
        #expect(moves > 200 && moves < 50_000)
        #expect(kiosk.server.count == 0)
        #expect(try kiosk.run { try Asker.ask($0, .status)?.isDone == true })
        withExtendedLifetime(recorder) {}
    }

    @Test func `denials are logged with user, process and command, once a second, and the others are counted`() {
        let peer = Peer(process: 4711, user: 1000, groups: [])
        var denials = Denials()
        func line(at second: Double) -> String? { denials.line(.screenshot, peer, at: .zero + .seconds(second)) }
        let first = "control: denied screenshot to user 1000, process 4711"
        #expect(line(at: 0) == first)
        #expect(line(at: 0.001) == nil && line(at: 0.5) == nil && line(at: 0.999) == nil)
        #expect(line(at: 1) == first + "; 3 more denied since the last log line")
        #expect(line(at: 1.999) == nil)
        #expect(line(at: 60) == first + "; 1 more denied since the last log line")
        #expect(line(at: 61) == first)
    }

    @Test(.enabled(if: BezelProcess.canBeOthers, "needs root, and a binary that other users may run"))
    func `a thousand denials in a row are a few lines of the log`() throws {
        let lines = LogLines()
        let kiosk = try RunningKiosk(
            policy: ControlPolicy(allowed: ["daemon": [.metrics]]), log: lines.keeping(Logger(label: "test")))
        chmod(kiosk.folder.path, 0o755)
        let start = MonotonicClock.now()
        let answers = try kiosk.run { socket in
            let crowd = Crowd(1, of: "daemon", at: socket, requests: 1000)
            return withExtendedLifetime(crowd) { crowd.next(1000) }
        }
        let seconds = (MonotonicClock.now() - start).seconds
        #expect(answers.allSatisfy { $0.contains("may not ask this kiosk for status") })
        let said = lines.all.filter { $0.contains("control: denied status to user 1, process ") }
        #expect(!said.isEmpty && Double(said.count) <= seconds + 1, "\(said)")
    }
}
