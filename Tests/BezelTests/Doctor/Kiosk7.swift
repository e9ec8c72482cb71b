// A machine on which all is well, for tests that spoil one thing each.

import Geometry
import Linux
import TestFolders

@testable import Bezel
@testable import Doctor
@testable import Machine
@testable import Pages

extension MachineFacts {
    /// A kiosk under seatd, with a service that runs.
    static var kiosk7: MachineFacts {
        var facts = MachineFacts()
        facts.host = "kiosk-7"
        facts.account = Account(name: "kiosk", number: 997, groups: ["kiosk", "video"], listed: ["kiosk", "video"])
        facts.file = "/etc/bezel/bezel.toml"
        facts.kiosk = KioskFacts(folder: "/srv/kiosk", kiosk: kiosk())
        facts.screen = .success(
            DisplayProbe(
                card: "/dev/dri/card0", driver: "vc4", output: "HDMI-A-1",
                mode: DisplayMode(size: PixelSize(1920, 1080), millihertz: 60_000, isPreferred: true),
                millimetres: Size(527, 296), planes: .success(.planes)))
        facts.cards = [NodeAccess(path: "/dev/dri/card0", group: "video", isAllowed: true)]
        facts.devices = .kiosk7(isRefused: false)
        facts.panelNodes = [NodeAccess(path: "/dev/input/event3", group: "input", isAllowed: true)]
        var record = PanelRecord()
        record.date = "2026-11-21"
        record.edges[.left] = EdgeProposal(
            width: 9.4, swipes: 60, missed: 0, leftOut: 0, drags: 100, taken: 0, missBound: 0.0487,
            takeBound: 0.0295, deadBorder: 0)
        facts.records = ["222a:0001": .success(record)]
        facts.seat.seatd = .answers
        facts.fonts = FontFacts(families: 180, latin: "Noto Sans")
        facts.copy = CopyTime(size: PixelSize(1920, 1080), seconds: 0.0021)
        facts.clock = ClockState(
            local: "2026-11-21 18:40", isSynchronized: true, zone: "Europe/Berlin", isBeforeThisProgram: false)
        facts.units = ServiceCheck.units.map { name in
            name == "bezel.service"
                ? UnitState(name, process: 411, user: "kiosk") : UnitState(name, isThere: false, activity: "inactive")
        }
        return facts
    }

    /// A kiosk of two pages.
    private static func kiosk() -> Kiosk? {
        let folder = TemporaryFolder()
        folder.write(Array("# Welcome\n\n[Hours](hours.md)\n".utf8), to: "home.md")
        folder.write(Array("# Hours\n".utf8), to: "hours.md")
        folder.write(Array("start = [\"home\"]\n".utf8), to: "kiosk.toml")
        return Kiosk.load(folder.path).kiosk
    }
}

extension DeviceList {
    /// A screen and a panel on it; a user who may not open them sees what sysfs and udev tell.
    static func kiosk7(isRefused: Bool) -> DeviceList {
        let mode = DisplayMode(
            size: PixelSize(1920, 1080), millihertz: isRefused ? 0 : 60_000, isPreferred: !isRefused)
        return DeviceList(
            panels: [
                Panel(
                    path: "/dev/input/event3", name: "ILITEK ILITEK-TP", vendorProduct: "222a:0001",
                    millimetres: Size(527, 296), contacts: isRefused ? nil : 10,
                    problem: isRefused ? "open /dev/input/event3: Permission denied" : nil, isRefused: isRefused)
            ],
            outputs: [
                Output(
                    card: "/dev/dri/card0", driver: "vc4",
                    connector: Connector(
                        name: "HDMI-A-1", status: .connected, millimetres: Size(527, 296), modes: [mode]),
                    planes: isRefused
                        ? []
                        : [
                            PlaneSummary(
                                kind: "primary", formats: ["XR24", "RG16"], hasAlpha: false, movesInDepth: false,
                                turns: ["rotate-180"]),
                            PlaneSummary(
                                kind: "overlay", formats: ["XR24", "AR24"], hasAlpha: true, movesInDepth: true,
                                turns: []
                            ),
                        ],
                    holders: isRefused ? [] : ["bezel (pid 311)"],
                    problem: isRefused ? "open /dev/dri/card0: Permission denied" : nil, isRefused: isRefused)
            ])
    }
}
