// What `bezel control status` says of the programs of pages.

import Geometry
import TestFolders
import Testing

@testable import Guests
@testable import Linux
@testable import Machine
@testable import Run
@testable import Stage

@Suite struct ProgramStatusTests {
    @Test(arguments: GuestStatus.State.allCases) func `each state has words, and a name for programs`(
        state: GuestStatus.State
    ) {
        var status = GuestStatus()
        (status.state, status.since, status.next, status.restarts) = (state, .seconds(4), .seconds(61), 2)
        status.reason = "it ended with status 1"
        let program = ProgramStatus(label: "map (a.test)", name: "a.test", pages: ["map"], status: status)
        #expect(program.text.hasPrefix("map (a.test)  ") && program.text.hasSuffix("; restarted 2 times"))
        let hasReason = [.unreachable, .resting, .failed].contains(state)
        #expect(program.text.contains("status 1") == hasReason, "\(program.text)")
        let hasNext = [.unreachable, .resting, .kept].contains(state)
        #expect(program.text.contains("in 1 min 1 s") == hasNext, "\(program.text)")
        #expect(
            program.json.text
                == #"{"pages":["map"],"program":"a.test","state":"\#(state.rawValue)","reason":"it ended with status 1","#
                + #""since":4.0,"next":61.0,"restarts":2}"#)
    }

    @Test func `the status has each page with a program, started or not, and counts restarts`() throws {
        let folder = TemporaryFolder()
        folder.write("+++\ntitle = \"Other\"\napp = [\"nothing\"]\n+++\n", to: "other.md")
        let running = try RunningGuest(["sh", "-c", "exit 3"], in: folder)
        let (kiosk, screens) = (running.kiosk, try RunningGuest.screens(folder))
        let monitor = ScreenMonitor(
            number: 1, stage: kiosk.stage, frameLoop: kiosk.frameLoop, idle: nil, scale: 1, kept: nil,
            pages: { screens }, display: { kiosk.display })
        func program(_ page: String) throws -> ProgramStatus {
            try #require(monitor.programs.first { $0.pages == [page] })
        }
        #expect(monitor.programs.count == 2)
        #expect(try program("other").status == GuestStatus())
        try running.run(until: .ended(3))
        let failed = try program("guest")
        #expect(failed.name == "sh" && failed.status.state == .resting && failed.status.restarts == 1)
        #expect(failed.text.contains("failed: it ended with status 3; tried again in "), "\(failed.text)")
        let status = KioskStatus([monitor], [], faults: [], waiting: [], since: .zero)
        #expect(status.text.contains("  program guest (sh)  failed"), "\(status.text)")
        #expect(status.text.contains("  program nothing  not started"), "\(status.text)")
        #expect(status.json.text.contains(#""programs":[{"pages":["guest"],"program":"sh","state":"resting""#))
    }

    @Test func `a screen lists as many programs as an operator reads`() throws {
        let running = try RunningGuest()
        let (kiosk, screens) = (running.kiosk, try RunningGuest.screens(running.folder))
        let monitor = ScreenMonitor(
            number: 1, stage: kiosk.stage, frameLoop: kiosk.frameLoop, idle: nil, scale: 1, kept: nil,
            pages: { screens }, display: { kiosk.display })
        for number in 0..<60 {
            let place = GuestPlace(
                GuestProgram(.command(["no-\(number)"])), on: Screen(name: "app-\(number)", title: ""), title: "",
                language: "en", theme: kiosk.stage.theme)
            running.house.appeared(place)
            running.house.disappeared(place)
        }
        let lines = KioskStatus([monitor], [], faults: [], waiting: [], since: .zero).text.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("  program ") } <= 40, "\(lines)")
    }
}
