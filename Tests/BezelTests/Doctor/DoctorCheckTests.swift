// Each check of `bezel doctor` on machines with one thing wrong.

import Geometry
import Linux
import TestFolders
import Testing

@testable import Bezel
@testable import Doctor
@testable import Machine
@testable import Pages

@Suite struct DoctorCheckTests {
    /// The findings in short: `stop 69 text`, with the remedy after an arrow.
    private static func short(_ findings: [Finding]) -> [String] {
        findings.map { finding in
            finding.verdict.rawValue + (finding.code.map { " \($0.rawValue)" } ?? "") + " " + finding.text
                + finding.remedy.map { " -> " + $0 }.joined()
        }
    }

    private static func screen(_ change: (inout DisplayProbe) -> Void) -> MachineFacts {
        var facts = MachineFacts.kiosk7
        guard case .success(var screen) = facts.screen else { return facts }
        change(&screen)
        facts.screen = .success(screen)
        return facts
    }

    // MARK: Display

    @Test func `a screen that is held by a kiosk is fine, by anyone else it is not`() {
        var facts = Self.screen { screen in
            (screen.isHeld, screen.holders) = (true, ["bezel (pid 311)", "seatd (pid 90)"])
        }
        facts.processes["bezel"] = [311]
        let screen = "card0 HDMI-A-1 1920x1080@60, 527 x 296 mm (vc4)"
        #expect(
            Self.short(DisplayCheck.findings(facts)).first == "fine \(screen), where a kiosk runs now: bezel (pid 311)")
        // A third-party app is known by its unit.
        facts = Self.screen { ($0.isHeld, $0.holders) = (true, ["lobby (pid 411)"]) }
        #expect(
            Self.short(DisplayCheck.findings(facts)).first == "fine \(screen), where a kiosk runs now: lobby (pid 411)")
        facts = Self.screen { ($0.isHeld, $0.holders) = (true, ["Xorg (pid 500)"]) }
        #expect(
            Self.short(DisplayCheck.findings(facts)).first
                == "stop 77 \(screen): Xorg (pid 500) has it -> as root: systemctl status 500, and stop that unit")
        // Without root the holder of a screen is unknown, but running processes are not.
        facts = Self.screen { ($0.isHeld, $0.holders) = (true, []) }
        #expect(DisplayCheck.findings(facts).code == .noPermission)
        facts.processes["bezel"] = [311]
        #expect(DisplayCheck.findings(facts).code == nil)
    }

    @Test func `a screen's abilities and its mounting are reported`() {
        var facts = Self.screen { screen in
            screen.isAtomic = false
            screen.planes = .failure(PlaneRefusal("no atomic commits"))
            screen.panelRotation = .quarter
        }
        #expect(
            Self.short(DisplayCheck.findings(facts)).last
                == "fine KMS, since WAYLAND_DISPLAY is not set; page flips, since it has no atomic commits; "
                + "pages are drawn: no atomic commits; "
                + "the picture is turned by 90 degrees")
        facts.configuration.rotation = PictureRotation.none
        #expect(Self.short(DisplayCheck.findings(facts)).last?.contains("turned") == false)
    }

    @Test func `auto takes a window, a screen, then a frame buffer, and says why`() {
        var facts = MachineFacts.kiosk7
        facts.window = .init(name: "wayland-1", isReachable: true)
        #expect(
            Self.short(DisplayCheck.findings(facts)) == [
                "fine a window on wayland-1; without WAYLAND_DISPLAY it would be the screen"
            ])
        #expect(facts.backend == .wayland)
        #expect(DoctorCommand.findings(facts).code == nil)
        facts.window?.isReachable = false
        #expect(Self.short(DisplayCheck.findings(facts)).first?.hasPrefix("look WAYLAND_DISPLAY is wayland-1") == true)
        #expect(DisplayCheck.findings(facts).count == 3)
        facts.window = nil
        facts.cards = []
        facts.screen = .failure(.noDisplay("no graphics card"))
        facts.frameBuffers = [FrameBufferProbe(path: "/dev/fb0", size: PixelSize(800, 480), problem: nil)]
        #expect(
            Self.short(DisplayCheck.findings(facts)) == [
                "look /dev/fb0 800x480, since there is no graphics card in /dev/dri: no vblanks, so moving pictures may tear"
                    + " -> a driver for the card, so that there is a /dev/dri/card0"
            ])
        #expect(facts.backend == .fbdev)
        facts.frameBuffers = []
        facts.kernelOptions = ["quiet", "nomodeset"]
        #expect(
            Self.short(DisplayCheck.findings(facts)).first?.hasPrefix(
                "stop 69 no graphics card: the kernel was started with nomodeset") == true)
        facts.configuration.backend = .wayland
        #expect(DisplayCheck.findings(facts).code == .unavailable)
    }

    @Test func `an output that bezel_toml names and that has no screen stops`() {
        var facts = MachineFacts.kiosk7
        facts.configuration.output = "DSI-1"
        facts.screen = .failure(.noDisplay("no connected display DSI-1"))
        #expect(
            Self.short(DisplayCheck.findings(facts)) == [
                "stop 69 bezel.toml asks for DSI-1, and that has no screen: HDMI-A-1 connected"
                    + " -> plug the screen in, or bezel.toml, [display]: output = \"auto\""
            ])
        facts.screen = .failure(.noPermission("open /dev/dri/card0: Permission denied"))
        #expect(DisplayCheck.findings(facts).code == .unavailable)
        facts.screen = .failure(.failed("HDMI-A-1 on /dev/dri/card0 has no mode 800x600"))
        #expect(DisplayCheck.findings(facts).code == .failed)
    }

    // MARK: Panel

    @Test func `each of several screens is checked, and a missing one is waited for`() throws {
        var facts = MachineFacts.kiosk7
        var other = facts.configuration
        other.output = "DP-1"
        let missing = MachineFacts.ScreenFacts(
            configuration: other, kiosk: MachineFacts.KioskFacts(folder: "/srv/other"),
            screen: .failure(.noDisplay("DP-1 has no screen")))
        facts.otherScreens = [missing]
        let findings = DisplayCheck.findings(facts)
        #expect(findings.code == nil)
        let last = try #require(findings.last)
        #expect(last.verdict == .look)
        #expect(last.text.contains("asks for DP-1") && last.text.hasSuffix("; the kiosk waits for it"))
        #expect(KioskCheck.findings(facts).map(\.verdict) == [.fine, .stop], "its pages are checked too")
        facts.otherScreens = [
            MachineFacts.ScreenFacts(configuration: other, kiosk: facts.kiosk, screen: facts.screen)
        ]
        #expect(KioskCheck.findings(facts).count == 1, "a folder that both show is reported once")
        // With no screen at all, no kiosk runs that could wait for another.
        facts.screen = .failure(.noDisplay("HDMI-A-1 has no screen"))
        facts.otherScreens = [missing]
        #expect(DisplayCheck.findings(facts).code == .unavailable)
    }

    @Test func `a panel is named, has a size, and is one that bezel_toml means`() {
        var facts = MachineFacts.kiosk7
        facts.configuration.devices = ["04f3:0a10"]
        #expect(
            Self.short(PanelCheck.findings(facts)) == [
                "stop 69 no device is called 04f3:0a10: there is ILITEK ILITEK-TP 222a:0001"
                    + " -> bezel.toml, [input]: devices = [\"222a:0001\"]"
            ])
        facts.configuration.devices = ["222A:0001"]
        #expect(PanelCheck.findings(facts).code == nil)
        facts.devices = DeviceList(
            panels: [
                .init(path: "/dev/input/event1", name: "TP", vendorProduct: "1:2", millimetres: nil, contacts: nil)
            ], outputs: [])
        facts.configuration.devices = ["auto"]
        #expect(
            Self.short(PanelCheck.findings(facts)) == [
                "look TP 1:2 does not report its size, so the screen's size is used"
                    + " -> bezel calibrate --step size"
            ])
        var record = PanelRecord()
        record.size = Size(520, 290)
        facts.records = ["1:2": .success(record)]
        #expect(PanelCheck.findings(facts).allSatisfy { $0.verdict == .fine })
        facts.devices = DeviceList(panels: [], outputs: [], problems: ["udev has not looked at /dev/input/event0; …"])
        #expect(PanelCheck.findings(facts).map(\.verdict) == [.look, .stop])
    }

    @Test func `a touch panel that udev or libinput does not take for one stops the kiosk, and says what would help`() {
        var facts = MachineFacts.kiosk7
        facts.devices = DeviceList(
            panels: [],
            others: [
                .init(path: "/dev/input/event0", name: "A Mouse", vendorProduct: "046d:c077", isMouse: true),
                .init(
                    path: "/dev/input/event1", name: "Touch \"7\"", vendorProduct: "0000:0000", isMouse: false,
                    mistaken: .tablet),
            ], outputs: [])
        #expect(
            Self.short(PanelCheck.findings(facts)) == [
                "stop 69 no touch panel, and udev takes Touch \"7\" (/dev/input/event1) for a tablet"
                    + " -> plug a touch panel in -> if this is it, write this line to "
                    + "/etc/udev/rules.d/65-touch-panel.rules and restart the machine: KERNEL==\"event*\", ATTRS{name}==\"Touch ?7?\", "
                    + "ENV{ID_INPUT_TABLET}=\"0\", ENV{ID_INPUT_TOUCHSCREEN}=\"1\""
            ])
        let rejected = DeviceList.Panel(
            path: "/dev/input/event1", name: "TP", vendorProduct: "1:2", millimetres: nil, contacts: nil,
            problem: "libinput rejects it")
        facts.devices = DeviceList(panels: [rejected], outputs: [])
        #expect(Self.short(PanelCheck.findings(facts)) == ["stop 69 TP 1:2: libinput rejects it"])
        facts.devices = DeviceList(
            panels: [rejected] + DeviceList.kiosk7(isRefused: false).panels, outputs: [])
        #expect(PanelCheck.findings(facts).map(\.verdict) == [.look, .fine])
    }

    @Test func `a panel and a screen of different sizes are not both right`() {
        var facts = Self.screen { $0.millimetres = Size(300, 700) }
        #expect(
            Self.short(PanelCheck.findings(facts)) == [
                "look ILITEK ILITEK-TP 222a:0001, 10 contacts: the touch panel reports 527 × 296 mm, and the display "
                    + "300 × 700 mm; the touch panel's is used because its pixels are square"
                    + " -> bezel calibrate --step size"
            ])
        facts = Self.screen { $0.millimetres = Size(290, 500) }
        #expect(PanelCheck.findings(facts).map(\.verdict) == [.fine])
        facts = Self.screen { $0.millimetres = Size(880, 490) }
        #expect(PanelCheck.findings(facts).map(\.verdict) == [.look])
        var record = PanelRecord()
        record.size = Size(527, 296)
        facts.records = ["222a:0001": .success(record)]
        #expect(PanelCheck.findings(facts).map(\.verdict) == [.fine])
    }

    // MARK: Seat and permission

    @Test func `without a seat it says what to install, or to log in again`() {
        var facts = MachineFacts.kiosk7
        facts.account.listed = ["kiosk", "video"]
        facts.account.groups = ["kiosk"]
        facts.seat.seatd = .refused(group: "video")
        facts.seat.terminal = .refused(SystemError(call: "open", errno: 13, subject: "/dev/tty0"))
        #expect(
            Self.short(SeatCheck.findings(facts)) == [
                "stop 77 seatd is for the group video, in which kiosk is, but not yet in this session"
                    + " -> log in again, or restart the service"
            ])
        facts.seat.seatd = .absent
        facts.seat.logind = .session(id: "4", seat: nil, isActive: true)
        #expect(
            Self.short(SeatCheck.findings(facts)) == [
                "stop 77 no seatd, session 4 has no seat, and no virtual terminal may be opened "
                    + "(/dev/tty0: Permission denied)"
                    + " -> as root: apt install seatd && usermod -aG video kiosk, then log in again"
            ])
    }

    @Test func `opened directly, each node counts, and a new group counts from the next login on`() {
        var facts = MachineFacts.kiosk7
        facts.seat.seatd = .absent
        #expect(PermissionCheck.findings(facts).code == nil)
        facts.panelNodes[0].isAllowed = false
        #expect(
            Self.short(PermissionCheck.findings(facts)) == [
                "stop 77 /dev/input/event3 is for the group input\nkiosk (groups video)"
                    + " -> as root: usermod -aG input kiosk, then log in again"
            ])
        facts.account.listed.append("input")
        #expect(
            Self.short(PermissionCheck.findings(facts)).first?.hasSuffix("-> log in again, or restart the service")
                == true)
        // Root may do everything, the user of the service may not.
        facts.account = Account(name: "root", number: 0, groups: ["root"], listed: ["root"])
        #expect(
            Self.short(PermissionCheck.findings(facts)) == [
                "look root may open everything, but the service runs as kiosk -> runuser -u kiosk -- bezel doctor"
            ])
        facts.units = nil
        #expect(Self.short(PermissionCheck.findings(facts)) == ["fine root may open everything"])
    }

    // MARK: The rest

    @Test func `a calibration that cannot be read is reported with its line`() {
        var facts = MachineFacts.kiosk7
        facts.records["222a:0001"] = .failure(Failure(.wrongInput, "222a-0001.toml:4:1: [edges.left] has no width"))
        #expect(
            Self.short(CalibrationCheck.findings(facts)) == [
                "look 222a-0001.toml:4:1: [edges.left] has no width\nso 222a:0001 is used as if it were not measured"
                    + " -> bezel calibrate"
            ])
    }

    @Test func `memory has to be four times as fast as the screen asks`() {
        var facts = MachineFacts.kiosk7
        for (milliseconds, verdict) in [(4.1, Finding.Verdict.fine), (4.2, .look), (30, .look)] {
            facts.copy?.seconds = milliseconds / 1000
            #expect(MemoryCheck.findings(facts).map(\.verdict) == [verdict])
        }
        #expect(
            Self.short(MemoryCheck.findings(facts)).first?.contains("no frame of the whole screen is in time") == true)
    }

    @Test func `the clock has to be right, and its zone too where there is a schedule`() {
        var facts = MachineFacts.kiosk7
        facts.clock.zone = nil
        #expect(Self.short(TimeCheck.findings(facts)) == ["fine no time zone is set, so local time is UTC"])
        facts.isOpen = true
        facts.clock.isSynchronized = false
        #expect(TimeCheck.findings(facts).map(\.verdict) == [.look, .look])
        #expect(TimeCheck.findings(facts).last?.remedy == ["as root: timedatectl set-timezone Europe/Berlin"])
        facts.isOpen = false
        #expect(
            Self.short(TimeCheck.findings(facts)).last
                == "fine outside of the schedule: the screen is off until it is touched")
    }

    @Test func `the service has what it starts programs with`() {
        var facts = MachineFacts.kiosk7
        facts.units = [UnitState("bezel.service")]
        facts.programs = [ProgramFacts(name: "chromium", pages: ["map"]), ProgramFacts(name: "foot", pages: ["shell"])]
        facts.fence = ProgramFence(sockets: 16, hasNamespaces: true)
        #expect(
            Self.short(ProgramCheck.findings(facts)) == [
                "fine chromium shows the page map", "fine foot shows the page shell",
            ])
        facts.fence = ProgramFence(sockets: 0, hasNamespaces: false)
        #expect(
            Self.short(ProgramCheck.findings(facts)).dropFirst(2) == [
                "look /run/bezel-guest has none of the sockets of bezel-guest@.socket, at which the kiosk asks for programs"
                    + " -> as root: systemctl restart bezel.service",
                "look Chromium's sandbox needs user namespaces, which this kernel gives to root alone"
                    + " -> as root: sysctl user.max_user_namespaces=15000 kernel.unprivileged_userns_clone=1",
            ])
        // A program that is not installed comes first, and a kiosk without the service needs none of it.
        facts.programs = [ProgramFacts(name: nil, pages: ["map"], problem: "no browser is installed")]
        #expect(ProgramCheck.findings(facts).count == 1)
        facts.programs = [ProgramFacts(name: "chromium", pages: ["map"])]
        facts.units = nil
        #expect(ProgramCheck.findings(facts).count == 1)
    }

    @Test func `the service is there, enabled, and runs, and nothing else wants its screen`() {
        var facts = MachineFacts.kiosk7
        func service(_ unit: UnitState, _ others: UnitState...) -> [String] {
            facts.units = [unit] + others
            return Self.short(ServiceCheck.findings(facts))
        }
        #expect(
            service(UnitState("bezel.service", isThere: false, activity: "inactive")).first?.hasPrefix(
                "look bezel.service is not installed") == true)
        #expect(
            service(UnitState("bezel.service", activity: "failed", result: "watchdog")) == [
                "look bezel.service has failed: watchdog -> journalctl -b -u bezel.service"
                    + " -> as root: systemctl reset-failed bezel.service && systemctl start bezel.service"
            ])
        #expect(
            service(UnitState("bezel.service", restarts: 3)) == [
                "look bezel.service runs, started again 3 times -> journalctl -b -u bezel.service"
            ])
        #expect(
            service(UnitState("bezel.service", activity: "inactive", enablement: "disabled")) == [
                "look bezel.service is inactive, and does not start with the machine"
                    + " -> as root: systemctl enable --now bezel.service"
            ])
        #expect(
            service(
                UnitState("bezel.service", terminal: "/dev/tty1"),
                UnitState("display-manager.service", id: "gdm.service"), UnitState("getty@tty1.service")
            ).dropFirst() == [
                "look gdm.service shows a login on the same screen -> as root: systemctl disable --now gdm.service",
                "look getty@tty1.service asks for a login on /dev/tty1, which the kiosk takes"
                    + " -> as root: systemctl disable --now getty@tty1.service",
            ])
        #expect(
            service(
                UnitState("bezel.service", activity: "inactive", result: "exit-code"), UnitState("bezel-rescue.service")
            ) == [
                "look the screen shows the out-of-order page: bezel.service failed too often (exit-code)"
                    + " -> journalctl -b -u bezel.service"
            ])
        let text = UnitState("default.target", id: "multi-user.target", enablement: "static")
        #expect(
            service(UnitState("bezel.service", wantedBy: ["graphical.target"]), text).last
                == "look the machine starts multi-user.target, which does not start bezel.service"
                + " -> as root: systemctl set-default graphical.target")
        #expect(service(UnitState("bezel.service", wantedBy: ["multi-user.target"]), text).count == 1)
        facts.processes["plymouthd"] = [212]
        #expect(service(UnitState("bezel.service")).last?.hasPrefix("look plymouthd (pid 212)") == true)
    }

    @Test func `a kiosk with a wrong link runs, one with no page does not`() {
        let folder = TemporaryFolder()
        folder.write(Array("# Welcome\n\n[Nowhere](nowhere.md)\n".utf8), to: "home.md")
        var facts = MachineFacts.kiosk7
        let (kiosk, diagnostics) = Kiosk.load(folder.path)
        facts.kiosk = .init(folder: folder.path, kiosk: kiosk, diagnostics: diagnostics)
        let finding = KioskCheck.findings(facts)[0]
        #expect(finding.verdict == .look)
        #expect(finding.text.contains("home.md:3:"))
        #expect(finding.remedy == ["bezel check \(folder.path)"])
        let (none, faults) = Kiosk.load("\(folder.path)/nowhere")
        facts.kiosk = .init(folder: "nowhere", kiosk: none, diagnostics: faults)
        #expect(DoctorCommand.findings(facts).code == .wrongInput)
    }

    @Test(arguments: [
        ("欢", "fonts-noto-cjk"), ("。", "fonts-noto-cjk"), ("ｱ", "fonts-noto-cjk"), ("👋", "fonts-noto-color-emoji"),
        ("ع", "fonts-noto-core"), ("→", "fonts-noto-core"), ("©", "fonts-noto-core"),
    ])
    func `each script has a package with its fonts`(character: String, package: String) {
        #expect(FontCheck.package(for: Character(character)) == package)
    }

    @Test(arguments: [("00:00-24:00", true), ("", nil)]) func `a schedule is the kiosk's, else the machine's`(
        hours: String, isOpen: Bool?
    ) {
        let folder = TemporaryFolder()
        folder.write(Array("# Welcome\n".utf8), to: "kiosk/home.md")
        folder.write(Array("start = [\"home\"]\n".utf8), to: "kiosk/kiosk.toml")
        let schedule = hours.isEmpty ? "" : "[idle]\nschedule = [\"\(hours)\"]\n"
        let file = folder.write(Array("kiosk = \"\(folder.path)/kiosk\"\n\(schedule)".utf8), to: "bezel.toml")
        let facts = MachineSurvey.run(file: file, kiosk: nil, panels: nil)
        #expect(facts.wrongConfiguration == nil)
        #expect(facts.kiosk?.kiosk != nil)
        #expect(facts.isOpen == isOpen)
    }

    @Test func `a machine without devices is checked without harm`() {
        let facts = MachineSurvey.run(file: nil, kiosk: "\(repository)/config/museum", panels: nil)
        #expect(facts.kiosk?.kiosk != nil)
        #expect(facts.fonts.missing == [])
        #expect(facts.copy.map { $0.seconds > 0 } == true)
        #expect(!DoctorCommand.findings(facts).isEmpty)
    }
}
