// Programs that systemd starts, those that connect too often, and what the log says of pages.

import Geometry
import Glibc
import TestFolders
import Testing

@testable import Guests
@testable import Linux
@testable import Stage

@Suite struct GuestServiceTests {
    @Test func `a program is started at a socket at which systemd listens`() throws {
        let folder = TemporaryFolder()
        let running = try RunningGuest()
        let loop = running.kiosk.loop
        let socket = try ListeningSocket(path: folder.path + "/1", mode: 0o600, isOfPackets: true)
        var status: Int32?
        let process = try GuestProcess(
            ["sh", "-c", "exit 5"], by: .service(GuestSockets(in: folder.path)), loop: loop, onConnection: { _ in },
            onEnd: { if case .status(let ended) = $0 { status = ended } })
        // As systemd does once something has connected.
        let service = try ChildProcess(
            [BezelProcess.binary, GuestLauncher.command], input: socket.number, on: loop
        ) { _ in }
        try running.run { status != nil }
        #expect(status == 5)
        withExtendedLifetime((process, service)) {}
    }

    @Test(arguments: [true, false]) func `a process that does not start its program has a bounded time for it`(
        answers: Bool
    ) throws {
        let folder = TemporaryFolder()
        let loop = try EventLoop(startingAt: .zero)
        let socket = try ListeningSocket(path: folder.path + "/1", mode: 0o600, isOfPackets: true)
        var silent: Instant?
        let process = try GuestProcess(
            ["sh"], by: .service(GuestSockets(in: folder.path)), loop: loop, onConnection: { _ in },
            onEnd: { end in
                if case .silent = end { silent = loop.now } else { Issue.record("\(end)") }
            })
        let accepted = try socket.accept()
        let service = PacketConnection(owning: try #require(accepted).descriptor)
        if answers { try service.send(GuestMessage.started.text) }
        let end = loop.now + .seconds(100)
        while loop.now < end, silent == nil { try loop.runOnce(until: end) }
        let late = Instant.zero + GuestProcess.patience
        #expect(answers ? silent == nil : silent == late)
        withExtendedLifetime((process, service)) {}
    }

    /// Runs `script` in `sh`, as the kiosk starts programs itself. What runs it is started by `how`, and writes to a file. Returns
    /// what that has.
    private func lines(of script: String, startedBy how: String = "exec") throws -> [String] {
        let (running, folder) = (try RunningGuest(), TemporaryFolder())
        folder.write("#!/bin/sh\n\(how) \(BezelProcess.binary) \"$@\" 2>\(folder.path)/output\n", to: "launch")
        #expect(chmod(folder.path + "/launch", 0o755) == 0 && chmod(folder.path, 0o777) == 0)
        var hasEnded = false
        let process = try GuestProcess(
            ["sh", "-c", script], called: "map (a.test)", by: .child(program: folder.path + "/launch"),
            loop: running.kiosk.loop, onConnection: { _ in }, onEnd: { _ in hasEnded = true })
        // It has written all once it has removed its folder.
        try running.run { hasEnded }
        let last = "map (a.test): over"
        try running.run { SystemFiles.lines(folder.path + "/output").contains { $0.hasPrefix(last) } }
        withExtendedLifetime(process) {}
        return SystemFiles.lines(folder.path + "/output")
    }

    @Test func `what a program writes has its page's name, and an end`() throws {
        let script = """
            for number in 1 2 3 4 5 6 7 8 9; do echo "error $number"; echo same >&2; done
            printf over
            """
        let lines = try lines(of: script)
        #expect(lines.allSatisfy { $0.hasPrefix("map (a.test): ") }, "\(lines)")
        #expect(lines.count <= ProgramLines.most + 1, "\(lines)")
        #expect(lines.count { $0.hasSuffix("same") } == 1 && lines.contains("map (a.test): error 1"))
        #expect(lines.last == "map (a.test): 16 lines like these left out", "\(lines)")
    }

    @Test func `the process that runs a program keeps its connection to itself`() throws {
        let lines = try lines(of: "readlink /proc/$PPID/fd/0; printf over")
        #expect(lines.first == "map (a.test): /dev/null", "\(lines)")
    }

    @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
    func `a program cannot read the process that runs it, which is of the same user`() throws {
        let lines = try lines(
            of:
                "cat /proc/$PPID/environ >/dev/null && echo yes; cat /proc/$$/environ >/dev/null && echo own; printf over",
            startedBy: "TMPDIR=/tmp exec setpriv --reuid 65534 --regid 65534 --clear-groups")
        #expect(lines.contains { $0.hasSuffix("own") } && !lines.contains { $0.hasSuffix("yes") }, "\(lines)")
    }

    @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
    func `a folder that a program closes to its own user goes with it`() throws {
        let lines = try lines(
            of:
                "mkdir -p $HOME/a/b/c; touch $HOME/a/b/f; ln -s / $HOME/a/l; cd $HOME; chmod 0 a/b/c a/b a; echo at $HOME; printf over",
            startedBy: "TMPDIR=/tmp exec setpriv --reuid 65534 --regid 65534 --clear-groups")
        let home = try #require(lines.first { $0.contains(": at ") }?.split(separator: " ").last.map(String.init))
        #expect(home.hasPrefix("/tmp/"), "\(lines)")
        try RunningGuest().run { access(home, F_OK) != 0 }
    }

    @Test func `a program that connects and leaves in a circle is heard 64 times a second, and another goes on`() throws
    {
        let running = try RunningGuest()
        try running.run(until: .shown)
        let hostile = BezelProcess.binary.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/HostileGuest"
        var connections: [Instant] = []
        let process = try GuestProcess(
            [hostile, "--reconnect"], by: .child(program: BezelProcess.binary), loop: running.kiosk.loop,
            onConnection: { _ in connections.append(MonotonicClock.now()) }, onEnd: { _ in })
        let frames = running.follower.frames
        try running.run { connections.count > 2 * ConnectionPace.most }
        #expect(connections.last! - connections[0] >= ConnectionPace.period)
        #expect(running.follower.frames > frames + 10)
        process.end()
    }

    private func house(_ say: @escaping (String) -> Void) throws -> GuestHouse {
        let panel = ArrivingKiosk.panel
        return GuestHouse(
            loop: try EventLoop(), launcher: .child(program: BezelProcess.binary),
            output: GuestOutput(pixels: panel.pixels, millimetres: panel.millimetres, refresh: .milliseconds(16)),
            pages: {
                $0.name == "none.test" ? [] : ["map", "shop", "tickets", "way"].prefix($0.name.utf8.count).map(\.self)
            },
            command: { _ in GuestStart([]) }, now: { .zero }, log: say, onChange: {})
    }

    @Test func `the log names the page before the host`() throws {
        let house = try house { _ in }
        defer { house.close() }
        for (url, label) in [
            ("https://none.test/", "none.test"), ("https://a/", "map (a)"),
            ("https://a.b/", "map, shop, tickets (a.b)"),
            ("https://a.test/", "map, shop, tickets and 1 more (a.test)"),
        ] { #expect(house.label(of: GuestProgram(.web(url: url)), at: nil) == label) }
    }

    @Test func `a program that cannot be started leaves nothing in the loop`() throws {
        let loop = try EventLoop()
        let folder = TemporaryFolder()
        let before = loop.timers.count
        for _ in 0..<8 {
            #expect(throws: SystemError.self) {
                _ = try GuestProcess(
                    ["sh"], by: .service(GuestSockets(in: folder.path)), loop: loop, onConnection: { _ in },
                    onEnd: { _ in })
            }
        }
        #expect(loop.timers.count == before)
    }

    @Test func `a warning about a page is in the log once`() throws {
        var log: [String] = []
        let house = try house { log.append($0) }
        defer { house.close() }
        for number in 0..<500 {
            house.warnOnce("a")
            house.warnOnce("\(number)")
        }
        #expect(log.count { $0 == "a" } == 1 && log.count <= 64)
    }

    @Test func `a refused host is in the log once for each page, and not without end`() throws {
        var log: [String] = []
        let house = try house { log.append($0) }
        defer { house.close() }
        for _ in 0..<3 {
            house.logRefusal(of: "https://b.test/one", by: "map (a.test)")
            house.logRefusal(of: "https://b.test/two?x", by: "map (a.test)")
            house.logRefusal(of: "https://b.test/", by: "shop (a.test)")
            house.logRefusal(of: "chrome://settings", by: "map (a.test)")
        }
        #expect(
            log == [
                "map (a.test): b.test is refused; name it in hosts to allow it",
                "shop (a.test): b.test is refused; name it in hosts to allow it",
                "map (a.test): an address of chrome: is refused",
            ], "\(log)")
        for number in 0..<1000 { house.logRefusal(of: "https://\(number).test/", by: "map (a.test)") }
        #expect(log.count == GuestHouse.mostRefusals + 1)
        #expect(log.last == "what pages are refused from now on is not logged")
    }
}
