// What a running kiosk does with hostile clients: it goes on, in bounded memory, and answers all others.

import Geometry
import Glibc
import TestFolders
import TestRandomness
import Testing

@testable import Bezel
@testable import Linux
@testable import Machine
@testable import Run
@testable import Stage

@Suite(.serialized) struct HostileClientTests {
    private static var impatient: StreamConnection.Limits {
        var limits = StreamConnection.Limits()
        limits.patience = .milliseconds(300)
        return limits
    }

    /// Whether the kiosk still answers.
    private nonisolated static func isAnswering(_ socket: String) throws -> Bool {
        try Asker.ask(socket, .status)?.isDone == true
    }

    @Test func `the kiosk waits for the rest of a line for a limited time`() throws {
        let kiosk = try RunningKiosk(limits: Self.impatient)
        let (last, answers) = try kiosk.run { socket in
            let silent = try LocalConnection(to: socket, seconds: 20)
            try silent.send(Array("{\"bezel\":1,\"comm".utf8))
            let answers = try Self.isAnswering(socket)
            let said = try Asker.answer(on: silent)?.line
            let answersStill = try Self.isAnswering(socket)
            return (said, answers && answersStill)
        }
        #expect(answers)
        #expect(last?.contains("no request for 0.3 s") == true)
    }

    @Test func `what is quickly answered does not wait for many clients that ask for slow pages`() throws {
        let kiosk = try RunningKiosk()
        var handled: [ControlVerb] = []
        kiosk.server.onRequest = { request, reply in
            handled.append(request.verb)
            let end = MonotonicClock.now() + .milliseconds(request.verb == .open ? 20 : 0)
            while MonotonicClock.now() < end {}
            reply.answer(ControlAnswer(""))
        }
        // All have asked before the kiosk looks.
        let lines = Array(repeating: #"{"bezel":1,"command":"open","page":"hours"}"#, count: 6)
        let clients = try (lines + [#"{"bezel":1,"command":"status"}"#]).map { line in
            let client = try LocalConnection(to: kiosk.socket, seconds: 20)
            try client.send(Array((line + "\n").utf8))
            return client
        }
        var turns = 0
        while handled.count < clients.count {
            try kiosk.loop.runOnce()
            turns += 1
        }
        #expect(handled == [.open, .status, .open, .open, .open, .open, .open])
        // In between the loop does other things.
        #expect(turns >= 7)
    }

    @Test func `an answer may take longer than a client's time limit`() throws {
        let kiosk = try RunningKiosk(limits: Self.impatient)
        kiosk.reloadTime = .milliseconds(900)
        #expect(try kiosk.run { try Asker.ask($0, .reload)?.isDone == true })
    }

    @Test(arguments: [#"a\nb"#, #"\u001b[31mred"#, #"a\u2028b"#, #"\u009b"#])
    func `a name that would forge a line of the log is refused, in one line`(page: String) {
        for key in ["page", "level"] {
            let line = Array("{\"bezel\":1,\"command\":\"open\",\"\(key)\":\"\(page)\"}".utf8)
            let failure = #expect(throws: Failure.self) { try ControlRequest(line: line) }
            #expect(failure?.description == "\"\(key)\" is a string without control characters")
        }
    }

    @Test func `a line that never ends is read only up to the longest allowed line`() throws {
        let kiosk = try RunningKiosk()
        let (sent, said) = try kiosk.run { socket in
            let connection = try LocalConnection(to: socket, seconds: 20)
            var sent = 0
            do throws(SystemError) {
                while sent < 64 << 20 {
                    try connection.send([UInt8](repeating: 65, count: 1 << 16))
                    sent += 1 << 16
                }
            } catch { #expect(error.errno == EPIPE || error.errno == ECONNRESET) }
            return (sent, try Asker.answer(on: connection)?.line)
        }
        // The kernel's own buffers between the two ends.
        #expect(sent < 4 << 20)
        #expect(said?.contains("at most 4096 bytes") == true)
    }

    @Test func `of a thousand connections a few are kept, and the others get an error`() throws {
        let kiosk = try RunningKiosk(limits: Self.impatient)
        let (refused, answers) = try kiosk.run { socket in
            var kept: [LocalConnection] = []
            var refused = 0
            for _ in 0..<200 {
                let connection = try LocalConnection(to: socket, seconds: 20)
                if kept.count < ControlServer.most.friends + ControlServer.most.root {
                    kept.append(connection)
                } else if try Asker.answer(on: connection)?.line.contains("too many are connected") == true {
                    refused += 1
                }
            }
            for _ in 0..<800 { _ = try LocalConnection(to: socket, seconds: 20) }
            kept = []
            // The connections that were closed have freed their places.
            while try Asker.ask(socket, .status)?.isDone != true {}
            return (refused, try Self.isAnswering(socket))
        }
        #expect(refused >= 100)
        #expect(answers)
        while kiosk.server.count > 0 { try kiosk.loop.runOnce() }
    }

    @Test func `a client that does not read its screenshot loses it, and delays no other`() throws {
        let kiosk = try RunningKiosk(limits: Self.impatient, size: PixelSize(1920, 1080))
        let (others, rest) = try kiosk.run { socket in
            let lazy = try LocalConnection(to: socket, seconds: 20)
            try lazy.send(Array((Asker.request(.screenshot) + "\n").utf8))
            _ = try lazy.line()
            let others = try (0..<20).filter { _ in try Self.isAnswering(socket) }.count
            // The kiosk closes the lazy connection before this later one reaches its own time limit.
            let silent = try LocalConnection(to: socket, seconds: 20)
            _ = try silent.line()
            return (others, try lazy.bytes(1 << 30).count)
        }
        #expect(others == 20)
        #expect(rest < 4 * 1920 * 1080)
    }

    @Test func `a client that leaves in mid-answer, or asks and closes at once, is forgotten`() throws {
        let kiosk = try RunningKiosk(size: PixelSize(1920, 1080))
        let answers = try kiosk.run { socket in
            for taken in [0, 1, 100, 100_000, 4_000_000] {
                let connection = try LocalConnection(to: socket, seconds: 20)
                try connection.send(Array((Asker.request(.screenshot) + "\n").utf8))
                _ = try connection.bytes(taken)
            }
            return try Self.isAnswering(socket)
        }
        #expect(answers)
        while kiosk.server.count > 0 { try kiosk.loop.runOnce() }
    }

    @Test(arguments: 0..<4) func `random bytes are refused or ignored`(seed: UInt64) throws {
        var limits = Self.impatient
        limits.patience = .milliseconds(30)
        let kiosk = try RunningKiosk(limits: limits)
        let answers = try kiosk.run { socket in
            var random = SplitMix(seed)
            let words = [
                #"{"bezel":1,"command":""#, "screenshot", "status", "record", #""}"#, #","last":"#, #","page":"#, "\n",
                "{", "[",
                "\"", "\\u00", "\0", "é", "1e999", "-", "true", "&a", "*a", "!!", "---\n", "%", "\t", ": ", "? ",
            ].map { Array($0.utf8) }
            for _ in 0..<150 {
                var bytes: [UInt8] = []
                for _ in 0..<(1 + random.next() % 30) {
                    if random.next() % 2 == 0 {
                        bytes += words[Int(random.next() % UInt64(words.count))]
                    } else {
                        bytes.append(UInt8(truncatingIfNeeded: random.next()))
                    }
                }
                let connection = try LocalConnection(to: socket, seconds: 20)
                try? connection.send(bytes + (random.next() % 2 == 0 ? [10] : []))
                if random.next() % 4 == 0 { _ = try? connection.line() }
            }
            return try Self.isAnswering(socket)
        }
        #expect(answers)
    }

    @Test(.enabled(if: BezelProcess.canBeOthers, "needs root, and a binary that other users may run"))
    func `another user is refused, unless the policy lets them`() throws {
        // Refused by the kernel, where no other user may connect.
        let closed = try RunningKiosk()
        chmod(closed.folder.path, 0o755)
        let outside = try closed.run { Self.asOther("nobody", $0, "status") }
        #expect(outside.code == 77)
        #expect(outside.said.contains("only root and the kiosk's own user have access"))
        // Refused by the policy, where some users may connect.
        let open = try RunningKiosk(policy: ControlPolicy(allowed: ["daemon": [.status], "@games": [.metrics]]))
        chmod(open.folder.path, 0o755)
        let (refused, allowed, beyond, group) = try open.run { socket in
            (
                Self.asOther("nobody", socket, "status"), Self.asOther("daemon", socket, "status"),
                Self.asOther("daemon", socket, "metrics"), Self.asOther("nobody", group: "games", socket, "metrics")
            )
        }
        #expect(refused.code == 77)
        #expect(refused.said.contains("user 65534 may not ask this kiosk for status"))
        #expect(allowed.code == 0 && allowed.text.contains("shows   home"))
        #expect(beyond.code == 77)
        #expect(group.code == 0 && group.text.hasSuffix("# EOF\n"))
    }

    /// The outcome of `bezel control`, run as `user`.
    private nonisolated static func asOther(
        _ user: String, group: String? = nil, _ socket: String, _ verb: String
    ) -> BezelProcess.Outcome {
        let groups = group.map { ["--groups", $0] } ?? ["--clear-groups"]
        let identity = ["--reuid", user, "--regid", "nogroup"] + groups
        return BezelProcess(
            identity + [BezelProcess.binary, "control", verb, "--socket", socket], program: "setpriv"
        ).wait()
    }
}
