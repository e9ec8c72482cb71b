// The whole page of `bezel doctor` on machines of many kinds, and its exit code.

import Geometry
import Linux
import Stage
import TestFolders
import Testing

@testable import Bezel
@testable import Doctor
@testable import Machine
@testable import Pages

@Suite struct DoctorPageTests {
    private static func page(_ facts: MachineFacts) -> String {
        DoctorPage(
            heading: "bezel doctor on \(facts.host), as \(facts.account.name)", findings: DoctorCommand.findings(facts)
        ).lines.joined(separator: "\n")
    }

    private static func code(_ facts: MachineFacts) -> Failure.Code? { DoctorCommand.findings(facts).code }

    @Test func `a machine on which all is well`() {
        let facts = MachineFacts.kiosk7
        #expect(
            Self.page(facts) == """
                bezel doctor on kiosk-7, as kiosk

                fine  configuration  /etc/bezel/bezel.toml
                fine  kiosk          /srv/kiosk: 2 pages
                fine  display        card0 HDMI-A-1 1920x1080@60, 527 x 296 mm (vc4)
                fine  display        KMS, since WAYLAND_DISPLAY is not set; atomic commits;
                                     planes move the pages
                fine  panel          ILITEK ILITEK-TP 222a:0001, 527 x 296 mm, 10 contacts
                fine  seat           seatd opens the devices (/run/seatd.sock)
                fine  permission     kiosk (groups video): seatd needs no other permissions
                fine  calibration    222a:0001: 2026-11-21; left edge 9.4 mm
                                     left: at most 4.9 % of swipes missed, 2.9 % of drags taken
                fine  fonts          Noto Sans, 180 families; they have every character of the
                                     kiosk
                fine  memory         copies 1920x1080 in 2.1 ms, of 16.7 ms a refresh
                fine  time           2026-11-21 18:40 in Europe/Berlin, kept right
                fine  service        bezel.service runs, and starts with the machine

                A kiosk can run here.
                """)
        #expect(Self.code(facts) == nil)
    }

    @Test func `a user without any groups, and no seat`() {
        var facts = MachineFacts.kiosk7
        facts.account = Account(name: "guest", number: 1001, groups: ["guest"], listed: ["guest"])
        facts.seat.seatd = .refused(group: "video")
        facts.seat.logind = .noSession
        facts.seat.terminal = .refused(SystemError(call: "open", errno: 13, subject: "/dev/tty0"))
        facts.screen = .failure(.noPermission("no connected display that may be used: open /dev/dri/card0: …"))
        facts.cards[0].isAllowed = false
        facts.panelNodes[0].isAllowed = false
        facts.devices = .kiosk7(isRefused: true)
        facts.records = [:]
        #expect(
            Self.page(facts) == """
                bezel doctor on kiosk-7, as guest

                fine  configuration  /etc/bezel/bezel.toml
                fine  kiosk          /srv/kiosk: 2 pages
                fine  display        card0 HDMI-A-1 1920x1080 (vc4); this user sees no more of
                                     it
                fine  panel          ILITEK ILITEK-TP 222a:0001, 527 x 296 mm
                STOP  seat           seatd is for the group video, and guest is not in it; no
                                     session of logind
                      do: as root: usermod -aG video guest, then log in again
                STOP  permission     guest (in no group) may not open the devices; in the group
                                     video seatd does it
                look  calibration    222a:0001: not measured, so its edges are 8 mm wide
                      do: bezel calibrate
                fine  fonts          Noto Sans, 180 families; they have every character of the
                                     kiosk
                fine  memory         copies 1920x1080 in 2.1 ms, of 16.7 ms a refresh
                fine  time           2026-11-21 18:40 in Europe/Berlin, kept right
                fine  service        bezel.service runs, and starts with the machine

                No kiosk can run here: see seat, permission.
                """)
        #expect(Self.code(facts) == .noPermission)
    }

    @Test func `a machine with nothing plugged in`() {
        var facts = MachineFacts.kiosk7
        facts.screen = .failure(.noDisplay("no connected display on /dev/dri/card0 (HDMI-A-1 disconnected)"))
        facts.devices = DeviceList(
            panels: [],
            others: [.init(path: "/dev/input/event0", name: "A Mouse", vendorProduct: "046d:c077", isMouse: true)],
            outputs: [
                .init(
                    card: "/dev/dri/card0", driver: "vc4",
                    connector: Connector(name: "HDMI-A-1", status: .disconnected, millimetres: nil, modes: []))
            ])
        facts.panelNodes = []
        facts.kiosk = nil
        facts.units = nil
        #expect(
            Self.page(facts) == """
                bezel doctor on kiosk-7, as kiosk

                fine  configuration  /etc/bezel/bezel.toml
                look  kiosk          no kiosk is named: only an app of your own would run
                      do: bezel new my-kiosk, then in /etc/bezel/bezel.toml: kiosk =
                          "/srv/kiosk"
                STOP  display        no screen is connected: HDMI-A-1 disconnected
                      do: plug it in; if the display does not report that it is connected, add
                          to the kernel's command line: video=HDMI-A-1:1920x1080@60e
                STOP  panel          no touch panel, and a mouse (A Mouse) does not take its
                                     place
                      do: plug a touch panel in; to try with a mouse, start bezel in a
                          compositor's session, such as cage
                fine  seat           seatd opens the devices (/run/seatd.sock)
                fine  permission     kiosk (groups video): seatd needs no other permissions
                fine  fonts          Noto Sans, 180 families
                fine  memory         copies 1920x1080 in 2.1 ms, of 16.7 ms a refresh
                fine  time           2026-11-21 18:40 in Europe/Berlin, kept right
                fine  service        systemd does not run this machine: start bezel otherwise

                No kiosk can run here: see display, panel.
                """)
        #expect(Self.code(facts) == .unavailable)
    }

    @Test func `a wrong file is reported before what is missing`() {
        var facts = MachineFacts.kiosk7
        facts.wrongConfiguration = Failure(
            .wrongInput,
            "/etc/bezel/bezel.toml:12:12: rotation must be 0, 90, 180 or 270, not \"45\"\n"
                + "/etc/bezel/bezel.toml:14:1: there is no \"mose\"; did you mean \"mode\"?")
        facts.devices = DeviceList(panels: [], outputs: [])
        let page = Self.page(facts)
        #expect(
            page.contains(
                """
                STOP  configuration  /etc/bezel/bezel.toml:12:12: rotation must be 0, 90, 180 or
                                     270, not "45"
                                     /etc/bezel/bezel.toml:14:1: there is no "mose"; did you
                                     mean "mode"?
                      do: correct these lines, then: bezel check /etc/bezel/bezel.toml
                """))
        #expect(Self.code(facts) == .wrongInput)
        facts.wrongConfiguration = nil
        #expect(Self.code(facts) == .unavailable)
    }

    @Test func `no fonts at all, and fonts that lack a script`() {
        var facts = MachineFacts.kiosk7
        facts.fonts = FontFacts(families: 0, latin: nil)
        #expect(
            Self.page(facts).contains(
                """
                STOP  fonts          no fonts are installed: no text can be drawn
                      do: as root: apt install fonts-noto-core
                """))
        #expect(Self.code(facts) == .failed)
        facts.fonts = FontFacts(missing: [.init(page: "welcome-zh", language: "zh", characters: Array("欢迎光临👋"))])
        #expect(
            Self.page(facts).contains(
                """
                look  fonts          no font draws 5 characters of the page "welcome-zh" (zh):
                                     U+6B22 U+8FCE U+5149 U+4E34...
                      do: as root: apt install fonts-noto-cjk fonts-noto-color-emoji
                """))
        #expect(Self.code(facts) == nil)
    }

    @Test func `no line is wider than a console, and JSON says the same`() {
        var facts = MachineFacts.kiosk7
        facts.clock = ClockState(
            local: "1970-01-01 00:03", isSynchronized: false, zone: nil, isBeforeThisProgram: true)
        facts.copy = CopyTime(size: PixelSize(1920, 1080), seconds: 0.009)
        facts.seat.seatd = .dead
        facts.seat.logind = .session(id: "3", seat: "seat0", isActive: true)
        let findings = DoctorCommand.findings(facts)
        let page = DoctorPage(heading: "bezel doctor", findings: findings)
        for line in page.lines { #expect(line.count <= 80, "\(line)") }
        #expect(page.lines.last == "A kiosk can run here; 3 things are worth a look.")
        #expect(page.json.count == findings.count)
        #expect(page.json.contains { $0.hasPrefix(#"{"check":"memory","verdict":"look","text":"copies 1920x1080"#) })
        #expect(
            page.json.contains(
                #"{"check":"seat","verdict":"fine","text":"logind opens the devices: session 3 on seat0"}"#))
    }
}
