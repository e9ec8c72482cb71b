// The maintenance pages and the machine: the program that restarts it, and the log.

import Linux
import Logging
import TestFolders
import Testing

@testable import Bezel
@testable import Machine
@testable import Run

@Suite struct MaintenanceSessionTests {
    /// The host of the maintenance pages on a machine with a given systemctl.
    private final class Host {
        private let folder = TemporaryFolder()
        let loop: EventLoop
        let session: MaintenanceSession
        let lines = LogLines()
        let log: Logger

        init(systemctl: String) throws {
            loop = try EventLoop()
            log = lines.keeping(Logger(label: "test"))
            session = MaintenanceSession(
                lines: lines, loop: loop, log: log, tries: PINTries(folder: folder.path, files: WholeFileWriter()),
                systemctl: systemctl)
        }
    }

    @Test(arguments: [(Maintenance.Action.reboot, "reboot"), (.powerOff, "poweroff")])
    func `when the machine refuses, the page is told, and the log says why`(
        _ action: Maintenance.Action, _ verb: String
    ) throws {
        let host = try Host(systemctl: "false")
        var refusals = 0
        host.session.act(action) { refusals += 1 }
        #expect(refusals == 0)
        while refusals == 0 { try host.loop.runOnce() }
        #expect(
            host.lines.all == [
                "error: \"systemctl \(verb)\" failed with 1: the kiosk's user needs a polkit rule that allows it"
            ])
        let none = try Host(systemctl: "/nonexistent/systemctl")
        none.session.act(action) { refusals += 1 }
        #expect(refusals == 2)
        #expect(
            none.lines.all.count == 1
                && none.lines.all[0].hasPrefix("error: the machine cannot be told to \(verb): posix_spawn"),
            "\(none.lines.all)")
    }

    @Test func `the page shows the last 200 lines of the log`() throws {
        let host = try Host(systemctl: "false")
        for number in 1...250 { host.log.notice("line \(number)") }
        host.log.debug("more than is logged")
        #expect(host.session.logLines.map { String($0.dropFirst(9)) } == (51...250).map { "notice: line \($0)" })
        #expect(
            host.session.logLines.allSatisfy { $0.prefixMatch(of: #/([01]\d|2[0-3]):[0-5]\d:[0-5]\d /#) != nil },
            "each has its time")
    }
}
