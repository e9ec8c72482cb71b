// What can be found out about a machine without taking anything: seats, units, the clock, other programs.

import Geometry
import CLinux
import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite struct SurveyTests {
    @Test func `a process belongs to the session in whose scope its control group is`() {
        #expect(SeatSurvey.session(inGroups: ["0::/user.slice/user-1000.slice/session-c3.scope"]) == "c3")
        #expect(SeatSurvey.session(inGroups: ["0::/user.slice/user-1000.slice/user@1000.service/app.slice"]) == nil)
        #expect(SeatSurvey.session(inGroups: ["0::/system.slice/bezel.service"]) == nil)
        #expect(SeatSurvey.session(inGroups: []) == nil)
    }

    @Test func `seatd is absent, dead, or answers`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/seatd.sock"
        #expect(SeatSurvey.seatd(path) == .absent)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        #expect(SeatSurvey.seatd(path) == .dead)
        #expect(listen(listener, 4) == 0)
        #expect(SeatSurvey.seatd(path) == .answers)
        close(listener)
        #expect(SeatSurvey.seatd(path) == .dead)
        #expect(SeatSurvey.seatd("/tmp/" + String(repeating: "x", count: 200)) == .absent)
    }

    @Test func `seatd comes first, then a session in the foreground on a seat, then a terminal`() {
        var seat = SeatSurvey(
            seatd: .answers, socket: "", logind: .session(id: "1", seat: "seat0", isActive: true),
            terminal: .free("/dev/tty7"), foreground: "tty1")
        #expect(seat.provider == .seatd)
        for refusal in [SeatSurvey.Seatd.absent, .dead, .refused(group: "video")] {
            seat.seatd = refusal
            #expect(seat.provider == .logind)
        }
        for session in [
            SeatSurvey.Logind.absent, .noSession, .session(id: "1", seat: nil, isActive: true),
            .session(id: "1", seat: "seat0", isActive: false),
        ] {
            seat.logind = session
            #expect(seat.provider == .direct)
        }
        seat.terminal = .refused(SystemError(call: "open", errno: EACCES, subject: "/dev/tty0"))
        #expect(seat.provider == nil)
    }

    @Test func `systemctl's paragraphs are the units that were asked for`() throws {
        let text = """
            Id=bezel.service
            LoadState=loaded
            ActiveState=failed
            UnitFileState=enabled
            Result=watchdog
            NRestarts=5
            MainPID=0
            User=kiosk
            TTYPath=/dev/tty7
            WantedBy=graphical.target multi-user.target

            NRestarts=0
            Id=gdm.service
            LoadState=loaded
            ActiveState=active
            MainPID=812

            Id=nothing.service
            LoadState=not-found
            ActiveState=inactive
            """
        let names = ["bezel.service", "display-manager.service", "nothing.service"]
        let units = try #require(UnitState.parse(text, names))
        #expect(
            units[0]
                == UnitState(
                    "bezel.service", activity: "failed", result: "watchdog", restarts: 5, user: "kiosk",
                    terminal: "/dev/tty7", wantedBy: ["graphical.target", "multi-user.target"]))
        #expect(units[1].name == "display-manager.service")
        #expect(units[1].id == "gdm.service")
        #expect(units[1].process == 812)
        #expect(units[1].isActive)
        #expect(!units[2].isThere)
        #expect(!units[0].isActive)
        #expect(UnitState.parse(text, ["bezel.service"]) == nil)
        #expect(UnitState.query(names, system: SystemRoot(TemporaryFolder().path)) == nil)
    }

    @Test func `the zone is the file that localtime leads to`() {
        let folder = TemporaryFolder()
        folder.write([], to: "etc/hostname")
        let root = SystemRoot(folder.path)
        #expect(ClockState.zone(root) == nil)
        #expect(symlink("../usr/share/zoneinfo/Europe/Berlin", "\(folder.path)/etc/localtime") == 0)
        // It leads nowhere: no zone is installed.
        #expect(ClockState.zone(root) == nil)
        unlink("\(folder.path)/etc/localtime")
        folder.write([0x54], to: "zoneinfo/Berlin")
        #expect(symlink("../zoneinfo/Berlin", "\(folder.path)/etc/localtime") == 0)
        #expect(ClockState.zone(root) == "Berlin")
        unlink("\(folder.path)/etc/localtime")
        folder.write([0x54], to: "etc/localtime")
        #expect(ClockState.zone(root) == "/etc/localtime")
    }

    @Test func `processes are found by their names`() {
        let folder = TemporaryFolder()
        folder.write(Array("bezel\n".utf8), to: "proc/311/comm")
        folder.write(Array("bezel\n".utf8), to: "proc/40/comm")
        folder.write(Array("plymouthd\n".utf8), to: "proc/212/comm")
        folder.write(Array("bash\n".utf8), to: "proc/7/comm")
        folder.write(Array("bezel\n".utf8), to: "proc/\(getpid())/comm")
        folder.write(Array("bezel\n".utf8), to: "proc/self/comm")
        let found = Processes.named(["bezel", "plymouthd", "Xorg"], system: SystemRoot(folder.path))
        #expect(found == ["bezel": [40, 311], "plymouthd": [212]])
    }

    @Test func `a program's output is all of it, or nothing where it fails, hangs or is not there`() {
        #expect(ProgramOutput.of(["echo", "one two"], limit: .seconds(20)) == "one two\n")
        #expect(ProgramOutput.of(["head", "-c", "100000", "/dev/zero"], limit: .seconds(20))?.utf8.count == 100_000)
        #expect(ProgramOutput.of(["false"], limit: .seconds(20)) == nil)
        #expect(ProgramOutput.of(["no-such-program-here"], limit: .seconds(20)) == nil)
        #expect(ProgramOutput.of(["tail", "-f", "/dev/null"], limit: .milliseconds(50)) == nil)
    }

    @Test func `a format is called by its four letters`() {
        #expect(PlaneSummary.name(PixelFormat.xrgb8888.fourcc) == "XR24")
        #expect(PlaneSummary.name(PixelFormat.rgb565.fourcc) == "RG16")
        #expect(PlaneSummary.name(0x2020_3852) == "R8")
    }
}
